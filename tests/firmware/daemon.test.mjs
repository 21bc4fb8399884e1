// The whole chain with nothing left out but silicon: pins of a simulated microcontroller → the real firmware → a pty → the real
// daemon (real libserialport) → SQLite. Waits on the daemon's own word, never on time.
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
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'tablero-firmware-'));
const link = path.join(dir, 'board');

// The order of inputs in hal/boards/contigo.ini.
const squares = Array.from({ length: 36 }, (_, i) => 'abcdef'[i % 6] + (Math.floor(i / 6) + 1));
const pits = 'NW Na Nb Nc Nd Ne Nf NE E6 E5 E4 E3 E2 E1 SE Sf Se Sd Sc Sb Sa SW W1 W2 W3 W4 W5 W6'.split(' ');
const start = 'a2 a3 a4 a5 b6 c6 d6 e6 f5 f4 f3 f2 e1 d1 c1 b1'.split(' ');

/** What the hall sensor under a pit gives: 0 beads 100 of 1023, 20 beads 900. */
const millivolt = (beads) => Math.round(((100 + 40 * beads) * 5000) / 1023);

let board, daemon, base, token;
const beads = Object.fromEntries(pits.map((p) => [p, 2]));
const say = (line) => board.stdin.write(line + '\n');
const piece = (site, there) => say(`switch ${squares.indexOf(site)} ${there ? 1 : 0}`);
const pit = (site, n) => {
	beads[site] = n;
	say(`analogue ${pits.indexOf(site)} ${millivolt(n)}`);
};

async function startBoard() {
	board = spawn(path.join(IMAGES, 'boardsim'), ['-n', '64', '-l', link, path.join(IMAGES, 'contigo-atmega328p-APA102.elf')], { stdio: ['pipe', 'pipe', 'inherit'] });
	board.lines = createInterface({ input: board.stdout });
	const [line] = await once(board.lines, 'line');
	assert.equal(line, 'ready');
	for (const s of start) piece(s, true);
	for (const p of pits) pit(p, 2);
}

async function startDaemon() {
	// The shim answers for the modem lines that a pty lacks; a sanitizer's run-time must come first in a preloaded program.
	const shim = path.resolve(BUILD, 'tests/libptymodem.so');
	const asan = execFileSync('ldd', [path.join(BUILD, 'tablerod')]).toString().match(/\S*libasan\S* => (\S+)/);
	daemon = spawn(path.join(BUILD, 'tablerod'), ['--console', '--pair', '--bind', '127.0.0.1', '--port', '0', '--state', path.join(dir, 'state'), '--board', 'contigo', '--hal', `serial:${link}`], {
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
	token = token || (await post('/pair', { code, label: 'test' })).token;
}

async function post(what, body) {
	const r = await fetch(base + what, { method: 'POST', headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) });
	const answer = await r.json();
	assert.ok(r.ok, `${what}: ${JSON.stringify(answer)}`);
	return answer;
}

/** Reads the daemon's stream of states until one passes. */
async function until(what, passes) {
	const gone = AbortSignal.timeout(30000);
	const r = await fetch(base + '/events', { headers: { Authorization: `Bearer ${token}` }, signal: gone });
	let text = '', last;
	try {
		for await (const chunk of r.body) {
			text += Buffer.from(chunk).toString();
			for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
				const message = text.slice(0, end);
				if (!/^event: state$/m.test(message)) continue;
				last = JSON.parse(message.match(/^data: (.*)$/m)[1]);
				if (passes(last)) return last;
			}
		}
	} catch (e) {
		if (e.name !== 'TimeoutError') throw e;
	}
	throw new Error(`waited for ${what}; board ${JSON.stringify(last?.board)}, waiting ${last?.waiting?.en}, moves ${JSON.stringify(last?.game?.moves)}, fixes ${JSON.stringify(last?.fixes)}`);
}

before(async () => {
	await startBoard();
	await startDaemon();
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

test('the daemon finds the board ready and its 56 beads counted', async () => {
	const s = await until('a ready board', (s) => s.board.state === 'ready');
	assert.equal(s.board.id, 'contigo');
	assert.equal(s.board.backend, 'serial');
	await post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
	await until('play', (s) => s.phase === 'play' && s.fixes.length === 0);
});

test('a move made on simulated pins becomes a turn of the game', async () => {
	piece('b1', false);
	await until('a lifted pawn', (s) => s.lift?.site === 'b1' || s.game.moves.length > 0 || s.phase !== 'play');
	piece('b1', true);
	await until('the pawn back', (s) => s.lift === null);
	piece('c1', false); // player 1 holds c1 in the start: clockwise from a2 the even places are his
	await until('c1 in the hand', (s) => s.lift?.site === 'c1' && s.lift.targets.includes('c3'));
	piece('c3', true);
	await until('the pawn on c3', (s) => s.game.moves.some((m) => m.action === 'c1c3'));
	pit('Na', 0);
	pit('Nc', 4);
	await until('the whole turn', (s) => s.game.moves.map((m) => m.action).join(' ') === 'c1c3 2Na-Nc' && s.game.player === 2);
});

test('the LEDs of the board show whose turn it is', async () => {
	const s = await until('light', (s) => Object.keys(s.leds).length > 0);
	const site = Object.keys(s.leds).find((name) => squares.includes(name)) || Object.keys(s.leds)[0];
	const led = squares.includes(site) ? squares.indexOf(site) : 36 + pits.indexOf(site);
	// The stream may tell of the frame before its last byte has reached the strip: ask the strip until it shines.
	let colour;
	for (let i = 0; i < 2000 && (colour === undefined || colour === '000000'); i++) {
		const answer = once(board.lines, 'line');
		say(`led ${led}`);
		const [line] = await answer;
		assert.match(line, new RegExp(`^led ${led} `));
		colour = line.split(' ')[2];
	}
	assert.notEqual(colour, '000000');
});

test('pulling the cable is a state, and what was changed meanwhile is seen when it is back', async () => {
	say('unplug');
	await until('an absent board', (s) => s.board.state !== 'ready');
	piece('d1', false);
	piece('d3', true);
	say('plug');
	await until('a ready board', (s) => s.board.state === 'ready');
	await until('the move made in the dark', (s) => s.game.moves.some((m) => m.action === 'd1d3') || s.fixes.length > 0);
});

test('a reset in the middle of a line loses nothing', async () => {
	say('reset-after 10');
	piece('f2', false);
	piece('f2', true);
	await until('a ready board after the reset', (s) => s.board.state === 'ready');
	const s = await until('agreement', (s) => s.phase === 'play' || s.fixes.length > 0);
	assert.equal(s.game.moves[0].action, 'c1c3');
});

test('after kill -9 the turn stands in SQLite', async () => {
	daemon.removeAllListeners('exit');
	daemon.kill('SIGKILL');
	await once(daemon, 'exit');
	const ask = (sql) => execFileSync('sqlite3', [path.join(dir, 'state', 'tablero.db'), sql]).toString().trim();
	assert.equal(ask('PRAGMA quick_check'), 'ok');
	assert.equal(ask("SELECT group_concat(action, ' ') FROM (SELECT action FROM actions WHERE undone IS NULL AND ply <= 2 ORDER BY ply)"), 'c1c3 2Na-Nc');
	await startDaemon();
	const s = await until('the game again', (s) => s.board.state === 'ready' && s.game !== null);
	assert.equal(s.game.moves[0].action, 'c1c3');
	assert.equal(s.game.moves[1].action, '2Na-Nc');
});
