// kill.mjs — kills the real daemon at random moments of games that are played over its interface, and looks at what it knows
// when it is started again: every action that was confirmed, in its order, on the position that was last shown; at most the one
// that was under way besides.
//   node kill.mjs [--cycles N] [--seed S]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from '../http/daemon.mjs';

const option = (name, standard) => Number(process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : standard);
const cycles = option('--cycles', 40);
let seed = option('--seed', 20261130);
const random = (n) => {
	seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
	return Math.floor((seed / 4294967296) * n);
};
/** A moment from now on, some microseconds to some milliseconds: the instant of the kill, not a wait for something. */
const moment = (micros) => new Promise((done) => {
	const end = process.hrtime.bigint() + BigInt(micros) * 1000n;
	const look = () => (process.hrtime.bigint() >= end ? done() : setImmediate(look));
	look();
});

const GAMES = ['contigo-line', 'contigo-capture:players=4', 'perturbador', 'oraia', 'swahili', 'andantino'];
const told = { actions: 0, underway: 0, hands: 0, starts: 0, ends: 0, changed: 0, games: 0 };

/** What people were told: the actions of the game on the table. */
let game = null;
/** And of those before it. */
const past = [];

const look = async (d, name, fen, moves = []) => (await d.get(`/look?${new URLSearchParams({ game: name, fen, ...(moves.length ? { moves: moves.join(' ') } : {}) })}`)).json;

async function newGame(d) {
	if (game) past.push(game);
	const name = GAMES[told.games++ % GAMES.length];
	const made = await d.post('/game', { game: name, players: ['Ana', 'Luis'] });
	assert.equal(made.status, 200, JSON.stringify(made.json));
	const s = (await d.get('/state')).json;
	game = { id: made.json.id, name, start: s.game.fen, actions: [], fen: s.game.fen, over: false };
}

async function playOne(d) {
	const { legal } = await look(d, game.name, game.fen);
	if (!legal.length) {
		game.over = true;
		return null;
	}
	return legal[random(legal.length)];
}

/** Sent, and either confirmed or not when the kill comes. */
async function byPhone(d) {
	const quick = random(5);
	for (let i = 0; i < quick && !game.over; i++) {
		const action = await playOne(d);
		if (!action) return;
		const answer = await d.post('/game/play', { action });
		assert.equal(answer.status, 200, `${action}: ${JSON.stringify(answer.json)}`);
		confirm((await d.get('/state')).json, action);
	}
	const action = game.over ? null : await playOne(d);
	if (!action) return;
	game.underway = action;
	const answer = d.post('/game/play', { action }).then((a) => {
		if (a.status === 200) {
			game.confirmed = true;
			told.underway++;
		}
	}, () => {});
	await moment(random(2) ? random(1500) : random(12000));
	d.kill = answer;
}

function confirm(s, action) {
	game.actions.push(action);
	game.fen = s.game.fen;
	game.over = s.game.result !== 'ongoing';
	told.actions++;
}

/** With hands on the simulated table; what the stream says is confirmed. */
async function byHand(d) {
	const before = await look(d, game.name, game.fen);
	await d.post('/sim/setup');
	const l = await d.listen();
	const from = Object.entries(before.look).filter(([, v]) => v[1] === before.player);
	const square = from.length ? from[random(from.length)][0] : null;
	if (square) {
		await d.post('/sim/lift', { site: square });
		const s = await l.state((x) => x.lift || x.phase !== 'play' || Object.keys(x.seen).length > 0);
		const target = s.lift && s.lift.targets && s.lift.targets.length ? s.lift.targets[random(s.lift.targets.length)] : square;
		await d.post('/sim/drop', { site: target });
	}
	told.hands++;
	await moment(random(900000));
	l.request.on('error', () => {});
	d.heard = () => l.events.filter((e) => e.event === 'log' && (e.json.type === 'action' || e.json.type === 'undo')).map((e) => e.json);
}

function checkKept(kept, g) {
	const all = kept.plies.map((p) => p.action);
	assert.deepEqual(all.slice(0, g.actions.length), g.actions);
	assert.ok(all.length <= g.actions.length + 1);
	return all;
}

