// marks.js — signs on the board that mean something by their shape: dot, ring, dashes, corners, arrow, cross.
import { s } from '../js/dom.js';
import { actionSites, hexagon } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../js/types.js').State} State */
/** @typedef {import('../js/types.js').Site} Site */
/** @typedef {{last?: string[], targets?: string[], lifted?: string | null, wrong?: boolean, ask?: string[], named?: string[], fixes?: import('../js/types.js').Fix[],
 *   hint?: string[], path?: import('../js/types.js').PathStep[], blocker?: string | null, should?: string | null, selected?: string | null,
 *   win?: string[]}} Marks */

/** What the state says should be marked. @param {State} state @param {Geometry} g @returns {Marks} */
export function marksOf(state, g) {
	const game = state.game;
	const choices = state.question ? state.question.choices : [];
	const ask = choices.flatMap((c) => (c.site && !c.marked ? [c.site] : [])), named = choices.flatMap((c) => (c.site && c.marked ? [c.site] : []));
	if (!game) return { fixes: state.fixes, ask, named };
	const moved = state.last && state.last.path.length ? [state.last.path[0][0], state.last.path[state.last.path.length - 1][0]] : [];
	const last = moved.length || !state.last || state.last.action === '-' ? moved
		: actionSites(g, state.last.action, game.moves.length ? game.moves[game.moves.length - 1].player : 1);
	return {
		last: state.lift ? [] : last,
		targets: state.lift && !state.lift.wrong ? state.lift.targets : [],
		lifted: state.lift ? state.lift.site : null,
		wrong: !!state.lift && state.lift.wrong,
		ask,
		named,
		fixes: state.fixes,
		hint: state.hint.rung >= 2 && state.hint.action ? actionSites(g, state.hint.action, game.player).slice(0, state.hint.rung >= 3 ? 9 : 1) : [],
		path: state.preview,
		blocker: state.why ? state.why.site : null,
		should: state.why ? state.why.should : null,
	};
}

/** @param {Site} p */
function radius(p) {
	return p.kind === 'cell' ? p.size * 0.46 : Math.min(p.size * 0.43, 70);
}

/** Corner brackets, or a thin ring where a site has no corners. @param {Site} p @param {string} name */
function corners(p, name) {
	if (p.kind === 'cell') return s('polygon', { class: name, points: hexagon(p.x, p.y, p.size * 0.53) });
	if (p.kind !== 'square' && p.kind !== 'well') return s('circle', { class: name, cx: p.x, cy: p.y, r: radius(p) + 6 });
	const h = p.size / 2 - 5, c = p.size * 0.2;
	const d = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => `M${p.x + a * h} ${p.y + b * (h - c)}V${p.y + b * h}H${p.x + a * (h - c)}`).join('');
	return s('path', { class: name, d });
}

/** @param {Site} a @param {Site} b @param {string} name */
function arrow(a, b, name) {
	const d = Math.hypot(b.x - a.x, b.y - a.y) || 1;
	const ux = (b.x - a.x) / d, uy = (b.y - a.y) / d;
	const x0 = a.x + ux * radius(a), y0 = a.y + uy * radius(a), x1 = b.x - ux * (radius(b) + 4), y1 = b.y - uy * (radius(b) + 4);
	const w = 15;
	return s('g', { class: name }, s('path', { class: 'shaft', d: `M${x0} ${y0}L${x1} ${y1}` }),
		s('path', { class: 'head', d: `M${x1} ${y1}L${x1 - ux * w * 1.7 - uy * w} ${y1 - uy * w * 1.7 + ux * w}L${x1 - ux * w * 1.7 + uy * w} ${y1 - uy * w * 1.7 - ux * w}Z` }));
}

/** @param {Site} p @param {string} name */
function cross(p, name) {
	const k = radius(p) * 0.42;
	return s('path', { class: name, d: `M${p.x - k} ${p.y - k}L${p.x + k} ${p.y + k}M${p.x + k} ${p.y - k}L${p.x - k} ${p.y + k}` });
}

