// lights.js — what the lights say: every light word with its meanings, blinking here as it does in the wood.
import { fill, h } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { link } from './play.js';

/** Colour, rhythm and key of each meaning, from the most urgent to the quietest. @type {[colour: string, rhythm: string, key: import('../js/i18n.js').Key][]} */
const SAID = [
	['#f3e3c3', 'breath', 'lights.ask'],
	['#e8402a', 'double', 'lights.notso'],
	['#e8402a', 'alternate', 'lights.carry'],
	['#2fbf62', 'steady', 'lights.target'],
	['#e8402a', 'warn', 'lights.warn'],
	['#4aa3ff', 'pulse', 'lights.hint'],
	['#4aa3ff', 'path', 'lights.path'],
	['#f0a63c', 'sweep', 'lights.done'],
	['#f0a63c', 'dim', 'lights.last'],
	['#f3e3c3', 'dim', 'lights.turn'],
	['#b45cf0', 'tide', 'lights.unsaved'],
];

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {import('../js/types.js').Page} */
export function lightsPage(root, shell) {
	shell.head(t('lights.title'));
	fill(root, h('p.lead', null, t('lights.lead')), h('ul.card.lamps', null, ...SAID.map(([colour, rhythm, key]) => {
		const lamp = h(`span.lamp.l-${rhythm}`, { 'aria-hidden': 'true' }, ...(rhythm === 'alternate' || rhythm === 'path' ? [h('i'), h('i')] : [h('i')]));
		lamp.style.setProperty('--lamp', colour);
		return h('li', null, lamp, h('span', null, t(key)));
	})), h('p.row', null, link('/learn', t('nav.learn')), link('/settings', t('nav.settings'))));
	return {};
}
