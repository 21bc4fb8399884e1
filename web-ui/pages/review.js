// review.js — a stored game, ply by ply: step, hold, play, jump, swipe, keys; forks, notes, and back to the board from any position.
import { Board } from '../board/board.js';
import { coloursOf, dot } from '../board/colours.js';
import { lookOf, playerOf } from '../board/fen.js';
import { actionSites } from '../board/geometry.js';
import { actionLong, actionShort, gameTitle, resultWords, side, who } from '../board/words.js';
import { get, layoutOf } from '../js/api.js';
import { add, attr, cls, fill, h, text } from '../js/dom.js';
import { date, t } from '../js/i18n.js';
import { go, keepHash } from '../js/router.js';
import { current, may } from '../js/store.js';
import { select, sheet, sign, signButton } from '../js/form.js';
import { act, button, holdButton, notice, reason } from '../js/ui.js';
import { seated } from './games.js';
import { link } from './play.js';
import { repeat } from './repeat.js';
import { address, shareSheet } from './share.js';

/** @typedef {import('../js/types.js').GameFull} GameFull */
/** @typedef {import('../js/types.js').Ply} Ply */

/** A move that was taken back and made again is no fork: a branch begins where it differs. @param {GameFull} game */
function forked(game) {
	for (const b of game.branches)
		for (let p = game.plies[b.from_ply]; b.plies.length && p && p.action === b.plies[0].action; p = game.plies[b.from_ply]) {
			b.plies.shift();
			b.from_ply++;
		}
	return game;
}

