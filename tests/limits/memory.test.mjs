// Memory runs out: at the n-th allocation of the start, and of every kind of request, for every n (SAMPLE=k: of some, spread over
// all; 0: every one). The daemon answers or hangs up, is there for the next caller, and leaves nothing behind at the end.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Daemon } from '../http/daemon.mjs';

const SAMPLE = Number(process.env.SAMPLE ?? 24);

class Scarce {
	constructor() {
		this.dir = mkdtempSync(join(tmpdir(), 'tablero-scarce-'));
		this.path = join(this.dir, 'shared');
		writeFileSync(this.path, Buffer.alloc(24));
		this.fd = openSync(this.path, 'r+');
		this.wrap = ['env', `LD_PRELOAD=${process.env.BUILD_DIR}/tests/libscarce.so`, `SCARCE=${this.path}`, 'ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=1:allocator_may_return_null=1:fast_unwind_on_malloc=0:malloc_context_size=14'];
	}

	/** The n-th allocation from now on fails; 0: none. */
	fail(n) {
		const b = Buffer.alloc(24);
		b.writeBigInt64LE(BigInt(n), 0);
		writeSync(this.fd, b, 0, 24, 0);
	}

	read() {
		const b = Buffer.alloc(24);
		readSync(this.fd, b, 0, 24, 0);
		return { made: Number(b.readBigInt64LE(8)), failed: Number(b.readBigInt64LE(16)) };
	}

	end() {
		closeSync(this.fd);
		rmSync(this.dir, { recursive: true });
	}
}

/** Which of 1 … n are tried. */
function* some(n) {
	const step = SAMPLE ? Math.max(1, n / SAMPLE) : 1;
	for (let i = 1; i <= n; i += step) yield Math.floor(i);
}

const healthy = (d) => assert.doesNotMatch(d.log, /ERROR: |runtime error|SUMMARY/, d.log.slice(-4000));

test('at any place of the start', { timeout: 600000 }, async () => {
	const scarce = new Scarce();
	scarce.fail(0);
	let d = new Daemon({ wrap: scarce.wrap });
	await d.start();
	const { made } = scarce.read();
	await d.stop();
	let stopped = 0;
	for (const n of some(made)) {
		scarce.fail(n);
		const one = new Daemon({ wrap: scarce.wrap, state: d.state });
		try {
			await one.start();
			scarce.fail(0);
			assert.ok([200, 503].includes((await one.get('/state')).status));
		} catch (e) {
			if (e.code === 'ERR_ASSERTION') throw e;
			stopped++; // a start that cannot be is an end with a message
		}
		scarce.fail(0);
		const how = await one.stop();
		healthy(one);
		assert.ok([0, 1, 2].includes(how.code), `allocation ${n} of ${made}: ${JSON.stringify(how)}\n${one.log}`);
	}
	// What was there before is there now.
	await d.start();
	assert.equal((await d.get('/state')).json.store.ok, true);
	await d.end();
	scarce.end();
	console.log(`# start: ${made} allocations, ${stopped} failures ended it`);
});

const game = async (d) => (await d.get('/state')).json.game;
const KINDS = {
	state: (d) => d.get('/state'),
	rules: (d) => d.get('/rules'),
	layout: (d) => d.get('/layout?game=contigo-line'),
	look: (d) => d.get('/look?game=contigo-line'),
	page: (d) => d.request('GET', '/'),
	openapi: (d) => d.get('/openapi.json'),
	'new game': (d) => d.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] }),
	setup: (d) => d.post('/sim/setup'),
	lift: (d) => d.post('/sim/lift', { site: 'a2' }),
	drop: (d) => d.post('/sim/drop', { site: 'c2' }),
	play: async (d, aside) => {
		const g = await aside(game);
		const { legal } = await aside(async () => (await d.get(`/look?${new URLSearchParams({ game: g ? g.name : 'contigo-line', fen: g ? g.fen : '' })}`)).json);
		return d.post('/game/play', { action: legal ? legal[0] : 'x' });
	},
	'take back': (d) => d.post('/game/take-back', { ply: 0 }),
	hint: (d) => d.post('/game/hint'),
	list: (d) => d.get('/games?q=a&limit=5'),
	'one game': (d) => d.get('/games/1'),
	export: (d) => d.get('/export'),
	edit: (d) => d.post('/games/1', { players: ['Eva'], tags: ['x'], note: 'n', comments: { 1: 'c' } }),
	import: (d) => d.post('/import', { text: '[Game "contigo-line"]\n\n1 b1b3 2Na-Nc\nend unfinished\n' }),
	stats: (d) => d.get('/stats'),
	settings: (d) => d.post('/settings', { brightness: 50 }),
	doctor: (d) => d.get('/doctor'),
	phones: (d) => d.get('/phones'),
	lessons: (d) => d.get('/lessons'),
	backup: (d) => d.get('/backup'),
	log: (d) => d.get('/log'),
	stream: async (d) => {
		const l = await d.listen();
		l.close();
		return { status: l.status };
	},
};

test('at any place of any kind of request', { timeout: 1200000 }, async () => {
	const scarce = new Scarce();
	scarce.fail(0);
	const d = new Daemon({ wrap: scarce.wrap });
	await d.start();
	await d.pair();
	await d.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
	let tried = 0, refused = 0, silent = 0;
	for (const [kind, ask] of Object.entries(KINDS)) {
		let at = 0;
		/** Asked while memory is plenty. */
		const aside = async (f) => {
			scarce.fail(0);
			const answer = await f(d);
			scarce.fail(at);
			return answer;
		};
		scarce.fail(0);
		await ask(d, aside);
		scarce.fail(0);
		await ask(d, aside);
		const { made } = scarce.read();
		for (const n of some(made)) {
			at = n;
			scarce.fail(n);
			// Where there was no memory even to say no, the daemon hangs up at its deadline; that is not waited for here.
			let timer;
			const late = new Promise((done) => (timer = setTimeout(done, 1500, { status: 0 })));
			const { status } = await Promise.race([ask(d, aside).catch(() => ({ status: 0 })), late]);
			clearTimeout(timer);
			if (status === 0) silent++;
			scarce.fail(0);
			tried++;
			if (![200, 304].includes(status)) refused++;
			healthy(d);
			const after = await d.get('/about').catch((e) => assert.fail(`${kind}, allocation ${n} of ${made}: ${e.message}\n${d.log.slice(-3000)}`));
			assert.equal(after.status, 200);
			if (!(await game(d))) await d.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
		}
	}
	// Everything that was said to be saved is consistent.
	const s = (await d.get('/state')).json;
	if (s.game && s.game.id) {
		const kept = await d.get(`/games/${s.game.id}`);
		assert.equal(kept.status, 200);
	}
	await d.end();
	healthy(d);
	scarce.end();
	console.log(`# requests: ${Object.keys(KINDS).length} kinds, ${tried} failures, ${refused} answered with an error or not at all (${silent})`);
});
