// Who may know what: whoever is not paired sees a position and nothing that belongs to a person; a revoked phone stays out whatever old copy
// is brought back; a forgotten name is in no file; and no word leaves the house.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { withDaemon } from '../http/daemon.mjs';

/** Every key that an answer to whoever is not paired may have, anywhere in it; names of sites and the texts of the rules aside. */
const PUBLIC = new Set(('v type colours seq epoch time board state message id title backend en es store ok phase game name players n colour fen player result reason ply turn turn_start provisional open_end level moves action derived score clock left_ms ' +
	'running bonus_s look seen truth lift owner wrong targets question kind key choices site fixes from to rank count why rule should preview last path hint rung left waiting leds control me label role sim ' +
	'options values about licences licence version sites x y size sense neighbours knows most start legal steps error open owned way taps digits length tries seconds squares game_id lit ' +
	'lesson lessons step index total stand shown note judged opinion best text notes free movable draw_offer').split(' '));

function keys(value, found, skip) {
	if (Array.isArray(value)) value.forEach((v) => keys(v, found, skip));
	else if (value && typeof value === 'object')
		for (const [k, v] of Object.entries(value)) {
			if (!skip.test(k)) found.add(k);
			keys(v, found, skip);
		}
	return found;
}

const SITE = /^([a-t]\d{1,2}|[NSEW][a-f1-6W]|[1-4]\.[0-9A-Z]+|C|O\d|[A-Z]\d{1,2}|NE|SE|SW|NW|disk|ring|[a-z]{1,2}\d?)$/;

test('whoever is not paired is told keys of a list, and no name, label, token, path or address', { timeout: 60000 }, withDaemon({}, async (d) => {
	const canaries = ['Grandmother Zoë', 'Canary-Luis', 'CANARYNOTE', 'CANARYTAG', 'CANARYPHONE'];
	const made = (await d.post('/game', { game: 'contigo-line', players: canaries.slice(0, 2) })).json;
	await d.post(`/games/${made.id}`, { note: canaries[2], tags: [canaries[3]] });
	await d.post('/pair', { code: d.code, label: canaries[4] }, { token: '' });
	await d.post('/sim/setup');
	await d.post('/sim/lift', { site: 'a2' });
	const secrets = [...canaries, d.token, d.code, d.state, hostname(), '127.0.0.1'];
	const api = JSON.parse(gunzipSync((await d.get('/openapi.json')).data));
	const found = new Set();
	let open = 0;
	for (const [path, methods] of Object.entries(api.paths)) {
		if (!methods.get || path === '/events' || path === '/openapi.json' || path.startsWith('/lessons')) continue;
		const a = await d.get(path.replace('{id}', String(made.id)).replace('{name}', 'x') + (path === '/layout' || path === '/look' ? '?game=contigo-line' : ''), { token: '' });
		const text = a.data.toString();
		for (const s of secrets) assert.ok(!text.includes(s), `${path} tells ${s}`);
		if (a.status !== 200) continue;
		open++;
		keys(a.json, found, SITE);
	}
	const l = await d.listen('/events', { token: '' });
	await l.until((e) => e.event === 'light');
	await d.post('/sim/drop', { site: 'a2' });
	await l.state((s) => !s.lift);
	for (const e of l.events) {
		keys(e.json, found, SITE);
		for (const s of secrets) assert.ok(!e.data.includes(s), `the stream tells ${s}`);
	}
	l.close();
	const more = [...found].filter((k) => !PUBLIC.has(k));
	assert.deepEqual(more, [], 'a new key for everybody to see must be put on the list by a person');
	assert.ok(open >= 6, `${open}`);
}));

/** Holds both end-turn buttons until the gesture is taken. */
async function hands(d) {
	for (let w = {}; !w.open; w = (await d.get('/pair', { token: '' })).json) {
		await d.post('/sim/button', { player: 1, held: true });
		await d.post('/sim/button', { player: 2, held: true });
	}
}

