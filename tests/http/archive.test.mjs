import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withDaemon } from './daemon.mjs';
import { newGame, turn } from './table.mjs';

const GAME = `[Game "contigo-line"]
[Started "2026-10-01 18:00:00 UTC"]
[Player1 "Ana"]
[Player2 "Luis"]
[Result "unfinished"]
[Tags "family"]
[Note "rain \\"outside\\""]

1 a2c2 2Na-Nc
{2 good}
end unfinished
`;

test('a file with one bad line changes nothing and says where', withDaemon({}, async (d) => {
	const bad = `${GAME}\n${GAME.replace('2Na-Nc', '2Na-Nd')}`;
	const answer = await d.post('/import', { text: bad });
	assert.equal(answer.status, 400);
	assert.equal(answer.json.error.line, 21);
	assert.match(answer.json.error.en, /2Na-Nd/);
	assert.equal((await d.get('/games')).json.total, 0);
}));

test('what is exported can be imported again and is the same', withDaemon({}, async (d) => {
	const [id] = (await d.intake(await d.post('/import', { text: GAME }))).ids;
	const text = (await d.get(`/games/${id}/export?format=text`)).data.toString();
	const json = (await d.get(`/games/${id}/export?format=json`)).data.toString();
	for (const form of [text, json]) {
		const [again] = (await d.intake(await d.post('/import', { text: form }))).ids;
		const strip = ({ id: _, ...rest }) => rest;
		assert.deepEqual(strip((await d.get(`/games/${again}`)).json), strip((await d.get(`/games/${id}`)).json));
	}
	const all = (await d.get('/export')).data.toString();
	assert.equal((await d.intake(await d.post('/import', { text: all }))).ids.length, 3);
}));

test('a long file is taken in while other requests are answered, and tells how far it is', withDaemon({}, async (d) => {
	const text = Array.from({ length: 300 }, () => GAME).join('\n');
	const begun = await d.post('/import', { text });
	assert.equal(begun.status, 202, JSON.stringify(begun.json));
	assert.equal(begun.json.working, true);
	const busy = await d.post('/import', { text: GAME });
	assert.equal(busy.status, 409);
	assert.equal(busy.json.error.key, 'busy');
	const seen = new Set();
	for (let a = begun.json; a.working; a = (await d.get('/intake')).json) {
		seen.add(a.done);
		assert.equal((await d.get('/state')).status, 200);
	}
	assert.ok(seen.size > 5, `${[...seen]}`);
	const end = (await d.get('/intake')).json;
	assert.deepEqual([end.games, end.ids.length, end.done, end.total, end.error], [300, 300, 600, 600, null]);
	assert.equal((await d.get('/games')).json.total, 300);
	// The last of them is bad: nothing comes in, and the line is told.
	await d.post('/import', { text: text + GAME.replace('2Na-Nc', '2Na-Nd') });
	const bad = await d.intake({ status: 202 });
	assert.equal(bad.error.key, 'bad-file');
	assert.equal(bad.error.line, 300 * 12 + 8);
	assert.equal((await d.get('/games')).json.total, 300);
}));

test('a comment on what was taken back does not make an export that nobody can read', withDaemon({}, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	for (const action of ['a2c2', '2Na-Nc']) await d.post('/game/play', { action });
	await d.post(`/games/${id}`, { comments: { 1: 'stays', 2: 'goes' } });
	await d.post('/game/take-back', { ply: 1 });
	const text = (await d.get(`/games/${id}/export?format=text`)).data.toString();
	assert.match(text, /stays/);
	assert.equal((await d.post('/import', { text })).status, 200);
	assert.equal((await d.get(`/export?ids=${id},999`)).status, 404);
	l.close();
}));

