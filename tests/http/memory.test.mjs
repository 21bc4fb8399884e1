// Table memory: games that were put away are put back, on another day, in any order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from './daemon.mjs';
import { legalTurn, newGame, turn } from './table.mjs';

async function putBack(d, game, fen, skip = []) {
	const { look } = (await d.get(`/look?${new URLSearchParams({ game, fen })}`)).json;
	// An order that no game would have: by the letters of the places, backwards.
	for (const site of Object.keys(look).sort().reverse()) {
		const [count, owner, rank] = look[site];
		if (!skip.includes(site)) assert.equal((await d.post('/sim/put', { site, owner, rank, count })).status, 200, site);
	}
	return look;
}

async function play(d, l, turns) {
	let s = (await d.get('/state')).json;
	for (let i = 0; i < turns; i++) {
		const { pawn, beads } = await legalTurn(d, 'contigo-line', s.game.fen);
		s = await turn(d, l, pawn, beads);
	}
	return s;
}

/** Everything off, and felt to be so. */
async function clear(d, l) {
	const from = l.events.length;
	await d.post('/sim/sweep');
	await l.state((s) => !s.game && Object.keys(s.truth).length === 0 && Object.keys(s.seen).length === 0, from);
}

/** Two turns by Ana and Luis, three by others; then everything goes into the box. */
async function putAway(d, players) {
	const { id, l } = await newGame(d, { game: 'contigo-line', players });
	const s = await play(d, l, players[0] === 'Ana' ? 2 : 3);
	await d.post('/game/close');
	await clear(d, l);
	l.close();
	return { id, fen: s.game.fen };
}

test('a game put back after a restart goes on with its record', withDaemon({}, async (d) => {
	const ours = await putAway(d, ['Ana', 'Luis']);
	await putAway(d, ['Eva', 'Juan']);
	await d.stop();
	await d.start();
	assert.equal((await d.get('/state')).json.game, null);
	let l = await d.listen();
	await putBack(d, 'contigo-line', ours.fen);
	const asked = await l.state((s) => s.question && s.question.key === 'ask-start-stored');
	assert.equal(asked.question.kind, 'start');
	assert.match(asked.question.choices[0].en, /Ana – Luis.* 4 actions/);
	assert.match(asked.question.choices[0].es, /Ana – Luis.* 4 jugadas/);
	assert.equal((await d.post('/game/answer', { question: asked.question.id, choice: asked.question.choices[0].id })).status, 200);
	const s = await l.state((x) => x.phase === 'play');
	assert.deepEqual([s.game.id, s.game.fen, s.game.ply], [ours.id, ours.fen, 4]);
	assert.deepEqual(s.game.players.map((p) => p.name), ['Ana', 'Luis']);
	await play(d, l, 1);
	const saved = (await d.get(`/games/${ours.id}`)).json;
	assert.deepEqual([saved.result, saved.plies.length, saved.branches.length], ['ongoing', 6, 0]);
	assert.equal((await d.get('/games')).json.total, 2);
	l.close();
}));

test('with a piece still missing the nearest game is asked for, its place lit; one tap declines', withDaemon({}, async (d) => {
	const ours = await putAway(d, ['Ana', 'Luis']);
	const l = await d.listen();
	const look = (await d.get(`/look?${new URLSearchParams({ game: 'contigo-line', fen: ours.fen })}`)).json.look;
	const missing = Object.keys(look).find((site) => look[site][1]);
	await putBack(d, 'contigo-line', ours.fen, [missing]);
	const asked = await l.state((s) => s.question && s.question.key === 'ask-start-near');
	assert.deepEqual(asked.fixes.map((f) => [f.from, f.to]), [[null, missing]]);
	assert.ok(asked.leds[missing], 'the place is lit');
	const none = asked.question.choices.at(-1);
	assert.deepEqual([none.en, none.es], ['None of these', 'Ninguna de estas']);
	let from = l.events.length;
	await d.post('/game/answer', { question: asked.question.id, choice: none.id });
	const left = await l.state((s) => !s.question, from);
	assert.deepEqual([left.phase, left.game, left.fixes.length], ['none', null, 0]);
	assert.equal((await d.get(`/games/${ours.id}`)).json.result, 'unfinished');
	// Another evening it is offered again, and chosen before the last piece stands.
	await clear(d, l);
	from = l.events.length;
	await putBack(d, 'contigo-line', ours.fen, [missing]);
	const again = await l.state((s) => s.question && s.question.key === 'ask-start-near', from);
	from = l.events.length;
	await d.post('/game/answer', { question: again.question.id, choice: again.question.choices[0].id });
	const led = await l.state((s) => s.phase === 'mismatch', from);
	assert.deepEqual([led.game.id, led.game.ply], [ours.id, 4]);
	from = l.events.length;
	const [count, owner, rank] = look[missing];
	await d.post('/sim/put', { site: missing, owner, rank, count });
	const s = await l.state((x) => x.phase === 'play', from);
	assert.equal(s.game.fen, ours.fen);
	l.close();
}));

test('a deleted game is not remembered', withDaemon({}, async (d) => {
	await putAway(d, ['Ana', 'Luis']);
	const twin = await putAway(d, ['Ana', 'Eva']);
	assert.equal((await d.post(`/games/${twin.id}/delete`)).status, 200);
	const l = await d.listen();
	await putBack(d, 'contigo-line', twin.fen);
	const asked = await l.state((s) => s.question);
	assert.deepEqual(asked.question.choices.filter((c) => /^Go on/.test(c.en)).length, 1);
	assert.match(asked.question.choices[0].en, /Luis/);
	l.close();
}));

test('options played last are offered first, when the same pieces stand there again', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line:beads=spread' });
	await d.post('/game/close');
	await d.post('/sim/sweep');
	await l.state((s) => !s.game && Object.keys(s.seen).length === 0);
	const from = l.events.length;
	await d.post('/game', { game: 'contigo-line' });
	await d.post('/sim/setup');
	await d.post('/game/close');
	const asked = await l.state((s) => s.question && s.question.kind === 'start', from);
	assert.deepEqual(asked.question.choices.map((c) => c.en).slice(0, 2), ['contigo-line', 'contigo-line:beads=spread']);
	l.close();
}));
