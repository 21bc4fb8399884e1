// spread.js — beads that are dropped one by one, tapped in whatever order: the rules write them down going round the ring from the pit they
// came from, people need not think of that.

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../js/types.js').Looks} Looks */

export class Spread {
	/** @param {Geometry} g @param {string} from the pit @param {number} left beads in the hand @param {string[]} legal */
	constructor(g, from, left, legal) {
		const pits = g.sites.filter((p) => p.kind === 'pit');
		const { x0, y0, x1, y1 } = g.box;
		// Clockwise round the middle of the board, whichever way it is turned on the screen.
		const angle = (/** @type {{x: number, y: number}} */ p) => Math.atan2(p.y - (y0 + y1) / 2, p.x - (x0 + x1) / 2);
		const ring = pits.sort((a, b) => angle(a) - angle(b)).map((p) => p.name);
		const start = ring.indexOf(from);
		this.order = [...ring.slice(start + 1), ...ring.slice(0, start)];
		this.left = left;
		this.pits = legal.map((a) => a.slice(1));
		/** @type {string[]} */
		this.dropped = [];
	}

	/** What of a position is a spread half done. @param {Geometry} g @param {string} fen @param {string[]} legal @returns {Spread | null} */
	static of(g, fen, legal) {
		const drop = / drop:(\w+),\d+,(\d+),/.exec(fen);
		return drop && legal.every((a) => a[0] === '+') ? new Spread(g, drop[1], Number(drop[2]), legal) : null;
	}

	/** A bead into this pit. @param {string} pit @returns {boolean} whether it may go there */
	drop(pit) {
		if (this.dropped.length === this.left || !this.pits.includes(pit)) return false;
		this.dropped.push(pit);
		return true;
	}

	undo() {
		this.dropped.pop();
	}

	/** All of it as the rules write it, once the hand is empty. @returns {string[] | null} */
	actions() {
		if (this.dropped.length < this.left) return null;
		return [...this.dropped].sort((a, b) => this.order.indexOf(a) - this.order.indexOf(b)).map((pit) => `+${pit}`);
	}

	/** The board with the beads where they were dropped. @param {Looks} look @returns {Looks} */
	on(look) {
		const out = { ...look };
		for (const pit of this.dropped) out[pit] = [(out[pit] ? out[pit][0] : 0) + 1, 0, 0];
		return out;
	}
}
