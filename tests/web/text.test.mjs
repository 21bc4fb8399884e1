// text.test.mjs — text twice as large, by the browser's own setting and by its zoom: nothing cut off, nothing over anything else, everything
// can be reached.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, launch, open, person, screenshot } from './harness.mjs';
import { inspect } from './inspect.mjs';

const PAGES = { live: '/', table: '/table', new: '/new', games: '/games', review: null, learn: '/learn', lesson: '/learn/contigo-line/1', rules: '/rules/contigo-line', lights: '/lights', settings: '/settings', doctor: '/doctor', pair: '/pair' };
const READY = { '/': '.cell.full', '/table': '.cell.full', '/new': '.gamecard:last-child .board', '/games': '.gamerow', '/learn': '.learncard:last-child .board', '/learn/contigo-line/1': '.sentence', '/rules/contigo-line': '.diagram', '/lights': '.lamps', '/settings': '.phones li',
	'/doctor': '.checks li', '/pair': '.steps-list' };

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	const game = await daemon.game('contigo-line', { players: ['Maximiliana', 'Bartholomäus'] });
	for (const action of ['c1c3', '2Na-Nc', 'b1b3', '1Sa-Sb', 'e1e3']) await daemon.post('/game/play', { action });
	await daemon.post('/sim/setup', {});
	PAGES.review = `/games/${game}#ply=3`;
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

/** The setting of the browser, not a style of ours: units that follow it grow, others do not. */
async function twice(page) {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

async function look(page, name, where) {
	await page.goto(daemon.base + where);
	await page.locator('.link[data-status]').waitFor();
	await page.locator(READY[where] || '.plybtn.now').first().waitFor();
	await page.evaluate(() => document.fonts.ready);
	const faults = await page.evaluate(inspect);
	await screenshot(page, name);
	return faults;
}

for (const [what, size, large] of [['a phone with text of twice the size', { width: 360, height: 640 }, true], ['the smallest phone with text of twice the size', { width: 320, height: 568 }, true],
	['a desk with text of twice the size', { width: 1280, height: 800 }, true], ['a desk zoomed to twice the size', { width: 640, height: 400 }, false], ['a phone held sideways with text of twice the size', { width: 640, height: 360 }, true]]) {
	for (const language of ['es', 'en']) {
		test(`${what}, in ${language}: all can be read and reached`, async () => {
			const page = await person(browser, daemon, { size, language, still: true });
			if (large) await twice(page);
			const faults = {};
			for (const [name, where] of Object.entries(PAGES)) {
				const found = await look(page, `large-${name}-${size.width}-${language}`, where);
				if (large) assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
				if (found.length) faults[name] = found;
			}
			await open(page, daemon, '/');
			await page.getByRole('button', { name: language === 'es' ? 'Más acciones' : 'More actions' }).click();
			await page.locator('dialog[open] .sheet-body').waitFor();
			const found = await page.evaluate(inspect);
			await screenshot(page, `large-menu-${size.width}-${language}`);
			if (found.length) faults.menu = found;
			assert.deepEqual(faults, {});
			await page.context().close();
		});
	}
}
