// Callers who take what they can get: connections, time, descriptors, streams. All run side by side, because each waits for a deadline
// of the protocol.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import net from 'node:net';
import { describe, test } from 'node:test';
import { Daemon, withDaemon } from '../http/daemon.mjs';

const address = (i) => `127.0.1.${1 + (i % 50)}`;

/** A connection from a given local address; `gone` is when the daemon has ended it. */
function connect(d, from, bytes = '') {
	const s = net.connect({ port: d.port, host: '127.0.0.1', localAddress: from });
	s.begun = performance.now();
	s.on('error', () => {});
	if (bytes) s.write(bytes);
	s.gone = new Promise((done) => s.on('close', () => done(performance.now() - s.begun)));
	s.resume();
	return s;
}

const rss = (d) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${d.child.pid}/status`, 'utf8'))[1]);
const descriptors = (d) => readdirSync(`/proc/${d.child.pid}/fd`).length;

describe('exhaustion', { concurrency: true }, () => {
	test('1,000 idle connections of one address and 200 of fifty leave a new phone its place, and the board its light', { timeout: 60000 }, withDaemon({}, async (d) => {
		const l = await d.listen();
		await d.post('/game', { game: 'contigo-line' });
		await d.post('/sim/setup');
		await l.state((s) => s.phase === 'play');
		const idle = [];
		for (let i = 0; i < 1000; i++) idle.push(connect(d, '127.0.1.99'));
		for (let i = 0; i < 200; i++) idle.push(connect(d, address(i)));
		await Promise.all(idle.map((s) => new Promise((done) => (s.connecting ? s.on('connect', done).on('close', done) : done()))));
		const t0 = performance.now();
		const s = net.connect({ port: d.port, host: '127.0.0.1', localAddress: '127.0.1.200' });
		const answer = await new Promise((done, fail) => {
			let text = '';
			s.setEncoding('latin1').on('data', (x) => (text += x)).on('close', () => done(text)).on('error', fail);
			s.write('GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
		});
		assert.match(answer, /^HTTP\/1.1 200/);
		assert.ok(performance.now() - t0 < 2000, `a new phone waited ${performance.now() - t0} ms`);
		const from = l.events.length;
		const t1 = performance.now();
		await d.post('/sim/lift', { site: 'a2' });
		await l.until((e) => e.event === 'light', from);
		assert.ok(performance.now() - t1 < 1000, `light after ${performance.now() - t1} ms`);
		assert.ok(descriptors(d) < 260, `${descriptors(d)} descriptors`);
		idle.forEach((x) => x.destroy());
		l.close();
	}));

	test('slow heads and slow bodies of 64 callers are each cut off within 15 seconds', { timeout: 60000 }, withDaemon({}, async (d) => {
		const all = [];
		for (let i = 0; i < 64; i++) {
			const slow = i % 2 ? `POST /api/v1/control HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${d.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{` : 'GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ';
			const s = connect(d, address(i), slow);
			const drip = setInterval(() => s.write(' '), 500);
			all.push(s.gone.finally(() => clearInterval(drip)));
		}
		const times = await Promise.all(all);
		assert.ok(Math.max(...times) < 15000, `${Math.max(...times)} ms`);
		assert.equal((await d.get('/state')).status, 200);
	}));

	test('twenty listeners that never read are dropped and cost next to nothing', { timeout: 90000 }, withDaemon({ wrap: ['env', 'ASAN_OPTIONS=quarantine_size_mb=1'] }, async (d) => {
		await d.post('/game', { game: 'contigo-line' });
		await d.post('/sim/setup');
		const before = rss(d);
		const deaf = [];
		for (let i = 0; i < 20; i++) {
			const s = net.connect({ port: d.port, host: '127.0.0.1', localAddress: address(i) });
			s.on('error', () => {});
			s.write('GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
			s.pause();
			deaf.push(s);
		}
		const open = () => readdirSync(`/proc/${d.child.pid}/fd`).length;
		await d.get('/state');
		const many = open();
		const t0 = performance.now();
		// Something happens all the time, until those who do not listen are gone.
		while (open() > many - 20 && performance.now() - t0 < 60000) {
			await d.post('/sim/lift', { site: 'a2' });
			await d.post('/sim/drop', { site: 'a2' });
		}
		assert.ok(open() <= many - 20, `${open()} descriptors of ${many} after ${performance.now() - t0} ms`);
		const grown = rss(d) - before;
		// The sanitizers keep some freed memory for a while.
		assert.ok(grown < (process.env.BUILD_DIR.endsWith('test') ? 12288 : 2048), `${grown} KiB`);
		deaf.forEach((s) => s.destroy());
		console.log(`# 20 deaf listeners: gone after ${((performance.now() - t0) / 1000).toFixed(1)} s, ${grown} KiB`);
	}));

	test('with 32 descriptors in all the daemon refuses what it cannot hold, and lets nobody in for that', { timeout: 60000 }, async () => {
		const d = new Daemon({ wrap: ['prlimit', '--nofile=32'] });
		await d.start();
		await d.pair();
		const many = [];
		for (let i = 0; i < 100; i++) many.push(connect(d, address(i)));
		d.child.kill('SIGHUP');
		await new Promise((done) => setImmediate(done));
		many.forEach((s) => s.destroy());
		await Promise.all(many.map((s) => s.gone));
		const t0 = performance.now();
		let answer;
		do answer = await d.get('/games', { token: '' }).catch(() => null);
		while (!answer && performance.now() - t0 < 5000);
		assert.equal(answer && answer.status, 401);
		assert.equal((await d.get('/games')).status, 200);
		assert.equal((await d.post('/game', { game: 'contigo-line' })).status, 200);
		assert.equal((await d.get('/state')).json.store.ok, true);
		await d.end();
	});

	test('thousands of callers who talk nonsense are hung up on, and the journal stays short', { timeout: 60000 }, withDaemon({}, async (d) => {
		const junk = ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x1b[2J', 'SSH-2.0-x\r\n', 'GET / HTTP/1.1\r\nHost: evil\r\n\r\n', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n', '\0\0\0\0', '', 'GET /\x1b[31m HTTP/1.1\r\nHost: \x1b[2J\r\n\r\n',
			'POST /api/v1/pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nabc', `GET /${'%41'.repeat(20000)} HTTP/1.1\r\n\r\n`];
		const before = descriptors(d);
		for (let round = 0; round < 40; round++) {
			const some = [];
			for (let i = 0; i < 50; i++) {
				const s = connect(d, address(i), junk[(round + i) % junk.length]);
				// A scanner goes away at once; whoever only half closes is hung up on at the deadline.
				if (junk[(round + i) % junk.length].includes('\n')) s.end();
				else s.end(() => s.destroy());
				some.push(s);
			}
			await Promise.all(some.map((s) => s.gone));
		}
		assert.equal((await d.get('/state')).status, 200);
		const t0 = performance.now();
		while (descriptors(d) > before + 2 && performance.now() - t0 < 15000) await d.get('/about');
		assert.ok(descriptors(d) <= before + 2, `${descriptors(d)} descriptors, ${before} before`);
		const lines = d.log.split('\n').filter(Boolean);
		assert.ok(lines.length < 40, `${lines.length} lines`);
		assert.doesNotMatch(d.log.replaceAll('\n', ''), /[\x00-\x1f\x7f]/);
	}));

	test('listeners that vanish without a word give their places back within 30 seconds', { timeout: 90000 }, async (t) => {
		const sh = (text) => execFileSync('sh', ['-ec', text], { stdio: 'pipe', encoding: 'utf8' });
		const ns = `tablero-${process.pid}`;
		try {
			sh(`ip netns add ${ns}; ip link add ${ns.slice(-8)}a type veth peer name ${ns.slice(-8)}b; ip link set ${ns.slice(-8)}b netns ${ns}; ip address add 198.18.7.1/30 dev ${ns.slice(-8)}a; ip link set ${ns.slice(-8)}a up; ip -n ${ns} address add 198.18.7.2/30 dev ${ns.slice(-8)}b; ip -n ${ns} link set ${ns.slice(-8)}b up`);
		} catch {
			return t.skip('needs leave to make a network of its own');
		}
		try {
			await withDaemon({}, async (d) => {
				const { spawn } = await import('node:child_process');
				const far = spawn('ip', ['netns', 'exec', ns, process.execPath, '-e', `const net=require('net');let n=0;for(let i=0;i<12;i++){const s=net.connect(${d.port},'198.18.7.1');s.write('GET /api/v1/events HTTP/1.1\\r\\nHost: 198.18.7.1\\r\\n\\r\\n');s.once('data',()=>{if(++n===12)console.log('all')});s.on('error',()=>{})}`], { stdio: ['ignore', 'pipe', 'inherit'] });
				await new Promise((done) => far.stdout.on('data', done));
				const held = descriptors(d);
				sh(`ip link set ${ns.slice(-8)}a down`);
				const t0 = performance.now();
				while (descriptors(d) > held - 12 && performance.now() - t0 < 45000) await d.get('/about');
				const seconds = (performance.now() - t0) / 1000;
				assert.ok(seconds < 30, `${seconds} s`);
				far.kill('SIGKILL');
				console.log(`# 12 vanished listeners: gone after ${seconds.toFixed(1)} s`);
			})();
		} finally {
			sh(`ip netns del ${ns}; ip link del ${ns.slice(-8)}a 2>/dev/null || true`);
		}
	});
});
