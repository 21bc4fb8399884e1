// harness.mjs — a real daemon on a simulated board and a real browser, for the tests of the pages. Everything waits on conditions.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const HERE = fileURLToPath(new URL('.', import.meta.url));
export const ROOT = path.resolve(HERE, '../..');
export const BUILD = process.env.BUILD_DIR || path.join(ROOT, 'build/test');
export const SCREENS = path.join(ROOT, 'build/screens');
export const SIZES = { phone: { width: 360, height: 640 }, desk: { width: 1280, height: 800 } };
export const GAMES = ['contigo-line', 'contigo-capture', 'thibault', 'swahili', 'perturbador', 'andantino', 'oraia'];

fs.mkdirSync(SCREENS, { recursive: true });

/** The board file that carries a game. */
export const boardOf = (game) => (game.startsWith('contigo') ? 'contigo' : game);

// A test that fails half-way leaves its daemon and its browser behind, and a test file ends only when its children have ended.
const daemons = new Set(), browsers = new Set();
after(async () => {
	for (const b of browsers) await b.close();
	for (const d of daemons) await d.stop();
});

export class Daemon {
	constructor(board = 'contigo', how = {}) {
		this.board = board;
		this.dir = how.dir || fs.mkdtempSync(path.join(os.tmpdir(), 'tablero-web-'));
		this.port = how.port || 0;
		this.pages = how.web === false ? [] : ['--web', path.join(ROOT, 'web-ui')];
		this.log = '';
	}

	/** Starts it and waits until it has printed its address. */
	async start() {
		const args = ['--console', '--pair', '--bind', '127.0.0.1', '--port', String(this.port), '--state', this.dir, '--board', this.board, '--hal', 'sim:', ...this.pages];
		this.process = spawn(path.join(BUILD, 'tablerod'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
		daemons.add(this);
		let out = '';
		await new Promise((ready, failed) => {
			const read = (chunk) => {
				out += chunk;
				this.log += chunk;
				const found = /http:\/\/([\d.]+):(\d+)\/#pair=(\S+)/.exec(out);
				if (!found) return;
				this.port = Number(found[2]);
				this.code = found[3];
				ready();
			};
			this.process.stdout.on('data', read);
			this.process.stderr.on('data', (c) => (this.log += c));
			this.process.on('exit', (status) => failed(new Error(`tablerod ended with ${status}: ${this.log}`)));
			this.process.on('error', failed);
		});
		this.base = `http://127.0.0.1:${this.port}`;
		if (!this.token) this.token = await this.pair('test');
		return this;
	}

	async pair(label) {
		const answer = await this.post('/pair', { code: this.code, label }, '');
		return answer.token;
	}

	/** Each request on a connection of its own: one kept open would be closed by the daemon while a test is computing. */
	ask(method, what, headers, body) {
		return new Promise((done, failed) => {
			const request = http.request(`${this.base}/api/v1${what}`, { method, headers, agent: false }, (answer) => {
				let text = '';
				answer.setEncoding('utf8');
				answer.on('data', (chunk) => (text += chunk));
				answer.on('error', failed);
				answer.on('end', () => {
					if (answer.statusCode < 300) done(JSON.parse(text));
					else failed(new Error(`${method} ${what}: ${answer.statusCode} ${text}`));
				});
			});
			request.on('error', failed);
			request.end(body);
		});
	}

	get(what, token = this.token) {
		return this.ask('GET', what, token ? { Authorization: `Bearer ${token}` } : {});
	}

	post(what, body = {}, token = this.token) {
		return this.ask('POST', what, { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }, JSON.stringify(body));
	}

	/** A new game with its pieces standing on the table. */
	async game(game, more = {}) {
		const { id } = await this.post('/game', { game, players: ['Ana', 'Luis', 'Eva', 'Max'].slice(0, /players=4/.test(game) ? 4 : /players=3/.test(game) ? 3 : 2), ...more });
		await this.post('/sim/setup', {});
		await this.until((s) => s.phase === 'play', `${game} to be set up`);
		return id;
	}

	/** Waits until the state is so. */
	async until(test, what, ms = 15000) {
		const end = Date.now() + ms;
		let state;
		do {
			state = await this.get('/state');
			if (test(state)) return state;
			await new Promise((done) => setTimeout(done, 30));
		} while (Date.now() < end);
		throw new Error(`waited for ${what}; phase ${state.phase}, ${JSON.stringify(state.game && state.game.moves.slice(-4))}, waiting ${state.waiting && state.waiting.en}, question ${JSON.stringify(state.question)}, fixes ${JSON.stringify(state.fixes)}`);
	}

	async kill() {
		const p = this.process;
		if (!p || p.exitCode !== null || p.signalCode) return;
		p.removeAllListeners('exit');
		const gone = new Promise((done) => p.once('exit', done));
		p.kill('SIGKILL');
		await gone;
	}

	async stop() {
		const p = this.process;
		if (p && p.exitCode === null && !p.signalCode) {
			p.removeAllListeners('exit');
			const gone = new Promise((done) => p.once('exit', done));
			p.kill('SIGTERM');
			await gone;
		}
		daemons.delete(this);
		fs.rmSync(this.dir, { recursive: true, force: true });
	}
}

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--force-color-profile=srgb'];

export async function launch() {
	const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS });
	browsers.add(browser);
	return browser;
}

