// lesson.js — one lesson, step by step: a sentence, a board, a move to find. A wrong move is explained, then taken back; help grows only
// when it is needed. It runs on the phone alone, or on the board: then the hands move wood and this page follows.
import { Board } from '../board/board.js';
import { coloursOf } from '../board/colours.js';
import { lookOf, playerOf } from '../board/fen.js';
import { Picker } from '../board/picker.js';
import { Spread } from '../board/spread.js';
import { actionShort } from '../board/words.js';
import { get, layoutOf } from '../js/api.js';
import { attr, fill, h, text } from '../js/dom.js';
import { say, t, tt } from '../js/i18n.js';
import { button } from '../js/ui.js';
import { play as sound, speakAloud } from '../js/sound.js';
import { chooseAction, spreadBar } from './hand.js';
import { OnBoard } from './lessonboard.js';
import { fits, keep, lessonsOf, progress, reached } from './lessonfile.js';
import { afterwards, lessonMenu } from './lessonmenu.js';
import { RUNG_WAY, helped, hintOf, ledsOf, rung, showsTargets } from './lessonhelp.js';
import { link } from './play.js';

/** @typedef {import('./lessonfile.js').Step} Step */
/** @typedef {import('./lessonfile.js').Light} Light */
/** @typedef {import('../js/types.js').Both} Both */
/** @typedef {{fen: string, player: number, result: string, look: import('../js/types.js').Looks, legal: string[]}} Position */

const NUDGE_MS = 20000;
const PAUSE_MS = 900;
const WRONG_MS = 1600;

class Player {
	/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @param {import('./lessonfile.js').LessonFile} file @param {number} n
	 * @param {import('../js/types.js').Layout} layout */
	constructor(root, shell, file, n, layout) {
		this.root = root;
		this.shell = shell;
		this.file = file;
		this.n = n;
		this.lesson = file.lessons[n - 1];
		this.name = this.lesson.game || file.game;
		this.at = Math.min(progress(file.game, n).step, this.lesson.steps.length - 1);
		this.errors = 0;
		this.clean = 0;
		this.began = Date.now();
		/** @type {string[]} */
		this.played = [];
		this.turns = 0;
		this.done = false;
		/** @type {string | null} */
		this.blocker = null;
		/** @type {import('../js/types.js').PathStep[]} */
		this.pathShown = [];
		/** @type {Position | null} */
		this.here = null;
		/** @type {Light[]} */
		this.light = [];
		this.picker = new Picker();
		/** @type {Spread | null} */
		this.spread = null; // beads are being dropped
		this.timer = /** @type {ReturnType<typeof setTimeout> | 0} */ (0);
		/** @type {import('../js/types.js').Fix | null} */
		this.fix = null; // what the hands are being led to,
		this.guided = ''; // and the words for it
		this.token = 0;
		this.wood = new OnBoard(this);
		this.board = new Board({ layout, colours: coloursOf(this.name), label: say(this.lesson.title), on: {
			tap: (site) => site && this.tap(site.name),
			wanted: () => this.picker.wanted(),
			grab: (site) => this.grab(site),
			grabs: (site) => !this.done && !this.wood.on && !!this.here && !!this.here.look[site.name],
			drop: () => this.picker.targets(),
		} });
		this.sentence = h('p.sentence', { role: 'status' });
		this.answer = h('p.answer', { role: 'status' });
		this.actions = h('div.answers');
		this.dots = h('ol.dots', { 'aria-label': t('lesson.steps') });
		this.next = button(t('lesson.next'), () => this.advance(), 'main');
		this.again = button(t('lesson.again'), () => this.begin(), '');
		this.helpButton = button(t('live.hint'), () => this.help(), '');
		fill(root, h('div.play', null, h('div.turn.bare.lessonhead', null, h('div', null, h('b', null, `${n}. ${say(this.lesson.title)}`), h('span', null, say(this.lesson.goal))), this.dots),
			h('div.board-place', null, this.board.el),
			h('div.side', null, h('div.card.lessoncard', null, this.sentence, this.answer, this.actions), h('div.row.lessondock', null, this.next, this.helpButton, this.again, button('⋯', () => lessonMenu(this), 'icon', { 'aria-label': t('live.more') })))));
		this.begin();
	}

	id() {
		return `${this.file.game}/${this.n}`;
	}

	/** @returns {Step} */
	step() {
		return this.lesson.steps[this.at];
	}

