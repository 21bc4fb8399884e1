// lights.js — the LEDs under the wood: a soft glow at each lit site, in the rhythm of its light word.
import { s } from '../js/dom.js';
import { glow } from './defs.js';

/** The words of light; each has its rhythm in the style sheet. */
export const WORDS = ['steady', 'pulse', 'path', 'alternate', 'double', 'sweep'];

/** When a site's turn comes in a running sequence. @param {string} site @param {string[]} order */
function delay(site, order) {
	const i = order.indexOf(site);
	return i < 0 ? 0 : i * 180;
}

export class Lights {
	/** @param {import('./geometry.js').Geometry} g */
	constructor(g) {
		this.g = g;
		this.el = s('g', { class: 'lights', 'aria-hidden': 'true' });
		/** @type {Map<string, {key: string, el: SVGElement}>} */
		this.lit = new Map();
	}

	/** @param {import('../js/types.js').Leds} leds @param {string[]} order sites in the order of the path shown */
	show(leds, order) {
		for (const [site, old] of this.lit) {
			if (leds[site]) continue;
			old.el.remove();
			this.lit.delete(site);
		}
		for (const [site, [r, g, b, meaning, word]] of Object.entries(leds)) {
			const p = this.g.by.get(site);
			if (!p || r + g + b === 0) continue;
			const key = `${glow(r, g, b)} ${meaning} ${word} ${delay(site, order)}`;
			const old = this.lit.get(site);
			if (old && old.key === key) continue;
			const big = p.kind === 'pit' || p.kind === 'pond' ? 0.78 : p.kind === 'cell' ? 0.95 : 0.86;
			const el = s('circle', { cx: p.x, cy: p.y, r: Math.min(p.size * big, 110), fill: glow(r, g, b), class: `led w-${WORDS.includes(word) ? word : 'steady'} m-${meaning}` });
			const wait = delay(site, order);
			if (wait) el.style.setProperty('animation-delay', `${wait}ms`);
			if (old) old.el.replaceWith(el);
			else this.el.append(el);
			this.lit.set(site, { key, el });
		}
	}
}
