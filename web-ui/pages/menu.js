// menu.js — everything else that can be done with a running game.
import { who } from '../board/words.js';
import { h } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { soundLevel } from '../js/sound.js';
import { may } from '../js/store.js';
import { choice, select, sheet } from '../js/form.js';
import { act, button, holdButton, notice } from '../js/ui.js';
import { link } from './play.js';

/** @param {number} id */
async function closeGame(id) {
	if (await act('/game/close')) notice(t('live.closed'), { undo: () => act('/game/resume', { id }) });
}

/** Whose turn may be disputed: everybody's who has played in the last round.
 * @param {import('../js/types.js').Game} game @param {(f: () => unknown) => () => void} then */
function disputes(game, then) {
	/** @type {number[]} */
	const lately = [];
	let turns = 0, turn = 0;
	for (const m of [...game.moves].reverse()) {
		if (m.turn !== turn) turns++;
		turn = m.turn;
		if (turns > game.players.length) break;
		if (!lately.includes(m.player) && !m.action.startsWith('out')) lately.push(m.player);
	}
	if (lately.length < 2) return [button(t('live.dispute'), then(() => act('/game/dispute')))];
	return lately.map((n) => button(t('live.dispute.who', { who: who(game.players.find((p) => p.n === n)) }), then(() => act('/game/dispute', { player: n }))));
}

/** @param {import('./play.js').PlayView} view */
export function gameMenu(view) {
	const state = view.last;
	if (!state) return;
	const game = state.game && state.phase !== 'over' && state.phase !== 'none' ? state.game : null;
	const mine = game && may('player') ? game : null;
	const then = (/** @type {() => unknown} */ f) => () => {
		close();
		f();
	};
	const close = sheet(t('live.more'), [
		...(state.sim ? [view.options.table ? link('/', t('live.watch')) : link('/table', t('live.table'))] : []),
		...(mine ? [...disputes(mine, then), link('/new', t('live.new'))] : []),
		button(t('live.flip'), then(() => view.turnBoard())),
		link('/lights', t('lights.title')),
		...(state.game ? [link(`/rules/${state.game.name.split(':')[0]}`, t('live.rules'))] : []),
		choice(t('sound.title'), [['quiet', t('sound.quiet')], ['soft', t('sound.soft')], ['full', t('sound.full')], ['spoken', t('sound.spoken')]], soundLevel(), (v) => soundLevel(v)),
		...(mine ? mine.players.map((p, i) => select(`${t('new.level')}: ${who(p)}`, [0, 1, 2, 3, 4].map((l) => [String(l), t(/** @type {any} */ (`level.${l}`))]), String(mine.level[i]),
			(v) => act('/game/level', { levels: mine.level.map((was, k) => (k === i ? Number(v) : was)) }))) : []),
		...(mine ? [h('hr'), holdButton(t('live.draw'), then(() => act('/game/draw'))),
			...(mine.players.length > 2 ? [h('p.hint', null, t('live.resign.many'))] : []),
			...mine.players.filter((p) => !mine.moves.some((m) => m.action === `out${p.n}`)).map((p) => holdButton(t('live.resign', { who: who(p) }), then(() => act('/game/resign', { player: p.n })))),
			holdButton(t('live.close'), then(() => closeGame(mine.id)))] : []),
	]);
}
