// The flight recorder: what is kept of a turn, what it exports, and "that is not what I did".
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withDaemon } from './daemon.mjs';
import { carry, newGame, turn } from './table.mjs';

const boards = fileURLToPath(new URL('../../hal/boards/', import.meta.url));

/** The actions that `tablero replay` reads out of a trace. */
async function replay(d, text, board) {
	const file = join(d.state, 'turn.trace');
	await writeFile(file, text);
	const { stdout } = await promisify(execFile)(join(process.env.BUILD_DIR, 'tablero'), ['replay', '--board', join(boards, `${board}.ini`), file]);
	const line = [];
	for (const e of stdout.trim().split('\n').map((x) => JSON.parse(x))) {
		if (e.type === 'action') line.push(e.action);
		if (e.type === 'undo') line.length = e.ply;
	}
	return line;
}

test('a turn that was never recorded has no trace, and the question must name one', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const made = await d.post('/import', { text: (await exported(d)).toString() });
	assert.equal(made.status, 200, JSON.stringify(made.json));
	const none = await d.get(`/games/${made.json.ids[0]}/trace?ply=1`);
	assert.deepEqual([none.status, none.json.error.key], [404, 'no-trace']);
	assert.equal((await d.get('/games/999/trace?ply=1')).status, 404);
	for (const bad of ['', '?ply=0', '?ply=-3', '?ply=x', '?ply=99999999']) assert.equal((await d.get(`/games/1/trace${bad}`)).status, 400, bad);
	assert.equal((await d.get('/games/1/trace?ply=1', { token: '' })).status, 401);
}));

async function exported(d) {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	await turn(d, l, 'a2c2', '2Na-Nc');
	l.close();
	return (await d.get(`/games/${id}/export`)).data;
}

test('a turn exports as a trace that replays to the same turn', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	const first = await turn(d, l, 'a2c2', '2Na-Nc');
	const legal = (await d.get(`/look?${new URLSearchParams({ game: 'contigo-line', fen: first.game.fen })}`)).json.legal[0];
	const beads = (await d.get(`/look?${new URLSearchParams({ game: 'contigo-line', fen: first.game.fen, moves: legal })}`)).json.legal[0];
	await turn(d, l, legal, beads);
	for (const [ply, actions] of [[1, ['a2c2', '2Na-Nc']], [2, ['a2c2', '2Na-Nc']], [3, [legal, beads]], [4, [legal, beads]]]) {
		const trace = await d.get(`/games/${id}/trace?ply=${ply}`);
		assert.equal(trace.status, 200, trace.data.toString());
		assert.match(trace.headers['content-disposition'], /turn\.trace/);
		assert.match(trace.data.toString(), /^tablero-trace 1 contigo\n/);
		assert.deepEqual(await replay(d, trace.data, 'contigo'), actions, `ply ${ply}\n${trace.data}`);
	}
	l.close();
}));

test('what was entered on the phone is in the trace, and it outlives the daemon', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	await d.post('/game/play', { action: 'a2c2' });
	await d.post('/game/play', { action: '2Na-Nc' });
	await d.stop('SIGKILL');
	await d.start();
	const trace = (await d.get(`/games/${id}/trace?ply=1`)).data;
	assert.match(trace.toString(), /#! \d+ play a2c2\n/);
	assert.deepEqual(await replay(d, trace, 'contigo'), ['a2c2', '2Na-Nc'], trace.toString());
	l.close();
}));

async function answerAll(d, l) {
	const from = l.events.length;
	await carry(d, 'a2', 'c2');
	await carry(d, 'Na', 'Nc', 2);
	let s = await l.state((x) => x.question, from);
	for (; s.question; s = (await d.get('/state')).json) await d.post('/game/answer', { question: s.question.id, choice: s.question.choices[0].id });
	return s;
}

