// powercut.mjs ROUNDS CUTS — see run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from '../http/daemon.mjs';
import { FLUSH, FUA, Machine, file, random, readLog, work } from './machine.mjs';

const [rounds, cuts] = process.argv.slice(2).map(Number);
const look = async (d, fen, moves = []) => (await d.get(`/look?${new URLSearchParams({ game: 'contigo-line', fen, ...(moves.length ? { moves: moves.join(' ') } : {}) })}`)).json;

/** Plays until the plug is pulled. Returns what was confirmed, and how long the list of the disk was at each moment. */
async function play(m, log) {
	const made = await m.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
	assert.equal(made.status, 200, JSON.stringify(made.json));
	let { fen } = (await m.get('/state')).json.game;
	const told = { id: made.json.id, start: fen, token: m.token, actions: [], sizes: [statSync(log).size] };
	const turns = 12 + random(25);
	for (let i = 0; ; i++) {
		const { legal } = await look(m, fen);
		if (!legal.length) break;
		const action = legal[random(legal.length)];
		const answer = m.post('/game/play', { action }).then((a) => a.status, () => 0);
		if (i === turns) {
			told.underway = action;
			await new Promise((done) => setTimeout(done, random(60)));
			await m.cut();
			if ((await answer) === 200) {
				told.actions.push(action);
				told.sizes.push(Infinity);
			}
			return told;
		}
		assert.equal(await answer, 200);
		told.actions.push(action);
		told.sizes.push(statSync(log).size);
		fen = (await m.get('/state')).json.game.fen;
	}
	await m.cut();
	return told;
}

/** What a daemon knows against what had been confirmed by then (`least` actions). */
async function check(d, told, least) {
	d.token = told.token;
	const s = (await d.get('/state')).json;
	assert.ok(s.store.ok && s.store.message === '', s.store.message);
	assert.equal(s.me.role, 'owner', 'the phone is still paired');
	const kept = (await d.get(`/games/${told.id}`)).json;
	assert.ok(kept.plies, `game ${told.id}: ${JSON.stringify(kept)}\n${d.out}`);
	const now = kept.plies.map((p) => p.action);
	const fen = now.length ? (await look(d, told.start, now)).fen : told.start;
	if (kept.result === 'ongoing') assert.deepEqual([s.game.id, s.game.fen], [told.id, fen], 'the game goes on as it was');
	else assert.equal((await look(d, fen)).legal.length, 0, 'only a game that is over does not go on');
	const all = [...told.actions, ...(told.underway && told.actions.at(-1) !== told.underway ? [told.underway] : [])];
	assert.ok(now.length >= least && now.length <= all.length, `${now.length} actions, ${least} were confirmed`);
	assert.deepEqual(now, all.slice(0, now.length));
}

// ---- Other cuts ------------------------------------------------------------------------------------------------------------------

function apply({ fd, sector }, e, to, torn) {
	if (!e.data || !e.n) return;
	const data = Buffer.alloc(e.n * sector);
	readSync(fd, data, 0, data.length, e.at);
	if (!torn) writeSync(to, data, 0, data.length, e.sector * sector);
	else for (let i = 0; i < e.n; i++) if (random(2)) writeSync(to, data, i * sector, sector, (e.sector + i) * sector);
}

/** The disk as a cut after entry `k` may have left it. */
function image(log, k) {
	copyFileSync(file('empty.img'), file('cut.img'));
	const to = openSync(file('cut.img'), 'r+');
	let flushed = -1;
	for (let i = 0; i <= k; i++) if (log.list[i].flags & FLUSH) flushed = i;
	const loss = random(4);
	for (let i = 0; i <= k; i++) {
		const e = log.list[i];
		const firm = i <= flushed || e.flags & FUA || loss === 0;
		if (firm) apply(log, e, to, false);
		else if (loss > 1 && random(2)) apply(log, e, to, random(8) === 0);
	}
	closeSync(to);
}

async function checkCut(log, k, told) {
	image(log, k);
	let repaired = 0;
	try {
		execFileSync('e2fsck', ['-fp', file('cut.img')], { stdio: 'pipe' });
	} catch (e) {
		repaired = e.status;
		assert.ok(e.status <= 1, `e2fsck needs a person: ${e.stdout}`);
	}
	rmSync(file('state'), { recursive: true, force: true });
	execFileSync('debugfs', ['-R', `rdump /state ${work}`, file('cut.img')], { stdio: 'pipe' });
	if (!existsSync(file('state'))) mkdirSync(file('state'));
	const least = told.sizes.filter((size) => size <= log.list[k].end).length - 1;
	const d = new Daemon({ state: file('state') });
	await d.start();
	try {
		await check(d, told, least);
	} catch (e) {
		throw new Error(`cut after entry ${k} of ${log.list.length}: ${e.stack}\n${d.log}`);
	} finally {
		await d.stop('SIGKILL');
	}
	return repaired;
}

let passed = 0, failed = 0;
for (let round = 1; round <= rounds; round++) {
	try {
		execFileSync('truncate', ['-s', '32M', file('empty.img')]);
		execFileSync('mkfs.ext4', ['-q', '-F', file('empty.img')]);
		copyFileSync(file('empty.img'), file('disk.img'));
		writeFileSync(file('log'), '');
		const m = await new Machine().start(file('log'));
		await m.pair();
		const told = await play(m, file('log'));
		const second = await new Machine().start();
		await check(second, told, told.actions.length);
		await second.cut();
		console.log(`round ${round}: ${told.actions.length} actions confirmed, ${told.actions.length} or more found after the next start; ready ${second.boot.toFixed(1)} s after power-on`);
		passed++;
		const log = readLog(file('log'));
		const from = log.list.findIndex((e) => e.end >= told.sizes[0]);
		let repaired = 0;
		for (let i = 0; i < cuts; i++) repaired += await checkCut(log, from + random(log.list.length - from), told);
		console.log(`round ${round}: ${cuts} other cuts of ${log.list.length} entries: nothing confirmed was lost; e2fsck alone put ${repaired} of them right`);
		closeSync(log.fd);
		passed += cuts;
	} catch (e) {
		failed++;
		console.log(`round ${round}: ${e.stack}\nkept in ${work}`);
		break;
	}
}
if (!failed) rmSync(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
