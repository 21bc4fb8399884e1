// form.js — controls of the other pages: choices, sliders, fields, sheets, signs, files.
import { fill, h, s, text } from './dom.js';
import { t } from './i18n.js';
import { button } from './ui.js';

const FRESH_MS = 1000;
const CLICK_OF_TOUCH_MS = 400;

/** Signs drawn here, since not every phone has them in its fonts. @type {Record<string, string>} */
const SIGNS = {
	first: 'M6 5v14M19 5L9 12l10 7z', prev: 'M17 5L7 12l10 7z', next: 'M7 5l10 7-10 7z', last: 'M18 5v14M5 5l10 7-10 7z', pause: 'M8 5v14M16 5v14', play: 'M7 4.500l12 7.500-12 7.500z',
	fist: 'M6 11V8a2 2 0 0 1 4 0 2 2 0 0 1 4 0 2 2 0 0 1 4 0v6a6 6 0 0 1-6 6h-1a6 6 0 0 1-6-6v-2a2 2 0 0 1 2-2h4M10 8v2M14 8v2', hand: 'M4 14c3 6 13 6 16 0M4 14c1-2 3-2 4-1M20 14c-1-2-3-2-4-1', whole: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
};

/** @param {keyof typeof SIGNS} name */
export function sign(name) {
	return s('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: SIGNS[name] }));
}

/** A button with a sign instead of words. @param {keyof typeof SIGNS} name @param {string} label @param {() => void} f @param {string} [look] */
export function signButton(name, label, f, look = 'icon') {
	const b = button('', f, look, { 'aria-label': label, title: label });
	fill(b, sign(name));
	return b;
}

let names = 0;

/** One of a few: radio buttons that look like a switch with positions. @template {string | number} T @param {string} label
 * @param {[value: T, label: string][]} choices @param {T} value @param {(v: T) => void} f @param {boolean} [quiet] label only for screen readers */
export function choice(label, choices, value, f, quiet = false) {
	const name = `c${++names}`;
	return h('fieldset.choice', null, h(quiet ? 'legend.sr' : 'legend', null, label), h('div.options', null, ...choices.map(([v, words]) =>
		h('label', null, h('input', { type: 'radio', name, value: String(v), checked: v === value, onchange: () => f(v) }), h('span', null, words)))));
}

/** @param {string} label @param {{min: number, max: number, step: number, value: number, words: (v: number) => string, hint?: string}} how
 * @param {(v: number) => void} f */
export function slider(label, how, f) {
	const out = h('output', null, how.words(how.value));
	const el = /** @type {HTMLInputElement} */ (h('input', { type: 'range', min: how.min, max: how.max, step: how.step, value: how.value }));
	el.addEventListener('input', () => text(out, how.words(Number(el.value))));
	el.addEventListener('change', () => f(Number(el.value)));
	return h('label.slider', null, h('span', null, label, how.hint ? h('small', null, how.hint) : null), out, el);
}

/** @param {string} label @param {[value: string, label: string][]} choices @param {string} value @param {(v: string) => void} f */
export function select(label, choices, value, f) {
	const el = /** @type {HTMLSelectElement} */ (h('select', null, ...choices.map(([v, words]) => h('option', { value: v, selected: v === value }, words))));
	el.addEventListener('change', () => f(el.value));
	return h('label.field', null, h('span', null, label), el);
}

/** @param {string} label @param {Record<string, any>} attrs @param {(v: string) => void} f on every change of the text */
export function field(label, attrs, f) {
	const el = /** @type {HTMLInputElement} */ (h('input', { type: 'text', autocomplete: 'off', ...attrs }));
	el.addEventListener('input', () => f(el.value));
	return h('label.field', null, h('span', null, label), el);
}

/** A sheet over the page. Answers how to close it. @param {string} title @param {Node[]} body @param {{guard?: boolean}} [how] guard: deaf
 * to taps for its first second, because it came up by itself or does something grave */
export function sheet(title, body, how = {}) {
	const el = /** @type {HTMLDialogElement} */ (h('dialog.sheet', { 'aria-label': title }, h('div.sheet-head', null, h('h2', null, title),
		button('✕', () => el.close(), 'icon', { 'aria-label': t('close') })), h('div.sheet-body', null, ...body)));
	const born = Date.now();
	if (how.guard) el.addEventListener('click', (e) => {
		if (e.isTrusted && Date.now() - born < FRESH_MS) {
			e.preventDefault();
			e.stopPropagation();
		}
	}, true);
	el.addEventListener('click', (e) => {
		// A finger that opened the sheet by its touch still sends its click, which now lands beside it.
		if (e.target === el && Date.now() - born > CLICK_OF_TOUCH_MS) el.close();
	});
	el.addEventListener('close', () => el.remove());
	document.body.append(el);
	el.showModal();
	return () => el.close();
}

/** Makes a file of a text or blob and hands it to the phone. @param {string} name @param {Blob | string} what @param {string} [type] */
export function download(name, what, type = 'text/plain;charset=utf-8') {
	const url = URL.createObjectURL(typeof what === 'string' ? new Blob([what], { type }) : what);
	const a = h('a', { href: url, download: name });
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}
