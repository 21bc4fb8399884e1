// dom.js — small helpers to make elements. Text always goes in as text nodes, so no name or tag can become markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} el @param {Record<string, any>} attrs */
function put(el, attrs) {
	for (const [key, value] of Object.entries(attrs)) {
		if (value === null || value === undefined || value === false) continue;
		if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
		else if (key === 'value' && 'value' in el) el.value = value;
		else if (key === 'checked' && 'checked' in el) el.checked = true;
		else el.setAttribute(key, value === true ? '' : String(value));
	}
}

/** Makes an HTML element: h('button.main', {type: 'button'}, 'text').
 * @param {string} name tag, then classes after dots @param {Record<string, any> | null} [attrs] @param {...Child} children
 * @returns {HTMLElement} */
export function h(name, attrs, ...children) {
	const [tag, ...classes] = name.split('.');
	const el = document.createElement(tag || 'div');
	if (classes.length) el.className = classes.join(' ');
	if (attrs) put(el, attrs);
	add(el, ...children);
	return el;
}

/** Makes an SVG element. @param {string} tag @param {Record<string, any> | null} [attrs] @param {...Child} children
 * @returns {SVGElement} */
export function s(tag, attrs, ...children) {
	const el = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
	if (attrs) put(el, attrs);
	add(el, ...children);
	return el;
}

/** @param {Element} el @param {...Child} children */
export function add(el, ...children) {
	for (const c of children) {
		if (c === null || c === undefined || c === false) continue;
		el.append(c instanceof Node ? c : String(c));
	}
}

/** Replaces what is inside. @param {Element} el @param {...Child} children */
export function fill(el, ...children) {
	el.replaceChildren();
	add(el, ...children);
}

/** Sets a text only when it changed, so that screen readers and selections are left in peace.
 * @param {Element} el @param {string} text */
export function text(el, text) {
	if (el.textContent !== text) el.textContent = text;
}

/** @param {Element} el @param {string} name @param {boolean} on */
export function cls(el, name, on) {
	el.classList.toggle(name, on);
}

/** Sets or removes an attribute. @param {Element} el @param {string} name @param {string | number | null} value */
export function attr(el, name, value) {
	if (value === null) el.removeAttribute(name);
	else if (el.getAttribute(name) !== String(value)) el.setAttribute(name, String(value));
}

/** Whether motion should be avoided. */
export function still() {
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
