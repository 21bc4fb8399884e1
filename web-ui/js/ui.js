// ui.js — the few controls the live page uses too: buttons that act, buttons to hold, a switch, short notices.
import { Refusal, post } from './api.js';
import { add, h } from './dom.js';
import { say, t } from './i18n.js';
import { trusted } from './store.js';
import { refresh } from './stream.js';

const HOLD_MS = 1000;
const UNDO_MS = 10000;

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

/** @param {string} label @param {boolean} value @param {(v: boolean) => void} f @param {string} [hint] */
export function toggle(label, value, f, hint) {
	const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', role: 'switch', checked: value }));
	box.addEventListener('change', () => f(box.checked));
	return h('label.toggle', null, h('span', null, label, hint ? h('small', null, hint) : null), box);
}
