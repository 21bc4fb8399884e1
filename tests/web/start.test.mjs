// start.test.mjs — how games begin and end on the phone: as placed, with the kings named, given up by one of four.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, launch, middle, open, person, screenshot } from './harness.mjs';

const KINGS = `6/1b2B1/6/2w3/6/1W4 ${Array(28).fill(2)} 2 piece -`;

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

/** Pieces as in a position, and no game. */
async function standing(game, fen) {
	await daemon.game(game, { fen });
	await daemon.post('/game/close');
	await daemon.until((s) => s.phase !== 'play', 'the table to be free');
}

async function tap(page, ...sites) {
	for (const site of sites) {
		const at = await middle(page, site);
		await page.touchscreen.tap(at.x, at.y);
		await daemon.until((s) => s.question && s.question.choices.some((c) => c.site === site && c.marked), `${site} to be marked`);
	}
}

test('a free set-up on reeds: owners and kings are named by taps on the drawn board', async () => {
	await standing('contigo-capture', KINGS);
	const page = await person(browser, daemon, { language: 'es' });
	await open(page, daemon, '/');
	await page.locator('.cell[data-site=b1].full').waitFor();
	await page.getByRole('button', { name: 'contigo-capture desde esta posición' }).click();
	await page.getByText('¿Qué piezas son del jugador 1?').first().waitFor();
	assert.equal(await page.locator('.answers button').count(), 2); // done, and the way out
	await tap(page, 'b1', 'c3');
	await screenshot(page, 'live-phone-owners-named');
	await page.getByRole('button', { name: 'Listo' }).click();
	await page.getByText('¿Cuáles son los reyes?').first().waitFor();
	await tap(page, 'b1', 'e5');
	await page.locator('.mk-named').nth(1).waitFor();
	await screenshot(page, 'live-phone-kings-named');
	await page.getByRole('button', { name: 'Listo' }).click();
	await page.getByRole('button', { name: 'Jugador 2' }).click();
	const state = await daemon.until((s) => s.phase === 'play', 'the game to begin');
	assert.equal(state.game.fen, KINGS);
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('the new-game page begins from what is on the board, and the rest is asked', async () => {
	await standing('contigo-capture', KINGS);
	const page = await person(browser, daemon, { language: 'es' });
	await open(page, daemon, '/new/contigo-capture');
	await page.getByRole('radio', { name: 'lo que hay en el tablero' }).check();
	await page.getByText('se pregunta al empezar').waitFor();
	await page.getByLabel(/^1 ·/).fill('Ana');
	await page.getByLabel(/^2 ·/).fill('Luis');
	await screenshot(page, 'new-phone-as-placed');
	await page.getByRole('button', { name: 'Empezar', exact: true }).click();
	await page.getByText('¿Qué piezas son de Ana?').first().waitFor();
	await tap(page, 'b1', 'c3');
	await page.getByRole('button', { name: 'Listo' }).click();
	await page.getByText('¿Cuáles son los reyes?').first().waitFor();
	await tap(page, 'b1', 'e5');
	await page.getByRole('button', { name: 'Listo' }).click();
	await page.getByRole('button', { name: 'Luis' }).click();
	const state = await daemon.until((s) => s.phase === 'play', 'the game to begin');
	assert.deepEqual([state.game.fen, state.game.players.map((p) => p.name)], [KINGS, ['Ana', 'Luis']]);
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('what stands there and is no position of the game is refused in words, and the form stays', async () => {
	await daemon.game('contigo-line');
	await daemon.post('/sim/lift', { site: 'Na', count: 2 });
	await daemon.post('/game/close');
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/new/contigo-line');
	await page.getByRole('radio', { name: 'what is on the board' }).check();
	await page.getByRole('button', { name: 'Start', exact: true }).click();
	await page.getByText('54 beads, the game has 56').waitFor();
	assert.equal(new URL(page.url()).pathname, '/new/contigo-line');
	await page.context().close();
});

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

test('what somebody did before the last turn can be disputed by his name', async () => {
	await daemon.game('contigo-line');
	for (const action of ['c1c3', '2Na-Nc', 'b1b3', '1Sa-Sb']) await daemon.post('/game/play', { action });
	await daemon.post('/sim/setup');
	await daemon.until((s) => s.phase === 'play' && Object.keys(s.seen).length === 0, 'the board to follow');
	const page = await person(browser, daemon, { size: 'desk', language: 'es' });
	await open(page, daemon, '/');
	await page.getByRole('button', { name: 'Más' }).click();
	await page.getByRole('button', { name: 'No es lo que jugó Luis' }).waitFor();
	await page.getByRole('button', { name: 'No es lo que jugó Ana' }).click();
	await page.getByText('¿Qué hizo Ana de verdad?').first().waitFor();
	await page.getByRole('button', { name: 'Ninguna de estas: volver a ese turno' }).click();
	const state = await daemon.until((s) => s.game.ply === 0, 'the turn to be taken back');
	assert.equal(state.game.player, 1);
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});
