import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { withDaemon } from './daemon.mjs';

const status = (text) => Number((/^HTTP\/1\.[01] (\d{3})/.exec(text) || [])[1] || 0);
const get = (d, host, path = '/api/v1/about', version = 'HTTP/1.1') => d.raw(`GET ${path} ${version}\r\n${host}\r\nConnection: close\r\n\r\n`);

test('hosts that are ours are answered', withDaemon({}, async (d) => {
	const own = hostname();
	for (const h of ['127.0.0.1', `127.0.0.1:${d.port}`, '192.168.1.7', '[::1]', '[::1]:8080', '[fe80::1]', 'localhost', 'LOCALHOST', `localhost:${d.port}`, own, `${own}.local`, `${own}:80`])
		assert.equal(status(await get(d, `Host: ${h}`)), 200, h);
}));

test('all other hosts get 421 with the remedy, for every kind of address', withDaemon({}, async (d) => {
	const bad = ['', 'Host:', 'Host: evil.example', 'Host: evil.example:80', 'Host: 127.0.0.1.evil.example', 'Host: localhost.', 'Host: localhost.evil', 'Host: xlocalhost', 'Host: 127.0.0.1:0', 'Host: 127.0.0.1:99999',
		'Host: 127.0.0.1:80:80', 'Host: 127.0.0.1:', 'Host: 127.0.0.1:08', 'Host: user@127.0.0.1', 'Host: 127.1', 'Host: 2130706433', 'Host: 0x7f.0.0.1', 'Host: [::1', 'Host: ::1', 'Host: [::1]x', 'Host: [evil]',
		'Host: 127.0.0.1/', 'Host: 127.0.0.1 evil', 'Host: localhost, evil', `Host: ${'a'.repeat(300)}`, 'Host: 127.0.0.1\r\nHost: 127.0.0.1', 'Host: 127.0.0.1\r\nHost: evil.example', 'Host: evil.example\r\nHost: 127.0.0.1'];
	for (const h of bad)
		for (const path of ['/', '/api/v1/state', '/api/v1/events', '/api/v1/nothing', '/favicon.svg']) {
			const text = await get(d, h || 'X-Nothing: 1', path);
			assert.ok([421, 400].includes(status(text)), `${h} ${path}: ${text.slice(0, 60)}`);
			if (status(text) === 421) assert.match(text, /"key":"wrong-host".*"es":"llama al tablero/);
			assert.doesNotMatch(text, /tablero<\/title>|"phase"/);
		}
	assert.equal(status(await get(d, 'X: 1', '/api/v1/about', 'HTTP/1.0')), 421);
}));

test('targets that climb, hide or are whole addresses reach nothing', withDaemon({}, async (d) => {
	const parts = ['..', '%2e%2e', '%2E.', '.%2e', '..%2f', '..\\', '%5c..', '..;', '%c0%ae%c0%ae', '%252e%252e', './', '//'];
	const targets = [];
	for (const p of parts) for (const start of ['/', '/js/', '/s/x/', '/api/v1/', '/api/v1/lessons/', '/games/']) for (const tail of ['etc/passwd', '/etc/passwd', `${p}/etc/passwd`, '%00.js', '/../../../etc/shadow']) targets.push(start + p + (tail.startsWith('/') ? tail : `/${tail}`));
	targets.push('/js/main.js%00', '/index.html%0a', '/%', '/a%zz', '*', 'http://evil.example/', `http://127.0.0.1:${d.port}/api/v1/about`, '/\x01', `/${'a'.repeat(3000)}`, '/api/v1/../../etc/passwd', '/.git/config', '/js/.hidden');
	for (const t of targets) {
		const text = await get(d, 'Host: 127.0.0.1', t);
		assert.ok([400, 404, 414, 421].includes(status(text)), `${t}: ${text.slice(0, 60)}`);
		assert.doesNotMatch(text, /root:/);
	}
	assert.ok(targets.length > 350);
}));

test('a query with control bytes, bad text, a key twice or too many keys is refused', withDaemon({}, async (d) => {
	for (const q of ['q=%0d%0aX-Evil:1', 'q=%00', 'q=%1b[2J', 'q=%ff', 'q=%c0%af', 'q=%ed%a0%80', 'game=a&game=b', Array.from({ length: 40 }, (_, i) => `k${i}=1`).join('&')])
		assert.equal(status(await get(d, 'Host: 127.0.0.1', `/api/v1/look?${q}`)), 400, q);
}));

test('bodies: one length, one piece, JSON, not too large, not too deep, no key twice', withDaemon({}, async (d) => {
	const post = (headers, body, path = '/api/v1/control') => d.raw(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${d.token}\r\nConnection: close\r\n${headers}\r\n\r\n${body}`);
	const json = 'Content-Type: application/json';
	assert.equal(status(await post(`${json}\r\nContent-Length: 2`, '{}')), 200);
	const bad = [[`${json}\r\nContent-Length: 2\r\nContent-Length: 2`, '{}'], [`${json}\r\nContent-Length: 2\r\nContent-Length: 3`, '{}'], [`${json}\r\nContent-Length: -1`, ''], [`${json}\r\nContent-Length: 2x`, '{}'],
		[`${json}\r\nTransfer-Encoding: chunked`, '2\r\n{}\r\n0\r\n\r\n'], [`${json}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked`, '2\r\n{}\r\n0\r\n\r\n'], ['Content-Type: text/plain\r\nContent-Length: 2', '{}'],
		['Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3', 'a=b'], ['Content-Type: application/jsonx\r\nContent-Length: 2', '{}'], ['Content-Length: 2', '{}'], [`${json}\r\nContent-Length: 2000000`, ''],
		[`${json}\r\nContent-Length: 2`, '[]'], [`${json}\r\nContent-Length: 1`, '{'], [`${json}\r\nContent-Length: 13`, '{"a":1,"a":2}']];
	for (const [h, b] of bad) assert.ok([0, 400, 413, 415].includes(status(await post(h, b))), `${h} ${b}`);
	const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
	assert.equal(status(await post(`${json}\r\nContent-Length: ${deep.length}`, deep)), 400);
	const bomb = `{"a":${'['.repeat(900000)}`;
	const t0 = Date.now();
	assert.equal((await d.request('POST', '/api/v1/control', { body: bomb })).status, 400);
	assert.ok(Date.now() - t0 < 2000);
}));

test('no change comes in from another page', withDaemon({}, async (d) => {
	const origin = `http://127.0.0.1:${d.port}`;
	const own = { Host: `127.0.0.1:${d.port}` };
	assert.equal((await d.post('/control', {}, { headers: { ...own, Origin: origin } })).status, 200);
	for (const h of [{ Origin: 'http://evil.example' }, { Origin: 'null' }, { Origin: `${origin}.evil` }, { Origin: 'https://127.0.0.1' }, { 'Sec-Fetch-Site': 'cross-site' }])
		assert.equal((await d.post('/control', {}, { headers: { ...own, ...h } })).status, 403, JSON.stringify(h));
}));

test('every answer carries the headers that bind a browser', withDaemon({}, async (d) => {
	for (const path of ['/', '/api/v1/state', '/api/v1/nothing', '/nothing', '/api/v1/games']) {
		const a = await d.request('GET', path);
		assert.match(a.headers['content-security-policy'], /default-src 'self'.*frame-ancestors 'none'/, path);
		assert.equal(a.headers['x-content-type-options'], 'nosniff');
		assert.equal(a.headers['referrer-policy'], 'no-referrer');
		assert.ok(!Object.keys(a.headers).some((h) => h.startsWith('access-control')), path);
		if (path.startsWith('/api')) assert.equal(a.headers['cache-control'], 'no-store');
	}
}));

test('scripts are kept for ever under an address that changes with them, the page itself is not', withDaemon({}, async (d) => {
	const { gunzipSync } = await import('node:zlib');
	const page = await d.request('GET', '/games/12');
	assert.equal(page.headers['cache-control'], 'no-cache');
	const html = gunzipSync(page.data).toString();
	const script = /src="(\/s\/[0-9a-f]+\/js\/[\w.-]+)"/.exec(html)[1];
	const js = await d.request('GET', script);
	assert.equal(js.status, 200);
	assert.match(js.headers['cache-control'], /immutable/);
	assert.match(js.headers['content-type'], /text\/javascript/);
	assert.equal((await d.request('GET', script, { headers: { 'If-None-Match': js.headers.etag } })).status, 304);
	assert.equal((await d.request('GET', script.replace(/\/s\/[0-9a-f]+/, '/s/000000000000'))).status, 404);
}));

test('junk on the socket is closed without harm', withDaemon({}, async (d) => {
	const junk = ['\r\n\r\n', 'GET\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', `GET /${'a'.repeat(60000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(20000)}\r\n`,
		'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'GET / HTTP/1.1\r\nHost : localhost\r\n\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'];
	for (const bytes of junk) assert.ok([0, 400, 404, 405, 413, 414, 421, 431, 505].includes(status(await d.raw(bytes, { end: true }))), bytes.slice(0, 40));
	assert.equal((await d.get('/state')).status, 200);
}));

test('one address cannot take all places', withDaemon({}, async (d) => {
	const net = await import('node:net');
	const idle = [];
	for (let i = 0; i < 60; i++) {
		const s = net.connect(d.port, '127.0.0.1');
		s.on('error', () => {});
		idle.push(new Promise((done) => s.on('close', done)));
		s.resume();
		s.keep = true;
	}
	await Promise.all(idle.slice(20)); // those above the limit are closed at once
	await Promise.race(idle.slice(0, 16)); // and idle ones at their deadline
	assert.equal((await d.get('/about')).status, 200);
}));

test('a caller who sends one byte now and then is cut off', { timeout: 30000 }, withDaemon({}, async (d) => {
	const net = await import('node:net');
	const t0 = Date.now();
	const s = net.connect(d.port, '127.0.0.1');
	s.on('error', () => {});
	s.resume();
	const text = 'GET /api/v1/about HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ';
	let at = 0;
	const drip = setInterval(() => s.write(at < text.length ? text[at++] : 'x'), 300);
	await new Promise((done) => s.on('close', done));
	clearInterval(drip);
	assert.ok(Date.now() - t0 < 15000, `${Date.now() - t0} ms`);
}));
