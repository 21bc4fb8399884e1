// gestures.js — what a finger, a pen or a mouse means on a board: tap, long press, drag, swipe, pinch.
import { siteAt } from './geometry.js';

/** @typedef {import('../js/types.js').Site} Site */
/** @typedef {{move: (x: number, y: number, site: Site | null) => void, drop: (site: Site | null, x: number, y: number) => void, cancel: () => void}} Drag */
/** @typedef {{tap?: (site: Site | null, e: Event) => void, grabs?: (site: Site) => boolean, long?: (site: Site) => void, grab?: (site: Site | null, e: PointerEvent) => Drag | null,
 *   swipe?: (dir: -1 | 1) => void, wanted?: () => Iterable<string> | null, drop?: () => Iterable<string> | null}} Handlers */

const DRAG_PX = 3;
const TAP_PX = 10;
const LONG_MS = 550;
const SWIPE_PX = 30;
const EDGE_PX = 24;

/** @param {import('./board.js').Board} board @param {Handlers} on @returns {() => void} */
export function gestures(board, on) {
	const el = board.front;
	/** @type {{id: number, x: number, y: number, far: number, site: Site | null, drag: Drag | null, long: ReturnType<typeof setTimeout>, done: boolean, touch: boolean} | null} */
	let down = null;

	/** @param {PointerEvent} e @param {Iterable<string> | null | undefined} wanted */
	const site = (e, wanted) => {
		const p = board.at(e.clientX, e.clientY);
		return siteAt(board.g, p.x, p.y, wanted, 22 / p.unit);
	};

	/** @param {PointerEvent} e */
	const press = (e) => {
		if (!e.isPrimary || (e.pointerType === 'mouse' && e.button !== 0)) return;
		if (down) abandon();
		const where = site(e, null);
		const mine = { id: e.pointerId, x: e.clientX, y: e.clientY, far: 0, site: where, drag: /** @type {Drag | null} */ (null), done: false, touch: e.pointerType !== 'mouse',
			long: setTimeout(() => {
				if (down !== mine || mine.drag || mine.far > TAP_PX || !mine.site || !on.long) return;
				mine.done = true;
				on.long(mine.site);
			}, LONG_MS) };
		down = mine;
	};

	/** @param {PointerEvent} e */
	const move = (e) => {
		if (!down || e.pointerId !== down.id) return;
		const dx = e.clientX - down.x, dy = e.clientY - down.y;
		down.far = Math.max(down.far, Math.hypot(dx, dy));
		if (down.drag) {
			down.drag.move(e.clientX, e.clientY, site(e, on.drop && on.drop()));
			e.preventDefault();
		} else if (!down.done && down.far > DRAG_PX && on.grab) {
			down.drag = on.grab(down.site, e);
			if (!down.drag) {
				// Nothing to take here: the finger may scroll or swipe.
				if (down.far > TAP_PX) clearTimeout(down.long);
				return;
			}
			clearTimeout(down.long);
			board.dragging = true;
			el.setPointerCapture(e.pointerId);
			down.drag.move(e.clientX, e.clientY, site(e, on.drop && on.drop()));
		}
	};

	/** @param {PointerEvent} e */
	const release = (e) => {
		if (!down || e.pointerId !== down.id) return;
		const was = down;
		clearTimeout(was.long);
		down = null;
		board.dragging = false;
		const dx = e.clientX - was.x, dy = e.clientY - was.y;
		if (was.drag) {
			const box = board.el.getBoundingClientRect();
			const inside = e.clientX >= box.left && e.clientX <= box.right && e.clientY >= box.top && e.clientY <= box.bottom;
			was.drag.drop(inside ? site(e, on.drop && on.drop()) : null, e.clientX, e.clientY);
		} else if (was.done) return;
		else if (on.swipe && was.touch && Math.abs(dx) >= SWIPE_PX && Math.abs(dx) >= 2 * Math.abs(dy) && was.x >= EDGE_PX && was.x <= innerWidth - EDGE_PX) on.swipe(dx < 0 ? 1 : -1);
		else if (was.far <= TAP_PX && on.tap) on.tap(site(e, on.wanted && on.wanted()), e);
	};

	const abandon = () => {
		if (!down) return;
		clearTimeout(down.long);
		if (down.drag) down.drag.cancel();
		down = null;
		board.dragging = false;
	};

	/** A finger on something that can be dragged must not scroll the page; inside a drawing the style sheet's touch-action
	 * is not heeded. @param {TouchEvent} e */
	const touch = (e) => {
		const one = e.touches[0];
		if (!on.grabs || e.touches.length > 1) return;
		const p = board.at(one.clientX, one.clientY);
		const where = siteAt(board.g, p.x, p.y, null, 22 / p.unit);
		if (where && on.grabs(where)) e.preventDefault();
	};

	/** @param {Event} e */
	const menu = (e) => e.preventDefault();

	el.addEventListener('touchstart', touch, { passive: false });
	el.addEventListener('pointerdown', press);
	el.addEventListener('pointermove', move);
	el.addEventListener('pointerup', release);
	el.addEventListener('pointercancel', abandon);
	el.addEventListener('contextmenu', menu);
	return () => {
		abandon();
		el.removeEventListener('touchstart', touch);
		el.removeEventListener('pointerdown', press);
		el.removeEventListener('pointermove', move);
		el.removeEventListener('pointerup', release);
		el.removeEventListener('pointercancel', abandon);
		el.removeEventListener('contextmenu', menu);
	};
}
