// link.test.mjs — the page never lies about how old its picture is: lost and found connections, sleeping phones, many tabs, two people.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, drag, launch, open, person, screenshot } from './harness.mjs';

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

const labels = (page) => page.evaluate(() => [...document.querySelectorAll('.board .cell')].map((c) => c.getAttribute('aria-label')));

test('whoever mistypes an address meets a page that leads on', async () => {
	const page = await person(browser, daemon, {});
	const answer = await page.goto(`${daemon.base}/nowhere/at/all`);
	assert.equal(answer.status(), 404);
	await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
	await page.locator('main').getByRole('link', { name: 'Table' }).click();
	await page.locator('.page-live').waitFor();
	await page.context().close();
});

test('two people at two screens see the same', async () => {
	await daemon.game('contigo-line');
	const one = await person(browser, daemon, { size: 'desk' });
	const two = await person(browser, daemon, { size: 'phone', language: 'en' });
	await open(one, daemon, '/table');
	await open(two, daemon, '/');
	await one.locator('.cell[data-site=c1].full').waitFor();
	await drag(one, 'c1', 'c3');
	await two.locator('.moves li.now', { hasText: 'c1–c3' }).waitFor();
	await one.locator('.moves li.now', { hasText: 'c1–c3' }).waitFor();
	assert.deepEqual(await labels(two), await labels(one));
	await one.context().close();
	await two.context().close();
});

test('when the daemon dies the page turns grey and deaf, says since when, and recovers without a reload', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/');
	await page.evaluate(() => (window.sameLoad = true));
	await daemon.kill();
	await page.locator('.grey:not([hidden])').waitFor();
	assert.match(await page.locator('.grey').innerText(), /No connection[\s\S]*\d+:\d\d/);
	assert.equal(await page.locator('main').evaluate((el) => el.inert), true);
	assert.equal(await page.locator('.link').getAttribute('data-status'), 'lost');
	await screenshot(page, 'live-phone-lost');
	await daemon.start();
	await page.locator('.link[data-status=ok]').waitFor();
	await page.locator('.grey[hidden]').waitFor({ state: 'attached' });
	await page.locator('.cell[data-site=c1].full').waitFor();
	assert.equal(await page.evaluate(() => window.sameLoad), true);
	assert.equal(await page.locator('main').evaluate((el) => el.inert), false);
	await page.context().close();
});

test('a stream that falls silent without an end is noticed within the time that two heartbeats take', async () => {
	const page = await person(browser, daemon, {});
	// Time is the browser's own here; the daemon is stopped, not ended, so that the connection stays open.
	await page.clock.install();
	await open(page, daemon, '/');
	daemon.process.kill('SIGSTOP');
	try {
		await page.clock.runFor(13000);
		await page.locator('.grey:not([hidden])').waitFor();
	} finally {
		daemon.process.kill('SIGCONT');
	}
	await page.clock.resume();
	await page.locator('.link[data-status=ok]').waitFor();
	await page.context().close();
});

test('while hidden the page holds no stream; shown again it has the whole state within a second', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, {});
	let streams = 0;
	page.on('request', (r) => (streams += r.url().endsWith('/events') ? 1 : 0));
	page.on('requestfailed', (r) => (streams -= r.url().endsWith('/events') ? 1 : 0));
	page.on('requestfinished', (r) => (streams -= r.url().endsWith('/events') ? 1 : 0));
	await open(page, daemon, '/');
	await page.waitForFunction(() => true);
	const hide = (hidden) => page.evaluate((h) => {
		Object.defineProperty(document, 'hidden', { value: h, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	}, hidden);
	const gone = page.waitForEvent('requestfailed', (r) => r.url().endsWith('/events'));
	await hide(true);
	await gone;
	assert.equal(streams, 0);
	await daemon.post('/game/play', { action: 'c1c3' });
	assert.equal(await page.locator('.moves li.now').count(), 0, 'nothing is shown while hidden');
	const began = Date.now();
	await hide(false);
	await page.locator('.moves li.now', { hasText: 'c1–c3' }).waitFor();
	assert.ok(Date.now() - began < 1000, `took ${Date.now() - began} ms`);
	await page.context().close();
});

test('eight tabs of one browser are all usable and all learn of a move', async () => {
	await daemon.game('contigo-line');
	const first = await person(browser, daemon, { size: 'desk' });
	await open(first, daemon, '/');
	const tabs = [first];
	for (let i = 1; i < 8; i++) {
		const page = await first.context().newPage();
		const began = Date.now();
		await page.goto(daemon.base + '/');
		await page.locator('.link[data-status=ok]').waitFor();
		await page.locator('.cell[data-site=c1].full').waitFor();
		if (i === 7) assert.ok(Date.now() - began < 8000, `the eighth tab took ${Date.now() - began} ms`);
		tabs.push(page);
	}
	await daemon.post('/game/play', { action: 'c1c3' });
	for (const page of tabs) await page.locator('.moves li.now', { hasText: 'c1–c3' }).waitFor();
	// The last one can still act: it takes the move back.
	await tabs[7].getByRole('button', { name: 'Take back' }).click();
	for (const page of tabs) await page.locator('.moves[hidden]').waitFor({ state: 'attached' });
	await first.context().close();
});

test('the cable of the board pulled out is said at once, and plugging it in again is enough', async () => {
	await daemon.game('contigo-line');
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/table');
	await page.getByLabel(/Cable plugged in/).uncheck();
	await page.locator('.link[data-status=board]').waitFor();
	await page.getByLabel(/Cable plugged in/).check();
	await page.locator('.link[data-status=ok]').waitFor();
	await page.context().close();
});

test('who holds control is seen by the other phone, which takes it with one tap', async () => {
	await daemon.game('contigo-line');
	const other = await daemon.pair('Kitchen');
	const one = await person(browser, daemon, {});
	const two = await person(browser, daemon, { token: other });
	await daemon.post('/control', {});
	await open(one, daemon, '/');
	await open(two, daemon, '/');
	await two.locator('.control', { hasText: 'test has control' }).waitFor();
	await screenshot(two, 'live-phone-control');
	await two.getByRole('button', { name: 'Take control' }).click();
	await one.locator('.control', { hasText: 'Kitchen has control' }).waitFor();
	await two.locator('.control[hidden]').waitFor({ state: 'attached' });
	await one.context().close();
	await two.context().close();
});
