// base.js — the wood itself: frame, fields, pits, hill and ring, drawn once from the game's own geometry.
import { s } from '../js/dom.js';
import { hexagon, shade } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */

/** @param {Geometry} g */
function squares(g) {
	const { x0, y0, x1, y1 } = g.box;
	const out = s('g', null,
		s('rect', { x: x0 - 12, y: y0 - 12, width: x1 - x0 + 24, height: y1 - y0 + 24, rx: 12, fill: '#3b2415' }),
		s('rect', { x: x0 - 12, y: y0 - 12, width: x1 - x0 + 24, height: y1 - y0 + 24, rx: 12, fill: 'none', stroke: 'url(#pit-rim)', 'stroke-width': 3 }));
	const letters = Math.round(12 + g.squares[0].size * 0.125);
	for (const p of g.squares) {
		const half = p.size / 2 - 1.6;
		if (p.kind === 'well') {
			out.append(s('rect', { x: p.x - half, y: p.y - half, width: half * 2, height: half * 2, rx: 7, fill: '#4a2f1c' }), hollow(p.x, p.y, p.size * 0.41));
			continue;
		}
		out.append(s('rect', { x: p.x - half, y: p.y - half, width: half * 2, height: half * 2, rx: 6, fill: `url(#maple${shade(g, p)})` }),
			s('path', { d: `M${p.x - half + 5} ${p.y - half + 1.2}h${half * 2 - 10}`, stroke: '#fff', 'stroke-opacity': 0.4, 'stroke-width': 1.6 }));
		if (p.y + p.size > y1) out.append(s('text', { class: 'name', x: p.x - half + 6, y: p.y + half - 7, 'font-size': letters }, p.name[0]));
		if (p.x + p.size > x1) out.append(s('text', { class: 'name', x: p.x + half - 6, y: p.y - half + letters, 'font-size': letters, 'text-anchor': 'end' }, p.name.slice(1)));
	}
	return out;
}

/** A round hollow in the wood. @param {number} x @param {number} y @param {number} r */
function hollow(x, y, r) {
	return s('g', null, s('circle', { cx: x, cy: y, r, fill: 'url(#pit)' }), s('circle', { cx: x, cy: y, r: r - 1, fill: 'none', stroke: 'url(#pit-rim)', 'stroke-width': 4 }));
}

/** @param {Geometry} g */
function cells(g) {
	const out = s('g');
	const { x0, y0, x1, y1 } = g.box;
	const mx = (x0 + x1) / 2, my = (y0 + y1) / 2;
	out.append(s('polygon', { points: hexagonFlat(mx, my, (x1 - x0) / 2 + 14), fill: '#3b2415' }));
	for (const p of g.sites) {
		// Three woods in turn, so that no two neighbours are alike and lines are easy to follow.
		const wood = (((Number(p.name.slice(1)) - p.name.charCodeAt(0)) % 3) + 3) % 3;
		out.append(s('polygon', { points: hexagon(p.x, p.y, p.size / Math.sqrt(3) - 1.3), fill: `url(#maple${wood === 2 ? 'x' : wood})` }));
	}
	for (const a of axes(g)) out.append(s('text', { class: 'name light', x: a.x, y: a.y + 6, 'font-size': 17, 'text-anchor': 'middle' }, a.text));
	return out;
}

/** What a field of cells has along its edges, a letter for each row and a number for each slanting line: where it stands outside the
 * field, one cell's way inward, and how many cells there are. @param {Geometry} g @returns {{text: string, x: number, y: number, dx: number, dy: number, n: number}[]} */
export function axes(g) {
	/** @type {Map<string, import('../js/types.js').Site[]>} */
	const lines = new Map();
	const rank = (/** @type {import('../js/types.js').Site} */ p) => Number(p.name.slice(1)) - 100 * p.name.charCodeAt(0);
	for (const p of [...g.sites].sort((a, b) => rank(a) - rank(b))) for (const key of [p.name[0], p.name.slice(1)]) lines.set(key, [...(lines.get(key) || []), p]);
	return [...lines].map(([text, cells]) => {
		const n = cells.length, [a, z] = [cells[0], cells[n - 1]];
		const dx = (z.x - a.x) / (n - 1), dy = (z.y - a.y) / (n - 1);
		return { text, x: a.x - 0.82 * dx, y: a.y - 0.82 * dy, dx, dy, n };
	});
}

