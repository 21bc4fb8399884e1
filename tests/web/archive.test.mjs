// archive.test.mjs — games kept, found, reviewed, commented, shared and brought back; phones paired; languages switched.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { Daemon, launch, middle, open, person, screenshot } from './harness.mjs';

let browser, daemon, game;
const MOVES = ['c1c3', '2Na-Nc', 'b1b3', '1Sa-Sb', 'e1e3', '2W1-W3'];
before(async () => {
	daemon = await new Daemon('contigo').start();
	game = await daemon.game('contigo-line');
	for (const action of MOVES) await daemon.post('/game/play', { action });
	await daemon.post('/game/take-back', { ply: 4 });
	await daemon.post('/game/play', { action: 'd6d4' });
	await daemon.post('/game/resign', { player: 2 });
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

const ply = (page) => page.locator('.ply').innerText();

test('a game is reviewed at phone size by buttons, slider, list, keys and swipe; the address keeps the place', async () => {
	const page = await person(browser, daemon, {});
	await open(page, daemon, `/games/${game}#ply=0`);
	await page.locator('.ply', { hasText: '0/5' }).waitFor();
	await page.getByRole('button', { name: 'On', exact: true }).click();
	assert.match(await ply(page), /^1\/5 · Ana: c1 to c3/);
	await page.keyboard.press('ArrowRight');
	assert.match(await ply(page), /^2\/5/);
	await page.keyboard.press('End');
	assert.match(await ply(page), /^5\/5/);
	await page.keyboard.press('Home');
	assert.match(await ply(page), /^0\/5/);
	await page.getByLabel('Move', { exact: true }).fill('3');
	assert.match(await ply(page), /^3\/5/);
	await page.locator('.plybtn', { hasText: '2Na→Nc' }).click();
	assert.match(await ply(page), /^2\/5/);
	assert.equal(new URL(page.url()).hash, '#ply=2');
	const cdp = await page.context().newCDPSession(page);
	await page.locator('.board').scrollIntoViewIfNeeded();
	const board = await page.locator('.board').boundingBox();
	const y = board.y + board.height * 0.45;
	const swipe = async (from, to, dy = 0) => {
		await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] });
		for (let i = 1; i <= 6; i++) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from + ((to - from) * i) / 6, y: y + (dy * i) / 6 }] });
		await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	};
	await swipe(240, 140);
	await page.locator('.ply', { hasText: '3/5' }).waitFor();
	await swipe(140, 240);
	await page.locator('.ply', { hasText: '2/5' }).waitFor();
	await swipe(10, 140); // from the edge: that gesture belongs to the phone
	await swipe(200, 170, 60); // more down than aside
	assert.match(await ply(page), /^2\/5/);
	await screenshot(page, 'review-phone');
	await page.reload();
	await page.locator('.ply', { hasText: '2/5' }).waitFor();
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('holding a button repeats, space plays', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, `/games/${game}#ply=0`);
	await page.locator('.ply', { hasText: '0/5' }).waitFor();
	const box = await page.getByRole('button', { name: 'On', exact: true }).boundingBox();
	await page.mouse.move(box.x + 10, box.y + 10);
	await page.mouse.down();
	await page.locator('.ply', { hasText: '5/5' }).waitFor();
	await page.mouse.up();
	assert.match(await ply(page), /^5\/5/);
	await page.locator('h1').focus();
	await page.keyboard.press('Home');
	await page.keyboard.press(' ');
	await page.getByRole('button', { name: 'Pause' }).waitFor();
	await page.locator('.ply', { hasText: '1/5' }).waitFor();
	await page.keyboard.press(' ');
	await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
	await page.context().close();
});

test('what was taken back is kept as a branch that can be looked at', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, `/games/${game}#ply=4`);
	await page.locator('.forks').getByRole('button', { name: /e1–e3/ }).click();
	await page.locator('.ply', { hasText: 'e1 to e3' }).waitFor();
	assert.equal(new URL(page.url()).hash, '#ply=5&branch=1');
	await screenshot(page, 'review-desk-branch');
	await page.getByRole('button', { name: 'Back to what was played' }).click();
	await page.locator('.ply', { hasText: '4/5' }).waitFor();
	await page.context().close();
});

