// new.js — choosing a game, who plays, who begins, from which position, with how much help, against which clock.
import { Board } from '../board/board.js';
import { coloursOf } from '../board/colours.js';
import { lookOf } from '../board/fen.js';
import { piece } from '../board/pieces.js';
import { side } from '../board/words.js';
import { get, layoutOf, rules } from '../js/api.js';
import { add, fill, h, s } from '../js/dom.js';
import { say, t, tt } from '../js/i18n.js';
import { go } from '../js/router.js';
import { current, may } from '../js/store.js';
import { choice, field, select, sheet, sign, signButton } from '../js/form.js';
import { act, button, holdButton, notice } from '../js/ui.js';
import { learnerPlays } from './learner.js';
import { link } from './play.js';

/** @typedef {import('../js/types.js').Rule} Rule */

const CLOCKS = [0, 5, 10, 15, 30, 60];
const NAMES = 'tablero.names';

/** Names typed before on this phone, latest first. @returns {string[]} */
function names() {
	try {
		const kept = JSON.parse(localStorage.getItem(NAMES) || '[]');
		return Array.isArray(kept) ? kept.filter((n) => typeof n === 'string') : [];
	} catch {
		return [];
	}
}

/** @param {string} name that nobody wants to see offered any more */
export function forgetName(name) {
	localStorage.setItem(NAMES, JSON.stringify(names().filter((n) => n !== name)));
}

/** A small board standing as the game begins. @param {string} game @param {string} [fen] */
export function thumbnail(game, fen) {
	const place = h('div.thumb', { 'aria-hidden': 'true' });
	layoutOf(game).then((layout) => {
		const board = new Board({ layout, colours: coloursOf(game), label: '', small: true });
		board.show({ look: lookOf(game, fen || layout.start), animate: false });
		fill(place, board.el);
	}, () => {});
	return place;
}

/** Draws lots as the old rules do: a bead hidden in one of the hands. Answers which hand held it.
 * @param {string[]} who @param {(first: number) => void} then */
function lots(who, then) {
	const bead = crypto.getRandomValues(new Uint32Array(1))[0] % who.length;
	const words = h('p', { role: 'status' }, t('new.lot.ask', { who: who[0] }));
	/** @type {HTMLButtonElement[]} */
	const hands = who.map((_, i) => signButton('fist', t('new.lot.hand', { n: i + 1 }), () => {
		hands.forEach((b, k) => {
			b.disabled = true;
			fill(b, sign('hand'));
			b.classList.toggle('bead', k === bead);
			if (k === bead && b.firstElementChild) b.firstElementChild.append(s('circle', { cx: 12, cy: 13, r: 3 }));
		});
		// Whoever drew first has the hand he picked; the others follow round the table.
		const first = (bead - i + who.length) % who.length;
		words.textContent = t('new.lot.done', { who: who[first] });
		then(first);
	}, 'fist'));
	sheet(t('new.lot'), [words, h('div.row.fists', null, ...hands)]);
}

class NewGame {
	/** @param {HTMLElement} root @param {Rule[]} list @param {string} want @param {number} usual how much help there is unless somebody says so */
	constructor(root, list, want, usual) {
		this.list = list;
		this.rule = list.find((r) => r.id === want) || list[0];
		/** @type {Record<string, string>} */
		this.options = {};
		/** @type {string[]} */
		this.who = names().slice(0, 2);
		/** @type {number[]} */
		this.levels = [];
		this.usual = usual;
		this.minutes = 0;
		this.seconds = 5;
		this.fen = '';
		this.from = 'standard';
		this.form = h('form.card.newform');
		this.form.addEventListener('submit', (e) => {
			e.preventDefault();
			if (!this.running()) this.start();
		});
		this.cards = h('div.games', { role: 'radiogroup', 'aria-label': t('new.which') });
		fill(root, this.cards, this.form);
		for (const r of list) {
			const input = h('input', { type: 'radio', name: 'game', checked: r === this.rule, onchange: () => this.pick(r) });
			add(this.cards, h('label.gamecard', null, input, h('span.body', null, thumbnail(r.id), h('span.words', null, h('b', null, tt(`game.${r.id}`, say(r.title))), h('span', null, say(r.about))))));
		}
		this.draw();
	}

	/** @param {Rule} r */
	pick(r) {
		this.rule = r;
		this.options = {};
		this.fen = ''; // a position of another game
		this.draw();
		if (innerWidth < 900) this.form.scrollIntoView({ block: 'start' });
	}

	/** @param {number} seat */
	level(seat) {
		return this.levels[seat] === undefined ? this.usual : this.levels[seat];
	}

	running() {
		const state = current();
		return !!state && !!state.game && state.phase !== 'over' && state.phase !== 'none';
	}

	/** Canonical or not, the daemon reads it. */
	name() {
		const chosen = Object.entries(this.options).map(([k, v]) => `${k}=${v}`);
		return chosen.length ? `${this.rule.id}:${chosen.join(',')}` : this.rule.id;
	}

	players() {
		return Number(this.options.players || this.rule.players[0] || 2);
	}

