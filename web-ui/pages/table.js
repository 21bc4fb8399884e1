// table.js — the simulated board as a real table: hands lift, hold and put down whatever they like, legal or not. The daemon keeps
// what really lies there; its sensors see of it what they can.
import { coloursOf } from '../board/colours.js';
import { bead, piece } from '../board/pieces.js';
import { content, pieceWord, side, siteName, who } from '../board/words.js';
import { attr, fill, h, s } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { may } from '../js/store.js';
import { choice } from '../js/form.js';
import { act, button, holdButton, notice, toggle } from '../js/ui.js';
import { get } from '../js/api.js';
import { PlayView, gameOf, link } from './play.js';

/** @typedef {import('../js/types.js').Held} Held */
/** @typedef {import('../js/types.js').Site} Site */
/** @typedef {import('../js/types.js').State} State */

/** Spare pieces a box holds, by game: owner and rank of each kind. @type {Record<string, (players: number) => [owner: number, rank: number][]>} */
const BOX = {
	'contigo-line': (n) => [...own(n, 0), [0, 0]],
	'contigo-capture': (n) => [...own(n, 0), ...own(n, 1), [0, 0]],
	thibault: () => [...own(2, 0), ...own(2, 1), [0, 0]],
	perturbador: () => [...own(2, 0), [5, 0]],
	oraia: () => [...own(2, 0), ...own(2, 1)],
};

/** @param {number} n @param {number} rank @returns {[number, number][]} */
function own(n, rank) {
	return Array.from({ length: n }, (_, i) => [i + 1, rank]);
}

class Table {
	/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell */
	constructor(root, shell) {
		/** @type {Held[]} */
		this.hand = [];
		this.handful = 1;
		this.flipping = false; // the next tap turns a piece over
		/** @type {{owner: number, rank: number} | null} */
		this.fromBox = null;
		this.boxOff = false; // a person laid the tile aside; do not offer it again
		/** @type {Promise<unknown>} */
		this.queue = Promise.resolve();
		this.float = s('svg', { class: 'float', viewBox: '-60 -60 120 120', 'aria-hidden': 'true' });
		this.tray = h('div.tray', { role: 'group', 'aria-label': t('table.hand') });
		this.tools = h('details.tools', { open: innerWidth > 900 });
		this.toolsKey = '';
		this.shell = shell;
		/** @type {PlayView} */
		this.view = new PlayView(root, shell, {
			table: true,
			handlers: {
				tap: (site) => this.tap(site),
				long: (site) => this.tell(site),
				grab: (site) => this.grab(site),
				grabs: (site) => may('player') && this.lying(site)[0] > 0,
				drop: () => null,
			},
			key: (e, site) => this.key(e, site),
			onBoard: () => this.showTray(),
		});
		this.view.place.after(this.tray);
		this.view.side.append(this.tools);
		document.body.append(this.float);
		this.read();
	}

	/** What this phone's hand holds, after a reload. */
	async read() {
		/** @type {{hand: Held[]} | null} */
		const sim = await get('/sim').catch(() => null);
		if (sim) this.hold(sim.hand || []);
	}

	/** One thing after the other, as with real hands. @param {string} path @param {any} body */
	do(path, body = {}) {
		const done = this.queue.then(() => act(path, body)).then((answer) => {
			const held = /** @type {{hand?: Held[]} | null} */ (answer);
			if (held && held.hand) this.hold(held.hand);
			return answer;
		});
		this.queue = done.catch(() => {});
		return done;
	}

	/** @param {Held[]} hand */
	hold(hand) {
		this.hand = hand;
		this.showTray();
	}

	holding() {
		return this.hand.reduce((n, v) => n + v.count, 0);
	}

	/** @param {Site} site @returns {import('../js/types.js').Look} */
	lying(site) {
		const truth = this.view.last && this.view.last.truth;
		return truth ? truth[site.name] || [0, 0, 0] : [0, 0, 0];
	}

	/** How many to take from, or to set down on, a site that holds several. @param {Site} site @param {number} there */
	many(site, there) {
		const single = site.kind === 'square' || site.kind === 'cell' || site.kind === 'place' || site.kind === 'disk';
		return single ? 1 : Math.max(1, Math.min(this.handful || there, there));
	}

	/** @param {Site} site */
	tell(site) {
		if (!this.view.board) return;
		notice(`${siteName(site, this.view.board.colours)}: ${content(this.view.game, site, this.view.board.now.look[site.name], this.view.board.colours)}`);
	}

	/** A tap takes when the hand is empty and puts down when it is not. @param {Site | null} site */
	tap(site) {
		if (!site || !may('player')) return;
		if (this.flipping) {
			this.turnOver(site);
			return;
		}
		const alone = site.kind !== 'pit' && site.kind !== 'row' && site.kind !== 'centre' && site.kind !== 'pond';
		if (this.fromBox && !this.holding() && !(alone && this.lying(site)[0])) {
			this.do('/sim/put', { site: site.name, ...this.fromBox, count: this.fromBox.owner ? 1 : Math.max(1, this.handful) });
			return;
		}
		const held = this.holding();
		if (held) this.put(site, this.many(site, held));
		else if (this.lying(site)[0]) this.take(site, this.many(site, this.lying(site)[0]));
	}