	/** @param {string} fen @param {string} [moves] @returns {Promise<Position | null>} */
	async position(fen, moves) {
		try {
			const p = await get('/look', { game: this.name, fen, moves });
			return /** @type {Position} */ (p);
		} catch {
			text(this.answer, t('link.failed'));
			return null;
		}
	}

	/** What the other side does where the lesson leaves it free. @param {string} fen @returns {Promise<string[] | null>} */
	async search(fen) {
		try {
			return /** @type {{actions: string[]}} */ (await get('/reply', { game: this.name, fen })).actions;
		} catch {
			text(this.answer, t('link.failed'));
			return null;
		}
	}

	/** Puts the step's position up. */
	async begin() {
		const mine = ++this.token;
		const step = this.step();
		this.played = [];
		this.turns = 0;
		this.pathShown = [];
		this.blocker = null;
		this.fix = null;
		this.errors = 0;
		this.light = step.light || [];
		this.done = false;
		this.here = null; // a tap now would mean the step before
		text(this.sentence, say(step.say));
		text(this.answer, '');
		speakAloud(say(step.say));
		fill(this.dots, ...this.lesson.steps.map((_, i) => h('li', { 'aria-current': i === this.at ? 'step' : null, 'data-done': i < this.at ? 'yes' : null }, h('span.sr', null, `${i + 1}`))));
		this.next.hidden = true;
		this.helpButton.hidden = false;
		this.board.show({ look: lookOf(this.name, step.fen), leds: ledsOf(this.light), animate: false });
		await this.wood.lay();
		const p = await this.position(step.fen);
		if (!p || mine !== this.token) return;
		this.put(p);
	}

	/** @param {Position} p */
	put(p) {
		this.here = p;
		this.picker.use(this.board.g, p.result === 'ongoing' ? p.legal : [], p.player);
		this.spread = this.wood.on || this.done ? null : Spread.of(this.board.g, p.fen, p.legal);
		this.draw(true);
		clearTimeout(this.timer);
		if (!this.done) this.timer = setTimeout(() => this.nudge(), NUDGE_MS);
	}

	/** @param {boolean} animate */
	draw(animate) {
		if (!this.here) return;
		const free = this.done || this.wood.on ? [] : this.picker.free();
		this.wood.shine();
		fill(this.actions, this.spread && !this.done ? spreadBar(this.spread, () => this.draw(true)) : null, ...free.map((a) => button(tt(`act.${a}`, actionShort(this.name, a)), () => this.try(a))));
		this.board.show({ look: this.spread ? this.spread.on(this.here.look) : this.here.look, leds: ledsOf(this.light), marks: { selected: this.picker.from, targets: this.targets(), path: this.pathShown, blocker: this.blocker, fixes: this.fix ? [this.fix] : [] }, animate });
	}

	/** Where the piece in the hand may go, if that is not what the step wants to be found out. */
	targets() {
		return this.spread ? this.spread.pits : showsTargets(this.step(), this.errors) ? this.picker.targets() : [];
	}

	/** What the board says while hands are led; why a move was wrong stays longer. @param {string} sentence
	 * @param {import('../js/types.js').Fix | null} fix @param {boolean} [grave] */
	says(sentence, fix, grave = false) {
		if (grave || !this.answer.textContent || this.answer.textContent === this.guided) text(this.answer, sentence);
		this.guided = sentence;
		if (JSON.stringify(fix) === JSON.stringify(this.fix)) return;
		this.fix = fix;
		this.draw(false);
	}

	/** @param {string} site */
	tap(site) {
		if (this.done || this.wood.on || !this.here) return;
		if (this.spread && this.spread.drop(site)) return this.dropped();
		const from = this.picker.from;
		const actions = this.picker.tap(site);
		if (actions.length) return chooseAction(this.name, actions, (a) => this.try(a));
		const mine = this.here.look[site];
		// Somebody who points at an impossible place deserves to hear why.
		if (from && this.picker.from === null && site !== from) this.wrong(from, site);
		else if (!from && !this.picker.from && (this.board.g.hex || this.picker.legal.some((l) => l.action[0] === '+'))) this.wrong(null, site);
		else if (!from && !this.picker.from && mine) this.wrong(site, null);
		this.draw(true);
	}

	/** One more bead of a spread has been set down. */
	async dropped() {
		const actions = this.spread && this.spread.actions();
		const mine = this.token;
		this.draw(true);
		for (const action of actions || []) if (mine === this.token && !this.done && this.here && this.here.legal.includes(action)) await this.try(action);
	}

