// geometry.js — what follows from a layout alone: shapes, grid rows for keyboard and screen reader, distances.

/** @typedef {import('../js/types.js').Layout} Layout */
/** @typedef {import('../js/types.js').Site} Site */

/** @typedef {{layout: Layout, id: string, sites: Site[], by: Map<string, Site>, rows: Site[][], squares: Site[], disk: Site | null,
 *   hill: Site | null, hex: boolean, box: {x0: number, y0: number, x1: number, y1: number}}} Geometry */

/** Rows of sites of about the same height, each from left to right: the grid that arrow keys walk.
 * @param {Site[]} sites @returns {Site[][]} */
function gridRows(sites) {
	const sorted = [...sites].sort((a, b) => a.y - b.y || a.x - b.x);
	const least = Math.min(...sites.map((p) => p.size));
	/** @type {Site[][]} */
	const rows = [];
	let top = -Infinity;
	for (const p of sorted) {
		if (p.y - top > least * 0.4) {
			rows.push([]);
			top = p.y;
		}
		rows[rows.length - 1].push(p);
	}
	for (const r of rows) r.sort((a, b) => a.x - b.x);
	return rows;
}

/** @param {Layout} layout @returns {Geometry} */
export function geometry(layout) {
	const sites = layout.sites;
	const squares = sites.filter((p) => p.kind === 'square' || p.kind === 'well');
	const core = squares.length ? squares : sites;
	const box = {
		x0: Math.min(...core.map((p) => p.x - p.size / 2)),
		y0: Math.min(...core.map((p) => p.y - p.size / 2)),
		x1: Math.max(...core.map((p) => p.x + p.size / 2)),
		y1: Math.max(...core.map((p) => p.y + p.size / 2)),
	};
	return {
		layout, sites, squares, box,
		id: layout.game.split(':')[0],
		by: new Map(sites.map((p) => [p.name, p])),
		rows: gridRows(sites),
		disk: sites.find((p) => p.name === 'H' && p.kind === 'disk') || null,
		hill: sites.find((p) => p.kind === 'centre') || null,
		hex: sites.some((p) => p.kind === 'cell'),
	};
}

/** Corners of a hexagon that stands on a point. @param {number} x @param {number} y @param {number} r */
export function hexagon(x, y, r) {
	let out = '';
	for (let i = 0; i < 6; i++) {
		const a = (Math.PI / 180) * (60 * i + 30);
		out += `${(x + r * Math.cos(a)).toFixed(1)},${(y + r * Math.sin(a)).toFixed(1)} `;
	}
	return out.trim();
}

/** Shade of a square, 0 light or 1 dark. @param {Geometry} g @param {Site} p */
export function shade(g, p) {
	const col = Math.round((p.x - g.box.x0) / p.size - 0.5), row = Math.round((g.box.y1 - p.y) / p.size - 0.5);
	return (col + row) % 2 === 0 ? 1 : 0;
}

/** The site under a point of the board, or the nearest one of `wanted` within reach of a finger.
 * @param {Geometry} g @param {number} x @param {number} y @param {Iterable<string> | null} [wanted] @param {number} [reach]
 * @returns {Site | null} */
export function siteAt(g, x, y, wanted, reach = 0) {
	/** @type {Site | null} */
	let best = null;
	let least = Infinity;
	if (wanted) {
		for (const name of wanted) {
			const p = g.by.get(name);
			const d = p ? Math.hypot(p.x - x, p.y - y) : Infinity;
			if (p && d < least && d < Math.max(reach, p.size / 2)) [best, least] = [p, d];
		}
		if (best) return best;
	}
	for (const p of g.sites) {
		const d = Math.hypot(p.x - x, p.y - y);
		const square = p.kind === 'square' || p.kind === 'well';
		const inside = square ? Math.max(Math.abs(p.x - x), Math.abs(p.y - y)) <= p.size / 2 : d <= Math.max(p.size * 0.56, reach);
		if (inside && d / p.size < least) [best, least] = [p, d / p.size];
	}
	return best;
}

/** The next site from `from` in a direction of the arrow keys. @param {Geometry} g @param {Site} from @param {number} dx
 * @param {number} dy @returns {Site | null} */
export function step(g, from, dx, dy) {
	/** @type {Site | null} */
	let best = null;
	let least = Infinity;
	for (const p of g.sites) {
		const along = (p.x - from.x) * dx + (p.y - from.y) * dy;
		const aside = Math.abs((p.x - from.x) * dy) + Math.abs((p.y - from.y) * dx);
		if (p === from || along < 4 || aside > along * 1.8) continue;
		// Near beats straight, but only a little: up in a field of hexagons is the next row, not the one after it.
		const cost = Math.hypot(along, aside) * (1 + 2 * (aside / along) ** 2);
		if (cost < least) [best, least] = [p, cost];
	}
	return best;
}

/** Names of the sites that an action's text mentions, in order: "b1b3" → b1 b3; "2Na-Nc" → Na Nc; Swahili's "4+" → the row.
 * @param {Geometry} g @param {string} action @param {number} player @returns {string[]} */
export function actionSites(g, action, player) {
	if (g.id === 'swahili') {
		const row = /^\d+/.exec(action);
		return row ? [`${player}.${row[0]}`].filter((n) => g.by.has(n)) : [];
	}
	if (/^out\d$/.test(action)) return [];
	const found = [];
	let rest = action.replace(/^\d+(?=[A-Z])/, '').replace(/^x(?=[a-z])/, '').replace(/^\+/, '');
	while (rest) {
		let hit = '';
		for (let n = Math.min(4, rest.length); n >= 2 && !hit; n--) if (g.by.has(rest.slice(0, n))) hit = rest.slice(0, n);
		if (!hit && g.by.has(rest[0])) hit = rest[0];
		if (hit) found.push(hit);
		rest = rest.slice(hit.length || 1);
	}
	return found;
}
