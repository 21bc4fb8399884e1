// hand.js — playing from the phone without touching the board: tap what moves, tap where to. For boards whose sensors cannot see
// everything, for people who cannot reach, and for the simulated board. Off until switched on, since the hand on the wood comes first.
import { actionSites } from '../board/geometry.js';
import { actionLong, actionShort } from '../board/words.js';
import { get } from '../js/api.js';
import { fill, h } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { may } from '../js/store.js';
import { act, button, sheet, toggle } from '../js/ui.js';

/** @typedef {import('../js/types.js').State} State */

export class PhonePlay {
	/** @param {import('./play.js').PlayView} view */
	constructor(view) {
		this.view = view;
		this.on = sessionStorage.getItem('tablero.hand') === '1';
		/** @type {string | null} */
		this.from = null;
		this.fen = '';
		/** @type {{action: string, sites: string[]}[]} */
		this.legal = [];
		this.bar = h('div.handbar');
		this.key = '';
		view.side.insertBefore(this.bar, view.extra);
	}

	/** @param {State} state */
	update(state) {
		const game = state.game;
		const can = !!game && state.phase === 'play' && may('player');
		const key = `${can}${this.on}${this.from}${this.fen}${document.documentElement.lang}`;
		if (can && game && this.on && game.fen !== this.fen) this.load(game.name, game.fen, game.player);
		if (key === this.key) return;
		this.key = key;
		this.bar.hidden = !can;
		if (!can) return;
		const free = this.on ? this.legal.filter((l) => !l.sites.length) : [];
		fill(this.bar, toggle(t('hand.on'), this.on, (v) => {
			this.on = v;
			this.from = null;
			sessionStorage.setItem('tablero.hand', v ? '1' : '0');
			if (this.view.last) this.update(this.view.last);
		}), free.length ? h('div.answers', null, ...free.map((l) => button(`${actionShort(game.name, l.action)} ${actionLong(game.name, l.action, '').trim()}`, () => this.play(l.action)))) : null);
	}

	/** @param {string} name @param {string} fen @param {number} player */
	async load(name, fen, player) {
		this.fen = fen;
		this.from = null;
		this.legal = [];
		/** @type {{legal: string[]} | null} */
		const answer = await get('/look', { game: name, fen }).catch(() => null);
		if (!answer || !this.view.board || this.fen !== fen) return;
		const g = this.view.board.g;
		this.legal = answer.legal.map((action) => ({ action, sites: actionSites(g, action, player) }));
		this.key = '';
		if (this.view.last) this.update(this.view.last);
	}

	targets() {
		return this.from ? [...new Set(this.legal.filter((l) => l.sites[0] === this.from && l.sites.length > 1).map((l) => l.sites[1]))] : [];
	}

	/** @returns {Iterable<string> | null} */
	wanted() {
		if (!this.on) return null;
		return this.from ? [...this.targets(), this.from] : new Set(this.legal.flatMap((l) => l.sites.slice(0, 1)));
	}

	/** @param {import('../board/marks.js').Marks} m */
	marks(m) {
		return this.on && this.from ? { ...m, selected: this.from, targets: this.targets() } : m;
	}

	/** @param {import('../js/types.js').Site | null} site */
	tap(site) {
		if (!this.on || !this.view.last || !site) return;
		const fit = this.legal.filter((l) => this.from && l.sites[0] === this.from && l.sites[1] === site.name);
		if (fit.length) this.choose(fit.map((l) => l.action));
		else if (site.name === this.from) {
			const alone = this.legal.filter((l) => l.sites.length === 1 && l.sites[0] === site.name);
			if (alone.length) this.choose(alone.map((l) => l.action));
			else this.from = null;
		} else this.from = this.legal.some((l) => l.sites[0] === site.name) ? site.name : null;
		this.view.draw(this.view.last, true);
	}

	/** @param {string[]} actions */
	choose(actions) {
		const game = this.view.last && this.view.last.game;
		if (!game) return;
		if (actions.length === 1) {
			this.play(actions[0]);
			return;
		}
		const close = sheet(t('hand.which'), [h('div.answers', null, ...actions.map((a) => button(actionShort(game.name, a), () => {
			close();
			this.play(a);
		})))]);
	}

	/** @param {string} action */
	play(action) {
		this.from = null;
		act('/game/play', { action });
	}
}
