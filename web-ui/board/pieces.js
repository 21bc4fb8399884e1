// pieces.js — turned pieces, hexagonal tiles and glass beads, seen from above, with soft shadows.
import { s } from '../js/dom.js';
import { hexagon } from './geometry.js';

/** @typedef {{owner: number, rank: number, wood: string, game: string}} What */

/** A sign of the owner that does not need colour: nothing, a ring, a bar, a cross.
 * @param {number} owner @param {string} wood @param {number} r */
function ownerSign(owner, wood, r) {
	const line = { stroke: WOODLINE[wood] || '#fff', 'stroke-width': r * 0.09, fill: 'none', 'stroke-linecap': 'round', opacity: 0.85 };
	if (owner === 2) return s('circle', { r: r * 0.27, ...line });
	if (owner === 3) return s('path', { d: `M${-r * 0.26} 0H${r * 0.26}`, ...line });
	if (owner === 4) return s('path', { d: `M${-r * 0.24} 0H${r * 0.24}M0 ${-r * 0.24}V${r * 0.24}`, ...line });
	return null;
}

/** @type {Record<string, string>} */
const WOODLINE = { white: '#8d6a3c', black: '#b7aea8', red: '#fbd9cb', green: '#e4f2d8', blue: '#e2f1fb', stone: '#f1e6c8', unknown: '#4b3f31' };

/** @param {number} r @param {string} wood @param {number} dx @param {number} dy */
function disc(r, wood, dx = 0, dy = 0) {
	return s('g', dx || dy ? { transform: `translate(${dx} ${dy})` } : null,
		s('circle', { r, fill: `url(#w-${wood})` }),
		s('circle', { r: r * 0.985, fill: 'none', stroke: '#000', 'stroke-opacity': 0.28, 'stroke-width': r * 0.035 }),
		s('circle', { r: r * 0.86, fill: 'none', stroke: 'url(#bevel)', 'stroke-width': r * 0.1 }),
		s('circle', { r: r * 0.66, fill: `url(#d-${wood})` }),
		s('circle', { r: r * 0.66, fill: 'none', stroke: 'url(#bevel-in)', 'stroke-width': r * 0.07 }),
		s('circle', { r: r * 0.46, fill: 'none', stroke: '#000', 'stroke-opacity': 0.12, 'stroke-width': r * 0.03 }));
}

/** The crown of a king: a gold disc with five points. @param {number} r */
function crown(r) {
	let d = '';
	for (let i = 0; i < 10; i++) {
		const a = (Math.PI / 5) * i - Math.PI / 2, k = i % 2 ? 0.24 : 0.52;
		d += `${i ? 'L' : 'M'}${(r * k * Math.cos(a)).toFixed(1)} ${(r * k * Math.sin(a)).toFixed(1)}`;
	}
	return s('path', { d: d + 'Z', fill: 'url(#gold)', stroke: '#3b2508', 'stroke-opacity': 0.6, 'stroke-width': r * 0.05 });
}

/** One piece around (0,0) with half its width `r`. @param {What} what @param {number} r @returns {SVGElement} */
export function piece(what, r) {
	const { owner, rank, wood, game } = what;
	if (game === 'andantino') return tile(what, r);
	const g = s('g', { class: 'piece' }, s('circle', { cx: r * 0.1, cy: r * 0.18, r: r * 1.14, fill: 'url(#shadow)' }));
	if (owner === 5) {
		const a = (/** @type {number} */ k) => Array.from({ length: 8 }, (_, i) => {
			const t = (Math.PI / 4) * (i + 0.5);
			return `${(r * k * Math.cos(t)).toFixed(1)},${(r * k * Math.sin(t)).toFixed(1)}`;
		}).join(' ');
		g.append(s('polygon', { points: a(1.04), fill: 'url(#w-stone)' }), s('polygon', { points: a(0.74), fill: 'url(#d-stone)', stroke: 'url(#bevel-in)', 'stroke-width': r * 0.08 }),
			s('path', { d: `M${-r * 0.3} ${-r * 0.3}L${r * 0.3} ${r * 0.3}M${r * 0.3} ${-r * 0.3}L${-r * 0.3} ${r * 0.3}`, stroke: '#f1e6c8', 'stroke-width': r * 0.13, 'stroke-linecap': 'round' }));
		return g;
	}
	if (game === 'thibault' && rank) g.append(disc(r, wood, r * 0.07, r * 0.16), disc(r * 0.94, wood, -r * 0.05, -r * 0.1));
	else g.append(disc(r, wood));
	if (game.startsWith('contigo-capture') && rank) g.append(crown(r));
	else if (game === 'oraia') {
		g.append(s('circle', { r: r * (rank ? 0.4 : 0.13), fill: rank ? 'url(#gold)' : WOODLINE[wood], stroke: rank ? '#3b2508' : 'none', 'stroke-opacity': 0.6, 'stroke-width': r * 0.05 }));
		if (owner === 2) g.append(s('circle', { r: r * 0.54, fill: 'none', stroke: WOODLINE[wood], 'stroke-width': r * 0.06, opacity: 0.8 }));
	} else {
		const sign = ownerSign(owner, wood, r);
		if (sign) g.append(sign);
	}
	if (owner === 0) g.append(s('text', { class: 'ask', 'text-anchor': 'middle', y: r * 0.33, 'font-size': r * 0.9, fill: '#3b2b1c' }, '?'));
	return g;
}

