// evening.test.mjs — one whole evening in a browser: Contigo from the first move to the win by clumsy hands on the simulated table,
// the daemon killed twice in the middle, and the game reviewed on a phone afterwards.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { BUILD, Daemon, drag, launch, middle, open, person, screenshot } from './harness.mjs';

const GAME = 'contigo-line';
const tool = (input, ...args) => execFileSync(path.join(BUILD, 'tablero'), args, { input, encoding: 'utf8' });

/** A game to its win: white thinks a little, black plays what stands first in a list turned by the turn's number. */
function invent() {
	const actions = [];
	for (let ply = 0; ply < 120; ply++) {
		const shown = tool('', 'show', GAME, '--moves', actions.join(' '));
		if (!/result ongoing/.test(shown)) return actions;
		const legal = tool('', 'legal', GAME, '--moves', actions.join(' ')).trim().split('\n');
		if (/player 1/.test(shown)) actions.push(tool(`setoption name game value ${GAME}\nposition startpos moves ${actions.join(' ')}\ngo nodes 3000\nquit\n`, 'ugi').match(/bestmove (\S+)/)[1]);
		else actions.push(legal[(ply * 7) % legal.length]);
	}
	throw new Error('nobody won in 120 actions');
}

let browser, daemon;
before(async () => {
	daemon = await new Daemon('contigo').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

/** Carries so many beads, in handfuls as the page offers them. */
async function carry(page, count, from, to) {
	for (const hand of [5, 3, 2, 1])
		for (; count >= hand; count -= hand) {
			await page.getByRole('radio', { name: String(hand), exact: true }).check();
			await drag(page, from, to);
		}
}

test('a clumsy game is played to its win over two crashes, and reviewed on a phone', async () => {
	const actions = invent();
	const id = await daemon.game(GAME);
	const page = await person(browser, daemon, { size: 'desk' });
	await open(page, daemon, '/table');
	await page.locator('.cell[data-site=c1].full').waitFor();
	const kills = [Math.floor(actions.length / 3), Math.floor((2 * actions.length) / 3)];
	for (const [ply, action] of actions.entries()) {
		if (kills.includes(ply)) {
			await daemon.kill();
			await page.locator('.link:not([data-status=ok])').waitFor();
			await daemon.start();
			await page.locator('.link[data-status=ok]').waitFor();
			const back = await daemon.until((s) => s.game && s.phase === 'play', 'the game to go on by itself');
			assert.deepEqual(back.game.moves.map((m) => m.action), actions.slice(0, ply));
		}
		const beads = action.match(/^(\d+)([NESW]\w)-([NESW]\w)$/);
		if (beads) {
			await carry(page, Number(beads[1]), beads[2], beads[3]);
		} else if (action !== '-') {
			const [from, to] = [action.slice(0, 2), action.slice(2)];
			if (ply % 3 === 0) { // the hand hesitates: up, and back where it was
				await page.getByRole('radio', { name: '1', exact: true }).check();
				const at = await middle(page, from);
				await page.mouse.click(at.x, at.y);
				await daemon.until((state) => state.lift?.site === from, `${from} in the hand (action ${ply + 1})`);
				await page.mouse.click(at.x, at.y);
				await daemon.until((state) => state.lift === null, `${from} back`);
			}
			await drag(page, from, to);
		}
		await daemon.until((s) => s.game.ply > ply, `${action} (action ${ply + 1} of ${actions.length})`);
	}
	const end = await daemon.until((s) => s.phase === 'over', 'the win');
	assert.match(end.game.result, /^win [12]$/);
	assert.deepEqual(end.game.moves.map((m) => m.action), actions);
	await screenshot(page, 'evening-won');
	assert.deepEqual(page.complaints, []);
	await page.context().close();

	const phone = await person(browser, daemon, { size: 'phone', language: 'es' });
	await open(phone, daemon, `/games/${id}`);
	await phone.keyboard.press('Home');
	for (let i = 0; i < actions.length; i++) await phone.keyboard.press('ArrowRight');
	await phone.waitForURL(new RegExp(`ply=${actions.length}$`));
	await screenshot(phone, 'evening-review');
	assert.deepEqual(phone.complaints, []);
	await phone.context().close();
});
