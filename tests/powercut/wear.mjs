// wear.mjs MINUTES — what a disk with ext4 is told for a game of a hundred moves, and by the hour while nobody plays.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { Machine, file, readLog, work } from './machine.mjs';

const MOVES = 100, GAME_MIB = 2, DAY_MIB = 5;
const minutes = Number(process.argv[2]);

/** MiB that the disk was told to write until now. */
function told() {
	const log = readLog(file('log'));
	closeSync(log.fd);
	return log.list.reduce((sum, e) => sum + (e.data ? e.n * log.sector : 0), 0) / 1048576;
}

execFileSync('truncate', ['-s', '64M', file('disk.img')]);
execFileSync('mkfs.ext4', ['-q', '-F', file('disk.img')]);
copyFileSync(file('disk.img'), file('empty.img'));
writeFileSync(file('log'), '');
const m = await new Machine().start(file('log'));
await m.pair();
const rest = () => new Promise((done) => setTimeout(done, 60000));
await rest(); // what making the disk and the first start leave behind
const begun = told();
let moves = 0;
await m.post('/game', { game: 'swahili', players: ['Ana', 'Luis'] });
for (let i = 0; moves < MOVES; i++) {
	const { game } = (await m.get('/state')).json;
	const { legal } = (await m.get(`/look?${new URLSearchParams({ game: game.name, fen: game.fen })}`)).json;
	if (game.result !== 'ongoing' || !legal.length) {
		await m.post('/game', { game: 'swahili', players: ['Ana', 'Luis'] });
		continue;
	}
	assert.equal((await m.post('/game/play', { action: legal[i % legal.length] })).status, 200);
	moves++;
}
const played = told();
await m.post('/game/resign', { player: 1 });
await rest();
const copied = told();
for (let i = 0; i < minutes; i++) await rest();
const idle = told();
await m.cut();
rmSync(work, { recursive: true, force: true });
const day = ((idle - copied) / minutes) * 1440;
console.log(`wear moves ${moves} game_mib ${(played - begun).toFixed(2)} copy_mib ${(copied - played).toFixed(2)} idle_minutes ${minutes} idle_mib ${(idle - copied).toFixed(3)} idle_mib_a_day ${day.toFixed(2)}`);
process.exit(played - begun <= GAME_MIB && day <= DAY_MIB ? 0 : 1);