test('the list filters by what is meant literally', withDaemon({}, async (d) => {
	await d.post('/import', { text: GAME });
	await d.post('/import', { text: GAME.replace('"Ana"', '"A%_b\\\\\\\\c"').replace('family', "x' OR 1=1 --").replace('unfinished"]', 'win 1"]').replace('end unfinished', 'end win 1') });
	const count = async (q) => (await d.get(`/games?${new URLSearchParams(q)}`)).json.total;
	assert.equal(await count({}), 2);
	assert.equal(await count({ player: 'Ana' }), 1);
	assert.equal(await count({ q: 'an' }), 1);
	assert.equal(await count({ q: '%' }), 1);
	assert.equal(await count({ q: '_' }), 1);
	assert.equal(await count({ tag: 'family' }), 1);
	assert.equal(await count({ tag: "x' OR 1=1 --" }), 1);
	assert.equal(await count({ player: "' OR '1'='1" }), 0);
	assert.equal(await count({ result: 'win' }), 1);
	assert.equal(await count({ result: 'win 1' }), 1);
	assert.equal(await count({ from: '2026-10-01', to: '2026-10-01' }), 2);
	assert.equal(await count({ from: '2026-10-02' }), 0);
	assert.equal(await count({ game: 'contigo-line' }), 2);
	assert.equal((await d.get('/games?sort=id%3BDROP%20TABLE%20games')).status, 400);
	assert.equal((await d.get('/games?sort=evil')).status, 400);
	for (const day of ['from=yesterday', 'to=2026-13-45', 'from=2026-11-30x']) assert.match((await d.get(`/games?${day}`)).json.error.en, /days like/);
}));

test('pages follow one another without a gap or a double', withDaemon({}, async (d) => {
	assert.equal((await d.intake(await d.post('/import', { text: Array.from({ length: 23 }, () => GAME).join('\n') }))).games, 23);
	for (const sort of ['newest', 'oldest']) {
		const seen = [];
		for (let after = ''; after !== null; ) {
			const page = (await d.get(`/games?limit=5&sort=${sort}&after=${after}`)).json;
			seen.push(...page.games.map((g) => g.id));
			assert.equal(page.total, 23);
			after = page.next;
		}
		assert.equal(new Set(seen).size, 23);
		assert.deepEqual(seen, [...seen].sort((a, b) => (sort === 'newest' ? b - a : a - b)));
	}
}));

test('a game can be named, noted, commented on, deleted and brought back', withDaemon({}, async (d) => {
	const [id] = (await d.intake(await d.post('/import', { text: GAME }))).ids;
	assert.equal((await d.post(`/games/${id}`, { players: ['Eva', 'Luis'], tags: ['one', 'two'], note: '<script>alert(1)</script>', comments: { 1: 'ñandú', 2: '' } })).status, 200);
	const g = (await d.get(`/games/${id}`)).json;
	assert.deepEqual([g.players, g.tags, g.note, g.comments], [['Eva', 'Luis'], ['one', 'two'], '<script>alert(1)</script>', { 1: 'ñandú' }]);
	for (const bad of [{ tags: 'x' }, { tags: ['a,b'] }, { players: [1] }, { colour: 'red' }, { comments: { x: 'y' } }]) assert.equal((await d.post(`/games/${id}`, bad)).status, 400, JSON.stringify(bad));
	assert.deepEqual((await d.get(`/games/${id}`)).json, g);
	assert.equal((await d.post(`/games/${id}/delete`)).status, 200);
	assert.equal((await d.get(`/games/${id}`)).status, 404);
	assert.equal((await d.get('/games')).json.total, 0);
	assert.equal((await d.post(`/games/${id}/restore`)).status, 200);
	assert.deepEqual((await d.get(`/games/${id}`)).json, g);
}));

test('a name that is forgotten is nowhere in the file', withDaemon({}, async (d) => {
	await d.post('/import', { text: GAME.replace('"Ana"', '"Canary-7391"') });
	assert.equal((await d.post('/players/forget', { name: 'Canary-7391' })).status, 200);
	assert.equal((await d.post('/players/forget', { name: 'Canary-7391' })).status, 404);
	const { status } = spawnSync('grep', ['-ra', 'Canary-7391', d.state]);
	assert.equal(status, 1, 'grep finds it nowhere');
}));

