// hand.js — playing from the phone without touching the board: tap what moves, tap where to. For boards whose sensors cannot see
// everything, for people who cannot reach, and for the simulated board. Off until switched on, since the hand on the wood comes first.
import { Picker } from '../board/picker.js';
import { Spread } from '../board/spread.js';
import { actionPlain } from '../board/words.js';
import { get } from '../js/api.js';
import { fill, h } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { mayPlay } from '../js/store.js';
import { sheet } from '../js/form.js';
import { act, button, toggle } from '../js/ui.js';

/** @typedef {import('../js/types.js').State} State */

/** Lets people choose between actions that the same taps may mean. @param {string} game @param {string[]} actions @param {(action: string) => void} play */
export function chooseAction(game, actions, play) {
	if (actions.length === 1) return play(actions[0]);
	const close = sheet(t('hand.which'), [h('div.answers', null, ...actions.map((a) => button(actionPlain(game, a), () => {
		close();
		play(a);
	})))]);
}

/** How many beads are left, and a way back. @param {Spread} spread @param {() => void} changed */
export function spreadBar(spread, changed) {
	const left = spread.left - spread.dropped.length;
	return h('div.row', null, h('span', { role: 'status' }, t('hand.left', { n: left })), spread.dropped.length && left ? button(t('undo'), () => {
		spread.undo();
		changed();
	}, 'small') : null);
}

export class PhonePlay {
	/** @param {import('./play.js').PlayView} view @param {HTMLElement} bar where its switch is */
	constructor(view, bar) {
		this.view = view;
		this.on = false;
		this.picker = new Picker();
		/** @type {Spread | null} */
		this.spread = null; // beads are being dropped
		this.fen = '';
		this.bar = bar;
		this.key = '';
	}

	/** @param {boolean} on */
	turn(on) {
		this.on = on;
		this.picker.from = null;
		sessionStorage.setItem('tablero.hand', on ? '1' : '0');
		if (this.view.last) this.update(this.view.last);
	}

	/** @param {State} state */
	update(state) {
		const game = state.game;
		const can = !!game && mayPlay(state);
		if (can && game && this.on && game.fen !== this.fen) this.load(game.name, game.fen, game.player);
		const key = `${can}${this.on}${this.fen}${this.picker.legal.length}${this.picker.from}${this.spread ? this.spread.dropped : ''}${document.documentElement.lang}`;
		if (key === this.key) return;
		this.key = key;
		this.bar.hidden = !can;
		if (!can) return;
		const free = this.on ? this.picker.free() : [];
		const asks = !this.on ? null : this.spread ? spreadBar(this.spread, () => this.again()) : this.picker.alone() ? h('p.hint', { role: 'status' }, t('hand.again')) : null;
		fill(this.bar, toggle(t('hand.on'), this.on, (v) => this.turn(v)), asks, free.length ? h('div.answers', null, ...free.map((a) => button(actionPlain(game.name, a), () => this.play(a)))) : null);
	}

	/** @param {string} name @param {string} fen @param {number} player */
	async load(name, fen, player) {
		this.fen = fen;
		this.picker = new Picker();
		this.spread = null;
		/** @type {{legal: string[]} | null} */
		const answer = await get('/look', { game: name, fen }).catch(() => null);
		if (!answer || !this.view.board || this.fen !== fen) return;
		this.picker.use(this.view.board.g, answer.legal, player);
		this.spread = Spread.of(this.view.board.g, fen, answer.legal);
		this.again();
	}

	/** Draws anew what only this phone knows. */
	again() {
		if (!this.view.last) return;
		this.update(this.view.last);
		this.view.draw(this.view.last, true);
	}

	/** @param {import('../js/types.js').Looks} look */
	look(look) {
		return this.on && this.spread ? this.spread.on(look) : look;
	}

	/** @returns {Iterable<string> | null} */
	wanted() {
		return this.on ? this.picker.wanted() : null;
	}

	/** @param {import('../board/marks.js').Marks} m */
	marks(m) {
		if (this.on && this.spread) return { ...m, targets: this.spread.pits };
		return this.on && this.picker.from ? { ...m, selected: this.picker.from, targets: this.picker.targets() } : m;
	}

	/** @param {import('../js/types.js').Site | null} site */
	tap(site) {
		const state = this.view.last;
		if (!this.on || !state || !state.game || !site) return;
		if (this.spread) return this.drop(site.name);
		const actions = this.picker.tap(site.name);
		if (actions.length) chooseAction(state.game.name, actions, (a) => this.play(a));
		this.view.draw(state, true);
		this.update(state);
	}

	/** @param {string} pit */
	drop(pit) {
		if (!this.spread || !this.spread.drop(pit)) return;
		const actions = this.spread.actions();
		this.again();
		if (actions) this.view.follow(this.playAll(actions));
	}

	/** @param {string[]} actions */
	async playAll(actions) {
		for (const action of actions) if (!(await act('/game/play', { action }))) {
			this.fen = ''; // somebody was quicker: look again
			return false;
		}
		return true;
	}

	/** @param {string} action */
	play(action) {
		this.picker.from = null;
		this.view.follow(act('/game/play', { action }));
	}
}
