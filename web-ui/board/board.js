// board.js — one board on the page: wood, light, pieces, marks, and a grid of named cells for keys and screen readers.
import { attr, cls, h, s, still } from '../js/dom.js';
import { base, circles, disk } from './base.js';
import { woodOf } from './colours.js';
import { sharedDefs } from './defs.js';
import { geometry, hexagon, step } from './geometry.js';
import { gestures } from './gestures.js';
import { drawGrain } from './grain.js';
import { Lights } from './lights.js';
import { drawMarks } from './marks.js';
import { beads, heap, piece } from './pieces.js';
import { content, siteName } from './words.js';

/** @typedef {import('../js/types.js').Look} Look */
/** @typedef {import('../js/types.js').Looks} Looks */
/** @typedef {import('../js/types.js').Site} Site */
/** @typedef {{look: Looks, ghosts?: Looks, leds?: import('../js/types.js').Leds, marks?: import('./marks.js').Marks, animate?: boolean,
 *   follow?: boolean}} Picture follow: the daemon tells each beat of the light */
/** @typedef {{layout: import('../js/types.js').Layout, colours: string[], label: string, small?: boolean, flip?: boolean,
 *   on?: import('./gestures.js').Handlers, key?: (e: KeyboardEvent, site: Site) => boolean | void}} Setup */

const MOVE_MS = 180;

/** @param {import('../js/types.js').Layout} layout seen from the other side */
function turned(layout) {
	return { ...layout, sites: layout.sites.map((p) => ({ ...p, x: 1000 - p.x, y: 1000 - p.y })) };
}

export class Board {
	/** @param {Setup} setup */
	constructor(setup) {
		sharedDefs();
		this.setup = setup;
		this.colours = setup.colours;
		this.g = geometry(setup.flip ? turned(setup.layout) : setup.layout);
		/** @type {Picture} */
		this.now = { look: {} };
		/** @type {Map<string, {key: string, el: SVGElement, look: Look}>} */
		this.standing = new Map();
		this.lights = new Lights(this.g);
		this.under = s('g', { 'aria-hidden': 'true' });
		this.over = s('g', { class: 'over', 'aria-hidden': 'true' });
		this.pieces = s('g', { 'aria-hidden': 'true' });
		this.turning = s('g', { class: 'turning', 'aria-hidden': 'true' });
		this.wheel = s('g', { class: 'wheel' }, disk(this.g));
		this.angle = 0;
		this.marksKey = '';
		/** @type {Map<string, SVGElement>} */
		this.cells = new Map();
		this.names = circles(this.g);
		const hub = this.g.disk;
		this.back = s('svg', { class: 'base', viewBox: '0 0 1000 1000', 'aria-hidden': 'true', focusable: 'false' }, base(this.g, this.colours));
		this.grain = /** @type {HTMLCanvasElement} */ (h('canvas.grain', { 'aria-hidden': 'true' }));
		this.front = s('svg', { class: 'live', viewBox: '0 0 1000 1000', focusable: 'false' },
			hub && s('g', { transform: `translate(${hub.x} ${hub.y})`, 'aria-hidden': 'true' }, this.wheel), this.names,
			this.lights.el, this.under, this.pieces, this.turning, this.over, this.grid());
		if (setup.small) this.front.setAttribute('aria-hidden', 'true');
		this.inner = h('div.board-in', null, this.back, this.grain, this.front);
		this.el = h(setup.small ? 'div.board.small' : 'div.board', null, this.inner);
		if (hub) this.turning.style.setProperty('transform-origin', `${hub.x}px ${hub.y}px`);
		setTimeout(() => drawGrain(this.grain, this.g, setup.small ? 320 : 768), 0);
		this.dragging = false; // a piece is being dragged: the field stays where it is
		/** @type {import('./zoom.js').Zoom | null} */
		this.zoom = null;
		if (this.g.hex && !setup.small) import('./zoom.js').then(({ Zoom }) => {
			this.zoom = new Zoom(this);
			this.zoom.follow();
		});
		if (!setup.small) this.stop = gestures(this, setup.on || {});
	}

