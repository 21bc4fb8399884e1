// boards.test.mjs — every game: its board is drawn from its layout, its positions are read like the rules read them, and it can be played
// on the simulated table.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { axes } from '../../web-ui/board/base.js';
import { lookOf, playerOf } from '../../web-ui/board/fen.js';
import { actionSites, geometry, siteAt, step } from '../../web-ui/board/geometry.js';
import { Spread } from '../../web-ui/board/spread.js';
import { reached, fits } from '../../web-ui/pages/lessonfile.js';
import { Daemon, GAMES, ROOT, boardOf, drag, launch, middle, open, person, screenshot } from './harness.mjs';

const VARIANTS = ['contigo-line', 'contigo-line:players=4', 'contigo-line:move=ell,beads=spread', 'contigo-capture', 'contigo-capture:players=4', 'thibault', 'thibault:form=double', 'swahili', 'swahili:players=4', 'perturbador', 'andantino', 'andantino:side=6', 'oraia'];
let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

const look = (game, fen, moves = '') => daemon.get(`/look?${new URLSearchParams({ game, fen, moves })}`);

for (const game of VARIANTS) {
	test(`${game}: a position's text is read here as the rules read it, all through a game`, async () => {
		const layout = await daemon.get(`/layout?game=${encodeURIComponent(game)}`);
		const g = geometry(layout);
		let fen = layout.start;
		let seed = 7;
		for (let ply = 0; ply < 40; ply++) {
			const now = await look(game, fen);
			assert.deepEqual(lookOf(game, fen), now.look, fen);
			assert.equal(playerOf(game, fen), now.player, fen);
			if (!now.legal.length) break;
			for (const action of now.legal) for (const site of actionSites(g, action, now.player)) assert.ok(g.by.has(site), `${action}: ${site}`);
			seed = (seed * 1103515245 + 12345) % 2147483648;
			fen = (await look(game, fen, now.legal[seed % now.legal.length])).fen;
		}
	});
}

for (const game of ['andantino', 'andantino:side=8', 'andantino:side=7', 'andantino:side=6']) {
	test(`${game}: each cell lies on the line of its letter and on the line of its number`, async () => {
		const g = geometry(await daemon.get(`/layout?game=${encodeURIComponent(game)}`));
		const lines = new Map(axes(g).map((a) => [a.text, a]));
		assert.equal(lines.size, new Set(g.sites.flatMap((p) => [p.name[0], p.name.slice(1)])).size);
		for (const p of g.sites) for (const key of [p.name[0], p.name.slice(1)]) {
			const { x, y, dx, dy, n } = lines.get(key);
			const cells = (dy ? (p.y - y) / dy : (p.x - x) / dx) - 0.82;
			assert.ok(Math.abs(cells - Math.round(cells)) < 0.1 && cells > -0.1 && cells < n, `${p.name} on ${key}: ${cells}`);
			assert.ok(Math.abs(x + dx * (cells + 0.82) - p.x) < 4 && Math.abs(y + dy * (cells + 0.82) - p.y) < 4, `${p.name} on ${key}`);
		}
	});
}

for (const game of ['contigo-capture', 'contigo-line:beads=spread', 'thibault']) {
	test(`${game}: beads dropped in any order become the order that the rules want`, async () => {
		const layout = await daemon.get(`/layout?game=${encodeURIComponent(game)}`);
		for (const flip of [false, true]) {
			const g = geometry(flip ? { ...layout, sites: layout.sites.map((p) => ({ ...p, x: 1000 - p.x, y: 1000 - p.y })) } : layout);
			let now = await look(game, layout.start);
			now = await look(game, now.fen, now.legal[0]);
			const pit = now.legal.filter((a) => /^2/.test(a));
			for (let i = 0; i < pit.length; i += 3) {
				const taken = await look(game, now.fen, pit[i]);
				const spread = Spread.of(g, taken.fen, taken.legal);
				assert.equal(spread.left, 2);
				assert.equal(spread.drop(pit[i].slice(1)), false, 'not where they came from');
				for (const drop of [taken.legal[taken.legal.length - 1], taken.legal[0]]) {
					assert.equal(spread.actions(), null);
					assert.ok(spread.drop(drop.slice(1)));
				}
				assert.equal(spread.drop(taken.legal[0].slice(1)), false, 'the hand is empty');
				const done = await look(game, taken.fen, spread.actions().join(' '));
				assert.equal(done.player, 2);
				assert.deepEqual(spread.on(taken.look), done.look);
			}
		}
	});
}

