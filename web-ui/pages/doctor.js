// doctor.js — the board examined: what each sensor feels now, what is wrong and what helps, light by light, calibration step by step.
import { geometry } from '../board/geometry.js';
import { get, layoutOf } from '../js/api.js';
import { cls, fill, h, s, text } from '../js/dom.js';
import { number, say, t, tt } from '../js/i18n.js';
import { current, may } from '../js/store.js';
import { download, sheet } from '../js/form.js';
import { act, button, notice, reason } from '../js/ui.js';
import { Calibration, Guide, calibrateLine } from './doctorwork.js';
import { gameOf } from './play.js';

/** @typedef {import('../js/types.js').Both} Both */
/** @typedef {{label: string, site?: string | null, kind: string, raw: number, value: number, changes: number, bounces: number, faulty: boolean, analogue?: boolean, most?: number, sure?: number, confidence?: number, wear?: number, history?: number[]}} Line */
/** @typedef {{checks: ({key: string, ok: boolean, remedy?: Both} & Both)[], lines: Line[], leds: any[], calibration: import('./doctorwork.js').CalibrationState, guide: import('./doctorwork.js').GuideState, report: string}} Report */

class Doctor {
	/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell */
	constructor(root, shell) {
		this.shell = shell;
		this.checks = h('ul.checks');
		this.map = h('div.sensor-map');
		this.legend = h('p.muted', { role: 'status' }, t('doctor.touch'));
		this.table = h('div.tablewrap');
		this.counter = h('p.muted');
		/** @type {Map<string, {cell: SVGElement, label: SVGElement, row: HTMLElement}>} */
		this.drawn = new Map();
		this.game = this.checksKey = '';
		/** @type {Report | null} */
		this.report = null;
		this.led = -1;
		/** @type {((line: Line) => void) | null} */
		this.watching = null;
		this.watched = '';
		const owner = { disabled: !may('owner') };
		fill(root,
			h('section.card', { 'aria-label': t('doctor.checks') }, h('h2', null, t('doctor.checks')), this.checks),
			h('section.card', { 'aria-label': t('doctor.map') }, h('h2', null, t('doctor.map')), this.legend, this.map, this.counter),
			h('section.card', { 'aria-label': t('doctor.leds') }, h('h2', null, t('doctor.leds')), h('p.muted', null, t('doctor.leds.hint')), h('div.row', null,
				button(t('doctor.walk'), () => act('/doctor/led', { walk: true }), 'main', owner), button(t('doctor.next'), () => this.nextLed(), '', owner), button(t('doctor.dark'), () => act('/doctor/led', { off: true }), '', owner)), this.ledWords = h('p', { role: 'status' })),
			(this.guide = new Guide()).el,
			(this.calibration = new Calibration()).el,
			h('details.card', null, h('summary', null, t('doctor.lines')), this.table),
			h('section.card', { 'aria-label': t('doctor.report') }, h('h2', null, t('doctor.report')), h('p.muted', null, t('doctor.report.hint')), button(t('doctor.report.save'), () => this.save())));
		/** @type {ReturnType<typeof setTimeout> | 0} */
		this.timer = 0;
		this.gone = false;
		this.look();
	}

	async look() {
		if (this.gone) return;
		if (!document.hidden) {
			try {
				this.report = /** @type {Report} */ (await get('/doctor'));
				if (!this.gone) await this.draw(this.report);
			} catch (e) {
				text(this.legend, reason(e));
			}
		}
		if (!this.gone) this.timer = setTimeout(() => this.look(), 400);
	}

	/** @param {Report} r */
	async draw(r) {
		const key = JSON.stringify(r.checks) + document.documentElement.lang;
		if (key !== this.checksKey) fill(this.checks, ...r.checks.map((c) => h(c.ok ? 'li.ok' : 'li.not', null, h('i', { 'aria-hidden': 'true' }, c.ok ? '✓' : '!'), h('div', null, h('span', null, say(c)), !c.ok && c.remedy ? h('small', null, say(c.remedy)) : null))));
		this.checksKey = key;
		const state = current();
		const game = state ? gameOf(state) : 'contigo-line';
		if (game !== this.game) await this.drawMap(game, r);
		let on = 0, bad = 0;
		for (const line of r.lines) {
			const d = this.drawn.get(line.site || line.label);
			if (line.value) on++;
			if (line.faulty) bad++;
			if (!d) continue;
			cls(d.cell, 'on', line.value !== 0);
			cls(d.cell, 'faulty', line.faulty);
			cls(d.cell, 'noisy', line.bounces > 40 && line.bounces > line.changes * 4);
			text(d.label, String(line.value));
			const cells = d.row.children;
			[line.label, tt(`kind.${line.kind}`, line.kind), number(line.raw ?? 0), number(line.value), number(line.changes), number(line.bounces), line.wear === undefined ? '' : number(line.wear)].forEach((v, i) => text(cells[i], v));
		}
		this.guide.draw(r.guide);
		this.calibration.draw(r.calibration);
		const watched = r.lines.find((l) => l.label === this.watched);
		if (this.watching && watched) this.watching(watched);
		text(this.counter, t('doctor.count', { n: r.lines.length, on, bad }));
	}

