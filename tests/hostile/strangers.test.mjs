// What strangers may try: every route under a foreign name, every change from another page, every filter with SQL in it, names and
// heads that are made for a terminal.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { withDaemon } from '../http/daemon.mjs';

const status = (text) => Number((/^HTTP\/1\.[01] (\d{3})/.exec(text) || [])[1] || 0);
const fill = (path) => `/api/v1${path}`.replace('{id}', '1').replace('{name}', 'contigo-line');

/** The routes, as the daemon itself tells them. */
async function routes(d) {
	const api = JSON.parse(gunzipSync((await d.get('/openapi.json')).data));
	return Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, op]) => ({ path, method, upload: !!(op.requestBody && op.requestBody.content['application/octet-stream']) })));
}

/** Everything that is kept on the card, as one number. */
function kept(d) {
	const h = createHash('sha256');
	for (const f of ['tablero.db', 'tablero.db-wal']) if (existsSync(join(d.state, f))) h.update(readFileSync(join(d.state, f)));
	return h.digest('hex');
}

test('no route answers under a name that is not ours', { timeout: 60000 }, withDaemon({}, async (d) => {
	const all = await routes(d);
	const hosts = ['Host: evil.example', 'X: 1', 'Host: 127.0.0.1\r\nHost: evil.example', 'Host: localhost.', 'Host: 127.0.0.1.nip.example:80', 'Host: 0', 'Host: http://127.0.0.1/'];
	let asked = 0;
	for (const { path, method } of [...all, { path: '/../../', method: 'get' }])
		for (const h of hosts) {
			const body = method === 'post' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n' : '';
			const text = await d.raw(`${method.toUpperCase()} ${fill(path)} HTTP/1.1\r\n${h}\r\nAuthorization: Bearer ${d.token}\r\n${body}Connection: close\r\n\r\n${body ? '{}' : ''}`);
			assert.ok([421, 400].includes(status(text)), `${method} ${path} ${h}: ${text.slice(0, 80)}`);
			asked++;
		}
	assert.ok(asked > 300, `${asked}`);
}));

