// lessons.test.mjs — lessons as they are taken: on a phone, with a finger, by somebody who follows the hints and sometimes does not.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { actionSites, geometry } from '../../web-ui/board/geometry.js';
import { Daemon, GAMES, ROOT, launch, middle, open, person, screenshot } from './harness.mjs';

const FILES = Object.fromEntries(GAMES.map((g) => [g, JSON.parse(fs.readFileSync(path.join(ROOT, `web-ui/lessons/${g}.json`), 'utf8'))]));

/** Somebody in the middle of a lesson. */
class Learner {
	constructor(page, daemon, game, n) {
		Object.assign(this, { page, daemon, game, n, lesson: FILES[game].lessons[n - 1] });
		this.name = this.lesson.game || game;
	}

	async begin() {
		await this.looked(() => open(this.page, this.daemon, `/learn/${this.game}/${this.n}`));
		this.g = geometry(await this.daemon.get(`/layout?game=${this.name}`));
	}

	async touch(site) {
		const at = await middle(this.page, site);
		await this.page.touchscreen.tap(at.x, at.y);
	}

	/** Taps what an action asks for. @param {string} fen @param {string[]} before @param {string} action */
	async play(fen, before, action) {
		const here = await this.daemon.get(`/look?game=${this.name}&fen=${encodeURIComponent(fen)}&moves=${encodeURIComponent(before.join(' '))}`);
		const sites = (a) => actionSites(this.g, a, here.player);
		const mine = sites(action);
		const free = here.legal.filter((a) => !sites(a).length);
		await this.looked(async () => {
			if (!mine.length) return this.page.locator('.answers button').nth(free.indexOf(action)).tap();
			const alike = here.legal.filter((a) => sites(a).join() === mine.join());
			await this.touch(mine[0]);
			if (mine.length > 1) await this.touch(mine[1]);
			else if (alike.length === 1) await this.touch(mine[0]);
			if (alike.length > 1) await this.page.locator('.sheet .answers button').nth(alike.indexOf(action)).tap();
		});
	}

	/** Follows the hint of a step. */
	async follow(step) {
		const before = [];
		const actions = step.hint.split(' ');
		while (actions.length) {
			// Beads that are spread may be dropped in any order: here the other way round.
			const drops = actions.splice(0, actions.findIndex((a) => a[0] !== '+') < 0 ? actions.length : actions.findIndex((a) => a[0] !== '+'));
			if (drops.length) await this.looked(async () => {
				// Where the step is done before the hand is empty, the rest follows the first.
				const left = Number(/^\d+/.exec(before[before.length - 1])[0]) - drops.length;
				for (const drop of [...Array(left).fill(drops[0]), ...[...drops].reverse()]) await this.touch(drop.slice(1));
			});
			const action = actions.shift();
			if (action) await this.play(step.fen, [...before, ...drops], action);
			before.push(...drops, ...(action ? [action] : []));
		}
	}

	async told(both) {
		await this.page.waitForFunction(([a, b]) => [...document.querySelectorAll('.sentence, .answer')].some((e) => e.textContent === a || e.textContent === b), [both.es, both.en]);
	}

	async praised(step, at) {
		try {
			await this.page.locator('.answer[data-good=yes]').waitFor({ timeout: 8000 });
		} catch {
			await screenshot(this.page, `lesson-stuck-${this.game}-${this.n}-${at}`);
			assert.fail(`${this.game} lesson ${this.n} step ${at}: ${step.hint} was not accepted: ${await this.page.locator('.answer').textContent()}`);
		}
	}

	async next() {
		await this.looked(() => this.page.locator('.lessondock button.main').tap());
	}

	/** Does something that makes the page look at a position anew, and waits until it has drawn it. */
	async looked(act) {
		const done = this.page.waitForResponse((r) => r.url().includes('/look?'), { timeout: 5000 });
		done.catch(() => {});
		await act();
		await done;
		await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
	}
}

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

