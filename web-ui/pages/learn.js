// learn.js — what there is to learn: for each game its lessons, how far one got, and its rules.
import { tt } from '../js/i18n.js';
import { rules } from '../js/api.js';
import { fill, h } from '../js/dom.js';
import { say, t } from '../js/i18n.js';
import { lessonsOf, progress } from './lessonfile.js';
import { thumbnail } from './new.js';
import { link } from './play.js';

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {Promise<import('../js/types.js').Page>} */
export async function learnPage(root, shell) {
	shell.head(t('nav.learn'));
	const list = await rules().catch(() => []);
	if (!list.length) fill(root, h('p', { role: 'alert' }, t('link.failed')));
	const cards = await Promise.all(list.map(async (r) => {
		const file = await lessonsOf(r.id);
		const done = file ? file.lessons.filter((_, i) => progress(r.id, i + 1).done).length : 0;
		const next = file ? file.lessons.findIndex((_, i) => !progress(r.id, i + 1).done) : -1;
		return h('article.card.learncard', null, thumbnail(r.id), h('div.words', null, h('h2', null, tt(`game.${r.id}`, say(r.title))), h('p', null, say(r.about))),
			file ? h('ol.steps5', { 'aria-label': t('learn.done', { n: done, of: file.lessons.length }) }, ...file.lessons.map((l, i) => h('li', null, h(progress(r.id, i + 1).done ? 'a.done' : 'a', { href: `/learn/${r.id}/${i + 1}`, title: say(l.title), 'aria-label': `${i + 1}. ${say(l.title)}` }, progress(r.id, i + 1).done ? '✓' : String(i + 1))))) : null,
			h('div.row', null, file && file.lessons.length ? link(`/learn/${r.id}/${(next < 0 ? 0 : next) + 1}`, t(done ? 'learn.on' : 'learn.begin'), 'main') : null, link(`/rules/${r.id}`, t('learn.rules'))));
	}));
	if (cards.length) fill(root, h('p.lead', null, t('learn.lead'), ' ', h('a', { href: '/lights' }, t('lights.title'))), h('div.learnlist', null, ...cards));
	return {};
}