	/** The named cells; one of them takes part in the order of Tab. */
	grid() {
		if (this.setup.small) return s('g');
		const grid = s('g', { role: 'grid', class: 'grid', 'aria-label': this.setup.label });
		this.g.rows.forEach((sites, r) => {
			const row = s('g', { role: 'row' });
			for (const p of sites) {
				const common = { role: 'gridcell', class: 'cell', tabindex: -1, 'data-site': p.name };
				const k = p.size / 2;
				const el = p.kind === 'cell' ? s('polygon', { points: hexagon(p.x, p.y, p.size / Math.sqrt(3)), ...common })
					: p.kind === 'square' || p.kind === 'well' ? s('rect', { x: p.x - k, y: p.y - k, width: p.size, height: p.size, rx: 6, ...common })
						: s('circle', { cx: p.x, cy: p.y, r: k, ...common });
				this.cells.set(p.name, el);
				row.append(el);
			}
			grid.append(row);
			if (r === 0 && row.firstElementChild) row.firstElementChild.setAttribute('tabindex', '0');
		});
		grid.addEventListener('keydown', (e) => this.keydown(/** @type {KeyboardEvent} */ (e)));
		grid.addEventListener('focusin', (e) => {
			for (const c of this.cells.values()) attr(c, 'tabindex', c === e.target ? 0 : -1);
		});
		return grid;
	}

	/** @param {KeyboardEvent} e */
	keydown(e) {
		const site = e.target instanceof Element ? this.g.by.get(e.target.getAttribute('data-site') || '') : undefined;
		if (!site || e.altKey || e.ctrlKey || e.metaKey) return;
		if (this.setup.key && this.setup.key(e, site)) {
			e.preventDefault();
			e.stopPropagation();
			return;
		}
		/** @type {Record<string, [number, number]>} */
		const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
		const go = way[e.key];
		if (go) {
			const next = step(this.g, site, go[0], go[1]);
			if (next) this.focus(next.name);
		} else if ((e.key === 'Enter' || e.key === ' ') && this.setup.on && this.setup.on.tap) this.setup.on.tap(site, e);
		else return;
		e.preventDefault();
		e.stopPropagation();
	}

	/** @param {string} site */
	focus(site) {
		const c = this.cells.get(site);
		if (c) c.focus();
	}

	/** @param {Picture} pic */
	show(pic) {
		const before = this.now.look;
		this.now = pic;
		const turn = pic.animate === false ? 0 : this.turnedBy(before, pic.look);
		this.stand(pic, turn === 0 && pic.animate !== false && !still());
		if (turn) this.turnDisk(turn);
		this.light(pic.leds || {});
		const key = JSON.stringify(pic.marks || {});
		if (key !== this.marksKey) {
			this.marksKey = key;
			const m = drawMarks(this.g, pic.marks || {}, (n) => !!(pic.look[n] && pic.look[n][0]));
			this.under.replaceChildren(...m.under);
			this.over.replaceChildren(...m.over);
		}
		this.name(pic);
		if (this.zoom) this.zoom.follow();
	}

	/** @param {import('../js/types.js').Leds} leds */
	light(leds) {
		const { marks, follow } = this.now;
		this.lights.show(leds, (marks && marks.path ? marks.path : []).map(([n]) => n), !!follow && !still());
	}

	/** Eighths by which everything on the disk went round, 0 if it did not. @param {Looks} a @param {Looks} b */
	turnedBy(a, b) {
		if (!this.g.disk) return 0;
		const ring = (/** @type {Looks} */ l, /** @type {number} */ d) => [...'OI'].map((c) => Array.from({ length: 8 }, (_, i) => (l[c + (((i - d + 8) % 8) + 1)] || []).join()).join(';')).join('|');
		const was = ring(a, 0), is = ring(b, 0);
		if (was === is) return 0;
		return ring(a, 1) === is ? 1 : ring(a, -1) === is ? -1 : 0;
	}

	/** @param {number} by eighths clockwise */
	turnDisk(by) {
		this.angle += 45 * by;
		this.wheel.style.setProperty('transform', `rotate(${this.angle}deg)`);
		if (still()) return;
		this.turning.animate([{ transform: `rotate(${-45 * by}deg)` }, { transform: 'none' }], { duration: 420, easing: 'cubic-bezier(.4,0,.2,1)' });
	}

	/** @param {Picture} pic @param {boolean} animate */
	stand(pic, animate) {
		/** @type {{site: Site, look: Look}[]} */
		const gone = [];
		/** @type {{site: Site, look: Look, el: SVGElement}[]} */
		const come = [];
		for (const p of this.g.sites) {
			const look = pic.look[p.name] || [0, 0, 0];
			const ghost = pic.ghosts ? pic.ghosts[p.name] : undefined;
			const key = p.kind === 'pit' ? `${look[0]}` : `${look}${ghost ? `~${ghost}` : ''}`;
			const old = this.standing.get(p.name);
			if (old ? old.key === key : key === '0,0,0') continue;
			if (old) old.el.remove();
			const el = this.draw(p, look, ghost);
			this.standing.set(p.name, { key, el, look });
			(p.kind === 'disk' ? this.turning : this.pieces).append(el);
			if (!animate || !old) continue;
			if (p.kind === 'pit') pop(el);
			else if (look[0] > old.look[0]) come.push({ site: p, look, el });
			else if (look[0] < old.look[0]) gone.push({ site: p, look: old.look });
		}
		for (const c of come) {
			const i = gone.findIndex((v) => v.look[1] === c.look[1]);
			if (i >= 0) slide(c.el, gone.splice(i, 1)[0].site, c.site);
			else pop(c.el);
		}
	}

