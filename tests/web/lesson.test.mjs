// lesson.test.mjs — a lesson is gone through by hand: a slip is explained, a right move ends the step, the place is kept.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Daemon, GAMES, ROOT, drag, launch, middle, open, person, screenshot } from './harness.mjs';

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

const file = (game) => JSON.parse(fs.readFileSync(path.join(ROOT, `web-ui/lessons/${game}.json`), 'utf8'));

for (const game of GAMES) {
	test(`${game}: the first step of its first lesson is solved by the move its own hint names`, async () => {
		const lesson = file(game).lessons[0];
		const step = lesson.steps[0];
		const page = await person(browser, daemon, { size: 'desk' });
		await open(page, daemon, `/learn/${game}/1`);
		await page.locator('.sentence', { hasText: step.say.en.slice(0, 12) }).waitFor();
		await screenshot(page, `lesson-${game}`);
		const name = lesson.game || game;
		const now = await daemon.get(`/look?${new URLSearchParams({ game: name, fen: step.fen })}`);
		assert.ok(now.legal.includes(step.hint), `${step.hint} is legal`);
		const layout = await daemon.get(`/layout?game=${encodeURIComponent(name)}`);
		const sites = layout.sites.map((p) => p.name).filter((n) => step.hint.includes(n)).sort((a, b) => step.hint.indexOf(a) - step.hint.indexOf(b) || b.length - a.length);
		const tap = async (site) => {
			const at = await middle(page, site);
			await page.mouse.click(at.x, at.y);
		};
		const row = /^(\d+)\+*x?$/.exec(step.hint);
		if (game === 'swahili' && row) {
			await tap(`${now.player}.${row[1]}`);
			const fit = now.legal.filter((a) => new RegExp(`^${row[1]}(?!\\d)`).test(a));
			if (fit.length > 1) await page.locator('dialog').getByRole('button', { name: step.hint, exact: true }).click();
			else await tap(`${now.player}.${row[1]}`);
		} else if (game === 'andantino') {
			await tap(step.hint);
			await tap(step.hint);
		} else await drag(page, sites.find((s) => step.hint.startsWith(s)), sites.find((s) => step.hint.endsWith(s)));
		await page.locator('.answer[data-good=yes]').waitFor();
		await page.getByRole('button', { name: 'Next' }).click();
		await page.locator('.dots li[data-done]').waitFor();
		await page.reload();
		await page.locator('.dots li[data-done]').waitFor();
		assert.deepEqual(page.complaints, []);
		await page.context().close();
	});
}

test('a forbidden move in a lesson is explained and changes nothing', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/learn/contigo-line/1');
	const step = file('contigo-line').lessons[0].steps[0];
	await page.locator('.sentence', { hasText: step.say.en.slice(0, 12) }).waitFor();
	const from = step.hint.slice(0, 2), rank = Number(from[1]);
	const to = from[0] + (rank > 3 ? rank - 1 : rank + 1); // one square, where the pits ask for more
	await drag(page, from, to);
	await page.locator('.answer:not(:empty)').waitFor();
	assert.ok((await page.locator('.answer').innerText()).length > 8);
	assert.match(await page.locator(`.cell[data-site=${from}]`).getAttribute('aria-label'), /pawn/);
	await page.context().close();
});

test('a lesson can be moved to the board, and the page follows the hands there', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/learn/contigo-line/1');
	await page.locator('.sentence').waitFor();
	const step = file('contigo-line').lessons[0].steps[0];
	await page.getByRole('button', { name: 'More actions' }).click();
	await page.getByRole('button', { name: 'Do it on the board' }).click();
	await daemon.until((s) => s.lesson !== null && s.game && s.game.fen === step.fen, 'the board to know of the lesson');
	await daemon.post('/sim/setup', {});
	await daemon.until((s) => s.phase === 'play', 'the table to stand');
	await daemon.post('/sim/lift', { site: step.hint.slice(0, 2) });
	await daemon.post('/sim/drop', { site: step.hint.slice(2, 4) });
	await page.locator('.answer[data-good=yes]').waitFor();
	await page.context().close();
});

test('on the board hands are led to one place after the other, and the page says which', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/learn/contigo-line/1');
	await page.locator('.sentence').waitFor();
	const step = file('contigo-line').lessons[0].steps[0];
	await daemon.post('/sim/sweep', {});
	await page.getByRole('button', { name: 'More actions' }).click();
	await page.getByRole('button', { name: 'Do it on the board' }).click();
	let state = await daemon.until((s) => s.phase === 'setup' && s.game.fen === step.fen && s.fixes.length > 1, 'the table to be set up');
	for (let left = state.fixes.filter((f) => f.owner).length; left > 0; left--) {
		const [fix] = state.fixes;
		await page.waitForFunction((text) => document.querySelector('.answer').textContent === text, state.waiting.en);
		assert.equal(await page.locator('.over .mk-bring').count(), 1);
		const lit = Object.entries(state.leds).filter(([, led]) => led[3] === 'bring');
		assert.ok(lit.every(([site]) => site === fix.to), `only ${fix.to} glows: ${JSON.stringify(state.leds)}`);
		await daemon.post('/sim/put', { site: fix.to, owner: fix.owner, rank: fix.rank, count: fix.count });
		state = await daemon.until((s) => s.fixes.every((f) => f.to !== fix.to), `${fix.to} to be seen`);
	}
	await page.context().close();
});

