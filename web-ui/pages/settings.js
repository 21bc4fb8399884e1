// settings.js — everything that can be chosen, in plain words; phones that may do something; safety copies; what this is made of.
import { get, getBlob, getText, keepToken, takenIn, upload } from '../js/api.js';
import { add, fill, h, text } from '../js/dom.js';
import { date, language, number, own, speak, t, tt } from '../js/i18n.js';
import { may } from '../js/store.js';
import { reconnect, refresh } from '../js/stream.js';
import { applyTheme, theme } from '../js/theme.js';
import { choice, download, select, sheet, slider } from '../js/form.js';
import { act, button, holdButton, notice, reason, toggle } from '../js/ui.js';
import { soundLevel } from '../js/sound.js';
import { forgetName } from './new.js';
import { link } from './play.js';

/** @typedef {Record<string, any>} Values */

/** @param {import('../js/i18n.js').Key} title @param {...(Node | null)} inside */
function section(title, ...inside) {
	return h('section.card', { 'aria-label': t(title) }, h('h2', null, t(title)), ...inside);
}

/** @param {number} ms */
function seconds(ms) {
	return t('set.seconds', { n: number(Math.round(ms / 100) / 10) });
}

class Settings {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.root = root;
		this.draw();
	}

	draw() {
		this.board = h('div.stack');
		this.phones = h('div.stack');
		this.names = h('div.stack');
		fill(this.root, this.here(), this.board, this.phones, this.names, this.copies(), this.about());
		this.loadNames();
		this.loadBoard();
		this.loadPhones();
	}

	/** What concerns this phone alone. */
	here() {
		return section('set.here',
			choice(t('set.language'), [['es', 'Español'], ['en', 'English']], language(), (v) => speak(v)),
			choice(t('set.theme'), [['auto', t('set.theme.auto')], ['light', t('set.theme.light')], ['dark', t('set.theme.dark')]], theme(), (v) => applyTheme(v)),
			choice(t('sound.title'), [['quiet', t('sound.quiet')], ['soft', t('sound.soft')], ['full', t('sound.full')], ['spoken', t('sound.spoken')]], soundLevel(), (v) => soundLevel(v)),
			h('p.row', null, link('/doctor', t('doctor.title')), link('/pair', t('pair.title'))),
			h('p.muted', null, t('set.tls')));
	}

	async loadBoard() {
		/** @type {Values | null} */
		const v = await get('/settings').catch(() => null);
		if (!v || !this.board) return;
		const save = (/** @type {string} */ key) => (/** @type {unknown} */ value) => this.save(key, value);
		const percent = (/** @type {number} */ n) => `${n} %`;
		const hour = (/** @type {number} */ n) => `${n}:00`;
		const ms = (/** @type {string} */ key, /** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ step) =>
			slider(t(/** @type {any} */ (`set.${key}`)), { min, max, step, value: Number(v[key] || 0), words: seconds, hint: t(/** @type {any} */ (`set.${key}.hint`)) }, save(key));
		const light = section('set.light',
			slider(t('set.brightness'), { min: 0, max: 100, step: 5, value: Number(v.brightness), words: percent }, save('brightness')),
			slider(t('set.night'), { min: 0, max: 100, step: 5, value: Number(v.night), words: percent, hint: t('set.night.hint') }, save('night')),
			h('div.row.two', null, select(t('set.night_from'), hours(hour), String(v.night_from), (x) => this.save('night_from', Number(x))), select(t('set.night_to'), hours(hour), String(v.night_to), (x) => this.save('night_to', Number(x)))),
			toggle(t('set.one_colour'), !!v.one_colour, save('one_colour'), t('set.one_colour.hint')),
			toggle(t('set.colour_blind'), !!v.colour_blind, save('colour_blind'), t('set.colour_blind.hint')));
		const timing = section('set.timing', ms('settle', 100, 2000, 50), ms('settle_open', 200, 4000, 100), ms('patience', 500, 15000, 500), ms('wrong_lift', 0, 3000, 100), ms('takeback', 500, 10000, 500));
		const teach = section('set.teach',
			select(t('set.level'), [0, 1, 2, 3, 4].map((l) => [String(l), t(/** @type {any} */ (`level.${l}`))]), String(v.level), (x) => this.save('level', Number(x))),
			slider(t('set.hints'), { min: 0, max: 20, step: 1, value: Number(v.hints), words: (n) => String(n), hint: t('set.hints.hint') }, save('hints')),
			choice(t('set.buzzer'), [['quiet', t('sound.quiet')], ['soft', t('sound.soft')], ['full', t('sound.full')]], v.sound, save('sound')),
			choice(t('set.board.language'), [['auto', t('set.theme.auto')], ['es', 'Español'], ['en', 'English']], v.language, save('language')));
		const open = section('set.privacy', choice(t('set.visibility'), [['nothing', t('set.visibility.nothing')], ['position', t('set.visibility.position')], ['names', t('set.visibility.names')]], v.visibility, save('visibility')), h('p.muted', null, t('set.visibility.hint')));
		fill(this.board, ...(may('owner') ? [] : [h('p.muted', null, t('set.owner'))]), light, timing, teach, open);
		if (!may('owner')) for (const el of this.board.querySelectorAll('input, select')) el.setAttribute('disabled', '');
	}

	/** @param {string} key @param {unknown} value */
	async save(key, value) {
		if (await act('/settings', { [key]: value })) notice(t('set.saved'));
	}

	async loadPhones() {
		if (!this.phones || !may('owner')) return;
		/** @type {{id: number, label: string, role: string, me: boolean, seen: number}[] | null} */
		const list = await get('/phones').then((v) => /** @type {any} */ (v), () => null);
		if (!list) return;
		fill(this.phones, section('set.phones', h('ul.phones', null, ...list.map((p) => h('li', null, h('div', null, h('b', null, own(p.label) || t('pair.label')), h('small.muted', null, ` ${tt(`role.${p.role}`, p.role)}${p.me ? ` · ${t('set.phone.me')}` : ''} · ${t('set.phone.seen', { date: date(p.seen, false) })}`)),
			select(t('set.phone.role'), ['watcher', 'player', 'owner'].map((r) => [r, tt(`role.${r}`, r)]), p.role, async (role) => {
				await act(`/phones/${p.id}`, { role });
				this.loadPhones();
			}),
			holdButton(t('set.phone.revoke'), async () => {
				await act(`/phones/${p.id}/revoke`);
				if (p.me) this.forget();
				this.loadPhones();
			})))),
		list.length > 1 ? holdButton(t('set.phone.all'), async () => {
			await act('/phones/revoke-all');
			this.loadPhones();
		}) : null));
	}

	/** Whoever wants to be forgotten is, in a minute, by one person. */
	async loadNames() {
		if (!this.names || !may('owner')) return;
		/** @type {string[]} */
		const list = await get('/players').then((v) => /** @type {any} */ (v), () => []);
		fill(this.names, list.length ? section('set.names', h('p.muted', null, t('set.names.hint')), h('div.row', null, ...list.map((name) => holdButton(t('set.names.forget', { name }), async () => {
			if (!(await act('/players/forget', { name }))) return;
			forgetName(name);
			notice(t('set.names.forgotten'));
			this.loadNames();
		})))) : null);
	}

	forget() {
		keepToken('');
		reconnect();
		refresh();
	}

	copies() {
		if (!may('owner')) return null;
		const file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', class: 'sr', id: 'restore-file', accept: '.db,.sqlite,application/octet-stream' }));
		const said = h('p', { role: 'status' });
		file.addEventListener('change', async () => {
			const one = file.files && file.files[0];
			if (!one) return;
			try {
				text(said, t('set.working'));
				const came = await takenIn(upload('/restore', one), (done, total) => text(said, t('set.working.of', { n: total ? Math.floor(done / total * 100) : 0 })));
				text(said, t('set.restored', { n: came.games }));
			} catch (e) {
				text(said, reason(e));
			}
			file.value = '';
		});
		return section('set.copies', h('p.muted', null, t('set.copies.hint')),
			h('div.row', null, button(t('set.backup'), async () => {
				try {
					download(`tablero-${new Date().toISOString().slice(0, 10)}.db`, await getBlob('/backup'));
				} catch (e) {
					notice(reason(e), { bad: true });
				}
			}), file, h('label.button', { for: 'restore-file' }, t('set.restore'))), said);
	}

	about() {
		const lines = h('div.stack');
		get('/about').then((/** @type {any} */ a) => {
			add(lines, h('p', null, `tablero ${a.version || ''}`), h('ul.plain', null, ...(a.licences || []).map((/** @type {any} */ l) => h('li', null, typeof l === 'string' ? l : `${l.name || ''} — ${l.licence || l.license || ''}`))));
		}, () => {});
		return section('set.about', lines, may('owner') ? button(t('set.log'), () => this.log()) : null);
	}

	async log() {
		try {
			const raw = await getText('/log');
			let words = raw;
			try {
				const parsed = JSON.parse(raw);
				const list = Array.isArray(parsed) ? parsed : parsed.lines || [];
				words = list.map((/** @type {any} */ l) => (typeof l === 'string' ? l : `${l.time ? date(l.time) : ''} ${l.level < 5 ? '! ' : ''}${l.text || l.message || ''}`)).join('\n');
			} catch {
				// Plain text is shown as it is.
			}
			sheet(t('set.log'), [h('pre.log', { tabindex: 0 }, words || t('set.log.empty'))]);
		} catch (e) {
			notice(reason(e), { bad: true });
		}
	}
}

/** @param {(n: number) => string} words @returns {[string, string][]} */
function hours(words) {
	return Array.from({ length: 24 }, (_, i) => [String(i), words(i)]);
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {import('../js/types.js').Page} */
export function settingsPage(root, shell) {
	shell.head(t('nav.settings'));
	let role = '';
	/** @type {Settings | null} */
	let made = null;
	return {
		update(state) {
			if (made && role === state.me.role) return;
			role = state.me.role;
			made = new Settings(root);
		},
	};
}