test('undone turns are kept as branches', withDaemon({}, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line' });
	await turn(d, l, 'a2c2', '2Na-Nc');
	const before = l.events.length;
	assert.equal((await d.post('/game/take-back', { ply: 0 })).status, 200);
	await l.state((s) => s.game.ply === 0, before);
	await d.post('/sim/setup');
	const from = l.events.length;
	await d.post('/game/play', { action: 'c1c3' });
	await l.state((s) => s.game.ply === 1, from);
	const g = (await d.get(`/games/${id}`)).json;
	assert.deepEqual(g.plies.map((p) => p.action), ['c1c3']);
	assert.deepEqual(g.branches.map((b) => [b.from_ply, b.plies.map((p) => p.action)]), [[0, ['a2c2', '2Na-Nc']]]);
	l.close();
}));

test('a backup holds the games and no phones', withDaemon({}, async (d) => {
	await d.post('/import', { text: GAME });
	const backup = await d.get('/backup');
	assert.equal(backup.headers['content-type'], 'application/vnd.sqlite3');
	const file = join(d.state, 'copy.db');
	writeFileSync(file, backup.data);
	const ask = (sql) => execFileSync('sqlite3', [file, sql]).toString().trim();
	assert.equal(ask('PRAGMA integrity_check'), 'ok');
	assert.equal(ask('SELECT count(*) FROM games'), '1');
	assert.equal(ask('SELECT count(*) FROM phones'), '0');
}));

test('who gives up among four leaves three to play on, also in the archive', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-capture:players=4', players: ['Ana', 'Luis', 'Eva', 'Teo'] });
	assert.equal((await d.post('/game/resign', { player: 3 })).status, 200);
	const s = await l.state((x) => x.game && x.game.ply === 1);
	assert.deepEqual([s.phase, s.game.result, s.game.player, s.game.moves[0].player, s.game.moves[0].action], ['play', 'ongoing', 1, 3, 'out3']);
	const again = await d.post('/game/resign', { player: 3 });
	assert.deepEqual([again.status, again.json.error.key], [409, 'out-already']);
	await d.post('/game/resign', { player: 1 });
	await d.post('/game/resign', { player: 2 });
	const over = await l.state((x) => x.phase === 'over');
	assert.deepEqual([over.game.result, over.game.reason], ['win 4', 'resigned']);
	const saved = (await d.get(`/games/${id}`)).json;
	assert.deepEqual(saved.plies.map((p) => [p.player, p.action]), [[3, 'out3'], [1, 'out1'], [2, 'out2']]);
	assert.deepEqual([saved.result, saved.reason], ['win 4', 'resigned']);
	const made = await d.post('/import', { text: (await d.get(`/games/${id}/export`)).data.toString() });
	assert.equal(made.status, 200, JSON.stringify(made.json));
	assert.deepEqual((await d.get(`/games/${made.json.ids[0]}`)).json.plies.map((p) => p.fen), saved.plies.map((p) => p.fen));
	l.close();
}));

test('a game that cannot go on without him is over when one of three gives up', withDaemon({ args: ['--board', 'swahili'] }, async (d) => {
	const { id, l } = await newGame(d, { game: 'swahili:players=3' });
	await d.post('/game/resign', { player: 1 });
	const s = await l.state((x) => x.phase === 'over');
	assert.deepEqual([s.game.result, s.game.reason], ['draw', 'abandoned']);
	assert.deepEqual(await d.get(`/games/${id}`).then(({ json }) => [json.result, json.reason]), ['draw', 'abandoned']);
	l.close();
}));

test('ended games show in the figures', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] });
	await d.post('/game/resign', { player: 2 });
	const s = await l.state((x) => x.phase === 'over');
	assert.deepEqual([s.game.result, s.game.reason], ['win 1', 'resigned']);
	const stats = (await d.get('/stats?player=Ana')).json;
	assert.deepEqual([stats.games, stats.won, stats.wins['1']], [1, 1, 1]);
	assert.deepEqual((await d.get('/players')).json.slice(0, 2).sort(), ['Ana', 'Luis']);
	l.close();
}));
