// picker.js — from taps and drags to a legal action: first what moves, then where to; where several actions fit, it says which.
import { actionSites } from './geometry.js';

/** @typedef {{action: string, sites: string[]}} Legal */

export class Picker {
	constructor() {
		/** @type {string | null} */
		this.from = null;
		/** @type {Legal[]} */
		this.legal = [];
	}

	/** @param {import('./geometry.js').Geometry} g @param {string[]} actions @param {number} player */
	use(g, actions, player) {
		this.from = null;
		this.legal = actions.map((action) => ({ action, sites: actionSites(g, action, player) }));
	}

	/** Actions that touch no site: a pass, a disk that stays. */
	free() {
		return this.legal.filter((l) => !l.sites.length).map((l) => l.action);
	}

	/** Where what was chosen may go. @returns {string[]} */
	targets() {
		return this.from ? [...new Set(this.legal.filter((l) => l.sites[0] === this.from && l.sites.length > 1).map((l) => l.sites[1]))] : [];
	}

	/** Whether a second tap on what was chosen is a move by itself: a tile, a row, a handful of beads. */
	alone() {
		return this.legal.some((l) => l.sites[0] === this.from && l.sites.length === 1);
	}

	/** Sites that mean something now. @returns {Iterable<string>} */
	wanted() {
		return this.from ? [...this.targets(), this.from] : new Set(this.legal.flatMap((l) => l.sites.slice(0, 1)));
	}

	/** @param {string} from @param {string} to @returns {string[]} */
	between(from, to) {
		return this.legal.filter((l) => l.sites[0] === from && l.sites[1] === to).map((l) => l.action);
	}

	/** Answers the actions that this tap may mean: none yet, one, or several to choose from. @param {string} site @returns {string[]} */
	tap(site) {
		const fit = this.from ? this.between(this.from, site) : [];
		if (fit.length) {
			this.from = null;
			return fit;
		}
		const mine = this.legal.filter((l) => l.sites[0] === site);
		const alone = mine.filter((l) => l.sites.length === 1);
		// What needs no second site: a tile, a row to sow, beads to take. A placement shows first and counts with the second tap.
		if (alone.length && (site === this.from || alone.length > 1)) {
			this.from = null;
			return alone.map((l) => l.action);
		}
		this.from = site === this.from || !mine.length ? null : site;
		return [];
	}
}
