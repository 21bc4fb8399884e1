// play.js — what live page and table share: turn, board, three actions, what the board waits for, question, reason, moves.
import { Board } from '../board/board.js';
import { coloursOf, dot } from '../board/colours.js';
import { marksOf } from '../board/marks.js';
import { piece } from '../board/pieces.js';
import { actionLong, actionPlain, actionShort, choiceWords, gameTitle, optionWords, resultWords, side, who } from '../board/words.js';
import { layoutOf } from '../js/api.js';
import { attr, cls, fill, h, s, text } from '../js/dom.js';
import { moreWords, say, t, tt } from '../js/i18n.js';
import { age, linkNow, may, onLeds } from '../js/store.js';
import { act, button } from '../js/ui.js';
import { play as sound, speakAloud } from '../js/sound.js';

/** @typedef {import('../js/types.js').State} State */
/** @typedef {import('../js/types.js').Looks} Looks */
/** @typedef {{table?: boolean, handlers?: import('../board/gestures.js').Handlers, key?: (e: KeyboardEvent, site: import('../js/types.js').Site) => boolean | void,
 *   look?: (look: Looks) => Looks, marks?: (m: import('../board/marks.js').Marks) => import('../board/marks.js').Marks, onBoard?: (b: Board) => void}} Options */

/** The game an empty board would most likely carry, so that there is something to look at. @param {State} state */
export function gameOf(state) {
	return state.game ? state.game.name : state.board.id && state.board.id !== 'none' ? boardGame(state.board.id) : 'contigo-line';
}

/** @param {string} id of a board @returns {string} */
function boardGame(id) {
	const games = ['contigo-capture', 'contigo-line', 'thibault', 'swahili', 'perturbador', 'andantino', 'oraia'];
	return games.find((g) => id.startsWith(g)) || 'contigo-line';
}

