import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Daemon, withDaemon } from './daemon.mjs';
import { newGame, turn } from './table.mjs';

test('games are kept where systemd puts them, behind a symbolic link', async () => {
	const real = mkdtempSync(join(tmpdir(), 'tablero-')), state = `${real}.link`;
	symlinkSync(real, state);
	await withDaemon({ state }, async (d) => {
		assert.equal((await d.get('/state')).json.store.ok, true);
		const { l } = await newGame(d, { game: 'contigo-line' });
		assert.equal((await d.get('/games')).json.total, 1);
		assert.ok(existsSync(join(real, 'tablero.db')));
		l.close();
	})();
	rmSync(real, { recursive: true, force: true });
});

test('a broken file is moved aside, told of, and play goes on', async () => {
	const state = mkdtempSync(join(tmpdir(), 'tablero-'));
	writeFileSync(join(state, 'tablero.db'), 'this is no database, but it is long enough to be taken for one '.repeat(40));
	await withDaemon({ state }, async (d) => {
		const s = (await d.get('/state')).json;
		assert.equal(s.store.ok, true);
		assert.match(s.store.message, /broken/);
		assert.ok(readdirSync(state).some((f) => f.includes('.broken-')));
		const { id, l } = await newGame(d, { game: 'contigo-line' });
		await turn(d, l, 'a2c2', '2Na-Nc');
		assert.equal((await d.get(`/games/${id}`)).json.plies.length, 2);
		l.close();
	})();
});

test('a file that vanishes in the middle of a game is written anew, whole', withDaemon({}, async (d) => {
	const { id, l } = await newGame(d, { game: 'contigo-line', players: ['Ana', 'Luis'] });
	await turn(d, l, 'a2c2', '2Na-Nc');
	const before = l.events.length;
	for (const f of ['tablero.db', 'tablero.db-wal']) if (existsSync(join(d.state, f))) rmSync(join(d.state, f));
	await d.post('/game/play', { action: (await d.get(`/look?${new URLSearchParams({ game: 'contigo-line', fen: (await d.get('/state')).json.game.fen })}`)).json.legal[0] });
	assert.match(d.log, /games are not being saved/);
	await l.state((s) => s.game.ply === 3 && s.store.ok, before);
	const g = (await d.get(`/games/${id}`)).json;
	assert.equal(g.plies.length, 3);
	assert.deepEqual(g.players, ['Ana', 'Luis']);
	assert.equal((await d.get('/phones')).json.length, 1);
	l.close();
}));

test('without a place for files people can play, and are told', async (t) => {
	if (process.getuid() === 0) return t.skip('root may write anywhere');
	const state = mkdtempSync(join(tmpdir(), 'tablero-'));
	chmodSync(state, 0o500);
	await withDaemon({ state }, async (d) => {
		const { l } = await newGame(d, { game: 'contigo-line' });
		assert.equal((await turn(d, l, 'a2c2', '2Na-Nc')).store.ok, false);
		l.close();
		chmodSync(state, 0o700);
	})();
});

test('when no file may grow, the game goes on in memory', async () => {
	// A limit on the size of files is the nearest thing to a full card that needs no root.
	const d = new Daemon({ wrap: ['prlimit', '--fsize=200000'] });
	await d.start();
	await d.pair();
	const { l } = await newGame(d, { game: 'contigo-line' });
	let s;
	for (let i = 0; i < 200; i++) {
		const { game } = (await d.get('/state')).json;
		const look = (await d.get(`/look?${new URLSearchParams({ game: game.name, fen: game.fen })}`)).json;
		const answer = await d.post('/game/play', { action: look.legal[0] });
		assert.equal(answer.status, 200, JSON.stringify(answer.json));
		s = (await d.get('/state')).json;
		if (!s.store.ok || s.game.result !== 'ongoing') break;
	}
	assert.equal(s.store.ok, false);
	assert.ok(s.store.message.length > 5);
	// What phones say in words, the board says in its corners.
	await d.post('/sim/setup', {});
	const after = await l.state((n) => n.phase === 'play' && Object.values(n.leds).some((led) => led[3] === 'unsaved'));
	assert.deepEqual(Object.keys(after.leds).filter((site) => after.leds[site][3] === 'unsaved').filter((site) => !['a1', 'a6', 'f1', 'f6'].includes(site)), []);
	l.close();
	await d.end();
});

test('a wrong configuration stops the start and names the line', async () => {
	const dir = mkdtempSync(join(tmpdir(), 'tablero-'));
	for (const [text, line] of [['[web]\nport = 80\nauthentification = no\n', 3], ['[web]\nport = eighty\n', 2], ['[wep]\nport = 80\n', 1], ['[web]\nport = 80\nport = 81\n', 3]]) {
		const d = new Daemon({ state: dir });
		d.config = join(dir, 'tablerod.conf');
		writeFileSync(d.config, text);
		await assert.rejects(d.start(), (e) => e.message.includes(`tablerod.conf:${line}:`) && e.message.includes('"code":2'));
	}
	rmSync(dir, { recursive: true });
});
