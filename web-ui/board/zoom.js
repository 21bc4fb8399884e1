// zoom.js — a large field on a small screen: follows what is in play, may be pinched, dragged and looked at whole.
import { attr, h } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { signButton } from '../js/form.js';
import { Coords } from './coords.js';

const MOST = 4.5;
const NEARLY = 1.2; // hardly larger than the whole field: better the whole field

export class Zoom {
	/** @param {import('./board.js').Board} board */
	constructor(board) {
		this.board = board;
		this.k = 1;
		this.x = 0; // upper left corner shown, in parts of the whole
		this.y = 0;
		this.own = false; // the person chose the view; do not follow the game
		/** @type {Map<number, {x: number, y: number}>} */
		this.fingers = new Map();
		this.more = h('button.icon', { type: 'button', 'aria-label': t('zoom.in'), onclick: () => this.by(1.5) }, '+');
		this.less = h('button.icon', { type: 'button', 'aria-label': t('zoom.out'), onclick: () => this.by(1 / 1.5) }, '−');
		this.whole = signButton('whole', t('zoom.fit'), () => this.fit());
		this.coords = new Coords(board);
		board.el.append(h('div.zoom', null, this.more, this.less, this.whole));
		board.el.classList.add('zoomable');
		const el = board.el;
		el.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
		el.addEventListener('pointerdown', (e) => this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY }));
		el.addEventListener('pointermove', (e) => this.drag(e));
		for (const name of ['pointerup', 'pointercancel', 'pointerleave']) el.addEventListener(name, (e) => this.fingers.delete(/** @type {PointerEvent} */ (e).pointerId));
	}

	/** Shows what is in play and two rings around it. */
	follow() {
		if (this.own) return;
		const g = this.board.g;
		const used = g.sites.filter((p) => (this.board.now.look[p.name] || [0])[0]);
		if (!used.length) return this.set(1, 0, 0);
		const rim = g.sites[0].size * 3;
		const x0 = Math.min(...used.map((p) => p.x)) - rim, x1 = Math.max(...used.map((p) => p.x)) + rim;
		const y0 = Math.min(...used.map((p) => p.y)) - rim, y1 = Math.max(...used.map((p) => p.y)) + rim;
		// On a wide screen the whole field is large enough to read; on a phone go near.
		const want = 1000 / Math.max(x1 - x0, y1 - y0);
		const width = this.board.el.clientWidth || 360;
		const need = 34 / ((g.sites[0].size / 1000) * width);
		const k = Math.max(1, Math.min(want, MOST, Math.max(1, need)));
		if (k < NEARLY) return this.set(1, 0, 0);
		this.set(k, (x0 + x1) / 2000 - 0.5 / k, (y0 + y1) / 2000 - 0.5 / k);
	}

	fit() {
		this.own = this.k > 1.01;
		if (this.own) this.set(1, 0, 0);
		else this.follow();
	}

	/** @param {number} factor @param {number} [cx] point that stays, 0 … 1 of what is shown @param {number} [cy] */
	by(factor, cx = 0.5, cy = 0.5) {
		this.own = true;
		const k = Math.max(1, Math.min(MOST, this.k * factor));
		this.set(k, this.x + cx / this.k - cx / k, this.y + cy / this.k - cy / k);
	}

	/** @param {WheelEvent} e */
	wheel(e) {
		if (!e.ctrlKey && this.k === 1 && e.deltaY > 0) return;
		if (!e.ctrlKey && !this.own) return;
		e.preventDefault();
		const b = this.board.el.getBoundingClientRect();
		this.by(Math.exp(-e.deltaY / 300), (e.clientX - b.left) / b.width, (e.clientY - b.top) / b.height);
	}

	/** @param {PointerEvent} e */
	drag(e) {
		const was = this.fingers.get(e.pointerId);
		if (!was) return;
		const b = this.board.el.getBoundingClientRect();
		const others = [...this.fingers].filter(([id]) => id !== e.pointerId);
		if (others.length) {
			const o = others[0][1];
			const before = Math.hypot(was.x - o.x, was.y - o.y), after = Math.hypot(e.clientX - o.x, e.clientY - o.y);
			if (before > 0) this.by(after / before, ((e.clientX + o.x) / 2 - b.left) / b.width, ((e.clientY + o.y) / 2 - b.top) / b.height);
		} else if (this.k > 1 && e.pointerType !== 'mouse' || e.buttons === 1) {
			if (!this.board.dragging && Math.hypot(e.clientX - was.x, e.clientY - was.y) > 0) {
				this.own = this.own || this.k > 1;
				this.set(this.k, this.x - (e.clientX - was.x) / b.width / this.k, this.y - (e.clientY - was.y) / b.height / this.k);
			}
		}
		this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
	}

	/** @param {number} k @param {number} x @param {number} y */
	set(k, x, y) {
		this.k = k;
		this.x = Math.max(0, Math.min(1 - 1 / k, x));
		this.y = Math.max(0, Math.min(1 - 1 / k, y));
		this.board.inner.style.setProperty('transform', k === 1 ? 'none' : `scale(${k}) translate(${-this.x * 100}%, ${-this.y * 100}%)`);
		this.coords.place(k, this.x, this.y);
		attr(this.less, 'disabled', k <= 1 ? '' : null);
		attr(this.more, 'disabled', k >= MOST ? '' : null);
	}
}
