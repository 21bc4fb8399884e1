import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withDaemon } from './daemon.mjs';

const GAME = '[Game "contigo-line"]\n[Player1 "Ana"]\n\n1 a2c2 2Na-Nc\nend unfinished\n';

/** The command line against a running daemon. The daemon needs the loop of this process only for its log, which may wait. */
function tablero(d, ...args) {
	const [command, ...rest] = args;
	return spawnSync(join(process.env.BUILD_DIR, 'tablero'), [command, '--state', d.state, ...rest], { encoding: 'utf8', timeout: 20000 });
}

test('without a daemon the command line says so', () => {
	const r = spawnSync(join(process.env.BUILD_DIR, 'tablero'), ['export', '--state', '/nonexistent'], { encoding: 'utf8' });
	assert.equal(r.status, 1);
	assert.match(r.stderr, /no daemon keeps its state in \/nonexistent/);
	assert.equal(r.stdout, '');
});

const run = (...args) => spawnSync(join(process.env.BUILD_DIR, 'tablero'), args, { encoding: 'utf8', timeout: 20000 });

test('every command tells how it is used, and both programs their version', () => {
	const all = run('--help');
	assert.equal(all.status, 0);
	const names = [...all.stdout.matchAll(/^tablero ([a-z]+)/gm)].map((m) => m[1]);
	assert.ok(names.length >= 12);
	for (const name of names) {
		const r = run(name, '--help');
		assert.deepEqual([r.status, r.stderr], [0, ''], name);
		assert.match(r.stdout, new RegExp(`tablero ${name}\\b`), name);
		assert.equal(run('help', name).stdout, r.stdout);
	}
	const wrong = run('nonsense');
	assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
	assert.match(wrong.stderr, /^tablero: there is no command 'nonsense'; there are games, show, .* and backup\n$/);
	assert.match(run('--version').stdout, /^tablero \d+\.\d+\.\d+\n$/);
	assert.match(spawnSync(join(process.env.BUILD_DIR, 'tablerod'), ['--version'], { encoding: 'utf8' }).stdout, /^tablerod \d+\.\d+\.\d+\n$/);
});

test('the address on the console is one the daemon listens on', withDaemon({ args: ['--bind', '127.0.0.1'] }, async (d) => {
	assert.match(d.out, /open on your phone: http:\/\/127\.0\.0\.1:\d+\//);
}));

test('games go in and out by the command line', withDaemon({}, async (d) => {
	const file = join(d.state, 'in.txt');
	writeFileSync(file, GAME);
	assert.equal(tablero(d, 'import', file).stdout, '1 game\n');
	const out = tablero(d, 'export');
	assert.equal(out.status, 0, out.stderr);
	assert.match(out.stdout, /1 a2c2 2Na-Nc\nend unfinished/);
	assert.equal(JSON.parse(tablero(d, 'export', '--json', '1').stdout)[0].players[0], 'Ana');
	assert.equal(tablero(d, 'export', 'x').status, 2);
	writeFileSync(file, GAME.replace('2Na-Nc', '2Na-Nd'));
	const bad = tablero(d, 'import', file);
	assert.equal(bad.status, 2);
	assert.match(bad.stderr, /^tablero: line 4: action 2, 2Na-Nd/);
	for (const [words, why] of [['', /line 1: there is no game in it/], [`${GAME}\0${GAME}`, /this is no text/], [Buffer.from([0xff, 0xfe, 0x41]), /this is no text/], ['hello', /line 1: /]]) {
		writeFileSync(file, words);
		const r = tablero(d, 'import', file);
		assert.deepEqual([r.status, r.stdout], [2, ''], String(words));
		assert.match(r.stderr, why);
	}
	assert.match(tablero(d, 'import', join(d.state, 'nowhere')).stderr, /nowhere: No such file/);
	assert.match(tablero(d, 'import', d.state).stderr, /Is a directory/);
}));

test('a backup by the command line is for its owner alone and overwrites nothing', withDaemon({}, async (d) => {
	const file = join(d.state, 'copy.db');
	assert.equal(tablero(d, 'backup', file).status, 0);
	assert.ok(statSync(file).size > 4096);
	assert.equal(tablero(d, 'backup', file).status, 1);
	assert.ok(existsSync(file));
}));

test('pair prints an address that lets a phone in as owner', withDaemon({}, async (d) => {
	const out = tablero(d, 'pair').stdout;
	const code = /#pair=(\w+)/.exec(out)[1];
	assert.match(out, /█/);
	assert.equal((await d.post('/pair', { code, label: 'x' }, { token: '' })).json.role, 'owner');
}));

test('the token of the command line is good for one request', withDaemon({}, async (d) => {
	const net = await import('node:net');
	const line = await new Promise((done) => {
		let text = '';
		net.connect(join(d.state, 'control')).setEncoding('utf8').on('data', (t) => (text += t)).on('end', () => done(text));
	});
	const { token, port } = JSON.parse(line);
	assert.equal(port, d.port);
	assert.equal((await d.get('/phones', { token })).status, 200);
	assert.equal((await d.get('/phones', { token })).status, 401);
	assert.equal(statSync(join(d.state, 'control')).mode & 0o077, 0);
	assert.equal((await d.get('/phones')).json.length, 1);
}));

test('the doctor speaks of the running board', withDaemon({}, async (d) => {
	const r = tablero(d, 'doctor');
	assert.match(r.stdout, /^tablero doctor\nversion .*board contigo \(sim\), ready/);
	assert.match(r.stdout, /\na1 +presence/);
}));
