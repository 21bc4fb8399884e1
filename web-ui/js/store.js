// store.js — the one copy of what the daemon last said, and of how sure we are that it is still true.

/** @typedef {import('./types.js').State} State */
/** @typedef {{status: 'starting'|'live'|'waiting'|'lost', since: number, polling: boolean}} Link */

/** @type {State | null} */
let state = null;
let told = 0;
/** @type {Link} */
let link = { status: 'starting', since: Date.now(), polling: false };

/** @type {Set<(state: State) => void>} */
const stateListeners = new Set();
/** @type {Set<(leds: import('./types.js').Leds) => void>} */
const ledListeners = new Set();
/** @type {Set<(link: Link) => void>} */
const linkListeners = new Set();

export function current() {
	return state;
}

/** How old the state is, in milliseconds: clocks go on between two messages. */
export function age() {
	return performance.now() - told;
}

export function linkNow() {
	return link;
}

/** Whether taps may change anything: never on old data. */
export function trusted() {
	return link.status === 'live' || link.status === 'waiting';
}

/** @param {State} next */
export function setState(next) {
	if (state && state.epoch === next.epoch && next.seq < state.seq) return;
	state = next;
	told = performance.now();
	for (const f of stateListeners) f(next);
}

/** @param {import('./types.js').Leds} leds */
export function setLeds(leds) {
	if (!state) return;
	state = { ...state, leds };
	for (const f of ledListeners) f(leds);
}

/** The light changes far more often than all else, with each beat of its rhythms. @param {(leds: import('./types.js').Leds) => void} f */
export function onLeds(f) {
	ledListeners.add(f);
	return () => void ledListeners.delete(f);
}

/** @param {Partial<Link>} change */
export function setLink(change) {
	const next = { ...link, ...change };
	if (next.status === link.status && next.polling === link.polling && next.since === link.since) return;
	link = next;
	for (const f of linkListeners) f(link);
}

/** @param {(state: State) => void} f */
export function onState(f) {
	stateListeners.add(f);
	return () => void stateListeners.delete(f);
}

/** @param {(link: Link) => void} f */
export function onLink(f) {
	linkListeners.add(f);
	return () => void linkListeners.delete(f);
}

/** May this phone do what needs at least `role`? @param {import('./types.js').Role} role */
export function may(role) {
	const order = ['anyone', 'watcher', 'player', 'owner'];
	return order.indexOf(state ? state.me.role : 'anyone') >= order.indexOf(role);
}

/** Whether actions may be entered on this phone: in play, and also where the board has lost the thread. @param {State} state */
export function mayPlay(state) {
	return ['play', 'question', 'mismatch'].includes(state.phase) && may('player');
}
