// The board doctor over its interface: marks, calibration, the guided test. On a simulated board whose sensors are analogue.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon, withDaemon } from './daemon.mjs';

const doctor = async (d) => (await d.get('/doctor')).json;
const line = async (d, label) => (await doctor(d)).lines.find((l) => l.label === label);
const levels = async (d, label) => (await d.get(`/doctor/levels/${label}`)).json;

/** Asks again until it is so: the daemon measures for a second. */
async function measured(d) {
	for (let r; (r = await doctor(d)); ) if (!r.calibration.measuring) return r;
}

async function ok(d, path, body) {
	const a = await d.post(path, body);
	assert.equal(a.status, 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(a.json)}`);
	return a.json;
}

const contigo = { args: ['--board', 'contigo'] };
const file = (d) => join(d.state, 'calibration-contigo.ini');

test('what makes no sense is refused and changes nothing', withDaemon(contigo, async (d) => {
	for (const [path, body, status] of [
		['/doctor/calibrate', {}, 400],
		['/doctor/calibrate', { line: 'Na' }, 400],
		['/doctor/calibrate', { line: 'Na', value: 'two' }, 400],
		['/doctor/calibrate', { line: 'Na', value: 21 }, 400],
		['/doctor/calibrate', { line: 'zz', value: 1 }, 404],
		['/doctor/calibrate', { line: 'a1', value: 1 }, 400],
		['/doctor/calibrate', { line: 'a1', forget: true }, 400],
		['/doctor/calibrate', { step: 'half' }, 400],
		['/doctor/calibration', {}, 400],
		['/doctor/calibration', { text: '[calibration]\nboard = swahili\n' }, 400],
		['/doctor/calibration', { text: '[calibration]\nboard = contigo\n[Na]\n5@300 = many\n' }, 400],
		['/doctor/guide', {}, 400],
		['/doctor/guide', { do: 'dance' }, 400],
		['/doctor/guide', { do: 'start', line: 'zz' }, 404],
		['/doctor/guide', { do: 'again' }, 404],
		['/doctor/mark', { line: 'zz', faulty: true }, 404],
	]) {
		const a = await d.post(path, body);
		assert.equal(a.status, status, `${path} ${JSON.stringify(body)}: ${JSON.stringify(a.json)}`);
	}
	assert.equal((await d.get('/doctor/levels/a1')).status, 404);
	const r = await doctor(d);
	assert.equal(r.calibration.unsaved, false);
	assert.equal(r.calibration.learned, 0);
	assert.equal(r.guide.phase, 'off');
	assert.ok(!existsSync(file(d)));
}));

test('a bad calibration file is named with its line', withDaemon(contigo, async (d) => {
	const a = await d.post('/doctor/calibration', { text: '[calibration]\nboard = contigo\n[Na]\n5@300 = many\n' });
	assert.match(JSON.stringify(a.json), /:4: \[Na\]/);
}));

test('nothing can be measured while the board is away', withDaemon(contigo, async (d) => {
	await ok(d, '/sim/plug', { plugged: false });
	for (const [path, body] of [['/doctor/calibrate', { line: 'Na', value: 2 }], ['/doctor/calibrate', { step: 'empty' }], ['/doctor/guide', { do: 'start' }]])
		assert.equal((await d.post(path, body)).status, 409);
}));

test('a level is measured for a second, and kept only when it is saved', withDaemon(contigo, async (d) => {
	await ok(d, '/doctor/calibrate', { line: 'Na', value: 2 });
	assert.equal((await d.post('/doctor/calibrate', { line: 'Nb', value: 2 })).status, 409);
	assert.equal((await d.post('/doctor/calibrate', { step: 'done' })).status, 409);
	let r = await measured(d);
	assert.equal(r.calibration.unsaved, true);
	assert.equal(r.calibration.learned, 1);
	assert.equal((await levels(d, 'Na')).levels.find((l) => l.value === 2).samples, 20);
	assert.ok(!existsSync(file(d)), 'nothing is written before it is said so');

	await ok(d, '/doctor/calibrate', { step: 'cancel' });
	assert.equal((await doctor(d)).calibration.learned, 0);

	await ok(d, '/doctor/calibrate', { step: 'empty' });
	r = await measured(d);
	assert.equal(r.calibration.learned, 28);
	await ok(d, '/doctor/calibrate', { step: 'done' });
	assert.match(readFileSync(file(d), 'utf8'), /board = contigo/);
	assert.equal((await doctor(d)).calibration.unsaved, false);
	await ok(d, '/doctor/calibrate', { line: 'Na', forget: true });
	await ok(d, '/doctor/calibrate', { step: 'done' });
	assert.deepEqual(readdirSync(d.state).filter((f) => /calibration/.test(f)).sort(), ['calibration-contigo.ini', 'calibration-contigo.ini.1'], 'the one before is kept');
}));

test('a calibration that somebody has edited meanwhile is not overwritten', withDaemon(contigo, async (d) => {
	await ok(d, '/doctor/calibrate', { line: 'Na', value: 2 });
	await measured(d);
	await ok(d, '/doctor/calibrate', { step: 'done' });
	const edited = readFileSync(file(d), 'utf8') + '; by hand\n';
	writeFileSync(file(d), edited);
	await ok(d, '/doctor/calibrate', { line: 'Nb', value: 2 });
	await measured(d);
	const a = await d.post('/doctor/calibrate', { step: 'done' });
	assert.equal(a.status, 409);
	assert.equal(readFileSync(file(d), 'utf8'), edited);
	await ok(d, '/doctor/calibrate', { step: 'cancel' });
	assert.equal((await doctor(d)).calibration.learned, 1);
}));

test('a calibration is carried from one daemon to another', async (t) => {
	let text;
	await withDaemon(contigo, async (d) => {
		await ok(d, '/doctor/calibrate', { line: 'Sd', value: 2 });
		await measured(d);
		text = (await d.get('/doctor/calibration')).data.toString();
	})(t);
	await withDaemon(contigo, async (d) => {
		await ok(d, '/doctor/calibration', { text });
		assert.equal((await levels(d, 'Sd')).levels.find((l) => l.value === 2).samples, 20);
		assert.equal(readFileSync(file(d), 'utf8'), text);
	})(t);
});

test('marks and calibration outlive the daemon, and so do the changes that were counted', async () => {
	const d = new Daemon(contigo);
	await d.start();
	await d.pair();
	await ok(d, '/doctor/mark', { line: 'c3', faulty: true });
	await ok(d, '/doctor/calibrate', { line: 'Na', value: 2 });
	await measured(d);
	await ok(d, '/doctor/calibrate', { step: 'done' });
	const before = (await line(d, 'a1')).changes;
	for (let i = 0; i < 3; i++) {
		await ok(d, '/sim/put', { site: 'a1', owner: 1, count: 1 });
		await ok(d, '/sim/take-away', { site: 'a1' });
	}
	const counted = (await line(d, 'a1')).changes;
	assert.ok(counted >= before + 6, `${before} ${counted}`);
	await d.stop();
	await d.start();
	await d.pair();
	assert.equal((await line(d, 'c3')).faulty, true);
	assert.ok((await line(d, 'a1')).changes >= counted);
	assert.equal((await doctor(d)).calibration.learned, 1);
	await ok(d, '/doctor/mark', { line: 'c3', faulty: false });
	assert.equal((await line(d, 'c3')).faulty, false);
	await d.end();
});

test('the guided test leads from site to site, finds what is wrong, and gives the board back to the game', withDaemon({ args: ['--board', 'oraia'] }, async (d) => {
	const sites = (await doctor(d)).lines.filter((l) => l.site).map((l) => l.site);
	await ok(d, '/sim/sweep');
	await ok(d, '/doctor/guide', { do: 'start' });
	const guide = async () => (await doctor(d)).guide;
	const until = async (wanted) => {
		for (let g; (g = await guide()); ) if (wanted(g)) return g;
	};
	let g = await guide();
	assert.equal(g.phase, 'put');
	assert.equal(g.line, sites[0]);
	assert.equal(g.of, 25);
	assert.ok(g.say.es && g.say.en && g.say.es !== g.say.en);
	assert.deepEqual((await doctor(d)).leds.filter((l) => l.rgb.some((v) => v)).map((l) => l.label), [sites[0]]);

	await ok(d, '/sim/put', { site: sites[0], owner: 1, count: 1 });
	g = await until((g) => g.tested === 1);
	assert.deepEqual(g.found, []);
	await ok(d, '/sim/take-away', { site: sites[0] });

	await ok(d, '/sim/put', { site: sites[2], owner: 1, count: 1 });
	g = await guide();
	assert.equal(g.wrong, sites[2]);
	await ok(d, '/sim/take-away', { site: sites[2] });

	await ok(d, '/doctor/guide', { do: 'next' }); // "it lies there", but nothing answers
	g = await guide();
	assert.deepEqual(g.found.map((f) => [f.line, f.fault]), [[sites[1], 'dead']]);
	assert.match(g.found[0].es, new RegExp(sites[1]));
	await ok(d, '/doctor/guide', { do: 'again', line: sites[1] });
	assert.equal((await guide()).line, sites[1]);
	assert.deepEqual((await guide()).found, []);
	await ok(d, '/doctor/guide', { do: 'stop' });
	assert.equal((await guide()).phase, 'off');
}));

test('hands in the guided test play no game', withDaemon({ args: ['--board', 'contigo'] }, async (d) => {
	await ok(d, '/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
	await ok(d, '/sim/setup', {});
	const agreed = async () => {
		for (let s; (s = (await d.get('/state')).json); ) if (s.fixes.length === 0 && s.phase === 'play') return s;
	};
	await agreed();
	await ok(d, '/doctor/guide', { do: 'start', line: 'c3' });
	await ok(d, '/sim/put', { site: 'c3', owner: 1, count: 1 });
	for (let r; (r = await doctor(d)); ) if (r.guide.phase === 'lift') break;
	await ok(d, '/sim/take-away', { site: 'c3' });
	assert.equal((await doctor(d)).guide.phase, 'done');
	await ok(d, '/doctor/guide', { do: 'stop' });
	assert.deepEqual((await agreed()).game.moves, []);
}));

test('a simulated board is exchanged for the one that tells most of the new game', withDaemon({ args: ['--board', 'oraia'] }, async (d) => {
	for (const [game, board] of [['contigo-line', 'contigo'], ['andantino:side=7', 'andantino'], ['thibault', 'thibault']]) {
		await ok(d, '/game', { game, players: ['Ana', 'Luis'] });
		assert.equal((await d.get('/state')).json.board.id, board);
	}
}));
