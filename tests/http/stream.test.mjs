import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from './daemon.mjs';
import { newGame, turn } from './table.mjs';

test('a stream begins with the state and the light', withDaemon({}, async (d) => {
	const l = await d.listen();
	assert.equal(l.status, 200);
	assert.equal(l.answer.headers['content-type'], 'text/event-stream');
	assert.equal(l.answer.headers['cache-control'], 'no-store');
	await l.until((e) => e.event === 'light');
	assert.equal(l.events[0].event, 'state');
	l.close();
}));

test('whoever comes back with a number gets exactly the events that were missed', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line' });
	const away = await d.listen();
	await away.state((s) => s.phase === 'play');
	const last = (await d.get('/state')).json.seq;
	away.close();
	await turn(d, l, 'a2c2', '2Na-Nc');
	await l.until((e) => e.event === 'log' && e.json.type === 'turn' && e.json.player === 2);
	const back = await d.listen(`/events?after=${last}`);
	await back.until((e) => e.event === 'log' && e.json.type === 'turn' && e.json.player === 2);
	const told = (x) => x.events.filter((e) => e.event === 'log' && e.json.seq > last).map((e) => e.data);
	assert.ok(told(back).length >= 4);
	assert.deepEqual(told(back), told(l).slice(0, told(back).length));
	assert.deepEqual(back.events.filter((e) => e.event === 'log').map((e) => e.json.seq), told(back).map((_, i) => last + 1 + i));
	assert.ok(back.events.filter((e) => e.event === 'log').every((e) => Number(e.id) === e.json.seq));
	l.close();
	back.close();
}));

test('a number from another life of the daemon is no trouble', withDaemon({}, async (d) => {
	const l = await d.listen('/events?after=999999');
	await l.until((e) => e.event === 'state');
	assert.ok(!l.events.some((e) => e.event === 'log'));
	l.close();
}));

test('while nothing happens there is a heartbeat and nothing else', { timeout: 20000 }, withDaemon({}, async (d) => {
	const l = await d.listen();
	await l.until((e) => e.event === 'light');
	const before = l.events.length;
	const t0 = Date.now();
	await l.untilBeat(2);
	assert.ok(Date.now() - t0 < 11500, `two beats took ${Date.now() - t0} ms`);
	assert.equal(l.events.length, before);
	l.close();
}));

test('the light of a question does not send the state again and again', withDaemon({}, async (d) => {
	const { l } = await newGame(d, { game: 'contigo-line' });
	await d.post('/sim/lift', { site: 'a2' });
	await d.post('/sim/drop', { site: 'f6' });
	await l.state((s) => s.phase === 'mismatch');
	let from = l.events.length;
	for (let i = 0; i < 4; i++) from = l.events.indexOf(await l.until((e) => e.event === 'light', from)) + 1;
	const states = l.events.slice(l.events.findIndex((e) => e.event === 'state' && e.json.phase === 'mismatch') + 1, from).filter((e) => e.event === 'state');
	assert.ok(states.length <= 1, `${states.length} states while only the light blinked`);
	l.close();
}));

test('streams that are left without a word give their place back', withDaemon({ args: [] }, async (d) => {
	for (let round = 0; round < 4; round++) {
		const all = [];
		for (let i = 0; i < 10; i++) all.push(await d.listen());
		await Promise.all(all.map((l) => l.until((e) => e.event === 'state')));
		all.forEach((l) => l.close());
	}
	assert.equal((await d.get('/state')).status, 200);
}));

test('a stop with streams open is a clean one', async () => {
	await withDaemon({}, async (d) => {
		for (let i = 0; i < 5; i++) await (await d.listen()).until((e) => e.event === 'state');
	})();
});