	/** Man to double, uncharged to charged, and back. @param {Site} site */
	turnOver(site) {
		this.flipping = false;
		this.do('/sim/turn-over', { site: site.name });
		this.showTray();
	}

	/** @param {Site} site @param {number} count */
	take(site, count) {
		if (this.view.board) this.shell.announce(`${t('table.took')} ${content(this.view.game, site, [count, this.lying(site)[1], this.lying(site)[2]], this.view.board.colours)}, ${siteName(site, this.view.board.colours)}`);
		return this.do('/sim/lift', { site: site.name, count });
	}

	/** @param {Site} site @param {number} count */
	put(site, count) {
		if (this.view.board) this.shell.announce(`${t('table.put')} ${siteName(site, this.view.board.colours)}`);
		return this.do('/sim/drop', { site: site.name, count });
	}

	/** A drag lifts at once, so that the sensors see it as they would see a hand. @param {Site | null} site
	 * @returns {import('../board/gestures.js').Drag | null} */
	grab(site) {
		if (!site || !may('player')) return null;
		const there = this.lying(site);
		if (!there[0]) return null;
		const count = this.many(site, there[0]);
		const from = site;
		this.take(from, count);
		fill(this.float, there[1] || site.kind !== 'pit' ? piece({ owner: there[1], rank: there[2], wood: this.wood(there[1]), game: this.gameId() }, 44)
			: s('g', null, ...Array.from({ length: Math.min(count, 5) }, (_, i) => bead(count > 1 ? 22 * Math.cos(i * 2.5) : 0, count > 1 ? 22 * Math.sin(i * 2.5) : 0, 20))));
		const size = this.view.board ? Math.max(56, this.view.board.inner.getBoundingClientRect().width * (site.size / 1000) * 1.25) : 64;
		this.float.style.setProperty('width', `${size}px`);
		this.float.classList.add('on');
		return {
			move: (x, y) => {
				this.float.style.setProperty('transform', `translate(${x - size / 2}px, ${y - size * 0.62}px)`);
			},
			drop: (to, x, y) => {
				this.float.classList.remove('on');
				const over = document.elementFromPoint(x, y);
				if (over && over.closest('.box')) this.toBox();
				else if (to) this.put(to, count);
				// Dropped beside the board: it stays in the hand, and the tray says so.
			},
			cancel: () => {
				this.float.classList.remove('on');
				this.put(from, count);
			},
		};
	}

	/** @param {number} owner */
	wood(owner) {
		return owner === 5 ? 'stone' : this.view.board ? this.view.board.colours[owner] || 'unknown' : 'unknown';
	}

	gameId() {
		return this.view.game.split(':')[0];
	}

	/** What is in the hand goes to the box. */
	toBox() {
		this.do('/sim/take-away', {});
	}

	/** @param {KeyboardEvent} e @param {Site} site */
	key(e, site) {
		if (e.key === 'Escape' && this.fromBox) {
			this.fromBox = null;
			this.toolsKey = '';
			if (this.view.last) this.showTools(this.view.last);
			return true;
		}
		if (e.key === 'Delete' || e.key === 'Backspace') {
			if (!this.holding() && this.lying(site)[0]) this.take(site, this.many(site, this.lying(site)[0]));
			this.toBox();
			return true;
		}
		if (e.key === 't') {
			this.turnOver(site);
			return true;
		}
		if (e.key >= '1' && e.key <= '9') {
			this.handful = Number(e.key);
			this.toolsKey = '';
			this.showTray();
			return true;
		}
		return false;
	}

	showTray() {
		const n = this.holding();
		const pits = !!this.view.board && this.view.board.g.sites.some((p) => p.sense === 'count' || p.kind === 'pit' || p.kind === 'row');
		/** @type {Node[]} */
		const inside = [];
		for (const held of this.hand) {
			for (let i = 0; i < Math.min(held.count, 7); i++) inside.push(s('svg', { class: 'held', viewBox: '-52 -52 104 104', 'aria-hidden': 'true' },
				held.owner ? piece({ owner: held.owner, rank: held.rank, wood: this.wood(held.owner), game: this.gameId() }, 42) : bead(0, 0, 30)));
			if (held.count > 7) inside.push(h('span.many', null, `×${held.count}`));
		}
		const words = this.hand.map((v) => (v.owner ? (v.count > 1 ? `${v.count} × ` : '') + pieceWord(this.view.game, v.owner, v.rank, this.view.board ? this.view.board.colours : []) : v.count === 1 ? t('beads.one') : t('beads.many', { n: v.count })));
		const turns = this.gameId() === 'oraia' || this.gameId() === 'thibault';
		fill(this.tray, h(n ? 'div.palm.full' : 'div.palm', null, h('span.sr', null, t('table.hand')), ...inside, h('span.words', null, n ? words.join(', ') : t('table.empty'))),
			!n && turns ? button(t('table.flip'), () => {
				this.flipping = !this.flipping;
				this.showTray();
			}, 'small', { 'aria-pressed': String(this.flipping), disabled: !may('player') }) : null,
			n ? boxButton(() => this.toBox()) : null,
			pits ? choice(t('table.handful'), [[1, '1'], [2, '2'], [3, '3'], [5, '5'], [0, t('table.all')]], this.handful, (v) => (this.handful = v), true) : null);
	}

