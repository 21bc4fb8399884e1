// games.js — the games that were played: found by word, game, result and date; named, tagged, deleted with a way back.
import { gameTitle, resultWords, side } from '../board/words.js';
import { Refusal, get, getText, rules } from '../js/api.js';
import { add, fill, h, text } from '../js/dom.js';
import { date, number, own, say, t, tt } from '../js/i18n.js';
import { may } from '../js/store.js';
import { download, field, select, sheet } from '../js/form.js';
import { act, button, holdButton, notice, reason } from '../js/ui.js';
import { coloursOf } from '../board/colours.js';
import { link } from './play.js';

/** @typedef {import('../js/types.js').GameRow} GameRow */

const PAGE = 30;

/** Players of a stored game in the form that words need. @param {string} game @param {string[]} names */
export function seated(game, names) {
	const colours = coloursOf(game);
	return names.map((name, i) => ({ n: i + 1, name: name || '', colour: colours[i + 1] }));
}

/** A day as it is counted here: when it begins, in UTC milliseconds. @param {string} day 2026-11-30, or nothing @param {number} [after] days */
function dayBegins(day, after = 0) {
	const [y, m, d] = day.split('-').map(Number);
	return d ? new Date(y, m - 1, d + after).getTime() : '';
}

/** @param {GameRow} g */
function title(g) {
	const names = g.players.filter(Boolean);
	return names.length ? names.map(own).join(' – ') : gameTitle(g.game);
}

class Games {
	/** @param {HTMLElement} root */
	constructor(root) {
		/** @type {Record<string, string>} */
		this.query = { q: '', game: '', result: '', player: '', from: '', to: '', sort: 'newest' };
		this.next = /** @type {string | null} */ (null);
		this.asked = 0;
		this.list = h('ul.gamelist');
		this.count = h('p.muted', { role: 'status' });
		this.more = button(t('games.more'), () => this.load(true));
		this.timer = /** @type {ReturnType<typeof setTimeout> | 0} */ (0);
		this.filters = h('details.filters', null, h('summary', null, t('games.filters')));
		fill(root, h('div.row.search', null, field(t('games.search'), { type: 'search' }, (v) => this.set('q', v)), button(t('games.carry'), () => this.bring())), this.filters, this.count, this.list, this.more);
		this.drawFilters();
		this.load(false);
	}

	async drawFilters() {
		const list = await rules().catch(() => []);
		/** @type {string[]} */
		const known = await get('/players').then((v) => /** @type {any} */ (v), () => []);
		add(this.filters, h('div.filtergrid', null,
			select(t('games.game'), [['', t('games.all')], ...list.map((r) => /** @type {[string, string]} */ ([r.id, tt(`game.${r.id}`, say(r.title))]))], '', (v) => this.set('game', v)),
			select(t('games.result'), [['', t('games.all')], ['win 1', t('games.won', { n: 1 })], ['win 2', t('games.won', { n: 2 })], ['win 3', t('games.won', { n: 3 })], ['win 4', t('games.won', { n: 4 })], ['draw', t('result.draw')], ['ongoing', t('result.open')]], '', (v) => this.set('result', v)),
			field(t('games.player'), { list: 'known' }, (v) => this.set('player', v)), h('datalist', { id: 'known' }, ...known.map((v) => h('option', { value: v }))),
			field(t('games.from'), { type: 'date' }, (v) => this.set('from', v)),
			field(t('games.to'), { type: 'date' }, (v) => this.set('to', v)),
			select(t('games.sort'), [['newest', t('games.newest')], ['oldest', t('games.oldest')]], 'newest', (v) => this.set('sort', v)),
			button(t('stats.title'), () => this.stats())));
	}

