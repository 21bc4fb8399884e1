import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Daemon, withDaemon } from './daemon.mjs';
import { newGame, turn } from './table.mjs';

test('pieces that are set up by hand start a game that is stored', withDaemon({}, async (d) => {
	const l = await d.listen();
	await d.post('/sim/setup');
	const asked = await l.state((s) => s.question && s.question.kind === 'start');
	assert.ok(asked.question.choices.length > 0);
	await d.post('/game/answer', { question: asked.question.id, choice: asked.question.choices[0].id });
	const s = await l.state((x) => x.phase === 'play');
	assert.ok(s.game.id > 0);
	await turn(d, l, 'a2c2', '2Na-Nc');
	assert.equal((await d.get(`/games/${s.game.id}`)).json.plies.length, 2);
	l.close();
}));

test('a position that is shown leads the hands, and the game comes back after it', withDaemon({}, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] });
	const s = await turn(d, l, 'a2c2', '2Na-Nc');
	const start = (await d.get('/layout?game=contigo-line')).json.start;
	let from = l.events.length;
	assert.equal((await d.post('/show', { game: 'contigo-line', fen: start })).status, 200);
	const shown = await l.state((x) => x.game && x.game.id === 0 && x.fixes.length > 0, from);
	assert.equal(shown.phase, 'setup');
	from = l.events.length;
	assert.equal((await d.post('/show', { stop: true })).status, 200);
	const back = await l.state((x) => x.game && x.game.id === id && x.phase === 'play', from);
	assert.equal(back.game.fen, s.game.fen);
	assert.deepEqual(back.game.players.map((p) => p.name), ['Ana', 'Luis']);
	const saved = (await d.get(`/games/${id}`)).json;
	assert.deepEqual([saved.result, saved.plies.length, saved.branches.length], ['ongoing', 2, 0]);
	assert.equal((await d.get('/games')).json.total, 1);
	assert.equal((await d.post('/show', { game: 'contigo-line', fen: 'nonsense' })).status, 409);
	l.close();
}));

test('a lesson sets the table to its step, from the file or from what the page says', withDaemon({}, async (d) => {
	const games = (await d.get('/lessons')).json;
	assert.ok(games.includes('contigo-line'), JSON.stringify(games));
	const file = (await d.get('/lessons/contigo-line')).json;
	assert.equal((await d.post('/lesson', { id: 'contigo-line/1', step: 0 })).status, 200);
	const s = (await d.get('/state')).json;
	assert.equal(s.game.fen, file.lessons[0].steps[0].fen);
	assert.deepEqual(s.lesson, { id: 'contigo-line/1', step: 0 });
	assert.deepEqual(s.game.level, [0, 0]);
	const match = file.lessons[4].steps.findIndex((step) => step.goal === 'match');
	assert.equal((await d.post('/lesson', { id: 'contigo-line/5', step: match })).status, 200);
	assert.deepEqual((await d.get('/state')).json.game.level, [1, 1]);
	assert.equal((await d.post('/lesson', { id: 'contigo-line/99', step: 0 })).status, 404);
	assert.equal((await d.post('/lesson', { id: 'nothing/1', step: 0 })).status, 404);
	assert.equal((await d.post('/game/close')).status, 200);
	assert.equal((await d.get('/state')).json.lesson, null);
	assert.equal((await d.get('/games')).json.total, 0);
}));

test('help can be changed in the middle of a game, for each player, and is remembered with it', withDaemon({}, async (d) => {
	assert.equal((await d.post('/game/level', { levels: [1, 1] })).status, 409);
	const { id, l } = await newGame(d, { game: 'contigo-line', levels: [4, 0] });
	for (const wrong of [{}, { levels: 2 }, { levels: [5] }, { levels: [-1] }, { levels: ['2'] }]) assert.equal((await d.post('/game/level', wrong)).status, 400);
	assert.deepEqual((await d.get('/state')).json.game.level, [4, 0]);
	assert.equal((await d.post('/game/level', { levels: [1, 2] })).status, 200);
	assert.deepEqual((await d.get('/state')).json.game.level, [1, 2]);
	await d.post('/game/close');
	await d.post('/game/resume', { id });
	assert.deepEqual((await d.get('/state')).json.game.level, [1, 2]);
	l.close();
}));

test('who wants to be warned sees where a lifted piece would lose at once, and who does not sees where it may go', withDaemon({}, async (d) => {
	// White's pawn on b3 keeps Black's four on rank 3 apart.
	const fen = '5w/6/6/bwbbb1/6/6 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -';
	for (const [level, meaning] of [[4, 'threat'], [1, 'target']]) {
		const { l } = await newGame(d, { game: 'contigo-line', fen, levels: [level, level] });
		await d.post('/sim/lift', { site: 'b3' });
		const s = await l.state((n) => n.lift?.site === 'b3' && ['b1', 'b5'].every((site) => n.leds[site]?.[3] === meaning));
		assert.equal(s.leds.b3[3], 'lifted');
		l.close();
	}
}));

