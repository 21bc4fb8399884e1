// doctorwork.js — the doctor's two long jobs: the guided test with one piece, and teaching the sensors what they read.
import { getText, post } from '../js/api.js';
import { fill, h, text } from '../js/dom.js';
import { download, field, sheet } from '../js/form.js';
import { say, t } from '../js/i18n.js';
import { may } from '../js/store.js';
import { act, button, notice, reason } from '../js/ui.js';

/** @typedef {import('../js/types.js').Both} Both */
/** @typedef {{phase: string, line?: string | null, wrong?: string | null, tested?: number, of?: number, say?: Both, found?: ({line: string, fault: string} & Both)[]}} GuideState */
/** @typedef {{measuring: boolean, line: string | null, value: number, unsaved: boolean, analogue: number, learned: number, message: string}} CalibrationState */

/** Leads a hand with one piece from site to site; the board's lights and the daemon's sentences do the talking. */
export class Guide {
	constructor() {
		this.key = '';
		this.el = h('section.card.guide', { 'aria-label': t('guide.title') });
	}

	/** @param {GuideState} g */
	draw(g) {
		const key = JSON.stringify(g) + document.documentElement.lang;
		if (key === this.key) return;
		this.key = key;
		const able = { disabled: !may('owner') };
		const ask = (/** @type {string} */ what, /** @type {string} */ line = '') => act('/doctor/guide', line ? { do: what, line } : { do: what });
		const found = g.found && g.found.length ? h('ul.checks', null, ...g.found.map((f) => h('li.not', null, h('i', { 'aria-hidden': 'true' }, '!'), h('div', null, h('span', null, say(f)), button(t('guide.again'), () => ask('again', f.line), 'small', able))))) : null;
		fill(this.el, h('h2', null, t('guide.title')),
			g.phase === 'off' || !g.say ? h('p.muted', null, t('guide.hint')) : h('p', { role: 'status' }, say(g.say)),
			g.phase === 'off' || g.phase === 'done' ? null : h('progress', { max: g.of || 1, value: g.tested || 0, 'aria-label': t('guide.progress', { n: g.tested || 0, of: g.of || 0 }) }),
			found,
			g.phase === 'off' || g.phase === 'done'
				? h('div.row', null, button(t('guide.start'), () => ask('start'), 'main', able), g.phase === 'done' ? button(t('close'), () => ask('stop'), '', able) : null)
				: h('div.row', null, button(t(g.phase === 'put' ? 'guide.next' : 'guide.on'), () => ask('next'), 'main', able), button(t('guide.back'), () => ask('again'), '', able), button(t('guide.stop'), () => ask('stop'), '', able)));
	}
}

/** Teaches all sensors at once (empty board, start position), saves, forgets, carries the result elsewhere. */
export class Calibration {
	constructor() {
		this.key = '';
		this.el = h('section.card', { 'aria-label': t('doctor.calibrate') });
	}

	/** @param {CalibrationState} c */
	draw(c) {
		const key = JSON.stringify(c) + document.documentElement.lang;
		if (key === this.key) return;
		this.key = key;
		if (!c.analogue) {
			fill(this.el, h('h2', null, t('doctor.calibrate')), h('p.muted', null, t('doctor.cal.none')));
			return;
		}
		const able = { disabled: !may('owner') || c.measuring };
		const step = (/** @type {string} */ s) => act('/doctor/calibrate', { step: s });
		const file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept: '.ini,text/plain', hidden: true }));
		file.addEventListener('change', () => this.take(file));
		fill(this.el, h('h2', null, t('doctor.calibrate')), h('p.muted', null, t('doctor.calibrate.hint')),
			h('p', { role: 'status' }, c.measuring ? t('doctor.cal.measuring') : t('doctor.cal.learned', { n: c.learned, of: c.analogue }), c.unsaved ? ' ' + t('doctor.cal.unsaved') : ''),
			c.message ? h('p.bad', null, c.message) : null,
			h('div.row', null, button(t('doctor.cal.empty'), () => step('empty'), '', able), button(t('doctor.cal.full'), () => step('full'), '', able)),
			h('div.row', null, button(t('doctor.cal.save'), () => step('done'), 'main', { disabled: able.disabled || !c.unsaved }), button(t('doctor.cal.cancel'), () => step('cancel'), '', { disabled: able.disabled || !c.unsaved })),
			h('div.row', null, button(t('doctor.cal.export'), () => this.give(), 'small', able), button(t('doctor.cal.import'), () => file.click(), 'small', able), file));
	}

	async give() {
		try {
			download('tablero-calibration.ini', await getText('/doctor/calibration'));
		} catch (e) {
			notice(reason(e), { bad: true });
		}
	}

	/** @param {HTMLInputElement} file */
	async take(file) {
		if (!file.files || !file.files[0]) return;
		try {
			await post('/doctor/calibration', { text: await file.files[0].text() });
			notice(t('doctor.cal.done'));
		} catch (e) {
			notice(reason(e), { bad: true });
		}
		file.value = '';
	}
}

/** One sensor: put something there, say what it is, measure; again with more. @param {{label: string, kind: string, most?: number}} line
 * @returns {(line: {raw: number, value: number, sure?: number, confidence?: number}) => void} to be told what it reads now */
export function calibrateLine(line) {
	let value = 0;
	const now = h('p', { role: 'status' });
	const number = field(line.kind === 'count' ? t('doctor.cal.beads') : t('doctor.cal.value'), { type: 'number', min: 0, max: line.kind === 'count' ? line.most || 255 : 255, value: 0, inputmode: 'numeric' }, (v) => (value = Number(v)));
	const input = /** @type {HTMLInputElement} */ (number.querySelector('input'));
	sheet(line.label, [h('p.muted', null, t(line.kind === 'count' ? 'doctor.cal.line' : 'doctor.cal.side')), now, number,
		h('div.row', null, button(t('doctor.cal.measure'), async () => {
			if ((await act('/doctor/calibrate', { line: line.label, value })) && line.kind === 'count') {
				value = value + (value < 3 ? 1 : value < 6 ? 2 : 5);
				input.value = String(value);
			}
		}, 'main'), button(t('doctor.cal.forget'), () => act('/doctor/calibrate', { line: line.label, forget: true })))]);
	return (l) => text(now, t('doctor.cal.now', { raw: l.raw, value: l.value, sure: l.sure === undefined ? 0 : l.sure, apart: l.confidence === undefined ? 0 : l.confidence }));
}