for (const size of ['phone', 'desk']) {
	test(`letters and numbers stay in sight however near one goes: ${size}`, async () => {
		await daemon.game('andantino');
		const page = await person(browser, daemon, { size, still: true });
		await open(page, daemon, '/');
		await page.locator('.coords text').first().waitFor({ state: 'attached' });
		for (const press of [null, 'Zoom in', 'Zoom in', 'Zoom in', 'Zoom out']) {
			if (press) await page.getByRole('button', { name: press }).click();
			const faults = await page.evaluate(() => {
				const board = document.querySelector('.board').getBoundingClientRect();
				const shown = [...document.querySelectorAll('.coords text')].filter((e) => e.getAttribute('display') !== 'none').map((e) => ({ text: e.textContent, box: e.getBoundingClientRect() }));
				const out = [];
				if (shown.filter((s) => /[A-S]/.test(s.text)).length < 3 || shown.filter((s) => /\d/.test(s.text)).length < 3) out.push(`too few: ${shown.map((s) => s.text)}`);
				for (const { text, box } of shown) {
					if (box.left < board.left - 1 || box.right > board.right + 1 || box.top < board.top - 1 || box.bottom > board.bottom + 1) out.push(`${text} leaves the board`);
					for (const other of shown) if (other.text < text && box.left < other.box.right - 1 && other.box.left < box.right - 1 && box.top + 2 < other.box.bottom - 2 && other.box.top + 2 < box.bottom - 2) out.push(`${text} over ${other.text}`);
				}
				return out;
			});
			assert.deepEqual(faults, [], `after ${press}`);
		}
		await screenshot(page, `coordinates-andantino-${size}`);
		await page.context().close();
	});
}

test('every place of Oraia can be named from what is written on the wood, also when the disk has turned', async () => {
	await daemon.game('oraia');
	const page = await person(browser, daemon, { size: 'phone', still: true });
	await open(page, daemon, '/');
	await page.locator('.board .name').first().waitFor();
	assert.deepEqual((await page.locator('.board .name').allTextContents()).sort(), ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'H', 'I', 'O']);
	assert.equal(await page.locator('.wheel .name').count(), 0);
	const small = await page.locator('.board .name').evaluateAll((list) => list.filter((e) => e.getBoundingClientRect().height < 9).map((e) => e.textContent));
	assert.deepEqual(small, []);
	await page.context().close();
});

for (const game of GAMES) {
	test(`${game}: every site is found by a finger on it and reached by arrow keys`, async () => {
		const g = geometry(await daemon.get(`/layout?game=${game}`));
		for (const p of g.sites) assert.equal(siteAt(g, p.x, p.y)?.name, p.name);
		const seen = new Set([g.rows[0][0].name]);
		const open = [g.rows[0][0]];
		while (open.length) {
			const p = open.pop();
			for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
				const q = step(g, p, dx, dy);
				if (q && !seen.has(q.name)) {
					seen.add(q.name);
					open.push(q);
				}
			}
		}
		assert.deepEqual(g.sites.map((p) => p.name).filter((n) => !seen.has(n)), []);
	});

	test(`${game}: its rules page shows positions that the rules accept`, async () => {
		const file = JSON.parse(fs.readFileSync(path.join(ROOT, `web-ui/rules/${game}.json`), 'utf8'));
		for (const { diagram } of file.sections) {
			if (!diagram) continue;
			const name = diagram.game || game;
			const layout = await daemon.get(`/layout?game=${encodeURIComponent(name)}`);
			const fen = diagram.fen || layout.start;
			const now = await look(name, fen);
			assert.equal(now.fen, fen);
			const sites = new Set(layout.sites.map((p) => p.name));
			const m = diagram.marks || {};
			for (const site of [...(m.last || []), ...(m.targets || []), ...(m.win || []), ...(m.selected ? [m.selected] : []), ...(m.path || []).map(([n]) => n)]) assert.ok(sites.has(site), `${game}: ${site}`);
			if (!m.path) continue;
			// A path that begins and ends with pieces is a legal move of the position shown; those of beads are shown for themselves.
			const [from, to] = [m.path[0][0], m.path[m.path.length - 1][0]];
			if (now.look[from]?.[1] && game !== 'swahili' && !/ turn /.test(fen)) assert.ok(now.legal.some((a) => a.startsWith(from + to)), `${game}: ${from}${to} is not legal in ${fen}`);
		}
	});
}

