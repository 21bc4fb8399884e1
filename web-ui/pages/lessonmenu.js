// lessonmenu.js — what else can be done in a lesson, and what comes after it.
import { h } from '../js/dom.js';
import { say, t } from '../js/i18n.js';
import { sheet } from '../js/form.js';
import { button } from '../js/ui.js';
import { link } from './play.js';

/** @typedef {import('./lessonfile.js').LessonFile} LessonFile */

/** @param {{wood: import('./lessonboard.js').OnBoard, file: LessonFile, begin: () => void}} lesson */
export function lessonMenu(lesson) {
	const { wood, file } = lesson;
	const close = sheet(t('live.more'), [
		...(wood.on || wood.can() ? [button(t(wood.on ? 'lesson.phone' : 'lesson.board'), () => {
			wood.toggle();
			close();
			lesson.begin();
		})] : []),
		link('/learn', t('lesson.leave')), link(`/rules/${file.game}`, t('learn.rules')), link('/lights', t('lights.title')),
		h('h3', null, t('lesson.card')), h('ol.plain', null, ...file.card.map((c) => h('li', null, say(c)))),
	]);
}

/** The next lesson; after the last one a whole game. @param {LessonFile} file @param {number} n */
export function afterwards(file, n) {
	const next = file.lessons[n];
	return [next ? link(`/learn/${file.game}/${n + 1}`, `${t('lesson.nextlesson')}: ${say(next.title)}`, 'main') : link(`/new/${file.game}#learner`, t('lesson.play'), 'main'), link('/learn', t('nav.learn'))];
}
