// Days of play, in short: as fast as it goes. The long form is ./dev days HOURS.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../http/daemon.mjs';
import { assertPrivate, days, roomy } from './days.mjs';

const MOVES = 600, SETTLED = 300;

test(`${MOVES} moves of seven games, with listeners that come and go, leave no descriptor and next to no memory behind`, { timeout: 180000 }, withDaemon({ args: roomy(), wrap: ['env', 'ASAN_OPTIONS=quarantine_size_mb=1:detect_leaks=1'] }, async (d) => {
	const late = [];
	const r = await days(d, (moves) => moves >= MOVES, 0, (moves, _, samples) => moves >= SETTLED && late.push(samples.at(-1)[1]));
	assert.ok(r.left <= 1, `${r.left} descriptors are left`);
	const grown = late.at(-1) - Math.min(...late);
	assert.ok(grown < 3072, `${grown} KiB in the second half`);
	assertPrivate(d.state);
	console.log(`# ${r.moves} moves, ${r.games} games, ${r.came} listeners: ${grown} KiB in the second half`);
}));
