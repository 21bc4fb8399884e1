// coords.js — letters and numbers along the edges of a field that can be zoomed: each stands outside the field where that is to be seen,
// else where its line comes into view.
import { attr, cls, s } from '../js/dom.js';
import { axes } from './base.js';

const FONT_PX = 11.5;
const MARGIN_PX = 10;

export class Coords {
	/** @param {import('./board.js').Board} board */
	constructor(board) {
		this.board = board;
		this.lines = axes(board.g).map((line) => ({ line, el: s('text', null, line.text) }));
		this.el = s('svg', { class: 'coords', viewBox: '0 0 1000 1000', 'aria-hidden': 'true' }, ...this.lines.map((l) => l.el));
		board.el.append(this.el);
	}

	/** @param {number} k scale @param {number} x upper left corner of what is shown, in parts of the whole @param {number} y */
	place(k, x, y) {
		const unit = 1000 / (this.board.el.clientWidth || 360);
		const near = MARGIN_PX * unit, far = 1000 - near;
		attr(this.el, 'font-size', (FONT_PX * unit).toFixed(1));
		for (const { line, el } of this.lines) {
			const from = { x: (line.x - 1000 * x) * k, y: (line.y - 1000 * y) * k };
			const by = { x: line.dx * k, y: line.dy * k };
			// So many cells inward until it is in view, both across and down.
			const enters = (/** @type {number} */ at, /** @type {number} */ step) => (step > 0.5 ? (near - at) / step : step < -0.5 ? (far - at) / step : 0);
			const cells = Math.max(0, enters(from.x, by.x), enters(from.y, by.y));
			const at = { x: from.x + by.x * cells, y: from.y + by.y * cells };
			const seen = cells < line.n && at.x >= near - 1 && at.x <= far + 1 && at.y >= near - 1 && at.y <= far + 1;
			// In the upper left corner a number would run into the letters; in the lower right one are the buttons.
			const hidden = (line.dy && cells > 0 && at.x < 3 * near) || (at.x > 1000 - 165 * unit && at.y > 1000 - 62 * unit);
			attr(el, 'display', seen && !hidden ? null : 'none');
			attr(el, 'x', at.x.toFixed(1));
			attr(el, 'y', at.y.toFixed(1));
			cls(el, 'over', cells > 0.2);
		}
	}
}
