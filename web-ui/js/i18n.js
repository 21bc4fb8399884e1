// i18n.js — two languages from tables of strings. What only other pages than the live one say is fetched with the first of them.
import { STRINGS } from './strings.js';

/** @typedef {keyof typeof STRINGS | keyof typeof import('./strings-pages.js').STRINGS | keyof typeof import('./strings-board.js').STRINGS} Key */
/** @typedef {'es'|'en'} Lang */

/** @type {Record<string, [es: string, en: string]>} */
const words = { ...STRINGS };
/** @type {Promise<void> | null} */
let fetched = null;
/** @type {Lang} */
let lang = 'en';
/** @type {Set<() => void>} */
const listeners = new Set();

/** Fetches the words of all other pages, once; whatever does not come is asked for again. */
export function moreWords() {
	if (!fetched) {
		fetched = Promise.all([import('./strings-pages.js'), import('./strings-board.js')]).then((tables) => {
			for (const table of tables) Object.assign(words, table.STRINGS);
		});
		fetched.catch(() => (fetched = null));
	}
	return fetched;
}

/** @returns {Lang} */
export function language() {
	return lang;
}

/** The language kept on this phone, else the phone's own. @returns {Lang} */
export function preferred() {
	const kept = localStorage.getItem('tablero.lang');
	if (kept === 'es' || kept === 'en') return kept;
	return navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';
}

/** @param {Lang} to @param {boolean} [keep] */
export function speak(to, keep = true) {
	if (keep) localStorage.setItem('tablero.lang', to);
	lang = to;
	document.documentElement.lang = to;
	for (const f of listeners) f();
}

/** @param {() => void} f */
export function onLanguage(f) {
	listeners.add(f);
	return () => void listeners.delete(f);
}

/** The string of a key, with {names} filled in. @param {Key} key @param {Record<string, string | number>} [values] */
export function t(key, values) {
	const pair = words[key];
	let out = lang === 'es' ? pair[0] : pair[1];
	if (values) for (const [k, v] of Object.entries(values)) out = out.replaceAll(`{${k}}`, String(v));
	return out;
}

/** Whether a key exists: for keys made from what the daemon names. @param {string} key @returns {key is Key} */
export function has(key) {
	return Object.hasOwn(words, key);
}

/** A key made at run time; falls back to `otherwise`. @param {string} key @param {string} otherwise @param {Record<string, string | number>} [values] */
export function tt(key, otherwise, values) {
	return has(key) ? t(key, values) : otherwise;
}

/** A sentence that came in both languages. @param {import('./types.js').Both | null | undefined} both */
export function say(both) {
	return both ? both[lang] || both.en || both.es || '' : '';
}

/** @param {number} ms UTC @param {boolean} [withTime] */
export function date(ms, withTime = true) {
	return new Intl.DateTimeFormat(lang, withTime ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'medium' }).format(ms);
}

/** @param {number} ms */
export function clockTime(ms) {
	return new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(ms);
}

/** @param {number} n */
export function number(n) {
	return new Intl.NumberFormat(lang).format(n);
}
