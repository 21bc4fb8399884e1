// start.test.mjs — a game that begins with what stands on the board, ordered from a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from './daemon.mjs';
import { carry, newGame, turn } from './table.mjs';

const PITS = Array(28).fill(2).join();
const KINGS = `6/1b2B1/6/2w3/6/1W4 ${PITS} 2 piece -`;

/** Pieces as in a position, and no game. */
async function standing(d, game, fen) {
	const { l } = await newGame(d, { game, fen });
	await d.post('/game/close');
	await l.state((s) => !s.game);
	return l;
}

async function answer(d, l, ...words) {
	for (const en of words) {
		const s = (await d.get('/state')).json;
		const c = s.question.choices.find((x) => x.en === en);
		assert.ok(c, `${en} is no answer to ${JSON.stringify(s.question)}`);
		assert.equal((await d.post('/game/answer', { question: s.question.id, choice: c.id })).status, 200);
	}
}

test('what makes no sense together, or stands nowhere, starts nothing and leaves the game on the table', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	for (const bad of [{ placed: true, fen: KINGS }, { placed: 'yes' }, { player: 1 }, { placed: true, player: 0 }, { placed: true, player: 9 }, { placed: true, player: 'x' }])
		assert.equal((await d.post('/game', { game: 'contigo-capture', ...bad })).status, 400, JSON.stringify(bad));
	const other = await d.post('/game', { game: 'oraia', placed: true });
	assert.deepEqual([other.status, other.json.error && other.json.error.key], [409, 'wrong-board'], JSON.stringify(other.json));
	const from = l.events.length;
	await d.post('/sim/lift', { site: 'Na', count: 2 });
	await l.state((s) => s.seen.Na, from);
	const short = await d.post('/game', { game: 'contigo-line', placed: true });
	assert.deepEqual([short.status, short.json.error.key], [409, 'not-placed']);
	assert.match(short.json.error.en, /54 beads, the game has 56/);
	assert.equal((await d.get('/state')).json.game.id, id);
	l.close();
}));

test('as placed: what the reeds do not tell is asked, then the game begins with its names, help and clock', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const l = await standing(d, 'contigo-capture', KINGS);
	const made = await d.post('/game', { game: 'contigo-capture:beads=group', placed: true, players: ['Ana', 'Luis'], levels: [3, 0], clock: { minutes: 5 } });
	assert.deepEqual([made.status, made.json], [200, { id: 0, asks: true }]);
	const asked = (await d.get('/state')).json.question, from = l.events.length;
	assert.deepEqual([asked.kind, asked.key], ['names', 'name-owners']);
	assert.match(asked.es, /de Ana/);
	await answer(d, l, 'b1', 'c3', 'Done', 'b1', 'e5', 'Done', 'Luis');
	const s = await l.state((x) => x.phase === 'play' && x.game.fen === KINGS, from);
	assert.deepEqual([s.game.name, s.game.players.map((p) => p.name), s.game.level, s.game.clock.left_ms.map((ms) => ms > 290000)], ['contigo-capture:beads=group', ['Ana', 'Luis'], [3, 0], [true, true]]);
	const saved = (await d.get(`/games/${s.game.id}`)).json;
	assert.deepEqual([saved.start, saved.players], [KINGS, ['Ana', 'Luis']]);
	await d.stop('SIGKILL');
	await d.start();
	const again = (await d.get('/state')).json.game;
	assert.deepEqual([again.id, again.level, again.clock !== null], [s.game.id, [3, 0], true]);
	l.close();
}));

test('as placed where nothing is left to ask begins at once', withDaemon({ args: ['--board', 'andantino'] }, async (d) => {
	const { l } = await newGame(d, { game: 'andantino' });
	const fen = (await d.get(`/look?${new URLSearchParams({ game: 'andantino', moves: 'K10' })}`)).json.fen;
	await d.post('/game/close');
	await standing(d, 'andantino', fen).then((x) => x.close());
	const made = await d.post('/game', { game: 'andantino:side=7', placed: true, player: 2 });
	assert.equal(made.status, 200, JSON.stringify(made.json));
	assert.equal(made.json.asks, false, JSON.stringify((await d.get('/state')).json.question).slice(0, 600));
	const s = await l.state((x) => x.game && x.game.id === made.json.id && x.phase === 'play');
	assert.deepEqual([s.game.name, s.game.player], ['andantino:side=7', 2]);
	l.close();
}));

test('leaving the questions leaves no game, and its clock is not the next one\'s', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const l = await standing(d, 'contigo-capture', KINGS);
	await d.post('/game', { game: 'contigo-capture', placed: true, clock: { minutes: 5 } });
	await answer(d, l, 'Leave it');
	assert.equal((await d.get('/state')).json.game, null);
	assert.equal((await d.get('/games')).json.total, 1);
	const { l: other } = await newGame(d, { game: 'contigo-line' });
	assert.equal((await d.get('/state')).json.game.clock, null);
	other.close();
	l.close();
}));

test('a game set up by hand after a finished one does not take its result away', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	await turn(d, l, 'a2c2', '2Na-Nc');
	await d.post('/game/resign', { player: 2 });
	for (const [from, to, n] of [['c2', 'a2', 1], ['Nc', 'Na', 2]]) await carry(d, from, to, n);
	const s = await l.state((x) => x.question && x.question.kind === 'start', l.events.length);
	await d.post('/game/answer', { question: s.question.id, choice: s.question.choices[0].id });
	await l.state((x) => x.game && x.game.id !== id && x.phase === 'play');
	const saved = (await d.get(`/games/${id}`)).json;
	assert.deepEqual([saved.result, saved.reason], ['win 1', 'resigned']);
	l.close();
}));