	/** @param {import('../js/types.js').Site | null} site @returns {import('../board/gestures.js').Drag | null} */
	grab(site) {
		if (!site || this.done || this.wood.on || !this.here || !this.here.look[site.name]) return null;
		const from = site.name;
		this.picker.from = from;
		this.draw(true);
		return {
			move: () => {},
			drop: (to) => {
				this.picker.from = null;
				if (to && to.name !== from) {
					const fit = this.picker.between(from, to.name);
					if (fit.length) chooseAction(this.name, fit, (a) => this.try(a));
					else this.wrong(from, to.name);
				}
				this.draw(true);
			},
			cancel: () => {
				this.picker.from = null;
				this.draw(true);
			},
		};
	}

	/** A move the rules forbid: the named slip of the lesson, else the rule itself. @param {string | null} from @param {string | null} to */
	async wrong(from, to) {
		if (!this.here) return;
		/** @type {import('../js/types.js').Why | null} */
		const why = await get('/why', { game: this.name, fen: this.here.fen, from: from || '', to: to || '' }).then((w) => /** @type {any} */ (w), () => null);
		const slip = (this.step().errors || []).find((e) => (e.when.rule && why && e.when.rule === why.rule) || (e.when.from === from && (!e.when.to || e.when.to === to)) || (e.when.to && e.when.to === to && !e.when.from));
		this.blocker = why ? why.site : null;
		this.slipped(slip ? slip.say : why, slip && slip.light ? slip.light : this.blocker ? [{ word: 'double', cells: [this.blocker] }] : []);
	}

	/** @param {Both | null} sentence @param {Light[]} light */
	slipped(sentence, light) {
		this.errors++;
		this.clean = 0;
		keep(this.file.game, this.n, { errors: progress(this.file.game, this.n).errors + 1 });
		const words = sentence ? say(sentence) : t('lesson.notso');
		text(this.answer, words);
		speakAloud(words);
		sound('no');
		this.light = [...light, ...rung(this.errors, this.hintCells())];
		if (this.errors >= RUNG_WAY) this.showPath();
		this.draw(true);
	}

	hint() {
		return hintOf(this.step(), this.played, this.turns);
	}

	hintCells() {
		const hint = this.hint();
		const found = this.picker.legal.find((l) => l.action === hint);
		return found ? found.sites : [];
	}

	helped() {
		return helped(this.step(), rung(this.errors, this.hintCells()));
	}

	async showPath() {
		const hint = this.hint();
		if (!hint || !this.here) return;
		/** @type {{steps: import('../js/types.js').PathStep[]} | null} */
		const path = await get('/path', { game: this.name, fen: this.here.fen, action: hint }).then((p) => /** @type {any} */ (p), () => null);
		this.pathShown = path ? path.steps : [];
		this.draw(true);
	}

	help() {
		this.errors = Math.max(this.errors + 1, 2);
		if (!this.hint()) return;
		this.light = this.helped();
		if (this.errors >= RUNG_WAY) this.showPath();
		this.draw(true);
	}

	nudge() {
		const cells = this.hintCells();
		if (this.done || !cells.length) return;
		this.light = helped(this.step(), [{ word: 'pulse', cells: cells.slice(0, 1) }]);
		this.draw(true);
	}

	/** A legal move was made. @param {string} action */
	async try(action) {
		const step = this.step();
		if (!this.here) return;
		const before = this.here;
		const me = playerOf(this.name, step.fen);
		this.pathShown = [];
		this.blocker = null;
		const slip = (step.errors || []).find((e) => e.when.action && fits(e.when.action, action));
		const barred = step.allow && !step.allow.some((p) => fits(p, action));
		const p = await this.position(before.fen, action);
		if (!p) return;
		this.played.push(action);
		this.light = this.helped();
		this.put(p);
		sound('move');
		if (this.check(p)) return;
		if (slip || barred) {
			const other = slip || (step.errors || []).find((e) => e.when.otherwise);
			this.slipped(other ? other.say : { es: t('lesson.notthis'), en: t('lesson.notthis') }, other && other.light ? other.light : []);
			await this.wood.takeBack();
			return this.back(before, this.played.slice(0, -1));
		}
		if (p.player === me && p.result === 'ongoing') return;
		const replies = step.replies ? step.replies[Object.keys(step.replies).find((k) => k !== '*' && fits(k, action)) || '*'] : undefined;
		if (replies && replies.length && p.result === 'ongoing') {
			await new Promise((done) => setTimeout(done, PAUSE_MS));
			const mine = this.token;
			const answer = replies[0] === '?' ? await this.search(p.fen) : replies;
			const after = answer && (await this.position(p.fen, answer.join(' ')));
			if (!after || mine !== this.token) return;
			this.turns++;
			await this.wood.carry(answer);
			this.put(after);
			if (this.check(after)) return;
			if (after.result === 'ongoing' && this.turns < (step.within || step.success.turns || 1)) return;
		}
		const otherwise = (step.errors || []).find((e) => e.when.otherwise);
		this.slipped(otherwise ? otherwise.say : null, otherwise && otherwise.light ? otherwise.light : []);
		this.turns = 0;
		await this.wood.lay();
		const start = await this.position(step.fen);
		if (start) await this.back(start, []);
	}