	/** @param {Site} p @param {Look} look @param {Look | undefined} ghost @returns {SVGElement} */
	draw(p, [n, owner, rank], ghost) {
		const g = s('g', { transform: `translate(${p.x} ${p.y})` });
		if (p.kind === 'pit') {
			g.append(s('g', null, beads(n, p.size)));
			return g;
		}
		const inner = s('g');
		g.append(inner);
		const what = (/** @type {number} */ o, /** @type {number} */ k) => ({ owner: o, rank: k, wood: woodOf(this.colours, o), game: this.g.id });
		if (ghost && ghost[0]) inner.append(s('g', { class: 'ghost' }, piece(what(ghost[1], ghost[2]), this.halfPiece(p))));
		if (!n) return g;
		if (p.kind === 'row' || p.kind === 'centre' || p.kind === 'pond') inner.append(this.crowd(p, n, what(owner, rank)));
		else inner.append(piece(what(owner, rank), this.halfPiece(p)));
		return g;
	}

	/** @param {Site} p */
	halfPiece(p) {
		return p.kind === 'cell' ? p.size * 0.46 : p.kind === 'place' || p.kind === 'disk' ? p.size * 0.46 : p.size * 0.375;
	}

	/** Several pieces on one site, and their number when eyes would have to count. @param {Site} p @param {number} n
	 * @param {import('./pieces.js').What} what */
	crowd(p, n, what) {
		const out = s('g');
		const top = this.g.hill;
		const row = p.kind === 'row' && top;
		const r = row ? Math.min(p.size * 0.4, 17) : p.size * 0.13;
		if (row) {
			const angle = Math.atan2(p.y - top.y, p.x - top.x) + Math.PI / 2;
			const many = Math.min(n, 4);
			for (let i = 0; i < many; i++) {
				const k = (i - (many - 1) / 2) * r * 2.1;
				out.append(s('g', { transform: `translate(${(k * Math.cos(angle)).toFixed(1)} ${(k * Math.sin(angle)).toFixed(1)})` }, piece(what, r)));
			}
		} else for (const [x, y] of heap(Math.min(n, 12), p.size * 0.42)) out.append(s('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, piece(what, r)));
		if (n > 4 || !row) out.append(s('text', { class: 'count', y: row ? r * 0.55 : p.size * 0.46, 'text-anchor': 'middle', 'font-size': row ? r * 1.5 : p.size * 0.2 }, n));
		return out;
	}

	/** @param {Picture} pic */
	name(pic) {
		const m = pic.marks || {};
		for (const [name, el] of this.cells) {
			const p = /** @type {Site} */ (this.g.by.get(name));
			attr(el, 'aria-label', `${siteName(p, this.colours)}, ${content(this.g.layout.game, p, pic.look[name], this.colours)}`);
			attr(el, 'aria-selected', m.selected === name || m.lifted === name ? 'true' : null);
			cls(el, 'full', !!(pic.look[name] && pic.look[name][0]));
		}
	}

	/** Board units of a point of the screen. @param {number} cx @param {number} cy */
	at(cx, cy) {
		const b = this.inner.getBoundingClientRect();
		return { x: ((cx - b.left) / b.width) * 1000, y: ((cy - b.top) / b.height) * 1000, unit: b.width / 1000 };
	}

	leave() {
		if (this.stop) this.stop();
	}
}

/** @param {SVGElement} el */
function pop(el) {
	const inner = el.firstElementChild;
	if (inner) inner.animate([{ transform: 'scale(.82)', opacity: 0.5 }, { transform: 'none', opacity: 1 }], { duration: MOVE_MS, easing: 'ease-out' });
}

/** @param {SVGElement} el @param {Site} from @param {Site} to */
function slide(el, from, to) {
	const inner = el.firstElementChild;
	if (inner) inner.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }], { duration: MOVE_MS, easing: 'cubic-bezier(.3,0,.2,1)' });
}
