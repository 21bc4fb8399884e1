import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Daemon, withDaemon } from './daemon.mjs';

/** Holds both end-turn buttons until the window is open. */
async function gesture(d) {
	for (;;) {
		await d.post('/sim/button', { player: 1, held: true });
		await d.post('/sim/button', { player: 2, held: true });
		const w = (await d.get('/pair', { token: '' })).json;
		if (w.open) return w;
	}
}

/** Reads the lights as a person does: the squares that glow, one after the other. */
async function readSquares(d, n) {
	const l = await d.listen('/events', { token: '' });
	const order = [];
	let dark = false;
	await l.until((e) => {
		if (e.event !== 'light') return false;
		const lit = Object.keys(e.json.leds);
		if (lit.length === 0) dark = true;
		if (lit.length === 1 && dark) {
			order.push({ site: lit[0], at: Date.now() });
			dark = false;
		}
		// The pause between two rounds is longer than the one between two squares.
		for (let i = 1; i + n <= order.length; i++) if (order[i].at - order[i - 1].at > 1900) return true;
		return false;
	});
	l.close();
	for (let i = 1; ; i++) if (order[i].at - order[i - 1].at > 1900) return order.slice(i, i + n).map((o) => o.site);
}

test('without hands on the board no window is open, and no code is good', withDaemon({}, async (d) => {
	assert.deepEqual((await d.get('/pair', { token: '' })).json, { open: false, owned: true });
	const tried = await d.post('/pair', { code: 'a1-a2-a3' }, { token: '' });
	assert.deepEqual([tried.status, tried.json.error.key], [403, 'closed']);
	assert.equal((await d.post('/pair', { code: '' }, { token: '' })).status, 403);
	assert.equal((await d.post('/pair', { code: d.code.slice(0, -1) }, { token: '' })).status, 403);
}));

test('buttons held together open a window; the lit squares let one phone in', { timeout: 60000 }, withDaemon({}, async (d) => {
	const w = await gesture(d);
	assert.equal(w.way, 'taps');
	assert.equal(w.taps, 3);
	const squares = await readSquares(d, w.taps);
	const wrong = await d.post('/pair', { code: [...squares].reverse().join('-') + '-a1', label: 'x' }, { token: '' });
	assert.equal(wrong.json.error.key, 'wrong-code');
	assert.equal((await d.get('/pair', { token: '' })).json.tries, 4);
	const paired = await d.post('/pair', { code: squares.join('-'), label: 'by hand' }, { token: '' });
	assert.equal(paired.status, 200, JSON.stringify(paired.json));
	assert.equal(paired.json.role, 'player');
	assert.equal((await d.get('/games', { token: paired.json.token })).status, 200);
	assert.equal((await d.get('/pair', { token: '' })).json.open, false);
}));

test('five wrong tries burn the window for everybody', { timeout: 60000 }, withDaemon({}, async (d) => {
	await gesture(d);
	for (let i = 0; i < 5; i++) assert.equal((await d.post('/pair', { code: `x${i}` }, { token: '' })).json.error.key, 'wrong-code');
	assert.equal((await d.post('/pair', { code: 'x' }, { token: '' })).json.error.key, 'closed');
	assert.equal((await d.post('/pair', { code: d.code }, { token: '' })).status, 200);
}));

test('a token that is cut, longer, or has one letter changed is no token', withDaemon({}, async (d) => {
	const t = d.token;
	const bad = [t.slice(0, -1), `${t}A`, t.slice(1), ` ${t}`, t.toUpperCase(), ''].concat([...t].map((c, i) => t.slice(0, i) + (c === 'A' ? 'B' : 'A') + t.slice(i + 1)));
	for (const b of bad) {
		const a = await d.get('/state', { token: '', headers: { Authorization: `Bearer ${b}` } });
		assert.equal(a.status, 401, b);
	}
	assert.equal((await d.get('/state', { token: '', headers: { Authorization: `Basic ${t}` } })).status, 401);
	assert.equal((await d.get('/state')).status, 200);
}));

test('a revoked phone is out at once: its next request and its open stream', withDaemon({}, async (d) => {
	const other = (await d.post('/pair', { code: d.code, label: 'other' })).json;
	const l = await d.listen('/events', { token: other.token });
	await l.until((e) => e.event === 'state');
	const t0 = Date.now();
	assert.equal((await d.post(`/phones/${other.id}/revoke`)).status, 200);
	await l.closed;
	assert.ok(Date.now() - t0 < 1000, `${Date.now() - t0} ms`);
	assert.equal((await d.get('/state', { token: other.token })).status, 401);
	assert.equal((await d.post('/phones/999/revoke')).status, 404);
}));

test('revoked and paired phones are the same after a kill -9', async () => {
	const d = await new Daemon().start();
	await d.pair('stays');
	const gone = (await d.post('/pair', { code: d.code, label: 'goes' })).json;
	await d.post(`/phones/${gone.id}/revoke`);
	await d.stop('SIGKILL');
	await d.start();
	assert.equal((await d.get('/games')).status, 200);
	assert.equal((await d.get('/state', { token: gone.token })).status, 401);
	assert.deepEqual((await d.get('/phones')).json.map((p) => [p.label, p.role, p.me]), [['stays', 'owner', true]]);
	assert.ok(!d.log.includes(d.token) && !d.log.includes(d.code));
	await d.end();
});

test('the last owner cannot be made less', withDaemon({}, async (d) => {
	const me = (await d.get('/phones')).json[0];
	assert.equal((await d.post(`/phones/${me.id}`, { role: 'player' })).json.error.key, 'last-owner');
	assert.equal((await d.post(`/phones/${me.id}`, { role: 'king' })).status, 400);
	assert.equal((await d.post(`/phones/${me.id}`, { label: 'Ana' })).status, 200);
	assert.equal((await d.get('/state')).json.me.label, 'Ana');
}));
