// ui.js — the few controls every page uses: buttons that act, buttons to hold, choices, dialogs, short notices.
import { Refusal, post } from './api.js';
import { add, h, text } from './dom.js';
import { say, t } from './i18n.js';
import { trusted } from './store.js';
import { refresh } from './stream.js';

const HOLD_MS = 1000;
const UNDO_MS = 10000;
const FRESH_MS = 1000;
const CLICK_OF_TOUCH_MS = 400;

/** @param {string} label @param {(e: Event) => void} f @param {string} [look] classes after dots: 'main', 'quiet' @param {Record<string, any>} [attrs] */
export function button(label, f, look = '', attrs = {}) {
	return /** @type {HTMLButtonElement} */ (h(`button${look ? '.' + look : ''}`, { type: 'button', onclick: f, ...attrs }, label));
}

/** A sentence at the edge of the screen. @param {string} sentence @param {{bad?: boolean, undo?: () => void}} [how] */
export function notice(sentence, how = {}) {
	const box = document.getElementById('notices');
	if (!box) return;
	const el = h(how.bad ? 'div.notice.bad' : 'div.notice', { role: how.bad ? 'alert' : 'status' }, h('span', null, sentence));
	const timer = setTimeout(() => el.remove(), how.undo ? UNDO_MS : 6000);
	const gone = () => {
		clearTimeout(timer);
		el.remove();
	};
	const { undo } = how;
	if (undo) add(el, button(t('undo'), () => {
		gone();
		undo();
	}, 'quiet'));
	add(el, button('✕', gone, 'icon', { 'aria-label': t('close') }));
	box.replaceChildren(el);
}

/** What a failure says to people. @param {unknown} e */
export function reason(e) {
	if (e instanceof Refusal) return e.status === 401 || e.status === 403 ? `${say(e.both)}` : say(e.both);
	return t('link.failed');
}

/** Asks the daemon to do something; says why not; reads the new state. @template T @param {string} path @param {unknown} [body]
 * @returns {Promise<T | null>} null when refused */
export async function act(path, body) {
	if (!trusted()) {
		notice(t('link.stale'), { bad: true });
		return null;
	}
	try {
		const answer = await post(path, body);
		refresh();
		return /** @type {T} */ (answer);
	} catch (e) {
		notice(reason(e), { bad: true });
		return null;
	}
}

/** A button that must be held for a second, its ring filling meanwhile. By keyboard: hold Enter or Space.
 * @param {string} label @param {() => void} f @param {string} [look] */
export function holdButton(label, f, look = '') {
	const el = h(`button.hold${look ? '.' + look : ''}`, { type: 'button' }, h('span.fill', { 'aria-hidden': 'true' }), h('span', null, label), h('small', null, t('hold')));
	/** @type {ReturnType<typeof setTimeout> | 0} */
	let timer = 0;
	const start = () => {
		if (timer) return;
		el.classList.add('holding');
		timer = setTimeout(() => {
			end();
			f();
		}, HOLD_MS);
	};
	const end = () => {
		clearTimeout(timer);
		timer = 0;
		el.classList.remove('holding');
	};
	el.addEventListener('pointerdown', start);
	for (const e of ['pointerup', 'pointerleave', 'pointercancel', 'blur', 'keyup']) el.addEventListener(e, end);
	el.addEventListener('keydown', (e) => {
		if (e.key === 'Enter' || e.key === ' ') {
			e.preventDefault();
			start();
		}
	});
	el.addEventListener('contextmenu', (e) => e.preventDefault());
	return el;
}

let names = 0;

/** One of a few: radio buttons that look like a switch with positions. @template {string | number} T @param {string} label
 * @param {[value: T, label: string][]} choices @param {T} value @param {(v: T) => void} f @param {boolean} [quiet] label only for screen readers */
export function choice(label, choices, value, f, quiet = false) {
	const name = `c${++names}`;
	return h('fieldset.choice', null, h(quiet ? 'legend.sr' : 'legend', null, label), h('div.options', null, ...choices.map(([v, words]) =>
		h('label', null, h('input', { type: 'radio', name, value: String(v), checked: v === value, onchange: () => f(v) }), h('span', null, words)))));
}

/** @param {string} label @param {boolean} value @param {(v: boolean) => void} f @param {string} [hint] */
export function toggle(label, value, f, hint) {
	const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', role: 'switch', checked: value }));
	box.addEventListener('change', () => f(box.checked));
	return h('label.toggle', null, h('span', null, label, hint ? h('small', null, hint) : null), box);
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