	draw() {
		const r = this.rule;
		const colours = coloursOf(r.id);
		const n = this.players();
		const seats = Array.from({ length: n }, (_, i) => h('div.seat', null,
			s('svg', { class: 'disc', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, piece({ owner: i + 1, rank: 0, wood: colours[i + 1], game: r.id }, 42)),
			field(`${i + 1} · ${side(colours[i + 1])}`, { value: this.who[i] || '', list: 'names', maxlength: 40, placeholder: side(colours[i + 1]) }, (v) => (this.who[i] = v)),
			select(t('new.level'), [0, 1, 2, 3, 4].map((l) => [String(l), t(/** @type {any} */ (`level.${l}`))]), String(this.level(i)), (v) => (this.levels[i] = Number(v)))));
		const options = r.options.filter((o) => o.values.length > 1).map((o) => {
			const change = (/** @type {string} */ v) => {
				if (v === o.values[0]) delete this.options[o.key];
				else this.options[o.key] = v;
				this.mend(o.key);
				this.draw();
			};
			return choice(tt(`opt.${o.key}`, o.key), o.values.map((v) => [v, tt(`opt.${o.key}.${v}`, v)]), this.options[o.key] || o.values[0], change);
		});
		const start = this.running() ? holdButton(t('new.start.over'), () => this.start(), 'main') : button(t('new.start'), () => this.start(), 'main');
		fill(this.form, h('h2', null, tt(`game.${r.id}`, say(r.title))),
			h('datalist', { id: 'names' }, ...names().map((v) => h('option', { value: v }))),
			h('div.seats', null, ...seats),
			h('div.row', null, button(t('new.swap'), () => this.turnSeats(1), 'small'), button(t('new.lot'), () => this.lot(), 'small')),
			...options,
			choice(t('new.from'), [['standard', t('new.from.standard')], ['placed', t('new.from.placed')], ['text', t('new.from.text')]], this.from, (v) => {
				this.from = v;
				this.draw();
			}),
			this.from === 'text' ? field(t('new.fen'), { value: this.fen, placeholder: t('new.fen.standard'), spellcheck: 'false' }, (v) => (this.fen = v)) : null,
			this.from === 'placed' ? h('p.muted', null, t('new.from.placed.hint')) : h('p.muted', null, t('new.fen.hint'), ' ', link('/games', t('nav.games'), 'inline')),
			h('details', null, h('summary', null, t('new.more')), h('div.more', null,
				choice(t('new.clock'), CLOCKS.map((m) => [m, m ? t('new.minutes', { n: m }) : t('new.noclock')]), this.minutes, (v) => {
					this.minutes = v;
				}),
				choice(t('new.bonus'), [0, 3, 5, 10, 30].map((v) => [v, t('new.seconds', { n: v })]), this.seconds, (v) => (this.seconds = v)))),
			may('player') ? start : link('/pair', t('pair.this'), 'main'));
	}

	/** Keeps combinations that the rules know: five in line is for two, three in line for four. @param {string} changed */
	mend(changed) {
		if (this.rule.id !== 'contigo-line') return;
		const four = this.options.players === '4';
		if (this.options.align === '5' && four) delete this.options[changed === 'align' ? 'players' : 'align'];
		if (this.options.align === '3' && !four) {
			if (changed === 'align') this.options.players = '4';
			else delete this.options.align;
		}
	}

	/** @param {number} by */
	turnSeats(by) {
		const n = this.players();
		const full = Array.from({ length: n }, (_, i) => this.who[i] || '');
		this.who = full.map((_, i) => full[(i + by) % n]);
		const levels = Array.from({ length: n }, (_, i) => this.level(i));
		this.levels = levels.map((_, i) => levels[(i + by) % n]); // whoever needs help takes it along
		this.draw();
	}

	lot() {
		const colours = coloursOf(this.rule.id);
		const who = Array.from({ length: this.players() }, (_, i) => this.who[i] || side(colours[i + 1]));
		lots(who, (first) => this.turnSeats(first));
	}

	async start() {
		const n = this.players();
		const who = Array.from({ length: n }, (_, i) => (this.who[i] || '').trim());
		const kept = [...who.filter(Boolean), ...names()];
		localStorage.setItem(NAMES, JSON.stringify([...new Set(kept)].slice(0, 30)));
		/** @type {Record<string, unknown>} */
		const body = { game: this.name(), players: who, levels: Array.from({ length: n }, (_, i) => this.level(i)) };
		if (this.from === 'text' && this.fen.trim()) body.fen = this.fen.trim();
		if (this.from === 'placed') body.placed = true;
		if (this.minutes) body.clock = { minutes: this.minutes, seconds: this.seconds };
		const state = current();
		/** @type {{id: number, asks: boolean} | null} */
		const begun = await act('/game', body);
		if (!begun) return;
		if (begun.asks) {
			notice(t('new.asks'));
			go('/'); // there the drawn board is tapped
			return;
		}
		if (location.hash === '#learner') learnerPlays(begun.id);
		notice(t('new.started'));
		go(state && state.sim ? '/table' : '/');
	}
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @param {import('../js/types.js').Place} place
 * @returns {Promise<import('../js/types.js').Page>} */
export async function newPage(root, shell, place) {
	shell.head(t('live.new'));
	const list = await rules().catch(() => []);
	if (!list.length) {
		fill(root, h('p', null, t('link.failed')));
		return {};
	}
	/** @type {number} */
	const usual = await get('/settings').then((/** @type {any} */ v) => Number(v.level), () => 1);
	const made = new NewGame(root, list, place.parts[1] || '', usual);
	let role = '';
	return {
		update(state) {
			const now = `${state.me.role}${state.phase}`;
			if (role && role !== now) made.draw();
			role = now;
		},
	};
}
