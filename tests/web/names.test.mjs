// names.test.mjs — a hundred names that want to be markup, to break out of their place, or to turn round what stands beside them, on every
// page that shows names, at the width of a small phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, launch, open, person, screenshot } from './harness.mjs';
import { inspect } from './inspect.mjs';

const RUN = 'window.__ran=1';
const NAMES = [
	// Markup
	`<img src=x onerror=${RUN}>`, `<script>${RUN}</script>`, `<svg onload=${RUN}>`, `<b onmouseover=${RUN}>Ana</b>`, `"><script>${RUN}</script>`, `'><img src=x onerror=${RUN}>`, `</b><img src=x onerror=${RUN}>`, `<iframe srcdoc="<script>parent.__ran=1</script>">`,
	`<style>*{display:none}</style>`, `<base href=//evil.example/>`, `<meta http-equiv=refresh content=0>`, `<!--`, `-->`, `]]>`, `<![CDATA[x]]>`, `<?xml?>`, `</script>`, `</title><script>`, `<template><p>`, `<a href=/wipe>Luis</a>`, `<plaintext>`, `<dialog open>x`, `<form action=/api/v1/wipe>`, `<link rel=stylesheet href=//x>`,
	// Quotes and attributes
	`"`, `'`, '`', `""`, `'"'`, `" onclick="${RUN}`, `' autofocus onfocus='${RUN}`, `" style="position:fixed;inset:0`, `\\"`, `\\'`, `O'Brien`, `d”Artagnan`, `«Ana»`,
	// Addresses and code
	`javascript:${RUN}`, `data:text/html,<script>`, `//evil.example/x`, `../../etc/passwd`, `?a=b&c=d#e`, `&lt;b&gt;`, `&#x3c;b&#x3e;`, `&amp;`, `%3Cscript%3E`, '${alert(1)}', '{{7*7}}', '#{7*7}', `;DROP TABLE game;--`, `' OR '1'='1`, `$(reboot)`,
	// What our own sentences are made of
	'{who}', '{n}', '{from} {to}', '{side}', '$&', '$1', "$'", '$`', '$$',
	// What objects are made of
	'__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'true', '0', '-1', '[object Object]',
	// Escapes that look like bytes
	'\\u0000', '\\x00', '%00', '&#0;', '\\n', '%0d%0a', '\\r\\nSet-Cookie: a=b', '\\u202e', '\u2028', '\u2029', '\u00ad\u00ad', '\ufeffAna',
	// Other directions
	'\u202eanA', '\u202e\u202e\u202e', '\u2067Ana', '\u200fLuis\u200f', 'שרה', 'محمد بن عبد الله', 'Ana \u202e(winner)', '\u2066\u2066\u2066x',
	// Pictures and marks
	'👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '😀'.repeat(15), 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞a̴̵̞l', 'é'.repeat(30),
	// Long, and nearly nothing
	'W'.repeat(60), 'i'.repeat(60), '我'.repeat(20), 'a-'.repeat(30), '  Ana   Luis  ', '.', '\u3000',
];

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

const tame = (text) => text.replace(/[\u2066-\u2069\u202a-\u202e]/g, '').replace(/\s+/g, ' ').trim();

/** Nothing ran, nothing new stands in the page, nobody else was asked, nothing sticks out. */
async function sound(page, where) {
	const found = await page.evaluate(() => ({ ran: window.__ran, scripts: document.scripts.length, strange: [...document.querySelectorAll('iframe, base, style, plaintext, template, #app form:not(.newform), #app img, #app meta, #app link, [onclick], [onerror], [onload], [onfocus]')].map((e) => e.outerHTML.slice(0, 80)), title: document.title }));
	assert.equal(found.ran, undefined, `${where}: something ran`);
	assert.equal(found.scripts, 1, where);
	assert.deepEqual(found.strange, [], where);
	assert.deepEqual(page.complaints, [], where);
	assert.deepEqual(page.foreign, [], where);
	assert.deepEqual(await page.evaluate(inspect), [], where);
}

test('there are a hundred names and more, and those with real control bytes are refused in words', async () => {
	assert.ok(new Set(NAMES).size >= 100, `${new Set(NAMES).size}`);
	for (const bad of ['Ana\nLuis', 'Ana\u0000', '\u001b[31mAna', 'Ana\r', 'x'.repeat(61)]) {
		await assert.rejects(daemon.post('/game', { game: 'contigo-line', players: [bad, 'Luis'] }), /400/);
		await assert.rejects(daemon.post('/pair', { code: daemon.code, label: bad }, ''), /40[0-9]/);
	}
});

