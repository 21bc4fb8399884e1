// lights.js — the LEDs under the wood: a soft glow at each lit site. Where the daemon tells every beat, the glow follows it, so that phone
// and board blink as one; otherwise each light word has its rhythm in the style sheet.
import { s } from '../js/dom.js';
import { glow } from './defs.js';

/** @typedef {import('../js/types.js').Leds} Leds */

const WORDS = ['steady', 'pulse', 'path', 'alternate', 'double', 'sweep'];

/** How bright an eye finds it. @param {number} most of the three colours, 0 … 255 */
function strength(most) {
	return most ? Math.min(1, 0.2 + 0.8 * (most / 255) ** 0.45) : 0;
}

export class Lights {
	/** @param {import('./geometry.js').Geometry} g */
	constructor(g) {
		this.g = g;
		this.el = s('g', { class: 'lights', 'aria-hidden': 'true' });
		/** @type {Map<string, {key: string, el: SVGElement}>} */
		this.lit = new Map();
		/** The colour each meaning was last seen with: in the dark half of a rhythm none is told. @type {Map<string, [number, number, number]>} */
		this.hues = new Map();
	}

	/** @param {Leds} leds @param {string[]} order sites in the order of the path shown @param {boolean} follow each beat is told */
	show(leds, order, follow) {
		for (const [site, old] of this.lit) {
			if (leds[site]) continue;
			old.el.remove();
			this.lit.delete(site);
		}
		for (const [site, led] of Object.entries(leds)) {
			const p = this.g.by.get(site);
			if (p) this.one(p, led, order.indexOf(site), follow);
		}
	}

	/** @param {import('../js/types.js').Site} p @param {import('../js/types.js').Led} led @param {number} place in a running sequence, or −1 @param {boolean} follow */
	one(p, [r, g, b, meaning, word], place, follow) {
		const most = Math.max(r, g, b);
		const hue = most ? /** @type {[number, number, number]} */ ([r, g, b]) : this.hues.get(meaning);
		if (most) this.hues.set(meaning, [r, g, b]);
		if (!hue) return;
		const fill = glow(...hue);
		const rhythm = follow ? 'follow' : `w-${WORDS.includes(word) ? word : 'steady'}`;
		const key = `${fill} ${meaning} ${rhythm} ${follow ? '' : place}`;
		let old = this.lit.get(p.name);
		if (!old || old.key !== key) {
			const wide = p.kind === 'pit' || p.kind === 'pond' ? 0.72 : p.kind === 'cell' ? 0.95 : 0.86;
			const el = s('circle', { cx: p.x, cy: p.y, r: Math.min(p.size * wide, 110), fill, class: `led ${rhythm} m-${meaning}`, 'data-word': word });
			if (!follow && place > 0) el.style.setProperty('animation-delay', `${place * 180}ms`);
			if (old) old.el.replaceWith(el);
			else this.el.append(el);
			old = { key, el };
			this.lit.set(p.name, old);
		}
		old.el.style.setProperty('--glow', (strength(follow ? most : Math.max(...hue)) * (meaning === 'beads' ? 0.6 : 1)).toFixed(2));
	}
}
