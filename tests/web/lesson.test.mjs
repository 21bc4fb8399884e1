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
