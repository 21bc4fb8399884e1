import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from './daemon.mjs';
import { faults } from './schema.mjs';
import { newGame, turn } from './table.mjs';

const doc = async (d) => (await d.get('/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } })).data;
async function openapi(d) {
	const { gunzipSync } = await import('node:zlib');
	return JSON.parse(gunzipSync(await doc(d)));
}

test('every answer has the form that the OpenAPI file says', withDaemon({}, async (d) => {
	const api = await openapi(d);
	const { id } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] });
	for (const action of ['a2c2', '2Na-Nc']) assert.equal((await d.post('/game/play', { action })).status, 200);
	const values = { id: String(id), ply: '2', name: 'contigo-line', game: 'contigo-line', action: 'a2c2', from: 'a2', to: 'd2' };
	const checked = [];
	for (const [path, methods] of Object.entries(api.paths)) {
		if (!methods.get || path === '/events') continue;
		const query = new URLSearchParams((methods.get.parameters || []).filter((p) => p.in === 'query' && values[p.name] && path !== '/games' && path !== '/stats').map((p) => [p.name, values[p.name]]));
		const url = path.replace('{id}', values.id).replace('{name}', path.startsWith('/doctor') ? 'Na' : values.name) + (query.size ? `?${query}` : '');
		const answer = await d.get(url);
		if (path === '/lessons/{name}' && answer.status === 404) continue;
		assert.equal(answer.status, 200, `${url}: ${answer.data}`);
		const [type, { schema }] = Object.entries(methods.get.responses['200'].content)[0];
		assert.equal(answer.headers['content-type'].split(';')[0], type, url);
		if (type === 'application/json' && path !== '/openapi.json') assert.deepEqual(faults(api, schema, answer.json), [], url);
		checked.push(path);
	}
	assert.ok(checked.length >= 22, `only ${checked.length}`);
}));