/** A hexagon whose corners lie left and right, as the outline of a field of standing hexagons. @param {number} x @param {number} y @param {number} r */
function hexagonFlat(x, y, r) {
	return Array.from({ length: 6 }, (_, i) => `${(x + r * Math.cos((Math.PI / 3) * i)).toFixed(1)},${(y + r * Math.sin((Math.PI / 3) * i)).toFixed(1)}`).join(' ');
}

/** The hill of Swahili from above: eleven steps up to the top, the upper five dangerous. @param {Geometry} g @param {import('../js/types.js').Site} top @param {string[]} colours */
function hill(g, top, colours) {
	const out = s('g');
	/** @type {Map<number, number>} */
	const radius = new Map();
	for (const p of g.sites) if (p.kind === 'row') radius.set(Number(p.name.split('.')[1]), Math.hypot(p.x - top.x, p.y - top.y));
	const list = [...radius].sort((a, b) => b[1] - a[1]);
	const gap = list.length > 1 ? (list[0][1] - list[list.length - 1][1]) / (list.length - 1) : 30;
	out.append(s('circle', { cx: top.x, cy: top.y + 6, r: (list[0] ? list[0][1] : 400) + gap * 0.62, fill: '#1c0d04', opacity: 0.4 }));
	for (const [row, r] of list) {
		const k = (row - 1) / 10;
		out.append(s('circle', { cx: top.x, cy: top.y, r: r + gap / 2, fill: row >= 7 ? mix([150, 84, 56], [202, 138, 96], (k - 0.6) / 0.4) : mix([139, 98, 64], [214, 178, 124], k / 0.6) }),
			s('circle', { cx: top.x, cy: top.y, r: r + gap / 2 - 1, fill: 'none', stroke: 'url(#bevel)', 'stroke-width': 2.4 }));
		if (row === 7) out.append(s('circle', { cx: top.x, cy: top.y, r: r + gap / 2, fill: 'none', stroke: '#6f2318', 'stroke-width': 3, 'stroke-dasharray': '2 7', 'stroke-linecap': 'round' }));
	}
	out.append(hollow(top.x, top.y, top.size / 2));
	for (const p of g.sites) {
		if (p.kind === 'pond') out.append(hollow(p.x, p.y, p.size / 2), inlay(p, colours));
		// The rows are numbered once, beside the lane of player 1.
		if (p.kind === 'row' && p.player === 1) out.append(s('text', { class: Number(p.name.slice(2)) >= 7 ? 'name pale' : 'name', x: p.x + p.size * 0.5 + 16, y: p.y + 8, 'font-size': 23, 'text-anchor': 'middle' }, p.name.slice(2)));
	}
	return out;
}

/** A coloured ring in the wood that tells whose a place is; player 2's is dashed, so that colour is not needed.
 * @param {import('../js/types.js').Site} p @param {string[]} colours */
function inlay(p, colours) {
	return s('circle', { cx: p.x, cy: p.y, r: p.size / 2 + 5, fill: 'none', stroke: INLAY[colours[p.player]] || '#e6cfa6', 'stroke-width': 5, 'stroke-dasharray': p.player === 2 ? '9 6' : null });
}

/** @param {number[]} a @param {number[]} b @param {number} k */
function mix(a, b, k) {
	return `rgb(${a.map((v, i) => Math.round(v + (b[i] - v) * Math.max(0, Math.min(1, k)))).join(' ')})`;
}

/** Oraia's ring of earth. The disk of air turns and is drawn by disk(). @param {Geometry} g @param {import('../js/types.js').Site} hub @param {string[]} colours */
function ring(g, hub, colours) {
	const out = s('g');
	const places = g.sites.filter((p) => p.kind === 'place');
	const far = Math.max(...places.map((p) => Math.hypot(p.x - hub.x, p.y - hub.y) + p.size * 0.62));
	out.append(s('circle', { cx: hub.x, cy: hub.y, r: far, fill: 'url(#earth)' }), s('circle', { cx: hub.x, cy: hub.y, r: far - 2, fill: 'none', stroke: 'url(#pit-rim)', 'stroke-width': 5 }));
	for (const p of places) {
		// Beside each place, on the way round to the next.
		const a = Math.atan2(p.y - hub.y, p.x - hub.x) + 0.21, d = Math.hypot(p.x - hub.x, p.y - hub.y);
		out.append(hollow(p.x, p.y, p.size / 2), inlay(p, colours),
			s('text', { class: 'name pale', x: hub.x + d * Math.cos(a), y: hub.y + d * Math.sin(a) + 10, 'font-size': 29, 'text-anchor': 'middle' }, p.name));
	}
	return out;
}

/** The circles of the disk by their letters, once; the numbers stand at the places outside. They belong to the table and do not turn.
 * @param {Geometry} g */
