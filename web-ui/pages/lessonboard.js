// lessonboard.js — a lesson on the wood: the board is led to each step, glows as the page does, and what hands do there is judged like a
// move on the phone. It stays on the board from one lesson to the next.
import { post } from '../js/api.js';
import { say } from '../js/i18n.js';
import { current } from '../js/store.js';
import { act } from '../js/ui.js';
import { calm } from './lessonhelp.js';

const KEPT = 'tablero.lesson.board';

/** @typedef {import('../js/types.js').State} State */
/** @typedef {{id: () => string, at: number, done: boolean, light: import('./lessonfile.js').Light[], says: (sentence: string, fix: import('../js/types.js').Fix | null, grave?: boolean) => void,
 *   begin: () => void, try: (action: string) => Promise<void>}} Follower the lesson that follows the hands */

export class OnBoard {
	/** @param {Follower} lesson */
	constructor(lesson) {
		this.lesson = lesson;
		this.wanted = sessionStorage.getItem(KEPT) === '1';
		this.on = this.wanted && this.can();
		this.followed = 0; // plies of the game on the table that were judged, or played from here
		this.laid = false; // the table was seen at the start of this step
		this.led = false; // hands are being led to where things belong
		this.busy = false;
		this.shone = '';
	}

	can() {
		const state = current();
		return !!state && (state.me.role === 'player' || state.me.role === 'owner') && state.board.state === 'ready';
	}

	toggle() {
		this.on = this.wanted = !this.on;
		sessionStorage.setItem(KEPT, this.on ? '1' : '0');
		if (!this.on) this.giveBack();
	}

	/** The step's position, which the board's light guides the hands to. */
	async lay() {
		if (!this.on) return;
		this.laid = this.led = false;
		this.followed = 0;
		this.shone = '';
		await act('/lesson', { id: this.lesson.id(), step: this.lesson.at });
	}

	/** What glows here glows there. */
	shine() {
		const light = calm(this.lesson.light);
		const key = JSON.stringify(light);
		if (!this.on || key === this.shone) return;
		this.shone = key;
		post('/lesson/light', { light }).catch(() => (this.shone = ''));
	}

	/** The other side's answer: hands carry it out where the board shows that something stands otherwise than it should. @param {string[]} actions */
	async carry(actions) {
		if (!this.on) return;
		this.followed += actions.length;
		for (const action of actions) await act('/game/play', { action });
	}

	async takeBack() {
		if (this.on) await act('/game/take-back', { ply: --this.followed });
	}

	/** @param {State} state */
	update(state) {
		const lesson = this.lesson;
		if (this.wanted && !this.on && this.can()) {
			this.on = true;
			lesson.begin();
			return;
		}
		if (!this.on || !state.game || lesson.done) return;
		if (state.game.ply === 0 && state.lesson && state.lesson.step === lesson.at) this.laid = true;
		if (!this.laid || this.busy) return;
		const leads = state.phase === 'setup' || state.phase === 'mismatch';
		if (leads) lesson.says(say(state.waiting), state.fixes[0] || null);
		else if (this.led) lesson.says('', null);
		else if (state.why) lesson.says(say(state.why), null, true);
		this.led = leads;
		this.shine();
		if (state.game.ply > this.followed) this.judge(state.game.moves[this.followed].action);
		else this.followed = state.game.ply;
	}

	/** @param {string} action */
	async judge(action) {
		this.busy = true;
		this.followed++;
		await this.lesson.try(action);
		this.busy = false;
		const now = current();
		if (now) this.update(now);
	}

	/** The table goes back to the game that waited for the lesson to end. */
	giveBack() {
		const state = current();
		if (state && state.lesson && state.lesson.id === this.lesson.id()) post('/show', { stop: true }).catch(() => {});
	}

	leave() {
		if (!this.on) return;
		this.lesson.light = [];
		this.shine();
		if (!location.pathname.startsWith('/learn/')) this.giveBack();
	}
}