test('a move that was taken back and made again is no fork, and from a branch one may play on', async () => {
	const id = await daemon.game('contigo-line');
	for (const action of MOVES) await daemon.post('/game/play', { action });
	await daemon.post('/game/take-back', { ply: 2 });
	for (const action of ['b1b3', '1Sa-Sb', 'd6d4']) await daemon.post('/game/play', { action });
	await daemon.post(`/games/${id}`, { comments: { 5: 'the second try' } });
	await daemon.post('/game/resign', { player: 2 });
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, `/games/${id}#ply=2`);
	await page.locator('.ply', { hasText: '2/5' }).waitFor();
	assert.equal(await page.locator('.forks button').count(), 0);
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	assert.equal(await page.locator('.forks button').count(), 2);
	await page.locator('.forks').getByRole('button', { name: /e1–e3/ }).click();
	await page.locator('.ply', { hasText: 'e1 to e3' }).waitFor();
	assert.equal(await page.getByLabel('Comment').inputValue(), '', 'that comment is on what was played in the end');
	assert.ok(await page.getByLabel('Comment').isDisabled());
	await page.getByRole('button', { name: 'Share' }).click();
	const address = await page.getByLabel('Address').inputValue();
	await page.keyboard.press('Escape');
	await page.goto(address);
	await page.locator('.ply', { hasText: 'e1 to e3' }).waitFor();
	await page.getByRole('button', { name: 'Play on from here' }).click();
	await page.waitForURL('**/table');
	const state = await daemon.until((s) => s.game.id === id && s.game.ply === 5, 'the branch to be the game');
	assert.equal(state.game.moves.at(-1).action, 'e1e3');
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('a comment stays with its position', async () => {
	const page = await person(browser, daemon, {});
	await open(page, daemon, `/games/${game}#ply=1`);
	await Promise.all([page.waitForResponse((r) => r.url().endsWith(`/games/${game}`) && r.request().method() === 'POST'), page.getByLabel('Comment').fill('<b>bold</b> opening')]);
	await page.reload();
	await page.locator('.ply', { hasText: '1/5' }).waitFor();
	assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), '<b>bold</b> opening');
	assert.equal(await page.locator('main b', { hasText: 'bold' }).count(), 0);
	await page.context().close();
});

test('a game reviewed once stays reviewable with the daemon gone', async () => {
	const own = await new Daemon('contigo').start();
	const id = await own.game('contigo-line');
	for (const action of MOVES) await own.post('/game/play', { action });
	const page = await person(browser, own, {});
	await open(page, own, `/games/${id}#ply=0`);
	await page.locator('.ply', { hasText: '0/6' }).waitFor();
	await own.kill();
	await page.keyboard.press('ArrowRight');
	await page.locator('.ply', { hasText: '1/6' }).waitFor();
	await page.keyboard.press('End');
	await page.locator('.ply', { hasText: '6/6' }).waitFor();
	await page.context().close();
	await own.stop();
});