export function circles(g) {
	const out = s('g', { 'aria-hidden': 'true' });
	const hub = g.disk, [one, last] = ['C1', 'C8'].map((n) => g.by.get(n));
	if (!hub || !one || !last) return out;
	const a = Math.atan2(one.y + last.y - 2 * hub.y, one.x + last.x - 2 * hub.x);
	for (const name of ['O1', 'I1']) {
		const p = g.by.get(name), d = p ? Math.hypot(p.x - hub.x, p.y - hub.y) : 0;
		out.append(s('text', { class: 'name circle', x: hub.x + d * Math.cos(a), y: hub.y + d * Math.sin(a) + 10, 'font-size': 29, 'text-anchor': 'middle' }, name[0]));
	}
	out.append(s('text', { class: 'name circle', x: hub.x + hub.size * 0.78 * Math.cos(a), y: hub.y + hub.size * 0.78 * Math.sin(a) + 10, 'font-size': 29, 'text-anchor': 'middle' }, 'H'));
	return out;
}

/** @type {Record<string, string>} */
const INLAY = { white: '#f3e3c3', black: '#1b1716', red: '#d9705a', green: '#9cc583', blue: '#8cc0e6' };

/** The disk of air around its hub at (0,0), with its lines and hollows; grain lines make its turning visible. @param {Geometry} g */
export function disk(g) {
	const hub = g.disk;
	if (!hub) return s('g');
	const sites = g.sites.filter((p) => p.kind === 'disk');
	const places = g.sites.filter((p) => p.kind === 'place');
	const outer = Math.max(...sites.map((p) => Math.hypot(p.x - hub.x, p.y - hub.y) + p.size / 2));
	const inner = Math.min(...places.map((p) => Math.hypot(p.x - hub.x, p.y - hub.y) - p.size / 2));
	const R = outer + Math.max(6, (inner - outer) * 0.45);
	const out = s('g', { class: 'disk-wood' }, s('circle', { r: R + 3, cy: 4, fill: '#1c0d04', opacity: 0.4 }), s('circle', { r: R, fill: 'url(#air)' }));
	for (let i = -9; i <= 9; i++) {
		const y = (i / 9.6) * R, w = Math.sqrt(Math.max(0, R * R - y * y)) - 5;
		out.append(s('path', { d: `M${-w} ${y}C${-w / 3} ${y - 16 + (i % 3) * 9} ${w / 3} ${y + 14 - (i % 4) * 7} ${w} ${y}`, fill: 'none', stroke: '#8a6236', 'stroke-opacity': 0.2 + (i & 1) * 0.1, 'stroke-width': 2 + (i & 1) * 2 }));
	}
	const seen = new Set();
	for (const p of sites) {
		const d = Math.round(Math.hypot(p.x - hub.x, p.y - hub.y));
		if (d > 10 && ![...seen].some((v) => Math.abs(v - d) < 8)) {
			seen.add(d);
			out.append(s('circle', { r: d, fill: 'none', stroke: '#6b4a2b', 'stroke-opacity': 0.8, 'stroke-width': 4 }));
		}
	}
	for (const p of places) {
		const k = R / Math.hypot(p.x - hub.x, p.y - hub.y);
		out.append(s('path', { d: `M0 0L${(p.x - hub.x) * k} ${(p.y - hub.y) * k}`, stroke: '#6b4a2b', 'stroke-opacity': 0.8, 'stroke-width': 4 }));
	}
	for (const p of sites) out.append(hollow(p.x - hub.x, p.y - hub.y, p.size / 2));
	out.append(s('circle', { r: R - 2, fill: 'none', stroke: 'url(#bevel)', 'stroke-width': 4 }));
	return out;
}

/** @param {Geometry} g @param {string[]} colours @returns {SVGElement} everything that never moves */
export function base(g, colours) {
	const out = s('g', null, s('rect', { width: 1000, height: 1000, rx: 30, fill: 'url(#walnut)' }),
		s('rect', { x: 3, y: 3, width: 994, height: 994, rx: 28, fill: 'none', stroke: 'url(#bevel)', 'stroke-width': 5, opacity: 0.7 }));
	if (g.squares.length) out.append(squares(g));
	if (g.hex) out.append(cells(g));
	if (g.hill) out.append(hill(g, g.hill, colours));
	if (g.disk) out.append(ring(g, g.disk, colours));
	for (const p of g.sites) if (p.kind === 'pit') out.append(hollow(p.x, p.y, p.size / 2));
	return out;
}