	/** @param {State} state */
	showTools(state) {
		const game = gameOf(state);
		const id = game.split(':')[0];
		const players = state.game ? state.game.players : [1, 2].map((n) => ({ n, name: '', colour: coloursOf(game)[n] }));
		const key = `${game}${JSON.stringify(this.fromBox)}${players.length}${may('player')}${state.board.state}${document.documentElement.lang}`;
		if (key === this.toolsKey) return;
		this.toolsKey = key;
		const colours = coloursOf(game, players);
		const off = { disabled: !may('player') };
		const kinds = (BOX[id] || ((n) => own(n, 0)))(players.length);
		const spare = kinds.map(([owner, rank]) => {
			const on = !!this.fromBox && this.fromBox.owner === owner && this.fromBox.rank === rank;
			const label = owner ? pieceWord(game, owner, rank, colours) : t('table.bead');
			const b = button('', () => {
				this.fromBox = on ? null : { owner, rank };
				this.boxOff = on;
				this.showTools(state);
			}, 'spare', { 'aria-pressed': String(on), 'aria-label': label, ...off });
			b.append(s('svg', { viewBox: '-52 -52 104 104', 'aria-hidden': 'true' }, owner ? piece({ owner, rank, wood: owner === 5 ? 'stone' : colours[owner], game: id }, 42) : bead(0, 0, 30)));
			return b;
		});
		fill(this.tools, h('summary', null, t('table.tools')),
			h('div.tool-rows', null,
				h('div.row', { role: 'group', 'aria-label': t('table.buttons') }, ...players.map((p) => this.turnButton(p, players.length))),
				id === 'oraia' ? h('div.row', null, button(`↺ ${t('table.left')}`, () => this.do('/sim/turn-disk', { by: -1 }), '', off), button(`↻ ${t('table.right')}`, () => this.do('/sim/turn-disk', { by: 1 }), '', off)) : null,
				h('div.row.spares.box', { role: 'group', 'aria-label': t('table.spare') }, ...spare, this.fromBox ? h('p.hint', null, t('table.spare.hint')) : null),
				h('div.row', null, button(t('table.setup'), () => this.do('/sim/setup', {}), '', off), holdButton(t('table.sweep'), () => this.do('/sim/sweep', {}))),
				holdButton(t('table.together'), () => this.do('/sim/button', { together: true })),
				toggle(t('table.plug'), state.board.state === 'ready', (v) => this.do('/sim/plug', { plugged: v }), t('table.plug.hint')),
				link('/', t('live.watch'), 'quiet')));
	}

	/** A button in the wood: a press ends the turn, a long one says "that is not what I did". @param {{n: number, name: string, colour: string}} p @param {number} among */
	turnButton(p, among) {
		const b = button(among > 1 ? t('table.button', { who: p.name ? who(p) : side(p.colour) }) : t('live.end'), () => {}, 'press', { disabled: !may('player') });
		let since = 0;
		b.addEventListener('pointerdown', () => (since = Date.now()));
		b.addEventListener('click', (e) => {
			const held = since > 0 && Date.now() - since > 1200 && e.detail > 0;
			since = 0;
			this.do('/sim/button', { player: p.n, held });
		});
		return b;
	}

	/** @param {State} state */
	update(state) {
		this.view.update(state);
		if (!state.sim) {
			fill(this.tray, h('p', null, t('table.real')));
			return;
		}
		// Where nothing but tiles is ever placed, the next one is at hand.
		if (this.gameId() === 'andantino' && state.game && state.phase === 'play' && !this.boxOff) this.fromBox = { owner: state.game.player, rank: 0 };
		this.showTools(state);
		attr(this.view.place, 'data-holding', this.holding() || this.fromBox ? 'yes' : null);
	}

	leave() {
		this.float.remove();
		this.view.leave();
	}
}

/** @param {() => void} f */
function boxButton(f) {
	const b = button('', f, 'icon.box', { 'aria-label': t('table.box'), title: t('table.box') });
	b.append(s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: 'M3 10h18v10H3zM5 10l2-4h10l2 4M12 1v8M9 6l3 3 3-3' })));
	return b;
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {import('../js/types.js').Page} */
export function tablePage(root, shell) {
	const table = new Table(root, shell);
	return { update: (state) => table.update(state), leave: () => table.leave() };
}