test('the clock of the player to move runs, the other stands still', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line', clock: { minutes: 1 } });
	const s = await turn(d, l, 'a2c2', '2Na-Nc');
	assert.equal(s.game.clock.running, 2);
	assert.ok(s.game.clock.left_ms[1] > 55000 && s.game.clock.left_ms[1] <= 60000);
	assert.equal(s.game.clock.left_ms.length, 2);
	l.close();
}));

test('whoever looks later sees how much time is left by then', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line', clock: { minutes: 1 } });
	const then = (await turn(d, l, 'a2c2', '2Na-Nc')).game.clock.left_ms[1];
	let now;
	do now = (await d.get('/state')).json.game.clock.left_ms;
	while (now[1] > then - 50);
	assert.ok(now[1] > 0);
	assert.equal(now[0], 60000, 'it is not his turn');
	l.close();
}));

test('clocks are not given back what was used when the power fails', async () => {
	const d = await new Daemon().start();
	await d.pair();
	const { l } = await newGame(d, { game: 'contigo-line', clock: { minutes: 1, seconds: 7 } });
	await turn(d, l, 'a2c2', '2Na-Nc');
	const before = (await turn(d, l, 'c6c4', '1Sb-Sa')).game.clock.left_ms;
	assert.ok(before[1] > 60000 && before[1] < 67000, `seven seconds more, less what was used: ${before}`);
	await d.stop('SIGKILL');
	l.close();
	await d.start();
	const { clock } = (await d.get('/state')).json.game;
	assert.equal(clock.bonus_s, 7);
	assert.equal(clock.left_ms[1], before[1]);
	await d.end();
});

test('hints come rung by rung, as many as are allowed, and never the move at once', withDaemon({}, async (d) => {
	await d.post('/settings', { hints: 1 });
	const { l } = await newGame(d, { game: 'contigo-line' });
	assert.deepEqual((await d.get('/state')).json.hint, { rung: 0, action: null, left: 1 });
	for (let rung = 1; rung <= 4; rung++) {
		assert.equal((await d.post('/game/hint')).status, 200);
		const s = await l.state((x) => x.hint.rung === rung);
		assert.equal(s.hint.left, 0);
		if (rung < 4) assert.equal(s.hint.action, null);
		else assert.ok((await d.get('/look?game=contigo-line')).json.legal.includes(s.hint.action));
	}
	// The ladder belongs to one position; the next one would be another.
	const from = l.events.length;
	await d.post('/game/play', { action: 'a2c2' });
	await l.state((s) => s.game.ply === 1 && s.hint.rung === 0, from);
	const refused = await d.post('/game/hint');
	assert.deepEqual([refused.status, refused.json.error.key], [409, 'no-hints-left']);
	l.close();
}));

test('a stored game can be gone on with, from any ply', withDaemon({}, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] });
	await turn(d, l, 'a2c2', '2Na-Nc');
	await d.post('/game/close');
	assert.equal((await d.get(`/games/${id}`)).json.result, 'unfinished');
	assert.equal((await d.post('/game/resume', { id: 999 })).status, 409);
	assert.equal((await d.post('/game/resume', { id, ply: 99 })).status, 409);
	assert.equal((await d.get('/state')).json.game, null);
	assert.equal((await d.post('/game/resume', { id })).status, 200);
	assert.equal((await d.get('/state')).json.game.ply, 2);
	assert.equal((await d.post('/game/resume', { id, ply: 0 })).status, 200);
	assert.equal((await d.get('/state')).json.game.ply, 0);
	const g = (await d.get(`/games/${id}`)).json;
	assert.deepEqual([g.result, g.plies.length, g.branches.length], ['ongoing', 0, 1]);
	l.close();
}));

test('settings are kept and mean what they say', async () => {
	const d = await new Daemon().start();
	await d.pair();
	assert.equal((await d.post('/settings', { brightness: 77, sound: 'full', one_colour: true, settle: 150 })).json.brightness, 77);
	for (const bad of [{ brightness: -1 }, { brightness: '5' }, { sound: 'loud' }, { one_colour: 1 }, { nothing: 1 }]) assert.equal((await d.post('/settings', bad)).status, 400, JSON.stringify(bad));
	await d.stop('SIGKILL');
	await d.start();
	const s = (await d.get('/settings')).json;
	assert.deepEqual([s.brightness, s.sound, s.one_colour, s.settle], [77, 'full', true, 150]);
	await d.end();
});

test('a line that is marked faulty is asked for instead of believed', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line' });
	assert.equal((await d.post('/doctor/mark', { line: 'nowhere', faulty: true })).status, 404);
	assert.equal((await d.post('/doctor/mark', { line: 'c2', faulty: true })).status, 200);
	const layout = (await d.get('/layout?game=contigo-line')).json;
	assert.deepEqual(layout.sites.find((s) => s.name === 'c2').knows, []);
	assert.ok((await d.get('/doctor')).json.lines.find((x) => x.label === 'c2').faulty);
	assert.equal((await d.post('/doctor/mark', { line: 'c2', faulty: false })).status, 200);
	assert.notDeepEqual((await d.get('/layout?game=contigo-line')).json.sites.find((s) => s.name === 'c2').knows, []);
	l.close();
}));
