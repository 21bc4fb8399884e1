// pair.js — making this phone one of the board's own: tap the squares that light on the wood, or type the digits shown beside it.
import { Board } from '../board/board.js';
import { coloursOf } from '../board/colours.js';
import { get, keepToken, layoutOf, post, token } from '../js/api.js';
import { fill, h, text } from '../js/dom.js';
import { t, tt } from '../js/i18n.js';
import { go } from '../js/router.js';
import { current, linkNow } from '../js/store.js';
import { reconnect, refresh } from '../js/stream.js';
import { field } from '../js/form.js';
import { button, holdButton, notice, reason } from '../js/ui.js';
import { gameOf } from './play.js';

/** @typedef {{open?: boolean, way?: 'taps' | 'digits', taps?: number, game?: string}} Window */

class Pair {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.label = t('pair.label');
		this.said = h('p', { role: 'status' });
		this.body = h('div.stack');
		/** @type {string[]} */
		this.taps = [];
		this.key = '';
		this.looking = false;
		fill(root, h('section.card', null, h('h2', null, t('pair.title')), this.mine(), field(t('pair.name'), { value: this.label, maxlength: 40 }, (v) => (this.label = v)), this.body, this.said));
		this.timer = setInterval(() => this.look(), 2000);
		this.look();
	}

	mine() {
		const state = current();
		if (!token() || !state || state.me.role === 'anyone') return h('p', null, t('pair.why'));
		return h('div.stack', null, h('p', null, t('pair.already', { role: tt(`role.${state.me.role}`, state.me.role) })), holdButton(t('pair.forget'), () => {
			keepToken('');
			reconnect();
			refresh();
			notice(t('pair.forgotten'));
			go('/pair', { replace: true });
		}));
	}

	async look() {
		if (linkNow().status === 'lost' || document.hidden || this.looking) return;
		this.looking = true; // answers that overtake one another would take the squares away under the finger
		/** @type {Window | null} */
		const w = await get('/pair').then((v) => /** @type {Window} */ (v), () => null);
		this.looking = false;
		if (!w) return; // no answer is no news: what was tapped so far stays
		const way = w.way || 'closed';
		const open = !!w.open;
		const key = `${open}${way}`;
		if (key === this.key) return;
		this.key = key;
		if (!open) fill(this.body, h('p', null, t('pair.closed')), h('ol.plain.steps-list', null, h('li', null, t('pair.step1')), h('li', null, t('pair.step2')), h('li', null, t('pair.step3'))), this.digits(t('pair.console')));
		else if (way === 'digits') fill(this.body, h('p', null, t('pair.digits')), this.digits(t('pair.code')));
		else this.squares(w.taps || 3, w.game);
	}

	/** @param {string} label */
	digits(label) {
		let code = '';
		return h('div.row', null, field(label, { inputmode: 'text', autocapitalize: 'off', spellcheck: 'false' }, (v) => (code = v.trim())), button(t('pair.go'), () => this.send(code), 'main'));
	}

	/** @param {number} n @param {string | undefined} of whose board it is */
	async squares(n, of) {
		const state = current();
		if (!state) return;
		const game = of || gameOf(state);
		const layout = await layoutOf(game);
		this.taps = [];
		const count = h('p', { role: 'status' }, t('pair.taps', { n }));
		const board = new Board({ layout, colours: coloursOf(game), label: t('pair.title'), on: { tap: (site) => {
			if (!site) return;
			this.taps.push(site.name);
			board.show({ look: {}, marks: { targets: this.taps }, animate: false });
			text(count, this.taps.length < n ? t('pair.taps.left', { n: n - this.taps.length }) : t('pair.checking'));
			if (this.taps.length === n) this.send(this.taps.join('-')).then((ok) => {
				if (ok) return;
				this.taps = [];
				board.show({ look: {}, animate: false });
				text(count, t('pair.taps', { n }));
			});
		} } });
		board.show({ look: {}, animate: false });
		fill(this.body, count, h('div.board-place', null, board.el));
	}

	/** @param {string} code */
	async send(code) {
		try {
			/** @type {{token: string}} */
			const answer = await post('/pair', { code, label: this.label || t('pair.label') });
			keepToken(answer.token);
			reconnect();
			await refresh();
			notice(t('pair.done'));
			go('/');
			return true;
		} catch (e) {
			text(this.said, reason(e));
			return false;
		}
	}

	leave() {
		clearInterval(this.timer);
	}
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {import('../js/types.js').Page} */
export function pairPage(root, shell) {
	shell.head(t('pair.title'));
	/** @type {Pair | null} */
	let made = null;
	return {
		update() {
			if (!made) made = new Pair(root);
		},
		leave: () => made && made.leave(),
	};
}
