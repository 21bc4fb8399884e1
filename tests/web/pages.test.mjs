// pages.test.mjs — every page, in both languages and both themes, on a phone and on a desk: what axe has to say, nothing cut off, nothing
// asked of any other host, every control large enough for a finger.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { Daemon, SIZES, launch, open, person, screenshot } from './harness.mjs';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PAGES = { live: '/', table: '/table', new: '/new', games: '/games', review: null, learn: '/learn', lesson: '/learn/contigo-line/1', rules: '/rules/contigo-line', lights: '/lights', settings: '/settings', doctor: '/doctor', pair: '/pair' };

let browser, daemon, game;
before(async () => {
	daemon = await new Daemon('contigo').start();
	game = await daemon.game('contigo-line');
	for (const action of ['c1c3', '2Na-Nc', 'b1b3', '1Sa-Sb', 'e1e3']) await daemon.post('/game/play', { action });
	PAGES.review = `/games/${game}#ply=3`;
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

/** What shows that a page has everything it fetches by itself. */
const READY = { '/': '.cell.full', '/table': '.cell.full', '/new': '.gamecard:last-child .board', '/games': '.gamerow', '/learn': '.learncard:last-child .board', '/learn/contigo-line/1': '.page-learn > *', '/rules/contigo-line': '.diagram',
	'/lights': '.lamps', '/settings': '.phones li', '/doctor': '.checks li', '/pair': '.steps-list' };

async function settled(page) {
	const path = new URL(page.url()).pathname;
	await page.locator(READY[path] || '.plybtn.now').first().waitFor();
}

async function axe(page) {
	// As tall as the page, so that the bar at the bottom covers nothing. Run through the debugger's own channel: the pages' policy allows no script from elsewhere, and that is as it should be.
	await page.setViewportSize({ width: 360, height: 2600 });
	await page.evaluate(AXE);
	return page.evaluate(async () => (await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })).violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any.concat(n.all).map((c) => c.message).join(' ')}`).join(' | ')}`));
}

const shape = () => {
	const wrong = [];
	if (document.documentElement.scrollWidth > innerWidth) wrong.push(`scrolls sideways by ${document.documentElement.scrollWidth - innerWidth}`);
	for (const el of document.querySelectorAll('button, a.button, select, input:not([type=radio]):not([type=checkbox]):not(.sr), summary, nav a')) {
		if (!el.checkVisibility()) continue;
		const b = el.getBoundingClientRect();
		if (!b.width || !b.height) continue;
		if (b.height < 43.5 || b.width < 43.5) wrong.push(`${el.tagName} "${el.textContent.trim().slice(0, 20)}" is ${Math.round(b.width)}×${Math.round(b.height)}`);
	}
	for (const el of document.querySelectorAll('button, a.button, h2, .turn b, .options span, nav a span')) {
		if (el.checkVisibility() && el.clientWidth && el.scrollWidth > el.clientWidth + 1) wrong.push(`"${el.textContent.trim().slice(0, 30)}" is cut off (${el.scrollWidth} in ${el.clientWidth})`);
	}
	return wrong;
};

for (const size of ['phone', 'desk']) {
	for (const language of ['es', 'en']) {
		for (const theme of ['light', 'dark']) {
			test(`every page on a ${size} in ${language}, ${theme}: readable by all, nothing cut off, nobody else is asked`, async () => {
				const page = await person(browser, daemon, { size, theme, language });
				const wrong = [];
				for (const [name, where] of Object.entries(PAGES)) {
					await page.setViewportSize(SIZES[size]);
					await open(page, daemon, where);
					await settled(page);
					await screenshot(page, `${name}-${size}-${language}-${theme}`);
					const found = [...(await page.evaluate(shape)), ...(size === 'phone' ? await axe(page) : []), ...page.complaints.splice(0), ...page.foreign.splice(0)];
					wrong.push(...found.map((w) => `${name}: ${w}`));
				}
				await page.context().close();
				assert.deepEqual(wrong, []);
			});
		}
	}
}

test('at 320 pixels and with doubled text nothing scrolls sideways', async () => {
	for (const where of Object.values(PAGES)) {
		const page = await person(browser, daemon, { size: { width: 320, height: 568 }, language: 'es' });
		await open(page, daemon, where);
		await settled(page);
		assert.deepEqual((await page.evaluate(shape)).filter((w) => w.startsWith('scrolls')), [], where);
		await page.context().close();
	}
});

test('on a phone the live page shows turn, last move, board, link and three actions without scrolling', async () => {
	const page = await person(browser, daemon, { language: 'es' });
	await open(page, daemon, '/');
	for (const what of ['.turn b', '.turn span', '.board', '.link', '.dock > :nth-child(1)', '.dock > :nth-child(2)', '.dock > :nth-child(3)']) {
		const box = await page.locator(what).first().boundingBox();
		const nav = await page.locator('.app > nav').boundingBox();
		assert.ok(box && box.y >= 0 && box.y + box.height <= nav.y + 1, `${what} ends at ${box && box.y + box.height}, the bar begins at ${nav.y}`);
	}
	await page.context().close();
});

test('a desk as large as 4K keeps the board large and the lines short', async () => {
	const page = await person(browser, daemon, { size: { width: 3840, height: 2160 } });
	await open(page, daemon, '/');
	const box = await page.locator('.board').boundingBox();
	assert.ok(box.width > 1000, `the board is ${box.width} wide`);
	await screenshot(page, 'live-4k');
	await page.context().close();
});

test('nothing the pages do needs a secure context', async () => {
	const page = await person(browser, daemon, {});
	const used = [];
	await page.exposeFunction('reportUse', (what) => used.push(what));
	await page.addInitScript(() => {
		for (const name of ['serviceWorker', 'clipboard', 'wakeLock', 'locks']) Object.defineProperty(Navigator.prototype, name, { get: () => (window.reportUse(name), undefined), configurable: true });
	});
	for (const where of Object.values(PAGES)) {
		await open(page, daemon, where);
		await settled(page);
	}
	assert.deepEqual(used, []);
	await page.context().close();
});

test('the first load of the live page is small', async () => {
	const page = await person(browser, daemon, {});
	const files = [];
	page.on('response', (r) => {
		const path = new URL(r.url()).pathname;
		if (!path.startsWith('/api/')) files.push(r.body().catch(() => Buffer.alloc(0)));
	});
	await open(page, daemon, '/');
	await settled(page);
	const { gzipSync } = await import('node:zlib');
	const sum = (await Promise.all(files)).reduce((n, b) => n + gzipSync(b, { level: 9 }).length, 0);
	assert.ok(sum > 5000 && sum <= 60 * 1024, `${(sum / 1024).toFixed(1)} kB compressed`);
	await page.context().close();
});