	/** @param {string} key @param {string} value */
	set(key, value) {
		this.query[key] = value;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.load(false), 200);
	}

	/** @param {boolean} on further, or from the start */
	async load(on) {
		const mine = ++this.asked;
		/** @type {{games: GameRow[], next: string | null, total: number} | null} */
		let answer = null;
		try {
			answer = await get('/games', { ...this.query, from: dayBegins(this.query.from), to: dayBegins(this.query.to, 1) && Number(dayBegins(this.query.to, 1)) - 1, limit: PAGE, after: on ? this.next : null });
		} catch (e) {
			if (mine !== this.asked) return;
			this.more.hidden = true;
			fill(this.list);
			text(this.count, reason(e));
			if (e instanceof Refusal && (e.status === 401 || e.status === 403)) add(this.list, h('li.empty', null, link('/pair', t('pair.this'), 'main')));
			return;
		}
		if (mine !== this.asked || !answer) return;
		this.next = answer.next;
		this.more.hidden = !answer.next;
		text(this.count, answer.total === 1 ? t('games.one') : t('games.count', { n: number(answer.total) }));
		if (!on) fill(this.list);
		for (const g of answer.games) add(this.list, this.row(g));
		if (!on && !answer.games.length) add(this.list, h('li.empty', null, t('games.none')));
	}

	/** @param {GameRow} g */
	row(g) {
		const result = resultWords(g.result, '', seated(g.game, g.players));
		return h('li', null,
			h('a.gamerow', { href: `/games/${g.id}` }, h('b', null, title(g)), h('span', null, `${gameTitle(g.game)} · ${result}`),
				h('small', null, `${g.started ? date(g.started) : t('games.noclock')} · ${g.plies === 1 ? t('games.ply') : t('games.plies', { n: g.plies })}`), g.tags.length ? h('span.tags', null, ...g.tags.map((v) => h('i', null, own(v)))) : null, g.note ? h('small.note', null, own(g.note)) : null),
			may('player') ? button('⋯', () => this.menu(g), 'icon', { 'aria-label': t('games.edit', { name: title(g) }) }) : null);
	}

	/** @param {GameRow} g */
	menu(g) {
		const players = [...g.players];
		let tags = g.tags.join(', '), note = g.note;
		const close = sheet(title(g), [
			...players.map((name, i) => field(t('games.name', { n: i + 1 }), { value: name, maxlength: 40 }, (v) => (players[i] = v))),
			field(t('games.tags'), { value: tags }, (v) => (tags = v)),
			field(t('games.note'), { value: note }, (v) => (note = v)),
			button(t('save'), async () => {
				if (await act(`/games/${g.id}`, { players, tags: tags.split(',').map((v) => v.trim()).filter(Boolean), note })) {
					close();
					this.load(false);
				}
			}, 'main'),
			h('hr'),
			holdButton(t('games.delete'), async () => {
				close();
				if (!(await act(`/games/${g.id}/delete`))) return;
				this.load(false);
				notice(t('games.deleted'), { undo: async () => {
					await act(`/games/${g.id}/restore`);
					this.load(false);
				} });
			}),
		]);
	}

	bring() {
		const area = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 8, spellcheck: 'false' }));
		const file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept: '.txt,.json,text/plain,application/json', class: 'sr', id: 'import-file' }));
		const wrong = h('p.bad', { role: 'alert' });
		file.addEventListener('change', async () => {
			if (file.files && file.files[0]) area.value = await file.files[0].text();
		});
		const close = sheet(t('games.carry'), [h('p.muted', null, t('games.import.hint')), file, h('label.button', { for: 'import-file' }, t('games.file')), h('label.field', null, h('span', null, t('games.text')), area), wrong,
			button(t('games.import'), async () => {
				text(wrong, '');
				try {
					const { post, takenIn } = await import('../js/api.js');
					const answer = await takenIn(post('/import', { text: area.value }), (done) => text(wrong, t('games.working', { n: done })));
					close();
					notice(t('games.imported', { n: answer.games }));
					this.load(false);
				} catch (e) {
					text(wrong, e instanceof Refusal && e.line ? t('games.import.line', { n: e.line, why: reason(e) }) : reason(e));
				}
			}, 'main'),
			button(t('games.export'), async () => {
				try {
					download('tablero.txt', await getText('/export?format=text'));
				} catch (e) {
					text(wrong, reason(e));
				}
			})]);
	}

	async stats() {
		/** @type {any} */
		const answer = await get('/stats', { player: this.query.player, game: this.query.game }).catch((e) => {
			notice(reason(e), { bad: true });
			return null;
		});
		if (!answer) return;
		const who = [this.query.player, this.query.game && gameTitle(this.query.game)].filter(Boolean).join(' · ') || t('games.all');
		const { player, game } = this.query;
		const colours = coloursOf(game);
		/** @type {[string, string][]} */
		const figures = [[t('stats.games'), number(answer.games || 0)]];
		if (player) figures.push([t('stats.won', { who: player }), number(answer.won || 0)]);
		for (const [seat, n] of Object.entries(answer.wins || {})) if (n || seat < '3') figures.push([game ? t('stats.wins', { who: side(colours[Number(seat)]) }) : t('stats.seat', { n: seat }), number(Number(n))]);
		figures.push([t('result.draw'), number(answer.draws || 0)], [t('result.open'), number(answer.unfinished || 0)], [t('stats.plies'), number(Math.round(answer.plies_mean || 0))],
			[t('stats.longest'), number(answer.plies_max || 0)], [t('stats.time'), t('stats.hours', { h: Math.floor(answer.played_ms / 3600000), m: Math.floor(answer.played_ms / 60000) % 60 })]);
		sheet(t('stats.title'), [h('p', null, who), h('dl.stats', null, ...figures.flatMap(([name, value]) => [h('dt', null, name), h('dd', null, value)]))]);
	}
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {import('../js/types.js').Page} */
export function gamesPage(root, shell) {
	shell.head(t('nav.games'));
	let role = '';
	/** @type {Games | null} */
	let made = null;
	return {
		update(state) {
			// The list is read anew when this phone becomes entitled to it, not at each move.
			if (role === state.me.role && made) return;
			role = state.me.role;
			made = new Games(root);
		},
	};
}