/** A hexagonal tile. @param {What} what @param {number} r */
function tile(what, r) {
	const { owner, wood } = what;
	return s('g', { class: 'piece' },
		s('polygon', { points: hexagon(r * 0.1, r * 0.18, r * 1.1), fill: '#1c0d04', opacity: 0.35 }),
		s('polygon', { points: hexagon(0, 0, r * 1.07), fill: `url(#w-${wood})`, stroke: '#000', 'stroke-opacity': 0.35, 'stroke-width': r * 0.05, 'stroke-linejoin': 'round' }),
		s('polygon', { points: hexagon(0, 0, r * 0.82), fill: `url(#d-${wood})`, stroke: 'url(#bevel)', 'stroke-width': r * 0.09, 'stroke-linejoin': 'round' }),
		owner === 2 ? s('circle', { r: r * 0.3, fill: 'none', stroke: WOODLINE[wood], 'stroke-width': r * 0.1, opacity: 0.9 }) : s('circle', { r: r * 0.1, fill: WOODLINE[wood], opacity: 0.7 }));
}

/** Where n things lie in a round hollow of radius R, sunflower-wise. @param {number} n @param {number} R @returns {[number, number][]} */
export function heap(n, R) {
	if (n === 1) return [[0, 0]];
	if (n === 2) return [[-R * 0.42, 0], [R * 0.42, 0]];
	if (n <= 6) return Array.from({ length: n }, (_, i) => {
		const a = (i / n) * 2 * Math.PI - Math.PI / 2, k = n === 3 ? 0.48 : n === 4 ? 0.56 : 0.62;
		return /** @type {[number, number]} */ ([R * k * Math.cos(a), R * k * Math.sin(a)]);
	});
	return Array.from({ length: n }, (_, i) => {
		const a = i * 2.39996, k = 0.78 * Math.sqrt((i + 0.4) / n);
		return /** @type {[number, number]} */ ([R * k * Math.cos(a), R * k * Math.sin(a)]);
	});
}

/** @param {number} x @param {number} y @param {number} r */
export function bead(x, y, r) {
	return s('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
		s('circle', { cx: r * 0.12, cy: r * 0.25, r: r * 1.05, fill: '#000', opacity: 0.45 }),
		s('circle', { r, fill: 'url(#bead)' }),
		s('ellipse', { cx: -r * 0.3, cy: -r * 0.36, rx: r * 0.3, ry: r * 0.2, fill: 'url(#bead-glint)' }));
}

/** Beads in a pit of width `size`, the number below them. @param {number} n @param {number} size */
export function beads(n, size) {
	const g = s('g', { class: 'beads' });
	const R = size * 0.36, many = Math.min(n, 14);
	const r = n <= 4 ? size * 0.135 : n <= 7 ? size * 0.115 : size * 0.095;
	for (const [x, y] of heap(many, R)) g.append(bead(x, y - size * 0.09, r));
	g.append(s('text', { class: 'count', y: size * 0.43, 'text-anchor': 'middle', 'font-size': size * 0.25 }, n));
	return g;
}
