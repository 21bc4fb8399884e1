// daemon.mjs — a real tablerod for a test: started, paired, asked, listened to, killed. Everything waits on something that happens.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUILD = process.env.BUILD_DIR;

/** One run of the daemon. `state` is kept between runs of the same test. */
export class Daemon {
	constructor(options = {}) {
		this.state = options.state || mkdtempSync(join(tmpdir(), 'tablero-'));
		this.extra = options.args || [];
		this.wrap = options.wrap || [];
		this.token = options.token || '';
	}

	async start() {
		const argv = [...this.wrap, join(BUILD, 'tablerod'), '--state', this.state, '--port', '0', '--console', '--pair', '--config', this.config || '/dev/null', ...this.extra];
		this.child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
		this.log = '';
		this.out = '';
		this.child.stderr.setEncoding('utf8').on('data', (d) => (this.log += d));
		this.ended = new Promise((done) => this.child.on('exit', (code, signal) => done({ code, signal })));
		await new Promise((ready, fail) => {
			this.child.stdout.setEncoding('utf8').on('data', (d) => {
				this.out += d;
				const m = /http:\/\/[^\s:/]+(?::(\d+))?\/#pair=(\w+)/.exec(this.out);
				if (m) {
					this.port = Number(m[1] || 80);
					this.code = m[2];
					ready();
				}
			});
			this.ended.then((e) => fail(new Error(`the daemon ended: ${JSON.stringify(e)} ${this.log}`)));
		});
		return this;
	}

	async pair(label = 'test') {
		const { token } = (await this.post('/pair', { code: this.code, label })).json;
		this.token = token;
		return this;
	}

	async stop(signal = 'SIGTERM') {
		this.child.kill(signal);
		return this.ended;
	}

	/** Ends it and takes its directory away; a report of the sanitizers fails the test. */
	async end() {
		const how = await this.stop();
		rmSync(this.state, { recursive: true, force: true });
		if (how.code !== 0 || /ERROR: |runtime error/.test(this.log)) throw new Error(`bad end ${JSON.stringify(how)}\n${this.log}`);
	}

	request(method, path, { body, headers = {}, token = this.token } = {}) {
		const text = body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
		const all = { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }), ...headers };
		return new Promise((done, fail) => {
			const r = http.request({ host: '127.0.0.1', port: this.port, method, path, headers: all, agent: false }, (answer) => {
				const parts = [];
				answer.on('data', (d) => parts.push(d));
				answer.on('error', fail);
				answer.on('end', () => {
					const data = Buffer.concat(parts);
					let json;
					try {
						json = JSON.parse(data.toString());
					} catch {
						json = undefined;
					}
					done({ status: answer.statusCode, headers: answer.headers, data, json });
				});
			});
			r.on('error', fail);
			r.end(text);
		});
	}

	get(path, options) {
		return this.request('GET', `/api/v1${path}`, options);
	}

	post(path, body = {}, options = {}) {
		return this.request('POST', `/api/v1${path}`, { body, ...options });
	}

	/** What came of a file of games that is being taken in. */
	async intake(answer) {
		while (answer.status === 202 || (answer.json && answer.json.working)) answer = await this.get('/intake');
		return answer.json;
	}

	/** Bytes as they are, and everything that comes back until the other side closes. */
	raw(bytes, { end = false } = {}) {
		return new Promise((done, fail) => {
			const s = net.connect(this.port, '127.0.0.1', () => (end ? s.end(bytes, 'latin1') : s.write(bytes, 'latin1')));
			let text = '';
			s.setEncoding('latin1').on('data', (d) => {
				text += d;
				if (/\r\n\r\n/.test(text) && !/100 Continue/.test(text)) s.end();
			});
			s.on('close', () => done(text));
			s.on('error', (e) => (text ? done(text) : e.code === 'ECONNRESET' ? done('') : fail(e)));
		});
	}

	/** An open event stream. */
	listen(path = '/events', options = {}) {
		return new Listener(this, path, options).open();
	}
}

export class Listener {
	constructor(daemon, path, options) {
		this.daemon = daemon;
		this.path = path;
		this.token = options.token === undefined ? daemon.token : options.token;
		this.events = [];
		this.beats = 0;
		this.waiting = [];
	}

	open() {
		return new Promise((ready, fail) => {
			const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
			this.request = http.get({ host: '127.0.0.1', port: this.daemon.port, path: `/api/v1${this.path}`, headers, agent: false }, (answer) => {
				this.status = answer.statusCode;
				this.answer = answer;
				let rest = '';
				answer.setEncoding('utf8').on('data', (d) => {
					rest += d;
					for (let end; (end = rest.indexOf('\n\n')) >= 0; rest = rest.slice(end + 2)) this.take(rest.slice(0, end));
				});
				this.closed = new Promise((done) => answer.on('close', done));
				answer.on('error', () => {});
				ready(this);
			});
			this.request.on('error', (e) => fail(e));
		});
	}

	take(block) {
		if (block.startsWith(':')) {
			this.beats++;
		} else {
			const e = { event: 'message' };
			for (const line of block.split('\n')) {
				const at = line.indexOf(': ');
				e[line.slice(0, at)] = line.slice(at + 2);
			}
			e.json = JSON.parse(e.data);
			this.events.push(e);
		}
		this.waiting = this.waiting.filter((w) => !w());
	}

	/** The first event, from `from` on, for which `want` is true. */
	until(want, from = 0) {
		return new Promise((done) => {
			const look = () => {
				const found = this.events.slice(from).find(want);
				if (found) done(found);
				return !!found;
			};
			if (!look()) this.waiting.push(look);
		});
	}

	state(want, from = 0) {
		return this.until((e) => e.event === 'state' && want(e.json), from).then((e) => e.json);
	}

	untilBeat(n) {
		return new Promise((done) => {
			const look = () => (this.beats >= n ? (done(), true) : false);
			if (!look()) this.waiting.push(look);
		});
	}

	close() {
		this.request.destroy();
	}
}

/** Starts, pairs, runs the test, ends; also when the test fails. */
export function withDaemon(options, body) {
	return async (t) => {
		const d = new Daemon(options);
		await d.start();
		try {
			await d.pair();
			await body(d, t);
		} catch (e) {
			d.child.kill('SIGKILL');
			e.message += `\n--- daemon:\n${d.log}`;
			throw e;
		}
		await d.end();
	};
}
