// play.test.mjs — hands on the simulated table, in a real browser, against the real daemon: by mouse, by finger, by keyboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, drag, launch, middle, open, person, screenshot, touchDrag } from './harness.mjs';

// White pawns on a1, b1, c1 and on d4 with two beads in Sd … four in line after d3–d1.
const NEAR_WIN = '1b1b2/b4w/w4b/b2w1w/w4b/www3 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -';

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

const beadsOf = (state, pit) => (state.look[pit] || [0])[0];

test('a whole turn by mouse: a pawn is dragged, then beads, and the other side is to move', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	await drag(page, 'c1', 'c3');
	await daemon.until((s) => s.game.ply === 1, 'the pawn to be recognised');
	await page.getByRole('radio', { name: '2', exact: true }).check();
	await drag(page, 'Na', 'Nc');
	const state = await daemon.until((s) => s.game.player === 2, 'the beads to be recognised');
	assert.deepEqual(state.game.moves.map((m) => m.action), ['c1c3', '2Na-Nc']);
	assert.equal(beadsOf(state, 'Nc'), 4);
	await page.locator('.turn b', { hasText: 'Luis' }).waitFor();
	await page.locator('.moves li.now', { hasText: '2Na→Nc' }).waitFor();
	await screenshot(page, 'table-desk-after-turn');
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('the running clock goes on by itself and says whose it is', async () => {
	await daemon.game('contigo-line', { clock: { minutes: 1, seconds: 0 } });
	for (const action of ['c1c3', '2Na-Nc']) await daemon.post('/game/play', { action });
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/');
	const clock = (name) => page.locator(`.clocks span[aria-label^="${name}"]`);
	await clock('Luis').filter({ hasText: '0:57' }).waitFor(); // nothing is said meanwhile
	assert.equal(await clock('Ana').innerText(), '1:00');
	assert.match(await clock('Luis').getAttribute('class'), /on/);
	await page.context().close();
});

test('while the board is being set up the page says what is missing, not that all is set', async () => {
	await daemon.post('/sim/sweep', {});
	await daemon.post('/game', { game: 'contigo-line', players: ['Ana', 'Luis'] });
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/');
	await page.locator('.turn b', { hasText: 'Set up the pieces' }).waitFor();
	assert.doesNotMatch(await page.locator('.turn').innerText(), /All set/);
	await page.context().close();
});

test('a lifted pawn shows its target while it is in the hand', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	const at = await middle(page, 'c1');
	await page.touchscreen.tap(at.x, at.y);
	await page.locator('.palm.full').waitFor();
	await page.locator('.mk-dot').first().waitFor();
	await page.locator('.mk-lifted').waitFor();
	await screenshot(page, 'table-phone-lifted');
	await page.touchscreen.tap(at.x, at.y);
	await page.locator('.palm:not(.full)').waitFor();
	const state = await daemon.until((s) => !s.lift && Object.keys(s.seen).length === 0, 'the pawn to be back');
	assert.equal(state.game.ply, 0);
	await page.context().close();
});

test('a game is won by finger, and the page says who won', async () => {
	await daemon.game('contigo-line', { fen: NEAR_WIN });
	const page = await person(browser, daemon, { language: 'es' });
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=d3].full').waitFor();
	await touchDrag(page, 'd3', 'd1');
	await daemon.until((s) => s.phase === 'over', 'the win');
	await page.locator('.turn b', { hasText: 'Gana Ana' }).waitFor();
	await page.getByRole('link', { name: 'Repasar' }).waitFor();
	await screenshot(page, 'table-phone-won');
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('an illegal move is answered with a reason, and putting the pawn back clears it', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	await touchDrag(page, 'c1', 'c4');
	await page.locator('.why:not([hidden])').waitFor();
	const words = await page.locator('.why span').innerText();
	assert.ok(words.length > 10, words);
	await screenshot(page, 'table-phone-why');
	await touchDrag(page, 'c4', 'c1');
	await page.locator('.why[hidden]').waitFor({ state: 'attached' });
	await daemon.until((s) => s.phase === 'play' && s.fixes.length === 0, 'peace');
	await page.context().close();
});