	/** @param {string} game @param {Report} r */
	async drawMap(game, r) {
		const layout = await layoutOf(game).catch(() => null);
		if (!layout) return;
		this.game = game;
		this.drawn.clear();
		const g = geometry(layout);
		const svg = s('svg', { viewBox: '0 0 1000 1000', role: 'img', 'aria-label': t('doctor.map') });
		const body = h('tbody');
		for (const line of r.lines) {
			const p = g.by.get(line.site || line.label);
			if (!p) continue;
			const k = p.size * 0.45;
			const cell = p.kind === 'square' ? s('rect', { x: p.x - k, y: p.y - k, width: k * 2, height: k * 2, rx: 8, class: 'sensor' }) : s('circle', { cx: p.x, cy: p.y, r: k, class: 'sensor' });
			const label = s('text', { x: p.x, y: p.y + p.size * 0.12, 'text-anchor': 'middle', 'font-size': p.size * 0.34 });
			svg.append(s('g', { onclick: () => this.tell(line.label) }, cell, label));
			const row = h('tr', null, ...Array.from({ length: 7 }, () => h('td')), h('td', null, button(t('doctor.line'), () => this.tell(line.label), 'small')));
			body.append(row);
			this.drawn.set(line.site || line.label, { cell, label, row });
		}
		fill(this.map, svg);
		fill(this.table, h('table', null, h('thead', null, h('tr', null, ...(/** @type {const} */ (['label', 'kind', 'raw', 'value', 'changes', 'bounces', 'wear'])).map((k) => h('th', { scope: 'col' }, t(`line.${k}`))), h('td'))), body));
	}

	/** @param {string} label */
	tell(label) {
		const line = this.report && this.report.lines.find((l) => l.label === label);
		if (!line) return;
		const close = sheet(label, /** @type {Node[]} */ ([h('dl.stats', null, h('dt', null, t('line.kind')), h('dd', null, tt(`kind.${line.kind}`, line.kind)), h('dt', null, t('line.value')), h('dd', null, line.value), h('dt', null, t('line.changes')), h('dd', null, line.changes), h('dt', null, t('line.bounces')), h('dd', null, line.bounces)),
			line.history && line.history.length ? h('p', null, t('doctor.wear', { weeks: line.history.join(' · ') })) : null,
			h('p.muted', null, t('doctor.faulty.hint')),
			h('div.row', null, line.analogue ? button(t('doctor.cal.one'), () => {
				close();
				this.watched = label;
				this.watching = calibrateLine({ label, kind: line.kind, most: line.most });
				this.watching(line);
			}, '', { disabled: !may('owner') }) : null, button(t('guide.one'), async () => {
				await act('/doctor/guide', { do: 'start', line: label });
				close();
			}, '', { disabled: !may('owner') })),
			button(line.faulty ? t('doctor.healthy') : t('doctor.faulty'), async () => {
				await act('/doctor/mark', { line: label, faulty: !line.faulty });
				close();
			}, 'main', { disabled: !may('owner') })].filter(Boolean)));
	}

	async nextLed() {
		const n = this.report ? this.report.leds.length : 0;
		this.led = n ? (this.led + 1) % n : this.led + 1;
		if (await act('/doctor/led', { led: this.led, rgb: [160, 160, 160] })) text(this.ledWords, t('doctor.led', { n: this.led }));
	}

	save() {
		if (!this.report) return;
		const area = /** @type {HTMLTextAreaElement} */ (h('textarea', { readonly: true, rows: 12 }));
		area.value = this.report.report;
		sheet(t('doctor.report'), [area, button(t('doctor.report.save'), () => this.report && download('tablero-doctor.txt', this.report.report)), button(t('share.copy'), () => {
			area.select();
			document.execCommand('copy');
			notice(t('share.copied'));
		})]);
	}

	leave() {
		this.gone = true;
		clearTimeout(this.timer);
	}
}

/** @param {HTMLElement} root @param {import('../js/shell.js').Shell} shell @returns {import('../js/types.js').Page} */
export function doctorPage(root, shell) {
	shell.head(t('doctor.title'));
	/** @type {Doctor | null} */
	let made = null;
	return {
		update() {
			if (!made) made = new Doctor(root, shell);
		},
		leave: () => made && made.leave(),
	};
}