test('a revoked phone stays out: after a kill, and after an older copy was brought back', { timeout: 60000 }, withDaemon({}, async (d) => {
	const other = (await d.post('/pair', { code: d.code, label: 'lost' })).json;
	await d.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
	await d.post('/game/resign', { player: 1 });
	const copy = (await d.get('/backup')).data;
	assert.equal((await d.get('/games', { token: other.token })).status, 200);
	await d.post(`/phones/${other.id}/revoke`);
	assert.equal((await d.get('/games', { token: other.token })).status, 401);
	await d.stop('SIGKILL');
	await d.start();
	assert.equal((await d.get('/games', { token: other.token })).status, 401);
	await hands(d);
	const back = await d.request('POST', '/api/v1/restore', { body: copy, headers: { 'Content-Type': 'application/octet-stream' } });
	assert.equal(back.status, 200, JSON.stringify(back.json));
	assert.equal((await d.get('/games', { token: other.token })).status, 401);
	assert.equal((await d.get('/phones')).json.length, 1);
}));

test('twenty forgotten names are in no file of the daemon', { timeout: 60000 }, withDaemon({}, async (d) => {
	const names = Array.from({ length: 20 }, (_, i) => `Canary${i}${'xyz'.repeat(1 + (i % 7))}`);
	for (let i = 0; i < 20; i += 2) {
		await d.post('/game', { game: 'contigo-line', players: [names[i], names[i + 1]] });
		const { game } = (await d.get('/state')).json;
		const { legal } = (await d.get(`/look?${new URLSearchParams({ game: game.name, fen: game.fen })}`)).json;
		await d.post('/game/play', { action: legal[0] });
		if (i % 4) await d.post('/game/resign', { player: 1 });
	}
	await d.get('/backup');
	for (const name of names) assert.equal((await d.post('/players/forget', { name })).status, 200, name);
	const files = () => readdirSync(d.state, { recursive: true }).map((f) => join(d.state, f)).filter((f) => statSync(f).isFile());
	const look = () => {
		for (const f of files()) assert.ok(!readFileSync(f).includes('Canary'), f);
	};
	look();
	assert.ok(!(await d.get('/export')).data.includes('Canary'));
	assert.ok(!(await d.get('/backup')).data.includes('Canary'));
	await d.stop('SIGKILL');
	await d.start();
	look();
	for (const f of files()) assert.equal(statSync(f).mode & 0o077, 0, `${f} is for its owner alone`);
}));

test('while a game is played no packet leaves for anywhere', { timeout: 60000 }, async (t) => {
	const inside = process.env.TABLERO_INSIDE;
	if (!inside) {
		// A network of its own: two ends of one cable, the way out over the first.
		if (spawnSync('unshare', ['-rn', 'ip', 'link', 'add', 'out', 'type', 'veth', 'peer', 'name', 'far']).status !== 0) return t.skip('needs leave to make a network of its own');
		execFileSync('unshare', ['-rn', 'sh', '-ec', `ip link set lo up; ip link add out type veth peer name far; sysctl -qw net.ipv6.conf.all.disable_ipv6=1 2>/dev/null || echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6; ip address add 198.18.0.1/24 dev out; ip link set out up; ip link set far up; ip route add default via 198.18.0.2; exec "${process.execPath}" --test --test-name-pattern=anywhere "${new URL(import.meta.url).pathname}"`], { env: { ...process.env, TABLERO_INSIDE: '1', NODE_TEST_CONTEXT: '' }, encoding: 'utf8', stdio: 'pipe' });
		return;
	}
	const packets = () => Number(readFileSync('/sys/class/net/out/statistics/tx_packets', 'utf8'));
	const before = packets();
	await withDaemon({}, async (d) => {
		const l = await d.listen();
		await d.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
		await d.post('/sim/setup');
		await d.post('/game/hint');
		await l.state((s) => s.phase === 'play');
		await l.untilBeat(1);
		l.close();
	})();
	assert.equal(packets(), before);
});
