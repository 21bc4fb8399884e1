// question.test.mjs — what the board asks, on the page: every question can be answered with "none of these", in both languages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, drag, launch, open, person, screenshot } from './harness.mjs';

const NONE = { en: 'None of these: put it back as it was', es: 'Ninguna de estas: volver a ponerlo como estaba' };

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo-blind').start(); // its pits feel nothing: beads are asked for
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

for (const language of ['en', 'es'])
	test(`none of these leads back to what was agreed, said in ${language}`, async () => {
		await daemon.game('contigo-line');
		const page = await person(browser, daemon, { size: 'desk', language });
		await open(page, daemon, '/table');
		await page.locator('.cell[data-site=c1].full').waitFor();
		await drag(page, 'c1', 'c3');
		await daemon.until((s) => s.phase === 'question' && s.game.ply === 1, 'the board to ask for the beads');
		const none = page.getByRole('button', { name: NONE[language], exact: true });
		await none.waitFor();
		await screenshot(page, `question-desk-${language}`);
		await none.click();
		const state = await daemon.until((s) => s.phase === 'mismatch' && s.game.ply === 0, 'a request to carry the pawn home');
		assert.deepEqual(state.fixes.map((f) => [f.from, f.to]), [['c3', 'c1']]);
		await drag(page, 'c3', 'c1');
		await daemon.until((s) => s.phase === 'play' && s.fixes.length === 0, 'all to be well');
		assert.deepEqual(page.complaints, []);
		await page.context().close();
	});

test('while the board asks or complains, an action may be entered on the phone', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	await drag(page, 'c1', 'c3');
	await daemon.until((s) => s.phase === 'question', 'the board to ask for the beads');
	await open(page, daemon, '/');
	await page.getByLabel('Play from this phone').waitFor();
	await page.context().close();
});