test('export and import are one another\'s mirror; a bad text says where and changes nothing', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, `/games/${game}`);
	await page.getByRole('button', { name: 'Share' }).click();
	const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Text' }).click()]);
	const words = fs.readFileSync(await file.path(), 'utf8');
	assert.match(words, /c1c3/);
	const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG picture' }).click()]);
	assert.deepEqual([...fs.readFileSync(await picture.path()).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
	const [drawing] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SVG drawing' }).click()]);
	assert.match(fs.readFileSync(await drawing.path(), 'utf8'), /^<svg[^>]*xmlns/);
	await page.keyboard.press('Escape');
	const before = (await daemon.get('/games')).total;
	await open(page, daemon, '/games');
	await page.getByRole('button', { name: 'Import or export' }).click();
	const sheet = page.locator('dialog');
	await sheet.getByLabel('Text').fill(words.replace('c1c3', 'c1c9'));
	await sheet.getByRole('button', { name: 'Import', exact: true }).click();
	await sheet.locator('.bad', { hasText: /^Line \d+: .*c1c9/ }).waitFor();
	assert.equal((await daemon.get('/games')).total, before);
	await sheet.getByLabel('Text').fill(words);
	await sheet.getByRole('button', { name: 'Import', exact: true }).click();
	await page.locator('.notice', { hasText: 'Games imported: 1' }).waitFor();
	const list = await daemon.get('/games');
	assert.equal(list.total, before + 1);
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('figures of a game and of a player are told in words', async () => {
	const page = await person(browser, daemon, { size: 'phone' });
	await open(page, daemon, '/games');
	await page.getByText('Filters').click();
	await page.locator('.filtergrid select').first().selectOption('contigo-line');
	await page.getByLabel('Player', { exact: true }).fill('Ana');
	await page.getByRole('button', { name: 'Statistics' }).click();
	const { won, games } = await daemon.get('/stats?player=Ana&game=contigo-line');
	assert.ok(won >= 1);
	const words = await page.locator('dialog dl').innerText();
	assert.match(words, new RegExp(`Games\\s+${games}\\s+Won by Ana\\s+${won}\\s+White won`));
	const boxes = await page.locator('.filtergrid .field > :last-child').evaluateAll((all) => all.map((el) => el.getBoundingClientRect()).map((r) => [r.left, r.right, r.top]));
	for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) assert.ok(a[2] !== b[2] || a[1] <= b[0] || b[1] <= a[0], 'no field lies over its neighbour');
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('games are found by word, renamed with hostile names, deleted and brought back', async () => {
	await daemon.game('contigo-line'); // what is on the table cannot be deleted
	const page = await person(browser, daemon, { size: 'phone' });
	await open(page, daemon, '/games');
	const row = page.locator('.gamelist li').filter({ hasText: 'Ana' }).last();
	await row.getByRole('button').click();
	const evil = '<img src=x onerror=alert(1)>';
	await page.getByLabel('Name of player 1').fill(evil);
	await page.getByLabel('Tags, with commas').fill('home, "quoted"');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.locator('.gamerow b', { hasText: evil }).waitFor();
	assert.equal(await page.locator('main img').count(), 0);
	await page.getByLabel('Search').fill('onerror');
	await page.locator('main .muted', { hasText: /^1 game$/ }).waitFor();
	await page.locator('.gamelist li').first().getByRole('button').click();
	await page.getByRole('button', { name: 'Delete the game' }).focus();
	await page.keyboard.down('Enter'); // held for a second
	await page.locator('dialog').waitFor({ state: 'detached' });
	await page.keyboard.up('Enter');
	await page.locator('.empty').waitFor();
	await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
	await page.locator('.gamerow b', { hasText: evil }).waitFor();
	await screenshot(page, 'games-phone-found');
	assert.deepEqual(page.complaints, []);
	await page.context().close();
});

test('the address on the console pairs at once, the code leaves the address, and the language can be switched', async () => {
	const page = await person(browser, daemon, { paired: false, language: 'es' });
	await page.goto(`${daemon.base}/#pair=${daemon.code}`);
	await page.locator('.notice', { hasText: 'ya puede jugar' }).waitFor();
	assert.equal(new URL(page.url()).hash, '');
	assert.ok((await page.evaluate(() => localStorage.getItem('tablero.token'))).length > 20);
	await page.getByRole('link', { name: 'Ajustes' }).click();
	await page.getByRole('region', { name: 'Este teléfono' }).getByRole('radio', { name: 'English' }).click();
	await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
	assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
	await page.getByRole('link', { name: 'Table' }).click();
	await page.reload();
	await page.locator('.link', { hasText: 'live' }).waitFor();
	await page.context().close();
});

test('somebody not paired sees the position without names, and is offered to pair', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { paired: false, language: 'en' });
	await open(page, daemon, '/');
	await page.locator('.turn b', { hasText: 'White to move' }).waitFor();
	assert.equal(await page.getByText('Ana').count(), 0);
	await page.getByRole('link', { name: 'Pair this phone' }).click();
	await page.getByText('not expecting a phone').waitFor();
	await page.context().close();
});

test('hands on the board open a window, three lit squares are tapped, and the phone is in', async () => {
	const own = await new Daemon('contigo').start();
	const page = await person(browser, own, { paired: false });
	await open(page, own, '/pair');
	await page.getByText('not expecting a phone').waitFor();
	await own.post('/sim/button', { together: true });
	const board = page.locator('.page-pair .board');
	await board.waitFor();
	const { taps } = await own.get('/pair');
	// Read the code off the wood as eyes would: which squares light, one after the other, from one long pause to the next.
	const read = async () => {
		const seen = [];
		let dark = Date.now(), lit = '', begun = false;
		for (;;) {
			const leds = Object.entries((await own.get('/state')).leds).filter(([, v]) => v[0] + v[1] + v[2] > 0).map(([site]) => site);
			const now = leds.length === 1 ? leds[0] : '';
			if (now !== lit && now) {
				if (Date.now() - dark > 1000) {
					if (begun) return seen;
					begun = true;
				}
				if (begun) seen.push(now);
			}
			if (now !== lit && !now) dark = Date.now();
			lit = now;
		}
	};
	const code = await read();
	assert.equal(code.length, taps);
	await screenshot(page, 'pair-phone-squares');
	const tap = async (site) => {
		const m = await middle(page, site);
		await page.touchscreen.tap(m.x, m.y);
	};
	const wrong = code[0] === 'a1' ? 'b2' : 'a1';
	for (let i = 0; i < taps; i++) await tap(wrong);
	await page.getByText('That is not the code').waitFor();
	const answered = page.waitForResponse((r) => r.url().endsWith('/pair') && r.request().method() === 'POST');
	for (const site of code) await tap(site);
	const answer = await answered;
	assert.equal(answer.status(), 200, `read ${code.join(' ')}, sent ${answer.request().postData()}, told ${await answer.text()}`);
	await page.locator('.notice', { hasText: 'may play now' }).waitFor();
	assert.equal((await own.get('/phones')).length, 2);
	await page.context().close();
	await own.stop();
});

test('settings are kept by the daemon', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/settings');
	await page.getByLabel(/Lights of one colour/).check();
	await page.locator('.notice', { hasText: 'Saved' }).waitFor();
	assert.equal((await daemon.get('/settings')).one_colour, true);
	await Promise.all([page.waitForResponse((r) => r.url().endsWith('/settings') && r.request().method() === 'POST'), page.getByLabel(/Lights of one colour/).uncheck()]);
	await page.context().close();
});