test('no name runs, escapes or sticks out on the live page, its menu and the review', async () => {
	const page = await person(browser, daemon, { still: true });
	const again = await person(browser, daemon, { still: true });
	await open(page, daemon, '/');
	for (let i = 0; i < NAMES.length; i += 4) {
		const players = Array.from({ length: 4 }, (_, k) => NAMES[(i + k) % NAMES.length]);
		const id = await daemon.game('contigo-line:players=4', { players });
		await daemon.post(`/games/${id}`, { tags: Buffer.byteLength(players[0]) <= 40 && players[0].trim() ? [players[0].replaceAll(',', ';')] : [], note: players.join(' ') });
		const shown = tame(players[0]);
		if (shown) await page.waitForFunction((name) => document.querySelector('.turn b').textContent.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ').includes(name), shown);
		await sound(page, `live ${i}: ${JSON.stringify(players)}`);
		await page.getByRole('button', { name: 'More actions' }).click();
		await page.locator('dialog[open] .sheet-body').waitFor();
		await sound(page, `menu ${i}: ${JSON.stringify(players)}`);
		await page.keyboard.press('Escape');
		await open(again, daemon, `/games/${id}`);
		await again.locator('.plybtn, .ply').first().waitFor();
		await sound(again, `review ${i}: ${JSON.stringify(players)}`);
	}
	await page.context().close();
	await again.context().close();
});

test('no name does in the archive, in its sheets and in the figures', async () => {
	const page = await person(browser, daemon, { still: true });
	await open(page, daemon, '/games');
	await page.locator('.gamerow').first().waitFor();
	for (const more = page.getByRole('button', { name: 'More games' }); await more.isVisible(); ) await more.click();
	await sound(page, 'games');
	await screenshot(page, 'names-games');
	const all = tame(await page.locator('.gamelist').innerText());
	for (const name of NAMES.map(tame).filter(Boolean)) assert.ok(all.includes(name), `${JSON.stringify(name)} is in the list, letter for letter`);
	const rows = await page.locator('.gamelist li button.icon').count();
	for (let i = 0; i < rows; i++) {
		await page.locator('.gamelist li button.icon').nth(i).click();
		await page.locator('dialog[open] .sheet-body').waitFor();
		await sound(page, `sheet of game ${i}`);
		await page.keyboard.press('Escape');
		await page.locator('dialog').waitFor({ state: 'detached' });
	}
	await page.locator('summary').first().click();
	for (const name of ['__proto__', '<img src=x onerror=window.__ran=1>', 'W'.repeat(60)]) {
		await page.getByLabel('Player', { exact: true }).fill(name);
		await page.getByRole('button', { name: 'Statistics' }).click();
		await page.locator('dialog[open] .stats').waitFor();
		await sound(page, `figures of ${name}`);
		await page.keyboard.press('Escape');
		await page.locator('dialog').waitFor({ state: 'detached' });
	}
	await page.context().close();
});

test('no name does where a game begins, where lots are drawn, and on the table', async () => {
	const page = await person(browser, daemon, { still: true });
	await page.addInitScript((names) => localStorage.setItem('tablero.names', JSON.stringify(names)), NAMES.slice(0, 30));
	for (const pair of [['W'.repeat(60), `<img src=x onerror=${RUN}>`], ['\u202eanA', '{who}'], ['$&', '__proto__']]) {
		await open(page, daemon, '/new');
		for (const [i, name] of pair.entries()) await page.locator('.seat input').nth(i).fill(name);
		await page.getByRole('button', { name: 'Draw lots' }).click();
		await page.locator('.fist').first().click();
		await sound(page, `lots ${pair}`);
		await page.keyboard.press('Escape');
		await sound(page, `new ${pair}`);
	}
	await open(page, daemon, '/table');
	await page.locator('.cell.full').first().waitFor();
	await sound(page, 'table');
	await page.context().close();
});

test('no label of a phone does in the settings, nor when it has control', async () => {
	const page = await person(browser, daemon, { still: true });
	for (const label of NAMES.filter((name, i) => i % 5 === 0 && Buffer.byteLength(name) <= 40)) {
		const token = await daemon.pair(label);
		await daemon.post('/control', {}, token);
	}
	await open(page, daemon, '/settings');
	await page.locator('.phones li').first().waitFor();
	await sound(page, 'settings');
	await screenshot(page, 'names-settings');
	for (const label of ['W'.repeat(39), `<img src=x onerror=${RUN}>`, '\u202eanA']) {
		const token = await daemon.pair(label);
		await daemon.post('/control', {}, token);
		await open(page, daemon, '/');
		await page.locator('.control:not([hidden])').waitFor();
		await sound(page, `control of ${label}`);
	}
	await page.context().close();
});

test('a name from the other direction leaves the sentence around it alone', async () => {
	const page = await person(browser, daemon, { still: true });
	await daemon.post('/control', {});
	for (const name of ['\u202eanA', 'שרה', 'Ana \u202e(winner)']) {
		await daemon.game('contigo-line', { players: [name, 'Luis'] });
		await open(page, daemon, '/');
		await page.waitForFunction((n) => document.querySelector('.turn b').textContent.replace(/[\u2066-\u2069]/g, '').includes(n), tame(name));
		const order = await page.locator('.turn b').evaluate((el) => {
			const node = el.firstChild, end = node.data.indexOf(' to move');
			const at = (from, to) => {
				const r = document.createRange();
				r.setStart(node, from);
				r.setEnd(node, to);
				return r.getBoundingClientRect();
			};
			return at(0, end).left < at(end, node.data.length).left && at(end + 1, end + 3).left < at(end + 4, end + 8).left;
		});
		assert.ok(order, `${JSON.stringify(name)}: the name, then "to move"`);
	}
	await page.context().close();
});