/** Everything that was confirmed is there, and nothing was made up. */
async function check(d) {
	const s = (await d.get('/state')).json;
	assert.ok(s.store.ok && s.store.message === '', `the store: ${s.store.message}`);
	if (!game) return;
	if (game.over || !s.game) {
		const kept = (await d.get(`/games/${game.id}`)).json;
		game.actions = checkKept(kept, game);
		past.push(game);
		game = null;
		return;
	}
	assert.equal(s.game.id, game.id, 'the same game goes on');
	let now = s.game.moves.map((m) => m.action);
	if (game.heard) {
		// By hand: what the stream had told by the end was confirmed; more may have been saved than could be told.
		let line = [...game.actions];
		for (const e of game.heard) line = e.type === 'undo' ? line.slice(0, e.ply) : [...line, e.action];
		const same = now.slice(0, line.length);
		if (now.length >= line.length) assert.deepEqual(same, line);
		else assert.fail(`told ${line.join(' ')}, kept ${now.join(' ')}`);
		game.actions = now;
	} else {
		const least = [...game.actions, ...(game.confirmed ? [game.underway] : [])];
		const most = [...game.actions, ...(game.underway ? [game.underway] : [])];
		assert.ok(JSON.stringify(now) === JSON.stringify(least) || JSON.stringify(now) === JSON.stringify(most), `confirmed ${least.join(' ')}\nkept ${now.join(' ')}`);
		game.actions = now;
	}
	// The position is the one these actions lead to, by the rules.
	const shown = now.length ? (await look(d, game.name, game.start, now)).fen : game.start;
	assert.equal(s.game.fen, shown);
	game.fen = s.game.fen;
	game.over = s.game.result !== 'ongoing';
	for (const key of ['underway', 'confirmed', 'heard']) delete game[key];
}

/** Somebody moved a piece while the power was off: that is talked about, and nothing of the game is lost. */
async function changedBoard(d) {
	await d.post('/sim/setup');
	const s = (await d.get('/state')).json;
	const site = Object.entries(s.look).find(([, v]) => v[1] > 0);
	if (!site) return;
	const l = await d.listen();
	await d.post('/sim/take-away', { site: site[0], count: 1 });
	const ply = s.game.ply;
	await d.stop('SIGKILL');
	l.close();
	await d.start();
	const again = await d.listen();
	const t = await again.state((x) => x.phase === 'mismatch' || x.phase === 'question' || (x.board.state === 'ready' && Object.keys(x.seen).length > 0));
	assert.equal(t.game.ply, ply);
	assert.equal(t.game.id, game.id);
	again.close();
	await d.post('/sim/setup');
	told.changed++;
}

const d = new Daemon();
await d.start();
await d.pair();
let done = 0;
try {
	for (let i = 0; i < cycles; i++) {
		if (!game || game.over || random(10) === 0) await newGame(d);
		const what = random(20);
		d.kill = d.heard = null;
		if (what < 2 && !game.over) await changedBoard(d);
		else if (what < 5) await byHand(d);
		else await byPhone(d);
		// Now and then the daemon is asked to end: that has to be quick, and is no excuse either.
		const politely = random(6) === 0;
		const begun = performance.now();
		const end = await d.stop(politely ? 'SIGTERM' : 'SIGKILL');
		if (politely) {
			assert.equal(end.code, 0, JSON.stringify(end));
			assert.ok(performance.now() - begun < 2000, `took ${performance.now() - begun} ms to end`);
			told.ends++;
		}
		await d.kill;
		if (d.heard && game) game.heard = d.heard();
		if (random(8) === 0) {
			// Once more, while it is still starting.
			told.starts++;
			const starting = d.start().catch(() => {});
			await moment(random(120000));
			d.child.kill('SIGKILL');
			await d.ended;
			await starting;
		}
		await d.start();
		await check(d);
		done++;
	}
	for (const g of past) checkKept((await d.get(`/games/${g.id}`)).json, g);
	await d.stop();
	const whole = execFileSync('sqlite3', [join(d.state, 'tablero.db'), 'PRAGMA integrity_check'], { encoding: 'utf8' }).trim();
	assert.equal(whole, 'ok');
	assert.ok(!existsSync(join(d.state, 'tablero.db-wal')), 'a clean stop leaves no log');
	await d.start();
	await d.end();
	console.log(`ok - ended ${done} times (${told.ends} of them by SIGTERM, ${told.starts} also while starting), ${told.games} games, ${told.actions} actions confirmed, ${told.underway} confirmed in the last moment, ${told.hands} by hand, ${told.changed} boards changed meanwhile: nothing lost`);
} catch (e) {
	console.log(`not ok - cycle ${done + 1} of seed ${option('--seed', 20261130)}: ${e.stack}\n--- daemon:\n${d.log}\nstate kept in ${d.state}`);
	d.child.kill('SIGKILL');
	process.exitCode = 1;
}