/** The way a thing travels: a dashed line through the sites, numbers where it counts. @param {Geometry} g @param {import('../js/types.js').PathStep[]} path */
function way(g, path) {
	const at = path.flatMap(([name]) => g.by.get(name) || []);
	if (at.length < 2) return null;
	const out = s('g', { class: 'way' }, s('polyline', { class: 'way-back', points: at.map((p) => `${p.x},${p.y}`).join(' ') }),
		s('polyline', { class: 'way-line', points: at.map((p) => `${p.x},${p.y}`).join(' ') }));
	let n = 0;
	for (const [name, mark] of path) {
		const p = g.by.get(name);
		if (!p || mark === 'start') continue;
		if (mark === 'count' || mark === 'drop' || mark === 'end') {
			n++;
			if (p.kind === 'pit' || p.kind === 'row' || p.kind === 'centre') continue;
			out.append(s('circle', { class: 'way-dot', cx: p.x, cy: p.y, r: 15 }), s('text', { class: 'way-n', x: p.x, y: p.y + 6.5, 'text-anchor': 'middle', 'font-size': 19 }, n));
		} else if (mark === 'bend' || mark === 'over' || mark === 'take') out.append(s('circle', { class: `way-${mark}`, cx: p.x, cy: p.y, r: 9 }));
	}
	return out;
}

/** @param {Geometry} g @param {Marks} m @param {(site: string) => boolean} occupied @returns {{under: SVGElement[], over: SVGElement[]}} */
export function drawMarks(g, m, occupied) {
	/** @type {SVGElement[]} */
	const under = [], over = [];
	const at = (/** @type {string | null | undefined} */ name, /** @type {(p: Site) => void} */ f) => {
		const p = name ? g.by.get(name) : undefined;
		if (p) f(p);
	};
	for (const name of m.last || []) at(name, (p) => under.push(corners(p, 'mk-last')));
	at(m.selected, (p) => over.push(s('circle', { class: 'mk-selected', cx: p.x, cy: p.y, r: radius(p) + 3 })));
	at(m.lifted, (p) => over.push(s('circle', { class: m.wrong ? 'mk-lifted wrong' : 'mk-lifted', cx: p.x, cy: p.y, r: radius(p) }), ...(m.wrong ? [cross(p, 'mk-cross')] : [])));
	for (const name of m.targets || []) at(name, (p) => over.push(occupied(name)
		? s('circle', { class: 'mk-ring', cx: p.x, cy: p.y, r: radius(p) + 4 }) : s('circle', { class: 'mk-dot', cx: p.x, cy: p.y, r: Math.max(7, Math.min(15, p.size * 0.15)) })));
	for (const name of m.hint || []) at(name, (p) => over.push(s('circle', { class: 'mk-hint', cx: p.x, cy: p.y, r: radius(p) + 5 })));
	for (const name of m.win || []) at(name, (p) => over.push(s('circle', { class: 'mk-win', cx: p.x, cy: p.y, r: radius(p) + 4 })));
	at(m.blocker, (p) => over.push(s('circle', { class: 'mk-block', cx: p.x, cy: p.y, r: radius(p) + 4 })));
	at(m.should, (p) => over.push(s('circle', { class: 'mk-should', cx: p.x, cy: p.y, r: radius(p) })));
	const sign = (/** @type {string} */ what, /** @type {string} */ look) => (/** @type {Site} */ p) => over.push(s('circle', { class: look, cx: p.x, cy: p.y, r: radius(p) + 2 }),
		s('circle', { class: 'mk-ask-spot', cx: p.x + radius(p) * 0.8, cy: p.y - radius(p) * 0.8, r: 17 }), s('text', { class: 'mk-ask-sign', x: p.x + radius(p) * 0.8, y: p.y - radius(p) * 0.8 + 9, 'text-anchor': 'middle', 'font-size': 25 }, what));
	for (const name of m.ask || []) at(name, sign('?', 'mk-ask'));
	for (const name of m.named || []) at(name, sign('✓', 'mk-ask mk-named'));
	for (const f of m.fixes || []) {
		const a = f.from ? g.by.get(f.from) : undefined, b = f.to ? g.by.get(f.to) : undefined;
		if (a && b) over.push(arrow(a, b, 'mk-carry'));
		else if (a) over.push(s('circle', { class: 'mk-take', cx: a.x, cy: a.y, r: radius(a) + 3 }), cross(a, 'mk-cross'));
		else if (b) over.push(s('circle', { class: 'mk-bring', cx: b.x, cy: b.y, r: radius(b) }), s('path', { class: 'mk-plus', d: `M${b.x - 13} ${b.y}h26M${b.x} ${b.y - 13}v26` }));
	}
	const path = m.path && m.path.length ? way(g, m.path) : null;
	if (path) over.push(path);
	return { under, over };
}