/** One action for each game that hands can make on the table. */
const FIRST = {
	'contigo-capture': async (page) => drag(page, 'b2', 'b4'),
	thibault: async (page) => drag(page, 'c3', 'c5'),
	perturbador: async (page) => {
		await page.locator('.tools').evaluate((el) => (el.open = true));
		await page.getByRole('button', { name: 'disturber' }).click();
		const at = await middle(page, 'c3');
		await page.mouse.click(at.x, at.y);
	},
	andantino: async (page) => {
		const at = await middle(page, 'K10');
		await page.mouse.click(at.x, at.y);
	},
	oraia: async (page) => drag(page, 'C1', 'O1'),
	swahili: async (page) => {
		await page.getByRole('radio', { name: 'all' }).check();
		const at = async (site) => {
			const m = await middle(page, site);
			await page.mouse.click(m.x, m.y);
		};
		await at('1.4');
		await page.locator('.palm.full').waitFor();
		await page.getByRole('radio', { name: '1', exact: true }).check();
		for (const row of ['1.5', '1.6', '1.7']) {
			await at(row);
			await page.waitForFunction((r) => /1 of/.test(document.querySelector(`.cell[data-site="${r}"]`).getAttribute('aria-label')), row);
		}
	},
};

for (const [game, move] of Object.entries(FIRST)) {
	test(`${game}: hands on the simulated table make the first move`, async () => {
		const own = boardOf(game) === 'contigo' ? daemon : await new Daemon(boardOf(game)).start();
		try {
			await own.game(game);
			for (const [size, theme] of [['desk', 'light'], ['phone', 'dark']]) {
				const page = await person(browser, own, { size, theme });
				await open(page, own, '/table');
				await page.locator('.cell.full').first().waitFor();
				await screenshot(page, `board-${game}-${size}`);
				if (size === 'desk') {
					await move(page);
					if (game === 'swahili') await page.getByRole('button', { name: 'End turn' }).click();
					await own.until((s) => s.game.ply >= 1, 'the move to be recognised');
					await screenshot(page, `board-${game}-moved`);
				}
				assert.deepEqual(page.complaints, []);
				await page.context().close();
			}
		} finally {
			if (own !== daemon) await own.stop();
		}
	});
}

test('oraia: the disk really turns, and the pieces on it travel', async () => {
	const own = await new Daemon('oraia').start();
	try {
		await own.game('oraia', { fen: '.rbrb.br/..r...../b......./. 1 move -' });
		const page = await person(browser, own, { size: 'desk' });
		await open(page, own, '/table');
		await page.locator('.cell[data-site=I1].full').waitFor();
		await drag(page, 'I1', 'H');
		await page.locator('.cell[data-site=H].full').waitFor();
		await page.getByRole('button', { name: 'Turn over' }).click();
		const hub = await middle(page, 'H');
		await page.mouse.click(hub.x, hub.y);
		await page.waitForFunction(() => /charged/.test(document.querySelector('.cell[data-site=H]').getAttribute('aria-label')));
		await page.getByRole('button', { name: '↻ Turn' }).click();
		await page.waitForFunction(() => document.querySelector('.wheel').style.transform === 'rotate(45deg)');
		await page.locator('.cell[data-site=O4].full').waitFor();
		const state = await own.until((s) => s.game.player === 2, 'the turn to be recognised');
		assert.deepEqual(state.game.moves.map((m) => m.action), ['I1H', '>']);
		await screenshot(page, 'board-oraia-turned');
		await page.context().close();
	} finally {
		await own.stop();
	}
});

test('lessons: patterns and aims mean what their description says', () => {
	assert.ok(fits('b1*', 'b1b3') && fits('b1b3', 'b1b3') && !fits('b1b3', 'b1b4') && fits('*', 'x-'));
	const now = { played: ['c1c3'], result: 'ongoing', look: { c3: [1, 1, 0], Na: [3, 0, 0] }, turns: 1 };
	assert.ok(reached({ actions: ['c1*'], stands: { c3: 1 }, count: { Na: 3 }, turns: 1, not: 'win 2' }, now));
	assert.ok(!reached({ actions: ['b1*'] }, now) && !reached({ stands: { c3: 2 } }, now) && !reached({ count: { Na: 2 } }, now) && !reached({ turns: 2 }, now) && !reached({ result: 'win 1' }, now));
	assert.ok(!reached({ not: 'win 2' }, { ...now, result: 'win 2' }));
});
