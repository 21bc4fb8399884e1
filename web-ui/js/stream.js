// stream.js — keeps the store in step with the daemon: one event stream a page, closed while the page is hidden.
//
// A browser opens six connections to one host, and a stream holds one of them for ever. So at most three visible tabs of one
// browser hold a stream; the others ask for the state once a second. Which tabs those are is agreed over localStorage, since
// locks need a secure context.
import { authorization, get } from './api.js';
import { setLeds, setLink, setState } from './store.js';

const STREAMS_MOST = 3;
const SILENCE_MS = 12000;
const REFUSED_MS = 2500;
const POLL_MS = 1000;
const SEAT_FRESH_MS = 5000;
const SEATS = 'tablero.streams';

const me = Math.random().toString(36).slice(2);
const joined = Date.now();
let heard = Date.now();
let failing = 0;
/** @type {AbortController | null} */
let open = null;
/** @type {ReturnType<typeof setTimeout> | 0} */
let again = 0;
let tries = 0;

/** @returns {Record<string, {joined: number, beat: number}>} */
function seats() {
	try {
		return JSON.parse(localStorage.getItem(SEATS) || '{}');
	} catch {
		return {};
	}
}

/** Notes that this tab wants a stream and says whether it may hold one. */
function takeSeat() {
	const now = Date.now();
	const all = Object.fromEntries(Object.entries(seats()).filter(([, v]) => now - v.beat < SEAT_FRESH_MS));
	all[me] = { joined, beat: now };
	localStorage.setItem(SEATS, JSON.stringify(all));
	const order = Object.entries(all).sort((a, b) => a[1].joined - b[1].joined || (a[0] < b[0] ? -1 : 1));
	return order.findIndex(([id]) => id === me) < STREAMS_MOST;
}

function leaveSeat() {
	const all = seats();
	delete all[me];
	localStorage.setItem(SEATS, JSON.stringify(all));
}

function alive() {
	heard = Date.now();
	failing = 0;
	tries = 0;
	setLink({ status: 'live', since: 0 });
}

/** @param {string} block one event of the stream */
function event(block) {
	let name = 'message', data = '';
	for (const line of block.split('\n')) {
		if (line.startsWith('event:')) name = line.slice(6).trim();
		else if (line.startsWith('data:')) data += line.slice(5).trimStart();
	}
	if (!data) return;
	if (name === 'state') setState(JSON.parse(data));
	else if (name === 'light') setLeds(JSON.parse(data).leds);
}

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
async function read(reader) {
	const decoder = new TextDecoder();
	let rest = '';
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		alive();
		rest += decoder.decode(value, { stream: true });
		const blocks = rest.split('\n\n');
		rest = blocks.pop() || '';
		for (const b of blocks) event(b);
	}
}

/** @param {number} ms */
function soon(ms) {
	clearTimeout(again);
	again = setTimeout(connect, ms);
}

function failed() {
	if (!failing) failing = Date.now();
	tries++;
	judge();
	soon(Math.min(4000, 250 * 2 ** Math.min(tries, 4)));
}

async function poll() {
	setLink({ polling: true });
	try {
		setState(await get('/state'));
		alive();
		soon(POLL_MS);
	} catch {
		failed();
	}
}

async function stream() {
	setLink({ polling: false });
	const mine = new AbortController();
	open = mine;
	try {
		// Each stream begins with the whole state, so nothing older needs to be replayed for a picture of now.
		const answer = await fetch('/api/v1/events', { headers: authorization(), signal: mine.signal, cache: 'no-store' });
		if (answer.status === 503 || answer.status === 429) return poll();
		if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
		await read(answer.body.getReader());
	} catch {
		// Falls through: a stream that ends and one that breaks are taken up again alike.
	}
	if (open === mine && !document.hidden) failed();
}

function connect() {
	if (document.hidden) return;
	if (open) open.abort();
	open = null;
	if (takeSeat()) stream();
	else poll();
}

/** Says how old the picture is. */
function judge() {
	if (document.hidden) return;
	const now = Date.now();
	if (now - heard > SILENCE_MS || (failing && now - failing > REFUSED_MS)) setLink({ status: 'lost', since: heard });
	else if (failing) setLink({ status: 'waiting', since: heard });
}

function watch() {
	if (document.hidden) return;
	judge();
	if (open) takeSeat();
	// A stream that has said nothing for so long is dead even if the network has not noticed.
	if (Date.now() - heard > SILENCE_MS && open && !failing) {
		failing = Date.now();
		soon(0);
	}
}

function visibility() {
	if (document.hidden) {
		clearTimeout(again);
		leaveSeat();
		if (open) open.abort();
		open = null;
		return;
	}
	failing = 0;
	connect();
	refresh();
}

/** Reads the whole state now: after the phone slept, and after each change this phone asked for. */
export async function refresh() {
	try {
		setState(await get('/state'));
		alive();
	} catch {
		judge();
	}
}

/** Takes up the connection anew: after pairing, with another role. */
export function reconnect() {
	connect();
}

export function startStream() {
	document.addEventListener('visibilitychange', visibility);
	addEventListener('pagehide', () => {
		leaveSeat();
		if (open) open.abort();
		open = null;
	});
	addEventListener('pageshow', (e) => {
		if (e.persisted) visibility();
	});
	addEventListener('online', () => connect());
	setInterval(watch, 1000);
	// Tabs opened in the same instant must see each other's wish before they count seats.
	takeSeat();
	soon(60);
	refresh();
}
