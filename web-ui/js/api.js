// api.js — requests to the daemon. The token travels in a header, never in an address.

const BASE = '/api/v1';
const PATIENCE_MS = 8000;
/** A file of many megabytes over a slow Wi-Fi. */
const UPLOAD_MS = 120000;
const INTAKE_MS = 500;

/** @typedef {{working: boolean, done: number, total: number | null, games: number, ids: number[], error: {key: string, en: string, es: string, line?: number} | null}} Intake */

/** A refusal by the daemon, with its sentence in both languages. */
export class Refusal extends Error {
	/** @param {number} status @param {{key?: string, en?: string, es?: string, line?: number}} error */
	constructor(status, error) {
		super(error.en || `HTTP ${status}`);
		this.status = status;
		this.key = error.key || '';
		this.line = error.line || 0;
		this.both = { en: error.en || `HTTP ${status}`, es: error.es || error.en || `HTTP ${status}` };
	}
}

export function token() {
	return localStorage.getItem('tablero.token') || '';
}

/** @param {string} value empty: forget */
export function keepToken(value) {
	if (value) localStorage.setItem('tablero.token', value);
	else localStorage.removeItem('tablero.token');
}

/** @returns {Record<string, string>} */
export function authorization() {
	const mine = token();
	return mine ? { Authorization: `Bearer ${mine}` } : {};
}

/** @param {string} path @param {RequestInit} init @param {number} [patience] ms @returns {Promise<Response>} */
async function ask(path, init, patience = PATIENCE_MS) {
	const stop = new AbortController();
	const timer = setTimeout(() => stop.abort(), patience);
	try {
		const answer = await fetch(BASE + path, { ...init, signal: stop.signal, cache: 'no-store' });
		if (answer.ok) return answer;
		/** @type {any} */
		let body = null;
		try {
			body = await answer.json();
		} catch {
			// A proxy or a half-dead daemon may answer without JSON: the status still says something.
		}
		throw new Refusal(answer.status, (body && body.error) || {});
	} finally {
		clearTimeout(timer);
	}
}

/** @template T @param {string} path @param {Record<string, string | number | null | undefined>} [query] @returns {Promise<T>} */
export async function get(path, query) {
	const q = new URLSearchParams();
	for (const [k, v] of Object.entries(query || {})) if (v !== null && v !== undefined && v !== '') q.set(k, String(v));
	const tail = q.size ? `?${q}` : '';
	return (await ask(path + tail, { headers: authorization() })).json();
}

/** @param {string} path @returns {Promise<string>} */
export async function getText(path) {
	return (await ask(path, { headers: authorization() })).text();
}

/** @param {string} path @returns {Promise<Blob>} */
export async function getBlob(path) {
	return (await ask(path, { headers: authorization() })).blob();
}

/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export async function post(path, body = {}) {
	const headers = { ...authorization(), 'Content-Type': 'application/json' };
	return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** @param {string} path @param {Blob} file */
export async function upload(path, file) {
	const headers = { ...authorization(), 'Content-Type': 'application/octet-stream' };
	return (await ask(path, { method: 'POST', headers, body: file }, UPLOAD_MS)).json();
}

/** What came of a file of games that was handed over: a long one is worked on while the board goes on.
 * @param {Promise<Intake>} sent @param {(done: number, total: number | null) => void} progress @returns {Promise<Intake>} */
export async function takenIn(sent, progress) {
	let now = await sent;
	while (now.working) {
		progress(now.done, now.total);
		await new Promise((again) => setTimeout(again, INTAKE_MS));
		now = await get('/intake');
	}
	if (now.error) throw new Refusal(400, now.error);
	return now;
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** Reads something that never changes while the daemon runs. @template T @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query] @returns {Promise<T>} */
export function getOnce(path, query) {
	const key = path + JSON.stringify(query || {});
	let found = kept.get(key);
	if (!found) {
		found = get(path, query);
		kept.set(key, found);
		found.catch(() => kept.delete(key));
	}
	return found;
}

/** @param {string} game @returns {Promise<import('./types.js').Layout>} */
export function layoutOf(game) {
	return getOnce('/layout', { game });
}

/** @returns {Promise<import('./types.js').Rule[]>} */
export function rules() {
	return getOnce('/rules');
}
