// i18n.js — two languages from tables of strings. What only other pages than the live one say is fetched with the first of them.
import { STRINGS } from './strings.js';

/** @typedef {keyof typeof STRINGS | keyof typeof import('./strings-pages.js').STRINGS | keyof typeof import('./strings-board.js').STRINGS} Key */
/** @typedef {'es'|'en'} Lang */

/** @type {Record<string, [es: string, en: string]>} */
const table = { ...STRINGS };
/** Letters and signs of other directions. */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;
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
			for (const more of tables) Object.assign(table, more.STRINGS);
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
	const pair = table[key];
	const words = lang === 'es' ? pair[0] : pair[1];
	// In one go: a name may look like a place for another value.
	return values ? words.replace(/\{(\w+)\}/g, (place, k) => (Object.hasOwn(values, k) ? own(String(values[k])) : place)) : words;
}

/** What people wrote, kept from turning round the words beside it. @param {string} theirs */
export function own(theirs) {
	return TURNS.test(theirs) ? `\u2068${theirs.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069` : theirs;
}

/** Whether a key exists: for keys made from what the daemon names. @param {string} key @returns {key is Key} */
export function has(key) {
	return Object.hasOwn(table, key);
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