for (const way of ['the phone', 'a held button'])
	test(`"that is not what I did" says ${way}: the other reading takes its place, the first one is kept`, withDaemon({ args: ['--board', 'contigo-presence'] }, async (d) => {
		const { id, l } = await newGame(d, { game: 'contigo-line' });
		// Pits that only tell whether they are empty: where the beads went has to be asked, and the answer was wrong.
		const s = await answerAll(d, l);
		assert.equal(s.game.ply, 2);
		const was = s.game.moves.map((m) => m.action);
		let from = l.events.length;
		if (way === 'the phone') assert.equal((await d.post('/game/dispute')).status, 200);
		else await d.post('/sim/button', { player: 1, held: true });
		const asked = await l.state((x) => x.question, from);
		assert.equal(asked.question.kind, 'reading');
		assert.ok(asked.question.choices.length > 1, JSON.stringify(asked.question));
		assert.equal(asked.question.choices.at(-1).es, 'Ninguna de estas: deshacer el turno');
		const other = asked.question.choices[0];
		from = l.events.length;
		await d.post('/game/answer', { question: asked.question.id, choice: other.id });
		const now = await l.state((x) => !x.question, from);
		const is = now.game.moves.map((m) => m.action);
		assert.notDeepEqual(is, was);
		assert.equal(is.at(-1), other.en.split(' ').at(-1));
		const saved = (await d.get(`/games/${id}`)).json;
		assert.deepEqual(saved.plies.map((p) => p.action), is);
		assert.equal(saved.branches.length, 1);
		assert.equal(saved.branches[0].plies.at(-1).action, was.at(-1));
		const trace = (await d.get(`/games/${id}/trace?ply=2`)).data;
		assert.deepEqual(await replay(d, trace, 'contigo-presence'), is, trace.toString());
		l.close();
	}));

test('none of the other readings: the turn is taken back and kept as a branch', withDaemon({ args: ['--board', 'contigo-presence'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	const was = (await answerAll(d, l)).game.moves.map((m) => m.action);
	let from = l.events.length;
	await d.post('/game/dispute');
	const asked = await l.state((x) => x.question, from);
	from = l.events.length;
	await d.post('/game/answer', { question: asked.question.id, choice: asked.question.choices.at(-1).id });
	const left = await l.state((x) => !x.question && x.game.ply === 0, from);
	assert.equal(left.game.player, 1);
	const saved = (await d.get(`/games/${id}`)).json;
	assert.deepEqual([saved.plies.length, saved.branches.map((b) => b.plies.map((p) => p.action))], [0, [was]]);
	assert.equal((await d.post('/game/dispute')).status, 409);
	l.close();
}));

test('among four, a turn of the last round is put right and what followed is kept', withDaemon({ args: ['--board', 'contigo-presence'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-capture:players=4,beads=group', players: ['Ana', 'Luis', 'Eva', 'Teo'] });
	const was = ['a2c2', '1Na-NW', 'a5c5', '1SE-Sf', 'f5d5', '1W3-W2'];
	for (const action of was) assert.equal((await d.post('/game/play', { action })).status, 200, action);
	await d.post('/sim/setup');
	await l.state((s) => s.phase === 'play' && s.game.ply === 6 && Object.keys(s.seen).length === 0);
	for (const bad of [{ player: 'x' }, { player: 0 }, { player: 7 }]) assert.equal((await d.post('/game/dispute', bad)).status, 400, JSON.stringify(bad));
	const late = await d.post('/game/dispute', { player: 4 });
	assert.deepEqual([late.status, late.json.error.key], [409, 'not-lately']);
	assert.equal((await d.post('/game/dispute', { player: 1 })).status, 200);
	const said = [];
	for (const want of ['a2c2, and the rest was otherwise', 'Nb', 'Nc']) {
		const q = (await d.get('/state')).json.question;
		said.push(q.es);
		const c = q.choices.find((x) => x.en === want);
		assert.ok(c, `${want}: ${JSON.stringify(q)}`);
		await d.post('/game/answer', { question: q.id, choice: c.id });
	}
	assert.match(said[0], /¿Qué hizo Ana de verdad\?/);
	const is = ['a2c2', '1Nb-Nc', 'a5c5', '1SE-Sf', 'f5d5', '1W3-W2'];
	const s = await l.state((x) => x.phase === 'play' && x.game.moves[1] && x.game.moves[1].action === '1Nb-Nc' && x.game.ply === 6);
	assert.deepEqual([s.game.moves.map((m) => m.action), s.game.player], [is, 4]);
	const saved = (await d.get(`/games/${id}`)).json;
	assert.deepEqual(saved.plies.map((p) => p.action), is);
	assert.ok(saved.branches.some((b) => b.plies.map((p) => p.action).join() === was.slice(b.from_ply).join()), JSON.stringify(saved.branches));
	for (const ply of [2, 4, 6]) assert.deepEqual(await replay(d, (await d.get(`/games/${id}/trace?ply=${ply}`)).data, 'contigo-presence'), is, `ply ${ply}`);
	l.close();
}));
