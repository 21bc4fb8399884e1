// types.js — the shapes that travel between daemon and page, for the type checker only. Nothing here runs.

/** What stands on a site: how many, whose (0 beads or mixed, 5 neutral), rank (1: king, double, charged).
 * @typedef {[count: number, owner: number, rank: number]} Look */
/** @typedef {Record<string, Look>} Looks */
/** @typedef {{en: string, es: string}} Both a sentence in both languages */
/** @typedef {Both & {key: string}} Text */
/** @typedef {[r: number, g: number, b: number, meaning: string, word: string]} Led */
/** @typedef {Record<string, Led>} Leds */
/** @typedef {[site: string, mark: string]} PathStep */

/** @typedef {'square'|'pit'|'cell'|'row'|'centre'|'pond'|'well'|'place'|'disk'} SiteKind */
/** @typedef {{name: string, kind: SiteKind, x: number, y: number, size: number, player: number, sense: string,
 *   neighbours: string[], knows?: string[], most?: number}} Site */
/** @typedef {{game: string, sites: Site[], start: string}} Layout */

/** @typedef {{n: number, name: string, colour: string}} Player */
/** @typedef {{ply: number, player: number, action: string, turn: number, derived?: boolean}} Move */
/** @typedef {{left_ms: number[], running: number}} Clock */
/** @typedef {{id: number, name: string, players: Player[], fen: string, player: number, result: string, reason: string,
 *   ply: number, turn: number, turn_start: boolean, provisional: boolean, open_end: boolean, level: number[], moves: Move[],
 *   score: number[] | null, clock: Clock | null}} Game */
/** @typedef {{id: number, site: string | null, marked: boolean} & Text} Choice */
/** @typedef {{id: number, kind: string, choices: Choice[]} & Text} Question */
/** @typedef {{from: string | null, to: string | null, owner: number, rank: number, count: number}} Fix */
/** @typedef {{site: string, owner: number, wrong: boolean, targets: string[]}} Lift */
/** @typedef {{rule: string, site: string | null, should: string | null} & Both} Why */
/** @typedef {'anyone'|'watcher'|'player'|'owner'} Role */

/** @typedef {{v: number, seq: number, epoch: string, time: number,
 *   board: {state: string, message: string, id: string, title: string, backend: string},
 *   store: {ok: boolean, message: string, es: string},
 *   phase: 'none'|'setup'|'play'|'question'|'mismatch'|'over',
 *   game: Game | null, look: Looks, seen: Looks, truth?: Looks, lift: Lift | null, question: Question | null, fixes: Fix[],
 *   why: Why | null, preview: PathStep[], last: {action: string, path: PathStep[]} | null,
 *   hint: {rung: number, action: string | null, left: number}, waiting: Text, leds: Leds,
 *   control: {me: boolean, label: string | null}, me: {role: Role, label: string}, sim: boolean,
 *   lesson?: {id: string, step: number} | null}} State */

/** @typedef {{id: string, options: {key: string, values: string[]}[], title: Both, about: Both, players: number[]}} Rule */

/** @typedef {{owner: number, rank: number, count: number}} Held */

/** @typedef {{id: number, game: string, title?: string, players: string[], result: string, plies: number, started: number,
 *   ended: number | null, tags: string[], note: string}} GameRow */
/** @typedef {{ply: number, player: number, action: string, fen: string, time: number, turn_start: boolean, derived?: boolean}} Ply */
/** @typedef {{id: number, game: string, start: string, players: string[], result: string, reason: string, started: number,
 *   clock_set: boolean, tags: string[], note: string, plies: Ply[], branches: {from_ply: number, plies: Ply[]}[],
 *   comments: Record<string, string>}} GameFull */

/** Where a page lives: it is given a root element and may return what to do on each new state and when it leaves.
 * @typedef {{update?: (state: State) => void, leave?: () => void, hash?: (hash: string) => void}} Page */
/** @typedef {{path: string, parts: string[], hash: string}} Place */

export {};
