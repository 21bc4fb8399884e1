// learner.js — after a course of lessons: the first whole game begins with the help of the mini-match, and once it has got going people
// are asked, a single time, whether it should stay.
import { fill, h } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { act, button } from '../js/ui.js';

const KEPT = 'tablero.learner';
const TURNS = 6; // of each player

/** @param {number} id of the game that was begun */
export function learnerPlays(id) {
	localStorage.setItem(KEPT, String(id));
}

/** @param {HTMLElement} place where the question stands @param {import('../js/types.js').Game} game */
export function learnerAsk(place, game) {
	if (game.turn <= TURNS * game.players.length || localStorage.getItem(KEPT) !== String(game.id)) return;
	localStorage.removeItem(KEPT);
	const answer = (/** @type {boolean} */ keep) => {
		fill(place);
		if (!keep) act('/game/level', { levels: game.players.map(() => 0) });
	};
	fill(place, h('section.ask', { 'aria-label': t('live.question') }, h('b', null, t('learner.ask')), h('div.answers', null, button(t('learner.keep'), () => answer(true), 'answer'), button(t('learner.stop'), () => answer(false), 'answer'))));
}