test('everything can be done by keyboard: walk the grid, lift, put down, take beads', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	await page.locator('.cell[data-site=c2]').focus();
	await page.keyboard.press('ArrowDown');
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-site')), 'c1');
	assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^c1, white pawn$/);
	await page.keyboard.press('Enter');
	await page.locator('.palm.full').waitFor();
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await daemon.until((s) => s.game.ply === 1, 'the pawn to be recognised');
	await page.locator('.cell[data-site=Na]').focus();
	await page.keyboard.press('2');
	await page.keyboard.press('Enter');
	await page.locator('.palm.full').waitFor();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Enter');
	await daemon.until((s) => s.game.player === 2, 'the beads to be recognised');
	await page.locator('#voice p', { hasText: '2 from Na to Nc' }).waitFor({ state: 'attached' });
	await page.context().close();
});

test('a piece dropped beside the board stays in the hand, and goes back from there', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	await drag(page, 'c1', { x: 1200, y: 700 });
	await page.locator('.palm.full').waitFor();
	const at = await middle(page, 'c1');
	await page.mouse.click(at.x, at.y);
	await page.locator('.palm:not(.full)').waitFor();
	await daemon.until((s) => s.phase === 'play' && Object.keys(s.seen).length === 0, 'the pawn to be back');
	await page.context().close();
});

test('a played turn can be taken back from the phone, and the lights lead the pieces home', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	await drag(page, 'c1', 'c3');
	await daemon.until((s) => s.game.ply === 1, 'the pawn to be recognised');
	await page.getByRole('button', { name: 'Take back' }).click();
	await daemon.until((s) => s.game.ply === 0 && s.fixes.length === 1, 'a request to carry the pawn home');
	await page.locator('.mk-carry').waitFor();
	await screenshot(page, 'table-desk-carry');
	await drag(page, 'c3', 'c1');
	await daemon.until((s) => s.phase === 'play' && s.fixes.length === 0, 'all to be well');
	await page.context().close();
});

test('from the live page one may play by tapping, once that is switched on', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/');
	await page.getByLabel('Play from this phone').check();
	for (const site of ['c1', 'c3']) {
		await page.waitForFunction((s) => document.querySelector(`.cell[data-site="${s}"]`) !== null, site);
		const at = await middle(page, site);
		if (site === 'c3') await page.locator('.mk-dot').first().waitFor();
		else await page.waitForResponse((r) => r.url().includes('/look')).catch(() => {});
		await page.touchscreen.tap(at.x, at.y);
	}
	await daemon.until((s) => s.game.ply === 1 && s.phase === 'play' && s.truth.c3, 'the move, and the pieces to follow');
	await page.getByRole('button', { name: 'Take back' }).click();
	await daemon.until((s) => s.game.ply === 0 && s.phase === 'play' && s.truth.c1, 'the piece to be back');
	await page.context().close();
});

