// start.test.mjs — how games begin and end on the phone: as placed, with the kings named, given up by one of four.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, launch, open, person, screenshot } from './harness.mjs';

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

async function hold(page, name) {
	const button = page.getByRole('button', { name });
	await button.scrollIntoViewIfNeeded();
	const box = await button.boundingBox();
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
	await page.mouse.down();
	await button.waitFor({ state: 'detached' });
	await page.mouse.up();
}

test('one of four gives up: the page says so, the others play on, and he is not asked again', async () => {
	await daemon.game('contigo-capture:players=4');
	const page = await person(browser, daemon, { size: 'desk', language: 'es' });
	await open(page, daemon, '/');
	await page.locator('.cell[data-site=f6].full').waitFor();
	await page.getByRole('button', { name: 'Más' }).click();
	await page.locator('.hint', { hasText: 'Los demás siguen sin él' }).waitFor();
	await hold(page, /Abandona Eva/);
	const state = await daemon.until((s) => s.game.ply === 1, 'Eva to be out');
	assert.deepEqual([state.game.moves[0].action, state.game.player, state.phase], ['out3', 1, 'play']);
	await page.locator('.turn span', { hasText: 'Eva abandona' }).waitFor();
	await page.locator('.moves li', { hasText: 'abandona' }).waitFor();
	await screenshot(page, 'live-desk-gave-up');
	await page.getByRole('button', { name: 'Más' }).click();
	await page.getByRole('button', { name: /Abandona Ana/ }).waitFor();
	assert.equal(await page.getByRole('button', { name: /Abandona Eva/ }).count(), 0);
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});