export class PlayView {
	/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @param {Options} options */
	constructor(root, shell, options) {
		this.shell = shell;
		this.options = options;
		/** @type {Board | null} */
		this.board = null;
		this.game = '';
		this.flip = localStorage.getItem('tablero.flip') === '1';
		/** @type {State | null} */
		this.last = null;
		this.moveCount = -1;
		this.whyKey = '';
		this.dockKey = this.clockKey = this.askKey = this.movesKey = this.turnKey = '';
		this.offLeds = onLeds((leds) => this.board && this.board.light(leds));
		this.disc = s('svg', { class: 'disc', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' });
		this.turnTitle = h('b');
		this.turnSub = h('span');
		this.clocks = h('div.clocks', { hidden: true, role: 'timer' });
		this.ticking = setInterval(() => this.tick(), 250);
		this.turn = h('section.turn', { 'aria-label': t('live.turn') }, this.disc, h('div', null, this.turnTitle, this.turnSub), this.clocks);
		this.place = h('div.board-place');
		this.dock = h('div.dock');
		this.ask = h('section.ask', { hidden: true, 'aria-label': t('live.question') });
		this.waitTitle = h('b', null, t('live.waits'));
		this.waitText = h('span');
		this.hinted = '';
		this.wait = h('section.say', { 'aria-label': t('live.waits') }, this.waitTitle, this.waitText);
		this.why = h('section.why', { hidden: true, 'aria-label': t('live.why') });
		this.moves = h('ol.moves', { 'aria-label': t('live.moves'), tabindex: 0 });
		this.control = h('p.control', { hidden: true });
		this.extra = h('div.extra');
		this.once = h('div.extra');
		this.side = h('div.side', null, this.ask, this.once, this.dock, this.why, this.wait, this.moves, this.control, this.extra);
		fill(root, h('div.play', null, this.turn, this.place, this.side));
	}

	/** @param {State} state */
	async ensureBoard(state) {
		const game = gameOf(state);
		if (game === this.game) return;
		this.game = game;
		const layout = await layoutOf(game).catch(() => null);
		if (game !== this.game) return;
		if (!layout) {
			this.game = '';
			return;
		}
		if (this.board) this.board.leave();
		this.board = new Board({
			layout, flip: this.flip, colours: coloursOf(game, state.game ? state.game.players : []), label: t('board.label', { game: gameTitle(game) }),
			on: this.options.handlers, key: this.options.key,
		});
		fill(this.place, this.board.el);
		if (this.options.onBoard) this.options.onBoard(this.board);
		if (this.last) this.draw(this.last, false);
	}

	/** @param {State} state */
	update(state) {
		this.last = state;
		this.ensureBoard(state);
		this.draw(state, true);
		const { id, words } = optionWords(gameOf(state));
		this.shell.head(state.game ? tt(`game.${id}`, id) : 'tablero', state.game ? words.join(' · ') || t(`live.phase.${state.phase}`) : t('live.phase.none'));
		this.showTurn(state);
		this.showDock(state);
		this.showQuestion(state);
		this.showMoves(state);
		this.showControl(state);
		this.showWait(state);
		this.wait.hidden = !!state.question && state.question.choices.length > 0;
		const why = state.why;
		this.why.hidden = !why;
		if (why) {
			const key = JSON.stringify(why) + document.documentElement.lang;
			if (key !== this.whyKey) fill(this.why, h('b', null, t('live.why')), h('span', null, say(why)));
			if (key !== this.whyKey) {
				this.shell.announce(say(why));
				sound('no');
				speakAloud(say(why));
			}
			this.whyKey = key;
		} else this.whyKey = '';
		this.voice(state);
		const { game } = state;
		if (game && may('player') && localStorage.getItem('tablero.learner') === String(game.id)) Promise.all([import('./learner.js'), moreWords()]).then(([m]) => m.learnerAsk(this.once, game));
	}

	/** What the board waits for; while a hint is asked for, what it says, as far as one has gone up its ladder. @param {State} state */
	showWait(state) {
		const { hint, game } = state;
		const lit = Object.keys(state.leds).filter((site) => state.leds[site][3] === 'hint').join(', ');
		const hinted = !game || state.phase !== 'play' || !hint.rung || state.lift ? '' : hint.action ? actionPlain(game.name, hint.action) : hint.rung > 1 && !lit ? '' : t(/** @type {any} */ (`live.hint.${hint.rung}`), { sites: lit });
		text(this.waitTitle, t(hinted ? 'live.hint' : 'live.waits'));
		text(this.waitText, hinted || say(state.waiting) || t('live.nothing'));
		if (hinted && hinted !== this.hinted) this.shell.announce(hinted);
		this.hinted = hinted;
	}

	/** What stands on the drawn board: the agreed position, or what lies on the simulated table. @param {State} state */
	pictureOf(state) {
		/** @type {Looks} */
		const look = { ...state.look };
		/** @type {Looks} */
		const ghosts = {};
		if (this.options.table && state.truth) return { look: state.truth, ghosts };
		for (const [site, seen] of Object.entries(state.seen)) {
			const agreed = look[site] || [0, 0, 0];
			if (seen[0] === 0 && agreed[0]) ghosts[site] = agreed;
			look[site] = seen[0] === 0 ? [0, 0, 0] : [seen[0], seen[1] || agreed[1] || this.guess(state, site), agreed[0] ? agreed[2] : seen[2]];
		}
		return { look, ghosts };
	}

	/** Whose an unnamed piece most likely is: the one that is missed, or the one that was in the hand. @param {State} state @param {string} site */
	guess(state, site) {
		const fix = state.fixes.find((f) => f.from === site);
		return fix ? fix.owner : state.lift ? state.lift.owner : 0;
	}

	/** @param {State} state @param {boolean} animate */
	draw(state, animate) {
		if (!this.board || this.board.g.layout.game !== this.game) return;
		const { look, ghosts } = this.pictureOf(state);
		const shown = this.options.look ? this.options.look(look) : look;
		let marks = marksOf(state, this.board.g);
		if (this.options.marks) marks = this.options.marks(marks);
		this.board.show({ look: shown, ghosts, leds: state.leds, marks, animate, follow: !linkNow().polling });
	}

	/** @param {State} state */
	showTurn(state) {
		const { game } = state;
		const over = state.phase === 'over' && game;
		const mine = game && (game.players.find((p) => p.n === game.player) || game.players[0]);
		const colours = coloursOf(gameOf(state), game ? game.players : []);
		const key = over ? game.result : mine ? `${colours[mine.n]}${mine.n}` : 'none';
		if (key !== this.turnKey) {
			this.turnKey = key;
			const win = over ? /^win (\d)/.exec(game.result) : null;
			const n = win ? Number(win[1]) : over || !mine ? 0 : mine.n;
			fill(this.disc, n ? piece({ owner: n, rank: 0, wood: colours[n], game: gameOf(state).split(':')[0] }, 40) : null);
			cls(this.turn, 'bare', !n);
		}
		cls(this.turn, 'over', !!over);
		if (!game) text(this.turnTitle, t(state.board.state === 'ready' ? 'live.nogame' : 'live.noboard'));
		else if (over) text(this.turnTitle, resultWords(game.result, game.reason, game.players));
		else if (state.phase === 'setup') text(this.turnTitle, t('live.setup'));
		else if (state.phase === 'mismatch') text(this.turnTitle, t('live.mismatch'));
		else text(this.turnTitle, mine && mine.name && who(mine) !== side(mine.colour) ? t('live.turn.name', { who: mine.name }) : t('live.turn.side', { side: mine ? side(mine.colour) : '' }));
		const last = game && game.moves[game.moves.length - 1];
		const lastWho = last && game ? who(game.players.find((p) => p.n === last.player)) : '';
		const half = game && !over && (game.provisional || !game.turn_start);
		text(this.turnSub, state.phase === 'setup' ? say(state.waiting) : last && game ? actionLong(game.name, last.action, lastWho) + (half && !game.turn_start ? ` · ${t('live.half')}` : '') : game ? t('live.first') : say(state.waiting) || t('live.pick'));
		this.clocks.hidden = !game || !game.clock;
		this.tick();
	}

	/** The running clock goes on between two messages, unless nobody knows any more how it stands. */
	tick() {
		const game = this.last && this.last.game;
		if (!game || !game.clock || linkNow().status === 'lost') return;
		const { left_ms, running } = game.clock;
		const colours = coloursOf(game.name, game.players);
		const words = left_ms.map((ms, i) => minutes(ms - (running === i + 1 ? age() : 0)));
		const key = `${running} ${words.join()}`;
		if (key === this.clockKey) return;
		this.clockKey = key;
		fill(this.clocks, ...words.map((left, i) => h(running === i + 1 ? 'span.on' : 'span', { 'aria-label': `${who(game.players[i])}: ${left}` }, dot(colours, i + 1), left)));
	}

	/** The three actions that make sense now. @param {State} state */
	showDock(state) {
		const { game, phase } = state;
		const player = may('player');
		const key = [phase, game && game.open_end, game && game.ply, game && game.turn_start, player, this.options.table, state.sim, state.hint.rung, state.hint.left, document.documentElement.lang].join();
		if (key === this.dockKey) return;
		this.dockKey = key;
		const more = button('⋯', () => this.menu(), 'icon', { 'aria-label': t('live.more') });
		/** @type {HTMLElement[]} */
		let three = [];
		if (!player) three = [link('/pair', t('pair.this'), 'main')];
		else if (!game || phase === 'none') three = [link('/new', t('live.new'), 'main'), ...(state.sim && !this.options.table ? [link('/table', t('live.table'))] : [])];
		else if (phase === 'over') three = [link('/new', t('live.again'), 'main'), link(`/games/${game.id}#ply=${game.ply}`, t('live.review'))];
		else three = [
			button(t('live.end'), () => act('/game/end-turn'), game.open_end ? 'main' : ''),
			button(t('live.back'), () => this.takeBack(), '', { disabled: game.ply === 0 }),
			button(state.hint.rung ? t('live.hint.more') : t('live.hint'), () => act('/game/hint'), '', { disabled: state.hint.left === 0 && state.hint.rung === 0 }),
		];
		fill(this.dock, ...three, more);
		attr(this.dock, 'data-n', three.length);
	}

	takeBack() {
		const game = this.last && this.last.game;
		if (!game || !game.moves.length) return;
		const lastMove = game.moves[game.moves.length - 1];
		const begun = game.moves.find((m) => m.turn === lastMove.turn);
		const to = game.turn_start && begun ? begun.ply - 1 : lastMove.ply - 1;
		this.follow(act('/game/take-back', { ply: to }));
	}

	/** Whoever plays on the page and not on the simulated table wants its pieces to follow, as nobody's hands will carry them.
	 * @param {Promise<unknown>} done */
	async follow(done) {
		if ((await done) && this.last && this.last.sim && !this.options.table) await act('/sim/setup');
	}

	/** Everything else that can be done with a running game. */
	async menu() {
		const [{ gameMenu }] = await Promise.all([import('./menu.js'), moreWords()]);
		gameMenu(this);
	}

	turnBoard() {
		this.flip = !this.flip;
		localStorage.setItem('tablero.flip', this.flip ? '1' : '0');
		this.game = '';
		if (this.last) this.update(this.last);
	}

	/** @param {State} state */
	showQuestion(state) {
		const q = state.question;
		this.ask.hidden = !q;
		const key = q ? `${q.id}${document.documentElement.lang}${may('player')}` : '';
		if (key === this.askKey) return;
		this.askKey = key;
		if (!q) return;
		// What is marked piece by piece is tapped on the board; the list holds what ends it.
		const listed = q.kind === 'names' ? q.choices.filter((c) => !c.site) : q.choices;
		fill(this.ask, h('b', null, say(q)), h('div.answers', null, ...listed.map((c) =>
			button(choiceWords(gameOf(state), c.key, say(c)) || c.site || String(c.id), () => act('/game/answer', { question: q.id, choice: c.id }), 'answer', { disabled: !may('player') }))));
		this.shell.announce(say(q));
		sound('ask');
		speakAloud(say(q));
	}

	/** @param {State} state */
	showMoves(state) {
		const game = state.game;
		const key = game ? `${game.id} ${game.moves.length} ${game.moves.map((m) => m.action).join()}` : '';
		if (key === this.movesKey) return;
		this.movesKey = key;
		this.moves.hidden = !game || !game.moves.length;
		if (!game) return;
		const from = Math.max(0, game.moves.length - 40), colours = coloursOf(game.name, game.players);
		fill(this.moves, ...game.moves.slice(from).map((m, i, all) => h(i === all.length - 1 ? 'li.now' : 'li', null,
			h('span.n', null, m.turn), dot(colours, m.player), actionShort(game.name, m.action), m.derived ? h('abbr', { title: t('moves.derived') }, '*') : null)));
		this.moves.scrollLeft = this.moves.scrollWidth;
	}

	/** @param {State} state */
	showControl(state) {
		const other = state.control.label !== null && !state.control.me;
		this.control.hidden = !other || !may('player');
		if (!other) return;
		fill(this.control, h('span', null, t('control.other', { who: state.control.label || '' })), button(t('control.take'), () => act('/control'), 'quiet'));
	}

	/** Sounds and spoken words for what is new. @param {State} state */
	voice(state) {
		const game = state.game;
		const n = game ? game.id * 10000 + game.moves.length : 0;
		const before = this.moveCount;
		this.moveCount = n;
		if (before < 0 || !game || n === before) return;
		if (n < before || Math.floor(n / 10000) !== Math.floor(before / 10000)) return;
		const last = game.moves[game.moves.length - 1];
		const words = actionLong(game.name, last.action, who(game.players.find((p) => p.n === last.player)));
		this.shell.announce(words);
		speakAloud(words);
		if (state.phase === 'over') {
			const end = resultWords(game.result, game.reason, game.players);
			this.shell.announce(end);
			speakAloud(end);
			sound('win');
		} else sound(state.last && state.last.path.some(([, mark]) => mark === 'take') ? 'take' : 'move');
	}

	leave() {
		this.offLeds();
		clearInterval(this.ticking);
		if (this.board) this.board.leave();
	}
}

/** @param {string} to @param {string} label @param {string} [look] */
export function link(to, label, look = '') {
	return h(`a.button${look ? '.' + look : ''}`, { href: to }, label);
}

/** @param {number} ms */
function minutes(ms) {
	const left = Math.max(0, Math.ceil(ms / 1000));
	return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
