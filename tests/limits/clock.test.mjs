// The wall clock jumps: by ten years, by an hour, back to 1970. Players' clocks and windows go by the time since the start, games are in
// the order in which they were begun, and those begun without a clock say so until it is set.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Daemon } from '../http/daemon.mjs';
import { legalTurn } from '../http/table.mjs';

const YEAR = 365 * 86400;
const SLACK_MS = 400; // a busy machine, not the clock: a jump that gets through is a thousand times that

class Wall {
	constructor() {
		this.dir = mkdtempSync(join(tmpdir(), 'tablero-wall-'));
		this.path = join(this.dir, 'off');
		writeFileSync(this.path, Buffer.alloc(8));
		this.fd = openSync(this.path, 'r+');
		this.wrap = ['env', `LD_PRELOAD=${process.env.BUILD_DIR}/tests/libwallclock.so`, `WALLCLOCK=${this.path}`, 'ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=1'];
	}

	set(seconds) {
		const b = Buffer.alloc(8);
		b.writeBigInt64LE(BigInt(Math.round(seconds)));
		writeSync(this.fd, b, 0, 8, 0);
	}

	end() {
		closeSync(this.fd);
		rmSync(this.dir, { recursive: true });
	}
}

async function play(d, action) {
	const a = await d.post('/game/play', { action });
	assert.equal(a.status, 200, `${action}: ${JSON.stringify(a.json)}`);
}

test("a hundred jumps of the wall clock do not move the players' clocks", { timeout: 120000 }, async () => {
	const wall = new Wall();
	const d = new Daemon({ wrap: wall.wrap });
	await d.start();
	await d.pair();
	let jumps = 0, worst = 0;
	const jump = () => wall.set([10 * YEAR, -10 * YEAR, 3600, -3600, 0][jumps++ % 5]);
	while (jumps < 100) {
		const begun = performance.now();
		await d.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'], clock: { minutes: 20, seconds: 0 } });
		for (let i = 0; i < 6 && jumps < 100; i++) {
			const { game } = (await d.get('/state')).json;
			if (game.result !== 'ongoing') break;
			const next = await legalTurn(d, game.name, game.fen);
			jump();
			await play(d, next.pawn);
			jump();
			if (next.beads) await play(d, next.beads);
		}
		const { clock } = (await d.get('/state')).json.game;
		const used = clock.left_ms.slice(0, 2).reduce((sum, left) => sum + (20 * 60000 - left), 0);
		const passed = performance.now() - begun;
		assert.ok(used >= 0 && used <= passed + 1, `${used} ms used in ${passed} ms`);
		worst = Math.max(worst, used > passed ? used - passed : 0);
		assert.ok((await d.get('/state')).json.store.ok);
	}
	// In the order in which they were begun, whatever the clock said.
	const { games } = (await d.get('/games?sort=oldest&limit=200')).json;
	assert.deepEqual(games.map((g) => g.id), games.map((g) => g.id).sort((a, b) => a - b));
	wall.set(0);
	await d.end();
	wall.end();
	console.log(`# ${jumps} jumps, ${games.length} games; more charged than passed: ${worst.toFixed(0)} ms`);
});

test('a clock that jumps forward does not use up the time of a window, nor end a phone that is used', { timeout: 60000 }, async () => {
	const wall = new Wall();
	const d = new Daemon({ wrap: wall.wrap });
	await d.start();
	await d.pair();
	for (let w = {}; !w.open; w = (await d.get('/pair', { token: '' })).json) {
		await d.post('/sim/button', { player: 1, held: true });
		await d.post('/sim/button', { player: 2, held: true });
	}
	const t0 = performance.now();
	const before = (await d.get('/pair', { token: '' })).json.seconds;
	wall.set(3600);
	const after = (await d.get('/pair', { token: '' })).json;
	assert.ok(after.open);
	assert.ok(before - after.seconds <= (performance.now() - t0 + SLACK_MS) / 1000 + 1);
	wall.set(60 * 86400);
	assert.equal((await d.get('/phones')).status, 200);
	wall.set(120 * 86400);
	assert.equal((await d.get('/phones')).status, 200);
	// Ninety days and more without a sign of life, and it is forgotten.
	await d.stop();
	wall.set(220 * 86400);
	await d.start();
	assert.equal((await d.get('/phones')).status, 401);
	wall.set(0);
	await d.end();
	wall.end();
});

test('a game begun in 1970 says so, comes after all others, and is put right when the time arrives', { timeout: 60000 }, async () => {
	const wall = new Wall();
	const d = new Daemon({ wrap: wall.wrap });
	await d.start();
	await d.pair();
	const old = (await d.post('/game', { game: 'contigo-line' })).json.id;
	await d.stop();
	wall.set(-Math.floor(Date.now() / 1000) + 20);
	await d.start();
	const lost = (await d.post('/game', { game: 'contigo-line' })).json.id;
	assert.ok(lost > old);
	assert.equal((await d.get(`/games/${lost}`)).json.clock_set, false);
	assert.deepEqual((await d.get('/games')).json.games.map((g) => g.id), [lost, old]);
	wall.set(0);
	let g;
	do {
		await d.post('/sim/setup'); // something happens at the board now and then
		g = (await d.get(`/games/${lost}`)).json;
	} while (!g.clock_set);
	assert.ok(Math.abs(g.started - Date.now()) < 60000, `${g.started}`);
	await d.end();
	wall.end();
});