test('no change comes in without a token, from another page, by a form or by a link', { timeout: 120000 }, withDaemon({}, async (d) => {
	await d.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
	/** What is on the table and in the settings: what only time changes is left out. */
	const told = async () => {
		const s = (await d.get('/state')).json;
		return [s.game, s.truth, s.board.id, s.control, (await d.get('/settings')).json, (await d.get('/phones')).json];
	};
	const before = kept(d), state = await told();
	const token = { Authorization: `Bearer ${d.token}` }, json = { 'Content-Type': 'application/json' };
	let asked = 0;
	for (const { path, method, upload } of await routes(d)) {
		if (method !== 'post' || path === '/pair') continue;
		const body = upload ? 'x' : JSON.stringify({ game: 'oraia', name: 'Ana', note: 'x', site: 'a2', ply: 0, player: 1, brightness: 1, language: 'es', held: false, plugged: false, code: d.code, label: 'x', text: '' });
		const tries = [
			['POST', json, body], ['POST', { ...json, Origin: 'http://evil.example' }, body], ['POST', { ...token, ...json, Origin: 'http://evil.example' }, body], ['POST', { ...token, ...json, Origin: 'null' }, body],
			['POST', { ...token, ...json, 'Sec-Fetch-Site': 'cross-site' }, body], ['POST', { ...token, 'Content-Type': 'text/plain' }, body], ['POST', { ...token, 'Content-Type': 'application/x-www-form-urlencoded' }, 'game=oraia'],
			['POST', { ...token, 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--'], ['GET', token], ['POST', { ...json, Cookie: `token=${d.token}` }, body], ['PUT', { ...token, ...json }, body], ['DELETE', token],
			['POST', { ...json, Authorization: 'Bearer ' }, body], ['POST', { ...json, Authorization: `Basic ${d.token}` }, body], ['POST', { ...json, Authorization: `bearer ${d.token}` }, body],
		];
		for (const [m, headers, text] of tries) {
			// A GET of the same path may exist and then changes nothing.
			const answer = await d.request(m, fill(path), { token: '', headers: { ...headers, ...(text ? { 'Content-Length': Buffer.byteLength(text) } : {}) }, ...(text ? { body: text } : {}) }).catch(() => ({ status: 0 }));
			if (m !== 'GET') assert.ok(![200, 204].includes(answer.status), `${m} ${path} ${JSON.stringify(headers)}: ${answer.status}`);
			asked++;
		}
	}
	assert.equal(kept(d), before);
	assert.deepEqual(await told(), state);
	assert.ok(asked > 400, `${asked}`);
}));

test('SQL in a filter, a number or a name means itself and nothing else', { timeout: 60000 }, withDaemon({}, async (d) => {
	const words = ["'", "''", '"', ';', '--', '/*', '%', '_', '\\', "' OR 1=1 --", "' OR '1'='1", '" OR ""="', "'; DROP TABLE games; --", "') UNION SELECT hash FROM phones --", "' AND randomblob(1000000000) --", '1 OR 1=1', '1;DELETE FROM games', "x' || (SELECT label FROM phones) || '",
		'?1', ':a', '@a', '$a', "ana' COLLATE NOCASE --", 'NULL', 'null', '0x1', '1e9', '-1', '9223372036854775808', 'ATTACH', "load_extension('x')", '{{7*7}}', '${7*7}', '../../x'];
	await d.post('/game', { game: 'contigo-line', players: ["O'Brien; --", 'Luis % _'] });
	const all = (await d.get('/games')).json.total;
	let asked = 0;
	for (const key of ['q', 'game', 'player', 'result', 'tag', 'from', 'to', 'sort', 'after', 'limit'])
		for (const w of words) {
			const a = await d.get(`/games?${new URLSearchParams({ [key]: w })}`);
			asked++;
			if (key === 'sort' || (['from', 'to'].includes(key) && !/^-?\d+$/.test(w))) {
				assert.equal(a.status, 400, `${key}=${w}`);
				continue;
			}
			assert.equal(a.status, 200, `${key}=${w}`);
			if (['game', 'player', 'result', 'tag'].includes(key)) assert.equal(a.json.total, 0, `${key}=${w}`);
			// The search finds what really holds these letters.
			if (key === 'q') assert.equal(a.json.total, ["o'brien; --", 'luis % _', 'contigo-line'].some((n) => n.includes(w.toLowerCase())) ? 1 : 0, `q=${w}`);
		}
	for (const w of words) {
		assert.ok([200, 404].includes((await d.get(`/stats?${new URLSearchParams({ player: w })}`)).status));
		assert.equal((await d.post('/players/forget', { name: w })).status, 404, w);
	}
	assert.equal((await d.get('/games')).json.total, all);
	assert.equal((await d.get('/phones')).json.length, 1);
	assert.ok(asked > 300);
	// And none is built out of parts.
	const daemon = new URL('../../daemon/', import.meta.url);
	const built = readdirSync(daemon).filter((f) => f.endsWith('.c')).flatMap((f) => readFileSync(new URL(f, daemon), 'utf8').match(/printf\([^;]*"(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ATTACH)\b[^;]*;/g) || []);
	assert.deepEqual(built, []);
}));

test('names and heads made for a terminal neither reach the journal nor come back raw', { timeout: 60000 }, withDaemon({}, async (d) => {
	const evil = ['\r\nX-Evil: 1', '\n<3>store: all is lost', '\x1b[2J\x1b[31m', '%s%s%n', '\u202eevil', '\u2066x', '\x07', '\x9b2J', '\0', '\x7f', '\t', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'a'.repeat(5000), '\ud800'];
	for (const e of evil) {
		const name = `x${e}y`;
		await d.post('/game', { game: 'contigo-line', players: [name, 'Luis'] }).catch(() => {});
		await d.post('/games/1', { players: [name], tags: [name], note: name }).catch(() => {});
		await d.post('/pair', { code: name, label: name }).catch(() => {});
		await d.post('/settings', { [name]: name }).catch(() => {});
		await d.get(`/look?${new URLSearchParams({ game: name, fen: name })}`);
		await d.post('/import', { text: `[Game "${name}"]\n` });
		const head = name.replace(/[\0]/g, '');
		await d.raw(Buffer.from(`GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${head}\r\nX-Name: ${head}\r\nAuthorization: Bearer ${head}\r\nConnection: close\r\n\r\n`));
	}
	for (const line of d.log.split('\n').filter(Boolean)) {
		assert.match(line, /^<[3-7]>[a-z-]+: /, JSON.stringify(line));
		assert.doesNotMatch(line, /[\x00-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]/, JSON.stringify(line));
	}
	for (const path of ['/games', '/players', '/state', '/export', '/log', '/phones']) {
		const a = await d.get(path);
		const raw = /.{0,40}[\x00-\x08\x0b-\x1f\x7f].{0,40}/.exec(a.data.toString());
		assert.equal(raw && JSON.stringify(raw[0]), null, path);
		assert.ok(!a.headers['x-evil']);
	}
}));
