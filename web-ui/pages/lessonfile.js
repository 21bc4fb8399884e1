// lessonfile.js — reads lesson files (their format: lessons/README.md) and keeps how far somebody got, on this phone alone.
import { getOnce } from '../js/api.js';

/** @typedef {import('../js/types.js').Both} Both */
/** @typedef {{word: string, cells: string[]}} Light */
/** @typedef {{actions?: string[], result?: string, not?: string, stands?: Record<string, number>, count?: Record<string, number>, turns?: number}} Success */
/** @typedef {{key: string, when: {rule?: string, action?: string, from?: string, to?: string, otherwise?: boolean}, say: Both, light?: Light[]}} Slip */
/** @typedef {{goal: string, fen: string, say: Both, praise?: Both, light?: Light[], allow?: string[], success: Success, errors?: Slip[],
 *   replies?: Record<string, string[]>, within?: number, hint?: string, best?: number, repeat?: boolean, fresh?: boolean, level?: number}} Step */
/** @typedef {{title: Both, goal: Both, game?: string, steps: Step[]}} Lesson */
/** @typedef {{v: number, game: string, card: Both[], lessons: Lesson[]}} LessonFile */

/** @param {string} game @returns {Promise<LessonFile | null>} null: nobody has written any yet */
export async function lessonsOf(game) {
	try {
		/** @type {string[]} */
		const there = await getOnce('/lessons');
		if (!there.includes(game)) return null;
		/** @type {LessonFile} */
		const file = await getOnce(`/lessons/${game}`);
		return file && Array.isArray(file.lessons) && file.lessons.length ? file : null;
	} catch {
		return null;
	}
}

/** @param {string} game @param {number} n @returns {{step: number, done: boolean, errors: number, ms: number}} */
export function progress(game, n) {
	try {
		return { step: 0, done: false, errors: 0, ms: 0, ...JSON.parse(localStorage.getItem(`tablero.lesson.${game}/${n}`) || '{}') };
	} catch {
		return { step: 0, done: false, errors: 0, ms: 0 };
	}
}

/** @param {string} game @param {number} n @param {Partial<ReturnType<typeof progress>>} change */
export function keep(game, n, change) {
	localStorage.setItem(`tablero.lesson.${game}/${n}`, JSON.stringify({ ...progress(game, n), ...change }));
}

/** Does an action text fit a pattern, where a final * stands for anything? @param {string} pattern @param {string} action */
export function fits(pattern, action) {
	return pattern.endsWith('*') ? action.startsWith(pattern.slice(0, -1)) : pattern === action;
}

/** Is the aim of a step reached? @param {Success} want @param {{played: string[], result: string, look: import('../js/types.js').Looks, turns: number}} now */
export function reached(want, now) {
	if (want.actions && !want.actions.some((a) => now.played.some((p) => fits(a, p)))) return false;
	if (want.result && now.result !== want.result) return false;
	if (want.not && now.result === want.not) return false;
	if (want.turns !== undefined && now.turns < want.turns) return false;
	for (const [site, owner] of Object.entries(want.stands || {})) if ((now.look[site] || [0, 0])[1] !== owner) return false;
	for (const [site, n] of Object.entries(want.count || {})) if ((now.look[site] || [0])[0] !== n) return false;
	return true;
}