/** A phone or a desk: its own storage, its own language and theme; complaints of the page are collected. */
export async function person(browser, daemon, how = {}) {
	const size = how.size || 'phone';
	const context = await browser.newContext({ viewport: SIZES[size] || size, hasTouch: size === 'phone', isMobile: size === 'phone', deviceScaleFactor: size === 'phone' ? 2 : 1, colorScheme: how.theme || 'light',
		locale: how.language === 'es' ? 'es-ES' : 'en-GB', reducedMotion: how.still ? 'reduce' : 'no-preference', acceptDownloads: true });
	const page = await context.newPage();
	page.setDefaultTimeout(15000);
	page.complaints = [];
	page.on('pageerror', (e) => page.complaints.push(`error: ${e.message}`));
	page.on('console', (m) => {
		if (m.type() === 'error' && !/Failed to load resource|net::ERR/.test(m.text())) page.complaints.push(`console: ${m.text()}`);
	});
	page.foreign = [];
	page.on('request', (r) => {
		if (!r.url().startsWith(daemon.base) && !/^(blob|data):/.test(r.url())) page.foreign.push(r.url());
	});
	if (how.paired !== false) await page.addInitScript(([token, language]) => {
		if (location.protocol !== 'http:') return;
		if (token && !localStorage.getItem('tablero.token')) localStorage.setItem('tablero.token', token);
		if (language && !localStorage.getItem('tablero.lang')) localStorage.setItem('tablero.lang', language);
	}, [how.token || daemon.token, how.language || 'en']);
	return page;
}

/** Opens a page and waits until it shows live data. */
export async function open(page, daemon, where) {
	await page.goto(daemon.base + where);
	await page.locator('.link[data-status=ok]').waitFor();
	await page.locator('main .page > *').first().waitFor();
}

const cell = (page, site) => page.locator(`.board:not(.small) .cell[data-site="${site}"]`);

/** Scrolls as a thumb would when a site lies under the bar at the bottom or off the screen: fonts differ from machine to machine. */
async function bring(page, site) {
	await cell(page, site).evaluate((el) => {
		const r = el.getBoundingClientRect();
		const there = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		if (!there || !there.closest('.board')) el.scrollIntoView({ block: 'center' });
	});
}

const measure = async (page, site) => {
	const box = await cell(page, site).boundingBox();
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Middle of a site on the screen, where a finger reaches it. */
export async function middle(page, site) {
	await bring(page, site);
	return measure(page, site);
}

/** The two ends of a hand's way from a site to another, or to a point. */
async function way(page, from, to) {
	await bring(page, from);
	if (to.x !== undefined) return [await measure(page, from), to];
	await bring(page, to);
	return [await measure(page, from), await measure(page, to)];
}

/** A real drag with a mouse: press, many small moves, release. */
export async function drag(page, from, to) {
	const [a, b] = await way(page, from, to);
	await page.mouse.move(a.x, a.y);
	await page.mouse.down();
	for (let i = 1; i <= 8; i++) await page.mouse.move(a.x + ((b.x - a.x) * i) / 8, a.y + ((b.y - a.y) * i) / 8);
	await page.mouse.up();
}

/** The same with a finger: real touch events through the browser's input pipeline. */
export async function touchDrag(page, from, to) {
	const cdp = await page.context().newCDPSession(page);
	const [a, b] = await way(page, from, to);
	await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [a] });
	for (let i = 1; i <= 10; i++) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: a.x + ((b.x - a.x) * i) / 10, y: a.y + ((b.y - a.y) * i) / 10 }] });
	await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	await cdp.detach();
}

export async function screenshot(page, name) {
	await page.screenshot({ path: path.join(SCREENS, `${name}.png`) });
}