test('states in the middle of a turn, of a mismatch and for whoever is not paired have that form too', withDaemon({}, async (d) => {
	const api = await openapi(d);
	const { l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'], clock: { minutes: 5, seconds: 3 } });
	const stranger = await d.listen('/events', { token: '' });
	await d.post('/sim/lift', { site: 'a2' });
	await l.state((s) => s.lift !== null);
	await d.post('/sim/drop', { site: 'f6' });
	await l.state((s) => s.phase === 'mismatch');
	await stranger.state((s) => s.phase === 'mismatch');
	for (const e of [...l.events, ...stranger.events]) {
		if (e.event === 'state') assert.deepEqual(faults(api, api.components.schemas.State, e.json), []);
		if (e.event === 'light') assert.deepEqual(faults(api, { type: 'object', additionalProperties: { $ref: '#/components/schemas/Led' } }, e.json.leds), []);
	}
	l.close();
	stranger.close();
}));

test('an error is a sentence in both languages', withDaemon({}, async (d) => {
	const api = await openapi(d);
	for (const [method, path, body] of [['GET', '/nothing'], ['GET', '/games/999'], ['GET', '/look?game=chess'], ['GET', '/look?game=contigo-line&fen=x'], ['POST', '/game', { game: 'chess' }], ['POST', '/game', {}], ['POST', '/game/play', { action: 'b1b3' }], ['POST', '/settings', { brightness: 101 }], ['POST', '/import', { text: '[Game "x"]' }], ['DELETE', '/state']]) {
		const answer = await d.request(method, `/api/v1${path}`, body ? { body } : {});
		assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${path}: ${answer.status}`);
		assert.deepEqual(faults(api, api.components.schemas.Error, answer.json), [], path);
		assert.ok(answer.json.error.en.length > 5 && answer.json.error.es.length > 5, JSON.stringify(answer.json));
	}
}));

test('whoever is not paired sees the position but no names', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line', players: ['Ana-Canary', 'Luis-Canary'] });
	const stranger = await d.listen('/events?after=0', { token: '' });
	await stranger.state((s) => s.phase === 'play');
	const state = await d.get('/state', { token: '' });
	assert.equal(state.json.game.players[0].colour, 'white');
	assert.ok(Object.keys(state.json.look).length > 10);
	assert.ok((await d.get('/state')).data.includes('Ana-Canary'));
	await d.post('/settings', { brightness: 41 });
	assert.ok(!state.data.includes('Canary'));
	assert.ok(!JSON.stringify(stranger.events).includes('Canary'));
	await d.post('/settings', { visibility: 'nothing' });
	const hidden = (await d.get('/state', { token: '' })).json;
	assert.deepEqual(Object.keys(hidden).sort(), ['control', 'hidden', 'me', 'phase', 'time', 'v']);
	await d.post('/settings', { visibility: 'names' });
	assert.ok((await d.get('/state', { token: '' })).data.includes('Ana-Canary'));
	l.close();
	stranger.close();
}));

test('a turn played with hands ends up in the archive as it was played', withDaemon({}, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] });
	const s = await turn(d, l, 'a2c2', '2Na-Nc');
	assert.deepEqual(s.game.moves.map((m) => [m.player, m.action]), [[1, 'a2c2'], [1, '2Na-Nc']]);
	assert.equal(s.game.player, 2);
	const saved = (await d.get(`/games/${id}`)).json;
	assert.deepEqual(saved.plies.map((p) => p.action), ['a2c2', '2Na-Nc']);
	assert.equal(saved.plies[1].fen, s.game.fen);
	const text = (await d.get(`/games/${id}/export?format=text`)).data.toString();
	assert.match(text, /^\[Game "contigo-line"\]\n/);
	assert.match(text, /\n1 a2c2 2Na-Nc\nend ongoing\n$/);
	l.close();
}));

test('a wrong piece is told at once, with the reason, and putting it back settles it', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line' });
	await d.post('/sim/lift', { site: 'b1' });
	assert.equal((await l.state((s) => s.lift && s.lift.wrong)).lift.site, 'b1');
	const from = l.events.length;
	await d.post('/sim/drop', { site: 'b1' });
	await l.state((s) => s.lift === null && Object.keys(s.seen).length === 0 && s.phase === 'play', from);
	l.close();
}));

test('the simulated cable can be pulled and plugged in the middle of a turn', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line' });
	await d.post('/sim/plug', { plugged: false });
	await l.state((s) => s.board.state === 'absent' && s.board.message.length > 0);
	await d.post('/sim/lift', { site: 'a2' });
	await d.post('/sim/drop', { site: 'c2' });
	const from = l.events.length;
	await d.post('/sim/plug', { plugged: true });
	const s = await l.state((x) => x.board.state === 'ready' && x.game.ply === 1, from);
	assert.equal(s.game.moves[0].action, 'a2c2');
	l.close();
}));

test('two phones: who has control is seen, refused to the other, and taken with one tap', withDaemon({}, async (d) => {
	const second = (await d.post('/pair', { code: d.code, label: 'second' })).json.token;
	const { l } = await newGame(d, { game: 'contigo-line' });
	assert.equal((await d.get('/state')).json.control.me, true);
	const refused = await d.post('/game/close', {}, { token: second });
	assert.equal(refused.status, 409);
	assert.equal(refused.json.error.key, 'other-control');
	const from = l.events.length;
	assert.equal((await d.post('/control', {}, { token: second })).status, 200);
	assert.equal((await l.state((s) => s.control.me === false && s.control.label === 'second', from)).control.label, 'second');
	assert.equal((await d.post('/game/close', {}, { token: second })).status, 200);
	l.close();
}));

test('every game can be put on the simulated table and looked at', withDaemon({}, async (d) => {
	const api = await openapi(d);
	for (const rule of (await d.get('/rules')).json) {
		const { l } = await newGame(d, { game: rule.id });
		const layout = (await d.get(`/layout?game=${rule.id}`)).json;
		const s = (await d.get('/state')).json;
		assert.equal(s.phase, 'play', rule.id);
		assert.deepEqual(faults(api, api.components.schemas.State, s), []);
		assert.deepEqual(s.truth, s.look, rule.id);
		assert.ok(layout.sites.some((x) => x.knows.length > 0), rule.id);
		assert.ok(!('score' in s.game) || s.game.score === null || s.game.score.length === rule.players[0]);
		l.close();
	}
}));