/** Takes a lesson to its end, or to the first turn of a match; falls for every mistake that is invited. */
async function take(game, n) {
	const page = await person(browser, daemon, { language: n % 2 ? 'es' : 'en' });
	const learner = new Learner(page, daemon, game, n);
	await learner.begin();
	const steps = learner.lesson.steps;
	let clean = 0;
	for (let i = 0; i < steps.length; i++) {
		if (steps[i].repeat && clean >= 2) continue;
		await learner.told(steps[i].say);
		if (i === 0) await screenshot(page, `lesson-${game}-${n}`);
		const invited = (steps[i].errors || []).find((e) => e.when.from && e.when.to);
		if (invited) {
			await learner.touch(invited.when.from);
			await learner.touch(invited.when.to);
			await learner.told(invited.say);
			clean = -1;
		}
		await learner.follow(steps[i]);
		if (steps[i].within > 1) break;
		await learner.praised(steps[i], i);
		clean++;
		// What is only practice is passed over after two steps without a slip.
		if (steps.slice(i + 1).some((later) => !later.repeat || clean < 2)) await learner.next();
	}
	assert.deepEqual(page.complaints, []);
	await page.context().close();
}

const NUMBERS = process.env.LESSONS ? process.env.LESSONS.split(',').map(Number) : [1, 2];
for (const game of process.env.GAME ? [process.env.GAME] : GAMES) test(`${game}: lessons are taken with a finger to their end`, async () => {
	for (const n of NUMBERS) await take(game, n);
});

test('a missed defence is played out, explained and given back', async () => {
	const page = await person(browser, daemon, { language: 'es' });
	const learner = new Learner(page, daemon, 'contigo-line', 4);
	await learner.begin();
	const step = learner.lesson.steps[0];
	await learner.told(step.say);
	await learner.play(step.fen, [], '1E3-E2');
	await learner.told(step.errors[0].say);
	await page.locator('.board:not(.small) .cell[data-site=c6].full').waitFor();
	await screenshot(page, 'lesson-missed');
	await learner.follow(step);
	await learner.praised(step, 0);
	await page.context().close();
});

test('on the board the same lesson lights, follows the hands and carries out the answer', async () => {
	const page = await person(browser, daemon, { language: 'en' });
	const learner = new Learner(page, daemon, 'contigo-line', 4);
	await daemon.post('/control');
	await learner.begin();
	const step = learner.lesson.steps[0];
	await learner.told(step.say);
	await page.locator('.lessondock button.icon').tap();
	await page.locator('.sheet button', { hasText: 'Do it on the board' }).tap();
	await daemon.until((s) => s.lesson && s.lesson.id === 'contigo-line/4', 'the lesson to be on the table');
	await daemon.post('/sim/setup', {});
	await daemon.until((s) => s.phase === 'play' && s.leds.Sc && s.leds.Sc[4] === 'pulse', 'the light of the lesson');

	// A bead that saves nothing: the black pawn is played, the loss explained, the step laid anew.
	await daemon.post('/sim/lift', { site: 'E3', count: 1 });
	await daemon.post('/sim/drop', { site: 'E2', count: 1 });
	await learner.told(step.errors[0].say);
	await daemon.until((s) => s.game && s.game.ply === 0, 'the step to be laid anew');
	await daemon.post('/sim/setup', {});
	await daemon.until((s) => s.phase === 'play' && s.leds.Sc, 'the light again');

	// The bead that saves.
	await daemon.post('/sim/lift', { site: 'Sc', count: 1 });
	await daemon.post('/sim/drop', { site: 'Sb', count: 1 });
	await learner.praised(step, 0);
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('every step of every lesson can be laid on its board', async () => {
	await daemon.post('/control');
	for (const game of GAMES) for (const [i, lesson] of FILES[game].lessons.entries()) for (const [k, step] of lesson.steps.entries()) {
		await daemon.post('/lesson', { id: `${game}/${i + 1}`, step: k });
		await daemon.post('/sim/setup', {});
		const state = await daemon.until((s) => s.phase === 'play', `${game} ${i + 1} ${k}`);
		assert.equal(state.game.fen, step.fen);
		assert.deepEqual(state.lesson, { id: `${game}/${i + 1}`, step: k });
		await daemon.post('/lesson/light', { light: step.light || [] });
	}
});