	/** The wrong move stays in sight for a moment, then goes back. @param {Position} p @param {string[]} played */
	async back(p, played) {
		const mine = this.token;
		this.played = played;
		this.picker.use(this.board.g, [], p.player);
		await new Promise((done) => setTimeout(done, WRONG_MS));
		if (mine !== this.token || this.done) return;
		this.put(p);
		this.light = this.helped();
		this.draw(true);
	}

	/** @param {Position} p */
	check(p) {
		const step = this.step();
		if (!reached(step.success, { played: this.played, result: p.result, look: p.look, turns: this.turns })) return false;
		this.done = true;
		clearTimeout(this.timer);
		this.light = [{ word: 'sweep', cells: this.sweepCells(p) }];
		text(this.answer, say(step.praise) || t('lesson.well'));
		attr(this.answer, 'data-good', 'yes');
		speakAloud(say(step.praise) || t('lesson.well'));
		sound(p.result !== 'ongoing' ? 'win' : 'move');
		if (this.errors === 0) this.clean++;
		this.next.hidden = false;
		this.helpButton.hidden = true;
		this.next.focus({ preventScroll: true });
		const last = this.at === this.lesson.steps.length - 1;
		keep(this.file.game, this.n, { step: last ? 0 : this.at + 1, done: last || progress(this.file.game, this.n).done, ms: progress(this.file.game, this.n).ms + Date.now() - this.began });
		this.began = Date.now();
		this.draw(true);
		return true;
	}

	/** Where what was done shows. @param {Position} p */
	sweepCells(p) {
		const last = this.played[this.played.length - 1] || '';
		return this.board.g.sites.filter((v) => last.includes(v.name) && v.name.length > 1 && p.look[v.name]).map((v) => v.name).slice(0, 6);
	}

	advance() {
		attr(this.answer, 'data-good', null);
		let to = this.at + 1;
		// Two clean steps in a row: repetition would only bore.
		while (this.clean >= 2 && to < this.lesson.steps.length && this.lesson.steps[to].repeat) to++;
		if (to >= this.lesson.steps.length) return this.finish();
		this.at = to;
		this.begin();
	}

	finish() {
		const more = this.n < this.file.lessons.length;
		this.done = true;
		fill(this.actions, ...afterwards(this.file, this.n));
		text(this.sentence, t(more ? 'lesson.finished' : 'lesson.course'));
		text(this.answer, '');
		this.next.hidden = true;
		this.light = [];
	}

	leave() {
		this.token++;
		clearTimeout(this.timer);
		this.wood.leave();
		this.board.leave();
	}
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @param {import('../js/types.js').Place} place @returns {Promise<import('../js/types.js').Page>} */
export async function lessonPage(root, shell, place) {
	const [, game, which] = place.parts;
	shell.head(t('nav.learn'), tt(`game.${game}`, game));
	const file = await lessonsOf(game);
	const n = Number(which) || 1;
	const layout = file && file.lessons[n - 1] ? await layoutOf(file.lessons[n - 1].game || file.game).catch(() => null) : null;
	if (!file || !layout) {
		fill(root, h('p', null, t('learn.none')), h('p.row', null, link(`/rules/${game}`, t('learn.rules')), link('/learn', t('nav.learn'))));
		return {};
	}
	const player = new Player(root, shell, file, n, layout);
	return { update: (state) => player.wood.update(state), leave: () => player.leave() };
}