test('answers and hints are told in words, not as the rules write them', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { language: 'es' });
	await open(page, daemon, '/');
	const told = await page.evaluate(async () => {
		const { choiceWords } = await import(new URL('../board/words.js', document.querySelector('script[type=module]').src).href);
		return [choiceWords('contigo-line', 'run', '1Na-Nb b1b4'), choiceWords('contigo-line', 'run-begun', 'c1c3, y lo demás fue de otra manera'), choiceWords('contigo-line', 'no', 'No, nada')];
	});
	assert.deepEqual(told, ['1 de Na a Nb, b1 a b4', 'c1 a c3, y lo demás fue de otra manera', 'No, nada']);
	const said = page.locator('.say span');
	const ask = () => page.getByRole('button', { name: /pista/i }).click();
	await ask();
	await said.filter({ hasText: 'Las piezas encendidas pueden mover.' }).waitFor();
	await ask();
	await said.filter({ hasText: /^Mira lo que late: [a-f]\d\.$/ }).waitFor();
	await ask();
	await said.filter({ hasText: /^De aquí a allí: [a-f]\d, [a-f]\d\.$/ }).waitFor();
	await ask();
	await said.filter({ hasText: /^[a-f]\d a [a-f]\d$/ }).waitFor();
	await page.locator('#voice p', { hasText: /^[a-f]\d a [a-f]\d$/ }).waitFor({ state: 'attached' });
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('on the phone a move that needs one place counts with the second tap, and where a tap may mean several it says which in words', async () => {
	await daemon.game('contigo-line:beads=spread');
	await daemon.post('/game/play', { action: 'c1c3' });
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/');
	await Promise.all([page.waitForResponse((r) => r.url().includes('/look')), page.getByLabel('Play from this phone').check()]);
	const tap = async (site) => {
		const at = await middle(page, site);
		await page.mouse.click(at.x, at.y);
	};
	await tap('Na');
	await page.locator('dialog').getByRole('button', { name: 'takes 2 from Na' }).click();
	await daemon.until((s) => s.game.ply === 2 && s.phase === 'play', 'the beads to be taken');
	await daemon.game('andantino');
	await page.waitForFunction(() => document.querySelector('.cell[data-site=K10]') !== null);
	await page.waitForResponse((r) => r.url().includes('/look')).catch(() => {});
	const { legal } = await daemon.get('/look?game=andantino');
	await tap(legal[0]);
	await page.getByText('Tap again to play it.').waitFor();
	await tap(legal[0]);
	await daemon.until((s) => s.game.name === 'andantino' && s.game.ply === 1, 'the tile to be placed');
	await page.context().close();
});

test('beads are spread from the live page by taps in any order, and a tap can be undone', async () => {
	await daemon.game('contigo-capture');
	const start = await daemon.get('/state');
	const { legal } = await daemon.get(`/look?${new URLSearchParams({ game: 'contigo-capture', fen: start.game.fen })}`);
	await daemon.post('/game/play', { action: legal[0] });
	await daemon.post('/game/play', { action: '2Na' });
	await daemon.post('/sim/setup', {});
	await daemon.until((s) => s.phase === 'play' && s.game.ply === 2, 'two beads in the hand');
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/');
	await page.getByLabel('Play from this phone').check();
	await page.getByText('Beads to drop, in any order: 2').waitFor();
	const tap = async (site) => {
		const at = await middle(page, site);
		await page.touchscreen.tap(at.x, at.y);
	};
	await tap('NW'); // counted clockwise from Na, NW is the last of all
	await page.getByText('Beads to drop, in any order: 1').waitFor();
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByText('Beads to drop, in any order: 2').waitFor();
	await tap('NW');
	await page.getByText('Beads to drop, in any order: 1').waitFor();
	await tap('Nb');
	const state = await daemon.until((s) => s.game.ply === 4 && s.phase === 'play', 'the spread to be played');
	assert.deepEqual(state.game.moves.slice(2).map((m) => m.action), ['+Nb', '+NW']);
	assert.equal(state.game.player, 2);
	await page.context().close();
});

test('sweeping the table needs a held button, and setting up puts everything right', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/table');
	const sweep = page.getByRole('button', { name: /Sweep the table/ });
	await sweep.click();
	assert.ok(Object.keys((await daemon.get('/state')).truth).length > 40, 'a short press does nothing');
	const box = await sweep.boundingBox();
	await page.mouse.move(box.x + 20, box.y + 20);
	await page.mouse.down();
	await daemon.until((s) => Object.keys(s.truth).length === 0, 'an empty table');
	await page.mouse.up();
	await page.getByRole('button', { name: 'Set everything up' }).click();
	await daemon.until((s) => s.phase === 'play' && s.fixes.length === 0, 'the game to go on');
	await page.context().close();
});
