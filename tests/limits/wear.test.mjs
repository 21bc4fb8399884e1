// What a card has to bear: the bytes that go to it for a game of a hundred moves, and while nobody plays. The long form counts sectors
// of a disk with its own file system: ./dev wear.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withDaemon } from '../http/daemon.mjs';

const MOVES = 100, GAME_KIB = 2048;

const written = (d) => Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${d.child.pid}/io`, 'utf8'))[1]) / 1024;

test('a game of a hundred moves writes at most two mebibytes, and nobody playing writes nothing', { timeout: 120000 }, withDaemon({}, async (d, t) => {
	const begun = written(d);
	if (begun === 0) return t.skip('the state directory is on no disk, so nothing is counted');
	assert.equal((await d.post('/game', { game: 'swahili', players: ['Ana', 'Luis'] })).status, 200);
	let moves = 0;
	for (let i = 0; moves < MOVES; i++) {
		const { game } = (await d.get('/state')).json;
		const { legal } = (await d.get(`/look?${new URLSearchParams({ game: game.name, fen: game.fen })}`)).json;
		if (game.result !== 'ongoing' || !legal.length) {
			await d.post('/game', { game: 'swahili', players: ['Ana', 'Luis'] });
			continue;
		}
		assert.equal((await d.post('/game/play', { action: legal[i % legal.length] })).status, 200);
		moves++;
	}
	await d.post('/game/resign', { player: 1 });
	const game = written(d) - begun;
	assert.ok(game <= GAME_KIB, `${game} KiB`);
	const ended = written(d);
	// A copy is made now, once; and then nothing more, from one heartbeat to the next.
	const l = await d.listen();
	let before, now = ended, beats = 0;
	do {
		before = now;
		await l.untilBeat(++beats);
		now = written(d);
	} while (now !== before && beats < 8);
	assert.equal(now, before);
	const copied = now - ended;
	l.close();
	console.log(`# ${moves} moves: ${game} KiB; the copy ${copied} KiB`);
}));
