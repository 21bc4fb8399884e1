import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Daemon } from './daemon.mjs';
import { carry, legalTurn, newGame, turn } from './table.mjs';

const TIMES = Number(process.env.CRASHES || 12);

test(`killed ${TIMES} times in the middle of a game, nothing that was confirmed is lost`, { timeout: 60000 + TIMES * 5000 }, async () => {
	const d = await new Daemon().start();
	await d.pair();
	let { l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] });
	let confirmed = [];
	let seed = 7;
	const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
	for (let i = 0; i < TIMES; i++) {
		const game = (await d.get('/state')).json.game;
		if (game.result !== 'ongoing') {
			l.close();
			({ l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] }));
			continue;
		}
		const next = await legalTurn(d, game.name, game.fen);
		const collect = setInterval(() => {}, 1000);
		const half = /^(\d+)(\w+)-(\w+)$/.exec(next.pawn); // killed after the pawn had been believed: its beads are to move
		if (half) await carry(d, half[2], half[3], Number(half[1]));
		else if (random(2)) await turn(d, l, next.pawn, next.beads);
		else await carry(d, next.pawn.slice(0, 2), next.pawn.slice(2));
		clearInterval(collect);
		// Whatever a listener was told by now was confirmed.
		await d.get('/about');
		confirmed = l.events.filter((e) => e.event === 'log' && (e.json.type === 'action' || e.json.type === 'undo')).map((e) => e.json);
		const last = confirmed.at(-1);
		await d.stop('SIGKILL');
		l.close();
		await d.start();
		const s = (await d.get('/state')).json;
		assert.ok(s.store.ok, s.store.message);
		assert.ok(s.game, 'the game goes on by itself');
		if (last) assert.ok(s.game.ply >= last.ply, `ply ${s.game.ply} after ${last.ply} was confirmed`);
		if (last && s.game.ply === last.ply) assert.equal(s.game.fen, last.fen);
		l = await d.listen();
		await d.post('/sim/setup');
		await l.state((x) => (x.phase === 'play' || x.phase === 'over') && Object.keys(x.seen).length === 0);
		assert.deepEqual((await d.get('/state')).json.game.players.map((p) => p.name), ['Ana', 'Luis']);
	}
	l.close();
	await d.end();
});

test('a clean stop in the middle of a turn takes less than two seconds', async () => {
	const d = await new Daemon().start();
	await d.pair();
	const { l } = await newGame(d, { game: 'contigo-line' });
	await d.post('/sim/lift', { site: 'a2' });
	const t0 = Date.now();
	const how = await d.stop();
	assert.equal(how.code, 0);
	assert.ok(Date.now() - t0 < 2000);
	l.close();
	await d.start();
	assert.deepEqual((await d.get('/sim')).json.hand, [{ owner: 1, rank: 0, count: 1 }]);
	await d.end();
});
