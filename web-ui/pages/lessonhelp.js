// lessonhelp.js — the light of a lesson and how it grows with the slips: after two where the way begins, after three all of it.

/** @typedef {import('./lessonfile.js').Light} Light */
/** @typedef {import('./lessonfile.js').Step} Step */

const LIT_MAX = 6;
const RHYTHMS_MAX = 2;
const RUNG_PLACE = 2;
export const RUNG_WAY = 3;
/** Colours of the light words on the phone; on the wood the board's own settings rule. @type {Record<string, [number, number, number]>} */
const GLOW = { steady: [240, 170, 60], pulse: [70, 140, 255], path: [60, 210, 120], alternate: [240, 170, 60], double: [240, 70, 40], sweep: [60, 210, 120] };

/** @param {Light[]} light @returns {import('../js/types.js').Leds} */
export function ledsOf(light) {
	/** @type {import('../js/types.js').Leds} */
	const out = {};
	for (const l of light) for (const c of l.cells) out[c] = [...(GLOW[l.word] || GLOW.steady), 'lesson', l.word];
	return out;
}

/** What the board takes: few cells, few rhythms. @param {Light[]} light @returns {Light[]} */
export function calm(light) {
	return light.slice(0, RHYTHMS_MAX).map((l) => ({ word: l.word, cells: l.cells.slice(0, LIT_MAX) }));
}

/** The next action of the step's hint, as long as what was played follows it. @param {Step} step @param {string[]} played @param {number} turns @returns {string | null} */
export function hintOf(step, played, turns) {
	const way = (step.hint || '').split(' ');
	return turns || played.some((p, i) => p !== way[i]) ? null : way[played.length] || null;
}

/** What the rung of help that was reached adds. @param {number} errors @param {string[]} cells of the hint @returns {Light[]} */
export function rung(errors, cells) {
	const shown = errors >= RUNG_PLACE ? cells.slice(0, errors >= RUNG_WAY ? LIT_MAX : 1) : [];
	return shown.length ? [{ word: 'pulse', cells: shown }] : [];
}

/** The step's light with the help on top; never more than two rhythms at once. @param {Step} step @param {Light[]} help @returns {Light[]} */
export function helped(step, help) {
	const own = step.light || [];
	return help.length ? [...own.filter((l) => l.word === 'pulse' || l === own[0]), ...help] : own;
}

/** Does the step, or the help that was reached, show where a piece may go? @param {Step} step @param {number} errors */
export function showsTargets(step, errors) {
	return (step.level || 0) >= 1 || errors >= RUNG_PLACE;
}