test('a name can be forgotten from the settings, and no phone offers it again', async () => {
	await daemon.game('contigo-line', { players: ['Zacharias', 'Luis'] });
	const page = await person(browser, daemon, {});
	await page.addInitScript(() => localStorage.setItem('tablero.names', '["Zacharias","Luis"]'));
	await open(page, daemon, '/settings');
	await page.getByRole('button', { name: 'Forget Zacharias' }).focus();
	await page.keyboard.down('Enter');
	await page.locator('.notice', { hasText: 'Name forgotten' }).waitFor();
	await page.keyboard.up('Enter');
	await page.getByRole('button', { name: 'Forget Zacharias' }).waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Forget Luis' }).waitFor();
	assert.equal(await page.evaluate(() => localStorage.getItem('tablero.names')), '["Luis"]');
	assert.equal((await daemon.get('/games?q=Zacharias')).total, 0);
	await page.context().close();
});

test('the doctor shows each sensor as it changes', async () => {
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/doctor');
	await page.locator('.sensor.on').first().waitFor();
	const on = await page.locator('.sensor.on').count();
	await daemon.post('/sim/take-away', { site: 'c1' });
	await page.waitForFunction((n) => document.querySelectorAll('.sensor.on').length === n, on - 1);
	await screenshot(page, 'doctor-desk-one-missing');
	await page.context().close();
});
