// live.js — the board as it is now. Everything works without touching the phone; from here one may also play on it.
import { content, siteName } from '../board/words.js';
import { fill, h } from '../js/dom.js';
import { moreWords, t } from '../js/i18n.js';
import { may, mayPlay } from '../js/store.js';
import { act, notice, toggle } from '../js/ui.js';
import { PlayView, link } from './play.js';

/** @typedef {import('../js/types.js').Page} Page */

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {Page} */
export function livePage(root, shell) {
	/** @type {import('./hand.js').PhonePlay | null} */
	let hand = null;
	/** What is marked piece by piece changes no words on the page: it is said. @param {import('../js/types.js').Question} q @param {import('../js/types.js').Choice} c */
	const answer = async (q, c) => {
		if ((await act('/game/answer', { question: q.id, choice: c.id })) && q.kind === 'names') shell.announce(t(c.marked ? 'ask.unmarked' : 'ask.marked', { name: c.site || '' }));
	};
	/** @returns {import('../js/types.js').Question | null} */
	const asked = () => {
		const q = view.last && may('player') ? view.last.question : null;
		return q && q.choices.some((c) => c.site) ? q : null;
	};
	const view = new PlayView(root, shell, {
		handlers: {
			tap: (site) => {
				const q = asked(), c = q && site && q.choices.find((x) => x.site === site.name);
				if (q && c) answer(q, c);
				else if (hand) hand.tap(site);
			},
			long: (site) => {
				if (!view.board || !view.last) return;
				const look = view.board.now.look[site.name];
				notice(`${siteName(site, view.board.colours)}: ${content(view.game, site, look, view.board.colours)}`);
			},
			wanted: () => {
				const q = asked();
				return q ? q.choices.flatMap((c) => (c.site ? [c.site] : [])) : hand ? hand.wanted() : null;
			},
		},
		look: (look) => (hand ? hand.look(look) : look),
		marks: (m) => (hand ? hand.marks(m) : m),
	});
	const bar = h('div.handbar', { hidden: true });
	view.side.insertBefore(bar, view.extra);
	/** Only who plays from the phone needs what that takes. @param {boolean} on */
	const play = async (on) => {
		const [{ PhonePlay }] = await Promise.all([import('./hand.js'), moreWords()]);
		if (!hand) hand = new PhonePlay(view, bar);
		hand.turn(on);
	};
	if (sessionStorage.getItem('tablero.hand') === '1') play(true);
	let shown = '';
	return {
		update(state) {
			view.update(state);
			if (hand) hand.update(state);
			const can = !!state.game && mayPlay(state);
			const key = `${state.sim}${can}${document.documentElement.lang}`;
			if (key === shown) return;
			shown = key;
			bar.hidden = !can;
			if (can && !hand) fill(bar, toggle(t('hand.on'), false, play));
			fill(view.extra, state.sim ? h('p.tip', null, t('live.sim'), ' ', link('/table', t('live.table'), 'inline')) : null);
		},
		leave: () => view.leave(),
	};
}