test('the next lesson stays on the board, and the game that waited comes back at the end', async () => {
	const id = await daemon.game('contigo-line');
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/learn/contigo-line/1');
	await page.getByRole('button', { name: 'More actions' }).click();
	await page.getByRole('button', { name: 'Do it on the board' }).click();
	await daemon.until((s) => s.lesson && s.lesson.id === 'contigo-line/1', 'the first lesson on the board');
	await page.goto(`${daemon.base}/learn/contigo-line/2`);
	await daemon.until((s) => s.lesson && s.lesson.id === 'contigo-line/2', 'the second lesson on the board');
	await page.locator('nav a', { hasText: 'Games' }).click();
	await daemon.until((s) => s.lesson === null && s.game && s.game.id === id, 'the game that waited');
	await page.context().close();
});

test('a task does not show where a piece may go, a mini-match does', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	const lessons = file('contigo-line').lessons;
	const dots = async (n, step) => {
		await page.addInitScript(([k, s]) => localStorage.setItem(k, JSON.stringify({ step: s })), [`tablero.lesson.contigo-line/${n}`, step]);
		await open(page, daemon, `/learn/contigo-line/${n}`);
		const at = lessons[n - 1].steps[step];
		await page.locator('.sentence', { hasText: at.say.en.slice(0, 10) }).waitFor();
		const name = lessons[n - 1].game || 'contigo-line';
		const { legal } = await daemon.get(`/look?${new URLSearchParams({ game: name, fen: at.fen })}`);
		const spot = await middle(page, legal.find((a) => /^[a-f][1-6][a-f][1-6]$/.test(a)).slice(0, 2));
		await page.mouse.click(spot.x, spot.y);
		await page.locator('.over .mk-selected').waitFor();
		return page.locator('.over .mk-dot').count();
	};
	assert.equal(await dots(2, 0), 0);
	assert.ok((await dots(5, lessons[4].steps.findIndex((s) => s.goal === 'match'))) > 0);
	await page.context().close();
});

test('after the last lesson a whole game is offered, and its help is asked about once', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	const short = file('swahili');
	short.lessons[4].steps = [{ ...short.lessons[0].steps[0], success: { turns: 0 } }];
	await page.route('**/api/v1/lessons/swahili', (route) => route.fulfill({ json: short }));
	await open(page, daemon, '/learn/swahili/5');
	const step = short.lessons[4].steps[0];
	await page.locator('.sentence', { hasText: step.say.en.slice(0, 10) }).waitFor();
	const { player, legal } = await daemon.get(`/look?${new URLSearchParams({ game: 'swahili', fen: step.fen })}`);
	const spot = await middle(page, `${player}.${/^\d+/.exec(step.hint)[0]}`);
	await page.mouse.click(spot.x, spot.y);
	if (legal.filter((a) => /^\d+/.exec(a)[0] === /^\d+/.exec(step.hint)[0]).length > 1) await page.locator('dialog').getByRole('button', { name: step.hint, exact: true }).click();
	else await page.mouse.click(spot.x, spot.y);
	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByRole('link', { name: 'Play a game' }).click();
	await page.locator('.newform').waitFor();
	const begin = page.locator('.newform button.main');
	if (/hold/.test(await begin.getAttribute('class'))) {
		await begin.hover();
		await page.mouse.down();
		await page.waitForURL('**/table');
		await page.mouse.up();
	} else await begin.click();
	let state = await daemon.until((s) => s.game && s.game.name === 'swahili', 'the game');
	assert.deepEqual(state.game.level, [1, 1]);
	for (let turn = 1; turn <= 12; turn++) {
		assert.equal(await page.getByText('Go on showing').count(), 0, `not yet in turn ${turn}`);
		const look = await daemon.get(`/look?${new URLSearchParams({ game: 'swahili', fen: state.game.fen })}`);
		await daemon.post('/game/play', { action: look.legal[0] });
		await daemon.post('/sim/setup', {});
		state = await daemon.until((s) => s.game.ply === turn && s.phase === 'play', 'the move');
	}
	await page.getByRole('button', { name: 'No, I know by now' }).click();
	await daemon.until((s) => s.game.level.join() === '0,0', 'help to end');
	await page.reload();
	await page.locator('.turn b').first().waitFor();
	assert.equal(await page.getByText('Go on showing').count(), 0);
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});
