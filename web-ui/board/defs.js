// defs.js — gradients shared by every board on a page, in one hidden drawing.
import { s } from '../js/dom.js';
import { WOOD } from './colours.js';

/** @type {SVGElement | null} */
let defs = null;
/** @type {Set<string>} */
const glows = new Set();

/** @param {string} id @param {[offset: number, colour: string, opacity?: number][]} stops @param {Record<string, any>} [more] */
function radial(id, stops, more = {}) {
	return s('radialGradient', { id, ...more }, ...stops.map(([offset, colour, opacity]) =>
		s('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity === undefined ? 1 : opacity })));
}

/** @param {string} id @param {[offset: number, colour: string, opacity?: number][]} stops @param {Record<string, any>} [more] */
function linear(id, stops, more = {}) {
	return s('linearGradient', { id, ...more }, ...stops.map(([offset, colour, opacity]) =>
		s('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity === undefined ? 1 : opacity })));
}

/** @returns {SVGElement} the shared definitions, for an exported picture too */
export function sharedDefs() {
	if (defs) return defs;
	const lit = { cx: 0.36, cy: 0.3, r: 0.78 };
	defs = s('defs', null,
		linear('walnut', [[0, '#94694a'], [0.45, '#7b5236'], [1, '#573722']], { x1: 0, y1: 0, x2: 0.9, y2: 1 }),
		linear('maple0', [[0, '#efdbb5'], [1, '#e2c898']], { x1: 0, y1: 0, x2: 1, y2: 1 }),
		linear('maple1', [[0, '#dcbf8d'], [1, '#cfae79']], { x1: 0, y1: 0, x2: 1, y2: 1 }),
		linear('maplex', [[0, '#e6cda0'], [1, '#d9bc8b']], { x1: 0, y1: 0, x2: 1, y2: 1 }),
		linear('bevel', [[0, '#fff', 0.75], [0.5, '#fff', 0], [1, '#000', 0.5]], { x1: 0.1, y1: 0, x2: 0.9, y2: 1 }),
		linear('bevel-in', [[0, '#000', 0.55], [0.5, '#000', 0], [1, '#fff', 0.5]], { x1: 0.1, y1: 0, x2: 0.9, y2: 1 }),
		radial('pit', [[0, '#1d1009'], [0.7, '#34200f'], [0.93, '#4a2f1b'], [1, '#2a190e']]),
		linear('pit-rim', [[0, '#1a0d05', 0.9], [0.5, '#1a0d05', 0.2], [1, '#d9b182', 0.75]], { x1: 0.2, y1: 0, x2: 0.8, y2: 1 }),
		radial('hill', [[0, '#d9bb88'], [0.5, '#b98d5b'], [1, '#7a5235']]),
		radial('earth', [[0.6, '#6f8d58'], [1, '#49653a']]),
		radial('air', [[0, '#f0dcb4'], [1, '#dcc08d']]),
		radial('shadow', [[0, '#1c0d04', 0.62], [0.62, '#1c0d04', 0.5], [1, '#1c0d04', 0]]),
		radial('bead', [[0, '#f4fdff'], [0.22, '#bfe3ef'], [0.6, '#6aa7bf'], [1, '#2d5c72']], { cx: 0.35, cy: 0.28, r: 0.8 }),
		radial('bead-glint', [[0, '#fff', 0.95], [1, '#fff', 0]]),
		radial('gold', [[0, '#fff3c4'], [0.5, '#dcaf4b'], [1, '#8a621c']], lit));
	for (const [name, [a, b, c]] of Object.entries(WOOD)) {
		defs.append(radial(`w-${name}`, [[0, a], [0.5, b], [1, c]], lit));
		defs.append(radial(`d-${name}`, [[0, b], [0.7, b], [1, a]], { cx: 0.4, cy: 0.34, r: 0.75 }));
	}
	const holder = s('svg', { width: 0, height: 0, 'aria-hidden': 'true', class: 'defs', focusable: 'false' }, defs);
	document.body.append(holder);
	return defs;
}

/** A soft glow of one hue; answers what to fill with. LEDs are given in linear light. @param {number} r @param {number} g @param {number} b */
export function glow(r, g, b) {
	const most = Math.max(r, g, b, 1);
	// White light seen through wood is warm. Few steps a channel: a fading light must not leave a hundred gradients behind.
	const grey = Math.min(r, g, b) / most;
	const eye = (/** @type {number} */ v, /** @type {number} */ warm) => Math.round((v / most) ** 0.6 * 15 * (1 - grey * warm)) * 17;
	const [red, green, blue] = [eye(r, 0), eye(g, 0.22), eye(b, 0.75)];
	const colour = `rgb(${red} ${green} ${blue})`;
	const id = `glow-${red}-${green}-${blue}`;
	if (!glows.has(id)) {
		glows.add(id);
		sharedDefs().append(radial(id, [[0, colour, 1], [0.3, colour, 0.75], [0.62, colour, 0.3], [1, colour, 0]]));
	}
	return `url(#${id})`;
}
