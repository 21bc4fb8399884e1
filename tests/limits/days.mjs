// days.mjs — plays on and on, with listeners that come and go, and looks at what grows.
//   node days.mjs [--hours H | --moves N] [--pace MS]
// Exports `days` for the short form. The long form is ./dev days HOURS: one move a second, in a network of its own where that may be
// made, so that every word that leaves the house is counted.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Daemon } from '../http/daemon.mjs';

const GAMES = ['contigo-line', 'swahili', 'perturbador', 'oraia', 'andantino', 'contigo-capture:players=4', 'thibault'];
const LISTENERS = 20, PLIES = 150;

const rss = (d) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${d.child.pid}/status`, 'utf8'))[1]);
const descriptors = (d) => readdirSync(`/proc/${d.child.pid}/fd`).length;
/** Sent through the cable out of the house; null where there is none. */
const packets = () => {
	const m = /^\s*out:(.*)$/m.exec(readFileSync('/proc/net/dev', 'utf8'));
	return m ? Number(m[1].trim().split(/\s+/)[9]) : null;
};

/** All listeners of a test come from one address. */
export function roomy() {
	const path = join(mkdtempSync(join(tmpdir(), 'tablero-days-')), 'tablerod.conf');
	writeFileSync(path, '[web]\nper_address = 64\n');
	return ['--config', path];
}

/** KiB an hour, by least squares. @param {[hours: number, kib: number][]} samples */
export function slope(samples) {
	const n = samples.length, mx = samples.reduce((s, [x]) => s + x, 0) / n, my = samples.reduce((s, [, y]) => s + y, 0) / n;
	const over = samples.reduce((s, [x, y]) => s + (x - mx) * (y - my), 0), under = samples.reduce((s, [x]) => s + (x - mx) ** 2, 0);
	return under ? over / under : 0;
}

/** Plays until `over(moves, hours)`. */
export async function days(d, over, pace, sampled = () => {}) {
	let seed = 20261130, moves = 0, games = 0, ply = 0, came = 0;
	const random = (n) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
	const t0 = performance.now(), hours = () => (performance.now() - t0) / 3600000;
	const before = { descriptors: descriptors(d), packets: packets() };
	/** @type {any[]} */
	const listeners = [];
	const samples = [];
	let sampledAt = -1;
	while (!over(moves, hours())) {
		const { game } = (await d.get('/state')).json;
		if (!game || game.result !== 'ongoing' || ++ply > PLIES) {
			const made = await d.post('/game', { game: GAMES[games++ % GAMES.length], players: ['Ana', 'Luis'] });
			assert.equal(made.status, 200, JSON.stringify(made.json));
			ply = 0;
			continue;
		}
		const { legal } = (await d.get(`/look?${new URLSearchParams({ game: game.name, fen: game.fen })}`)).json;
		if (!legal.length) {
			ply = PLIES;
			continue;
		}
		const played = await d.post('/game/play', { action: legal[random(legal.length)] });
		assert.equal(played.status, 200, JSON.stringify(played.json));
		moves++;
		if (random(50) === 0) await d.post('/game/hint');
		if (listeners.length < LISTENERS || random(3) === 0) {
			if (listeners.length === LISTENERS) listeners.splice(random(LISTENERS), 1)[0].close();
			listeners.push(await d.listen());
			came++;
		}
		listeners.forEach((l) => (l.events.length = 0)); // ours must not grow either
		const at = Math.floor(hours() * (pace ? 60 : 3600));
		if (at !== sampledAt) {
			sampledAt = at;
			samples.push([hours(), rss(d)]);
			sampled(moves, hours(), samples);
		}
		if (pace) await new Promise((next) => setTimeout(next, pace));
	}
	listeners.forEach((l) => l.close());
	const end = performance.now() + 30000;
	let left;
	do left = descriptors(d) - before.descriptors;
	while (left > 1 && performance.now() < end && (await d.get('/about')).status === 200);
	return { moves, games, came, samples, left, hours: hours(), sent: before.packets === null ? null : packets() - before.packets };
}

/** What files the daemon keeps, and who may read them. */
export function assertPrivate(directory) {
	for (const name of readdirSync(directory)) {
		const s = statSync(join(directory, name));
		assert.equal(s.mode & 0o77, 0, `${name}: ${(s.mode & 0o777).toString(8)}`);
		if (s.isDirectory()) assertPrivate(join(directory, name));
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const option = (name, standard) => Number(process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : standard);
	const limit = option('--hours', 72), pace = option('--pace', 1000), settled = Math.min(1, limit / 3);
	const d = new Daemon({ args: roomy() });
	await d.start();
	await d.pair();
	const r = await days(d, (_, h) => h >= limit, pace, (moves, h, samples) => samples.length % 10 === 0 && console.log(`${h.toFixed(2)} h, ${moves} moves, ${samples.at(-1)[1]} KiB`));
	const grows = slope(r.samples.filter(([h]) => h >= settled));
	assertPrivate(d.state);
	await d.end();
	console.log(`days hours ${r.hours.toFixed(2)} moves ${r.moves} games ${r.games} listeners ${r.came} kib_an_hour ${grows.toFixed(1)} descriptors_left ${r.left} packets_out ${r.sent ?? 'not counted'}`);
	process.exit(grows <= 64 && r.left <= 1 && !r.sent ? 0 : 1);
}
