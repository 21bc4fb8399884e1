// live.js — the board as it is now. Everything works without touching the phone; from here one may also play on it.
import { content, siteName } from '../board/words.js';
import { fill, h } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { notice } from '../js/ui.js';
import { PlayView, link } from './play.js';

/** @typedef {import('../js/types.js').Page} Page */

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {Page} */
export function livePage(root, shell) {
	/** @type {import('./hand.js').PhonePlay | null} */
	let hand = null;
	const view = new PlayView(root, shell, {
		handlers: {
			tap: (site) => {
				if (hand) hand.tap(site);
			},
			long: (site) => {
				if (!view.board || !view.last) return;
				const look = view.board.now.look[site.name];
				notice(`${siteName(site, view.board.colours)}: ${content(view.game, site, look, view.board.colours)}`);
			},
			wanted: () => (hand ? hand.wanted() : null),
		},
		marks: (m) => (hand ? hand.marks(m) : m),
	});
	import('./hand.js').then(({ PhonePlay }) => {
		hand = new PhonePlay(view);
		if (view.last) hand.update(view.last);
	});
	let shown = '';
	return {
		update(state) {
			view.update(state);
			if (hand) hand.update(state);
			const key = `${state.sim}${state.me.role}${document.documentElement.lang}`;
			if (key === shown) return;
			shown = key;
			fill(view.extra, state.sim ? h('p.tip', null, t('live.sim'), ' ', link('/table', t('live.table'), 'inline')) : null);
		},
		leave: () => view.leave(),
	};
}