class Review {
	/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @param {GameFull} game @param {import('../js/types.js').Layout} layout @param {string} hash */
	constructor(root, shell, game, layout, hash) {
		this.shell = shell;
		this.game = forked(game);
		this.players = seated(game.game, game.players);
		this.branch = -1; // −1: what was played in the end
		this.ply = 0;
		this.speed = 1500;
		/** @type {ReturnType<typeof setInterval> | 0} */
		this.playing = 0;
		this.layout = layout;
		this.flip = false;
		/** @type {HTMLElement[]} */
		this.rows = [];
		this.commentTimer = /** @type {ReturnType<typeof setTimeout> | 0} */ (0);
		this.place = h('div.board-place');
		this.words = h('p.ply', { role: 'status' });
		this.forks = h('div.row.forks');
		this.slider = /** @type {HTMLInputElement} */ (h('input', { type: 'range', min: 0, step: 1, 'aria-label': t('review.scrub') }));
		this.slider.addEventListener('input', () => this.to(Number(this.slider.value)));
		this.playButton = signButton('play', t('review.play'), () => this.toggle(), 'main.icon');
		this.list = h('ol.plies', { 'aria-label': t('live.moves') });
		this.comment = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 2, placeholder: t('review.comment.hint'), disabled: !may('player') }));
		this.comment.addEventListener('input', () => this.note());
		this.comment.addEventListener('focus', () => this.stop());
		this.liveChip = h('p', { hidden: true });
		const step = (/** @type {'first'|'prev'|'next'|'last'} */ name, /** @type {() => void} */ f) => repeat(signButton(name, t(`review.${name}`), () => {}), f);
		fill(root, h('div.play', null, this.place,
			h('div.side', null,
				h('div.card.ctl', null, this.words, this.slider,
					h('div.steps', null, step('first', () => this.to(0)), step('prev', () => this.to(this.ply - 1)), this.playButton,
						step('next', () => this.to(this.ply + 1)), step('last', () => this.to(this.line().length))), this.forks),
				this.liveChip, h('div.listbox', null, this.list), this.times(),
				h('label.field', null, h('span', null, t('review.comment')), this.comment),
				h('div.row.acts', null, button(t('share'), () => this.share()), button(t('review.show'), () => this.show(), '', { disabled: !may('player') }),
					button(t('review.resume'), () => this.resume(), '', { disabled: !may('player') }), button('⋯', () => this.more(), 'icon', { 'aria-label': t('live.more') })))));
		this.mount();
		this.keys = (/** @type {KeyboardEvent} */ e) => this.key(e);
		addEventListener('keydown', this.keys);
		shell.head(gameTitle(game.game), `${this.players.map(who).join(' – ')} · ${resultWords(game.result, game.reason, this.players)}`);
		this.drawList();
		this.byHash(hash);
	}

	mount() {
		if (this.board) this.board.leave();
		this.board = new Board({ layout: this.layout, flip: this.flip, colours: coloursOf(this.game.game), label: t('board.label', { game: gameTitle(this.game.game) }), on: { swipe: (dir) => this.to(this.ply + dir) }, key: (e) => this.key(e) });
		fill(this.place, this.board.el);
	}

	/** The plies of the line looked at. @returns {Ply[]} */
	line() {
		const b = this.game.branches[this.branch];
		return b ? [...this.game.plies.slice(0, b.from_ply), ...b.plies] : this.game.plies;
	}

	/** Whether this ply of the line looked at is not in the game any more; comments are on what was played. @param {number} ply */
	beside(ply) {
		const b = this.game.branches[this.branch];
		return !!b && ply > b.from_ply;
	}

	/** @param {number} ply */
	fen(ply) {
		return ply ? this.line()[ply - 1].fen : this.game.start;
	}

	/** @param {string} hash */
	byHash(hash) {
		const q = new URLSearchParams(hash);
		const b = Number(q.get('branch') || 0) - 1;
		if (b !== this.branch && b < this.game.branches.length) {
			this.branch = b;
			this.drawList();
		}
		this.to(q.has('ply') ? Number(q.get('ply')) : this.line().length, false);
	}

	/** @param {number} ply @param {boolean} [animate] */
	to(ply, animate = true) {
		const line = this.line();
		const before = this.ply;
		this.ply = Math.max(0, Math.min(line.length, Number.isFinite(ply) ? Math.trunc(ply) : 0));
		if (this.ply === line.length) this.stop();
		const here = this.ply ? line[this.ply - 1] : null;
		const board = this.board;
		if (!board) return;
		board.show({ look: lookOf(this.game.game, this.fen(this.ply)), marks: { last: here ? actionSites(board.g, here.action, here.player) : [] }, animate: animate && Math.abs(this.ply - before) === 1 });
		const words = here ? actionLong(this.game.game, here.action, who(this.players[here.player - 1])) : t('review.start');
		const end = this.ply === this.game.plies.length && this.branch < 0 && this.game.result !== 'ongoing' ? ` · ${resultWords(this.game.result, this.game.reason, this.players)}` : '';
		text(this.words, `${this.ply}/${line.length} · ${words}${here && here.derived ? ` · ${t('moves.derived')}` : ''}${end}`);
		this.slider.max = String(line.length);
		this.slider.value = String(this.ply);
		attr(this.slider, 'aria-valuetext', words);
		this.rows.forEach((el, i) => {
			cls(el, 'now', i === this.ply);
			attr(el, 'aria-current', i === this.ply ? 'true' : null);
		});
		const row = this.rows[this.ply];
		if (row && row.parentElement) row.parentElement.scrollTop = row.offsetTop - row.parentElement.clientHeight / 2;
		if (this.ply !== before || document.activeElement !== this.comment) this.comment.value = this.beside(this.ply) ? '' : this.game.comments[String(this.ply)] || '';
		this.comment.disabled = !may('player') || this.beside(this.ply);
		keepHash(address(this.ply, this.branch));
		this.drawForks();
	}

	drawList() {
		const line = this.line();
		const b = this.game.branches[this.branch], colours = coloursOf(this.game.game);
		let turn = 0;
		this.rows = [button(t('review.start'), () => this.to(0), 'plybtn'), ...line.map((p, i) => {
			const first = i === 0 || this.game.start === '' || line[i - 1].turn_start;
			if (first) turn++;
			const noted = this.beside(i + 1) ? '' : this.game.comments[String(i + 1)];
			return h(`button.plybtn${b && i >= b.from_ply ? '.side-line' : ''}`, { type: 'button', onclick: () => this.to(i + 1) }, h('span.n', null, first ? `${turn}` : ''), dot(colours, p.player),
				actionShort(this.game.game, p.action), p.derived ? '*' : '', noted ? h('span', { title: noted, 'aria-label': t('review.comment') }, ' ✎') : null);
		})];
		fill(this.list, ...this.rows.map((el) => h('li', null, el)));
	}

	/** Where the game forked: what was taken back stays to be looked at. */
	drawForks() {
		/** @type {[number, string][]} */
		const ways = [];
		const here = this.branch;
		this.game.branches.forEach((b, i) => {
			if (b.from_ply === this.ply && b.plies.length) ways.push([i, actionShort(this.game.game, b.plies[0].action)]);
		});
		const b = this.game.branches[here];
		const main = this.game.plies[this.ply];
		if (b && b.from_ply === this.ply && main) ways.unshift([-1, actionShort(this.game.game, main.action)]);
		else if (here < 0 && ways.length && main) ways.unshift([-1, actionShort(this.game.game, main.action)]);
		fill(this.forks, ...(ways.length ? [h('span.muted', null, t('review.fork')), ...ways.map(([i, label]) => button(`${i < 0 ? '●' : '○'} ${label}`, () => this.choose(i), 'small', { 'aria-pressed': String(i === here) }))] : []),
			here >= 0 ? button(t('review.mainline'), () => this.choose(-1, Math.min(this.ply, b ? b.from_ply : this.ply)), 'small') : null);
	}

	/** @param {number} branch @param {number} [ply] */
	choose(branch, ply) {
		this.branch = branch;
		this.drawList();
		this.to(ply === undefined ? this.ply + 1 : ply);
	}

	/** A bar a ply: how long each took, where the clock was kept. */
	times() {
		const plies = this.game.plies;
		const spent = plies.map((p, i) => (i ? Math.max(0, p.time - plies[i - 1].time) : 0));
		const most = Math.max(...spent, 0);
		if (!this.game.clock_set || most <= 0 || plies.length < 4) return null;
		const bars = h('div.times', { 'aria-hidden': 'true' }, ...spent.map((ms, i) => {
			const bar = h('i', { title: `${Math.round(ms / 1000)} s`, onclick: () => this.to(i + 1) });
			bar.style.setProperty('height', `${Math.max(3, (ms / most) * 40)}px`);
			cls(bar, coloursOf(this.game.game)[plies[i].player], true);
			return bar;
		}));
		return h('figure.timefig', null, bars, h('figcaption.muted', null, t('review.times', { s: Math.round(most / 1000) })));
	}

	note() {
		clearTimeout(this.commentTimer);
		const ply = String(this.ply), words = this.comment.value;
		this.commentTimer = setTimeout(async () => {
			const comments = { ...this.game.comments };
			if (words.trim()) comments[ply] = words;
			else delete comments[ply];
			if (await act(`/games/${this.game.id}`, { comments })) {
				this.game.comments = comments;
				this.drawList();
				this.to(this.ply);
			}
		}, 700);
	}

	toggle() {
		if (this.playing) return this.stop();
		if (this.ply >= this.line().length) this.to(0);
		this.playing = setInterval(() => this.to(this.ply + 1), this.speed);
		this.playSign('pause', t('review.pause'));
	}

	stop() {
		clearInterval(this.playing);
		this.playing = 0;
		this.playSign('play', t('review.play'));
	}

	/** @param {'play' | 'pause'} name @param {string} label */
	playSign(name, label) {
		fill(this.playButton, sign(name));
		attr(this.playButton, 'aria-label', label);
		attr(this.playButton, 'title', label);
	}

	/** @param {KeyboardEvent} e */
	key(e) {
		if (e.target instanceof HTMLElement && e.target.closest('input:not([type=range]), textarea, select, dialog')) return false;
		if (e.ctrlKey || e.metaKey || e.altKey) return false;
		const fork = this.game.branches.findIndex((b) => b.from_ply === this.ply && b.plies.length);
		/** @type {Record<string, () => void>} */
		const does = {
			ArrowLeft: () => this.to(this.ply - 1), ArrowRight: () => this.to(this.ply + 1), Home: () => this.to(0), End: () => this.to(this.line().length),
			ArrowUp: () => (fork >= 0 && this.branch !== -1 ? this.choose(-1, this.ply) : this.to(0)), ArrowDown: () => (fork >= 0 && this.branch === -1 ? this.choose(fork, this.ply) : this.to(this.line().length)),
			' ': () => this.toggle(), f: () => this.turn(), '?': () => this.help(), Escape: () => (this.playing ? this.stop() : go('/')),
		};
		if (e.key === ' ' && e.target instanceof HTMLElement && e.target.closest('button')) return false;
		if (!does[e.key] || (e.target instanceof HTMLInputElement && e.key.startsWith('Arrow'))) return false;
		e.preventDefault();
		does[e.key]();
		return true;
	}

	turn() {
		this.flip = !this.flip;
		this.mount();
		this.to(this.ply, false);
	}

	help() {
		sheet(t('review.keys'), [h('dl.stats', null, ...(/** @type {const} */ (['step', 'ends', 'fork', 'play', 'flip', 'esc'])).flatMap((k) => [h('dt', null, t(`keys.${k}`)), h('dd', null, t(`keys.${k}.what`))]))]);
	}

	share() {
		if (this.board) shareSheet(this.game, this.ply, this.branch, this.board);
	}

	async show() {
		if (await act('/show', { game: this.game.game, fen: this.fen(this.ply) })) notice(t('review.showing'), { undo: () => act('/show', { stop: true }) });
	}

	resume() {
		const run = async () => {
			const b = this.game.branches[this.branch];
			const from = b && this.ply > b.from_ply ? b.from_ply : this.ply;
			if (!(await act('/game/resume', { id: this.game.id, ply: from }))) return;
			for (const p of this.line().slice(from, this.ply)) if (!(await act('/game/play', { action: p.action }))) break;
			go(current()?.sim ? '/table' : '/');
		};
		const state = current();
		if (state && state.game && state.phase !== 'over' && state.phase !== 'none' && state.game.id !== this.game.id) {
			const close = sheet(t('review.resume'), [h('p', null, t('review.resume.over')), holdButton(t('review.resume'), () => {
				close();
				run();
			}, 'main')], { guard: true });
		} else run();
	}

	more() {
		const turn = playerOf(this.game.game, this.fen(this.ply));
		sheet(t('live.more'), [
			h('p.muted', null, `${this.game.started ? date(this.game.started) : t('games.noclock')} · ${t('live.turn.side', { side: side(coloursOf(this.game.game)[turn]) })}`),
			this.game.note ? h('p', null, this.game.note) : null,
			select(t('review.speed'), [500, 1000, 1500, 3000].map((ms) => [String(ms), t('review.seconds', { s: ms / 1000 })]), String(this.speed), (v) => {
				this.speed = Number(v);
				if (this.playing) {
					this.stop();
					this.toggle();
				}
			}),
			button(t('live.flip'), () => this.turn()), button(t('review.keys'), () => this.help()), link(`/rules/${this.game.game.split(':')[0]}`, t('live.rules')),
			h('label.field', null, h('span', null, t('new.fen')), h('textarea', { readonly: true, rows: 3 }, this.fen(this.ply))),
		].filter((n) => n !== null));
	}

	/** A move on the board never moves a reviewer; it only says that there is more. @param {import('../js/types.js').State} state */
	update(state) {
		const live = state.game && state.game.id === this.game.id ? state.game : null;
		const ahead = live ? live.ply - this.game.plies.length : 0;
		this.liveChip.hidden = ahead <= 0;
		if (ahead > 0) fill(this.liveChip, button(t('review.live', { n: ahead }), async () => {
			this.game = forked(await get(`/games/${this.game.id}`));
			this.branch = -1;
			this.drawList();
			this.to(this.game.plies.length);
			this.liveChip.hidden = true;
		}, 'small'));
	}

	leave() {
		this.stop();
		removeEventListener('keydown', this.keys);
		if (this.board) this.board.leave();
	}
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @param {import('../js/types.js').Place} place @returns {Promise<import('../js/types.js').Page>} */
export async function reviewPage(root, shell, place) {
	shell.head(t('live.review'));
	try {
		/** @type {GameFull} */
		const game = await get(`/games/${encodeURIComponent(place.parts[1])}`);
		const review = new Review(root, shell, game, await layoutOf(game.game), place.hash);
		return { update: (state) => review.update(state), leave: () => review.leave(), hash: (hash) => review.byHash(hash) };
	} catch (e) {
		fill(root, h('p', { role: 'alert' }, reason(e)));
		add(root, h('p', null, link('/games', t('nav.games')), ' ', link('/pair', t('pair.this'))));
		return {};
	}
}
