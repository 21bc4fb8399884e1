// A board whose hall sensors are not what its file says: one reads low, one is mounted upside down, all are a little noisy. The real
// firmware on a simulated microcontroller sends raw values; the real daemon learns them through its interface and counts rightly then.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const BUILD = process.env.BUILD_DIR || 'build/test';
const IMAGES = process.env.FIRMWARE_DIR || path.join(BUILD, 'firmware');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'tablero-calibrate-'));
const link = path.join(dir, 'board');
const pits = 'NW Na Nb Nc Nd Ne Nf NE E6 E5 E4 E3 E2 E1 SE Sf Se Sd Sc Sb Sa SW W1 W2 W3 W4 W5 W6'.split(' ');

// What the springs really do: raw reading of 1023 for so many beads.
const nominal = (n) => 100 + 40 * n;
const curve = { Na: (n) => 190 + 26 * n, Sd: (n) => 930 - 38 * n };
const raw = (site, n) => (curve[site] || nominal)(n);

let board, daemon, base, token;
const say = (line) => board.stdin.write(line + '\n');
let shake = 0;
const lay = (site, n) => {
	shake = (shake * 1103515245 + 12345) % 2147483648;
	const noise = (shake % 7) - 3;
	say(`analogue ${pits.indexOf(site)} ${Math.round(((raw(site, n) + noise) * 5000) / 1023)}`);
};

async function api(method, what, body) {
	const r = await fetch(base + what, { method, headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }, body: body && JSON.stringify(body) });
	const answer = await r.json();
	assert.ok(r.ok, `${what} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
	return answer;
}
const post = (what, body) => api('POST', what, body);

/** Asks until it is so; the daemon's debounce and the firmware's sweep take their own time. */
async function until(what, passes) {
	const end = Date.now() + 40000;
	for (let last; ; ) {
		last = await api('GET', '/doctor');
		const found = passes(last);
		if (found) return found;
		if (Date.now() > end) throw new Error(`waited for ${what}: ${JSON.stringify(last.calibration)} ${JSON.stringify(last.lines.filter((l) => l.analogue).map((l) => [l.label, l.raw, l.value]))}`);
	}
}
const line = (r, label) => r.lines.find((l) => l.label === label);
const reads = (label, value) => until(`${label} = ${value}`, (r) => line(r, label).value === value);
const settled = (label, n) => until(`${label} at its reading`, (r) => Math.abs(line(r, label).raw - raw(label, n)) <= 6);
async function learn(label, n) {
	lay(label, n);
	await settled(label, n);
	await post('/doctor/calibrate', { line: label, value: n });
	await until('the measurement', (r) => !r.calibration.measuring);
}

before(async () => {
	board = spawn(path.join(IMAGES, 'boardsim'), ['-n', '64', '-l', link, path.join(IMAGES, 'contigo-atmega328p-APA102.elf')], { stdio: ['pipe', 'pipe', 'inherit'] });
	const [ready] = await once(createInterface({ input: board.stdout }), 'line');
	assert.equal(ready, 'ready');
	for (const p of pits) lay(p, 2);
	const shim = path.resolve(BUILD, 'tests/libptymodem.so');
	const asan = execFileSync('ldd', [path.join(BUILD, 'tablerod')]).toString().match(/\S*libasan\S* => (\S+)/);
	daemon = spawn(path.join(BUILD, 'tablerod'), ['--console', '--pair', '--config', '/dev/null', '--bind', '127.0.0.1', '--port', '0', '--state', path.join(dir, 'state'), '--board', 'contigo', '--hal', `serial:${link}`], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, LD_PRELOAD: asan ? `${asan[1]} ${shim}` : shim },
	});
	let log = '';
	daemon.stderr.on('data', (c) => (log += c));
	const code = await new Promise((found, failed) => {
		daemon.stdout.on('data', (c) => {
			log += c;
			const m = /http:\/\/[\d.]+:(\d+)\/#pair=(\S+)/.exec(log);
			if (m) {
				base = `http://127.0.0.1:${m[1]}/api/v1`;
				found(m[2]);
			}
		});
		daemon.once('exit', (status) => failed(new Error(`tablerod ended with ${status}: ${log}`)));
	});
	token = (await post('/pair', { code, label: 'test' })).token;
	await until('the board', (r) => r.checks.some((c) => c.key === 'board' && c.ok));
});

after(async () => {
	daemon?.removeAllListeners('exit');
	daemon?.kill('SIGTERM');
	if (board && board.exitCode === null) {
		say('quit');
		await once(board, 'exit');
	}
	if (daemon && daemon.exitCode === null && daemon.signalCode === null) await once(daemon, 'exit');
	fs.rmSync(dir, { recursive: true, force: true });
});

test('before it is calibrated the board counts wrongly, and says how little it is sure', async () => {
	await settled('Na', 2);
	await settled('Sd', 2);
	const r = await until('settled values', (r) => line(r, 'Nb').value === 2 && r);
	assert.notEqual(line(r, 'Na').value, 2);
	assert.notEqual(line(r, 'Sd').value, 2);
	assert.ok(line(r, 'Na').confidence <= 50);
});

test('levels learned with 0, 5 and 12 beads make every other count right', async () => {
	for (const n of [0, 5, 12]) await learn('Na', n);
	for (const n of [1, 3, 7, 9, 11, 2]) {
		lay('Na', n);
		await reads('Na', n);
	}
	assert.ok((await until('', (r) => line(r, 'Na'))).confidence > 60);
});

test('a sensor mounted upside down is cured by two levels', async () => {
	for (const n of [0, 10]) await learn('Sd', n);
	for (const n of [1, 4, 8, 14, 2]) {
		lay('Sd', n);
		await reads('Sd', n);
	}
});

test('a neighbour that was well stays as it was', async () => {
	for (const n of [1, 6, 2]) {
		lay('Nb', n);
		await reads('Nb', n);
	}
});

test('what was learned is saved when it is said, with the noise that was seen', async () => {
	await post('/doctor/calibrate', { step: 'done' });
	const text = fs.readFileSync(path.join(dir, 'state', 'calibration-contigo.ini'), 'utf8');
	assert.match(text, /\[Na\]\n0@100 = 1[89]\d\.\d\d [\d.]+ 20\n/);
	assert.match(text, /\[Sd\]\n0@100 = 9[23]\d\.\d\d/);
});
