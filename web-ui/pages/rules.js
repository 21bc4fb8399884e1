// rules.js — the rules of a game in plain words, each with a board that shows what is meant. Texts: rules/GAME.json.
import { Board } from '../board/board.js';
import { coloursOf } from '../board/colours.js';
import { lookOf } from '../board/fen.js';
import { layoutOf, rules } from '../js/api.js';
import { fill, h } from '../js/dom.js';
import { say, t, tt } from '../js/i18n.js';
import { link } from './play.js';

/** @typedef {import('../js/types.js').Both} Both */
/** @typedef {{game?: string, fen?: string, marks?: import('../board/marks.js').Marks, caption?: Both}} Diagram */
/** @typedef {{card: Both[], sections: {title: Both, text: Both[], diagram?: Diagram}[]}} RulesFile */

/** @param {string} game @param {Diagram} d */
async function diagram(game, d) {
	const name = d.game || game;
	const layout = await layoutOf(name);
	const board = new Board({ layout, colours: coloursOf(name), label: '', small: true });
	board.show({ look: lookOf(name, d.fen || layout.start), marks: d.marks || {}, animate: false });
	return h('figure.diagram', { role: 'img', 'aria-label': d.caption ? say(d.caption) : t('rules.diagram') }, board.el, d.caption ? h('figcaption', null, say(d.caption)) : null);
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @param {import('../js/types.js').Place} place @returns {Promise<import('../js/types.js').Page>} */
export async function rulesPage(root, shell, place) {
	const list = await rules().catch(() => []);
	const game = place.parts[1] || (list[0] ? list[0].id : 'contigo-line');
	shell.head(tt(`game.${game}`, game), t('learn.rules'));
	/** @type {RulesFile | null} */
	const file = await fetch(`/rules/${encodeURIComponent(game)}.json`).then((r) => (r.ok ? r.json() : null), () => null);
	const others = h('nav.row.othergames', { 'aria-label': t('rules.others') }, ...list.map((r) => link(`/rules/${r.id}`, tt(`game.${r.id}`, say(r.title)), r.id === game ? 'main.small' : 'small')));
	if (!file) {
		fill(root, h('p', null, t(list.length && !list.some((r) => r.id === game) ? 'lost.text' : 'link.failed')), others);
		return {};
	}
	const parts = await Promise.all(file.sections.map(async (s) => h('section.card.rule', null, h('div', null, h('h2', null, say(s.title)), ...s.text.map((p) => h('p', null, say(p)))), s.diagram ? await diagram(game, s.diagram).catch(() => null) : null)));
	fill(root, h('section.card.cardbox', { 'aria-label': t('lesson.card') }, h('h2', null, t('lesson.card')), h('ol.plain', null, ...file.card.map((c) => h('li', null, say(c))))), ...parts,
		h('p.row', null, link(`/learn/${game}/1`, t('learn.begin'), 'main'), link(`/new/${game}`, t('live.new'))), others);
	return {};
}
