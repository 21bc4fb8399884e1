// web.mjs — figures of the pages and the interface, against a real daemon.
import http from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Daemon } from '../http/daemon.mjs';

const LISTENERS = 100;
const CHANGES = 40;
const GAMES = 10000;
const PLIES = 40;

const sorted = (list) => [...list].sort((a, b) => a - b);
const quantile = (list, q) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * q))];
const tell = (name, value, unit) => console.log(`bench ${name} ${value.toFixed(value < 100 ? 2 : 0)} ${unit}`);

/** Bytes on the wire of the page and everything it names. */
async function firstLoad(d) {
	const page = await d.request('GET', '/');
	const html = gunzipSync(page.data).toString();
	let bytes = page.data.length;
	const seen = new Set();
	for (const [, url] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
		if (seen.has(url)) continue;
		seen.add(url);
		const part = await d.request('GET', url);
		if (part.status !== 200) throw new Error(`${url}: ${part.status}`);
		bytes += part.data.length;
	}
	return bytes / 1024;
}

/** A listener that only looks at the clock. */
function listen(d, heard) {
	return new Promise((ready) => {
		const r = http.get({ host: '127.0.0.1', port: d.port, path: '/api/v1/events', headers: { Authorization: `Bearer ${d.token}` }, agent: false }, (answer) => {
			answer.on('data', (data) => {
				if (data.includes('event: state')) heard(performance.now());
			});
			ready(r);
		});
		r.on('error', () => {});
	});
}

async function streams(d) {
	const second = (await d.post('/pair', { code: d.code, label: 'second' })).json.token;
	let since = 0;
	let left = 0;
	let all = null;
	const times = [];
	const heard = (now) => {
		if (!since) return;
		times.push(now - since);
		if (--left === 0) all();
	};
	const open = [];
	for (let i = 0; i < LISTENERS; i++) open.push(await listen(d, heard));
	for (let i = 0; i < CHANGES; i++) {
		// Longer than the shortest time between two states, so that nothing is put together.
		await new Promise((done) => setTimeout(done, 60));
		await new Promise((done) => {
			all = done;
			left = LISTENERS;
			since = performance.now();
			d.post('/control', {}, { token: i % 2 ? d.token : second });
		});
		since = 0;
	}
	open.forEach((r) => r.destroy());
	tell('web.stream100.p50', quantile(times, 0.5), 'ms');
	tell('web.stream100.p99', quantile(times, 0.99), 'ms');
}

async function oneGame(d) {
	const played = [];
	let seed = 3;
	let turns = '';
	let turn = 1;
	let start = true;
	while (played.length < PLIES) {
		const look = (await d.get(`/look?${new URLSearchParams({ game: 'contigo-line', moves: played.join(' ') })}`)).json;
		if (look.legal.length === 0) break;
		seed = (seed * 1103515245 + 12345) % 2147483648;
		const action = look.legal[seed % look.legal.length];
		turns += `${start ? `\n${turn++}` : ''} ${action}`;
		start = !start;
		played.push(action);
	}
	return turns;
}

async function games(d) {
	const moves = await oneGame(d);
	const names = ['Ana', 'Luis', 'Eva', 'Juan', 'Pía', 'Noé', 'Iker', 'Vera'];
	for (let at = 0; at < GAMES; ) {
		let text = '';
		while (at < GAMES && text.length < 700000) {
			const day = String(1 + (at % 28)).padStart(2, '0');
			text += `[Game "contigo-line"]\n[Started "2026-0${1 + (at % 9)}-${day} 18:00:00 UTC"]\n[Player1 "${names[at % 8]}"]\n[Player2 "${names[(at * 3 + 1) % 8]}"]\n[Tags "t${at % 50}"]\n${moves}\nend unfinished\n\n`;
			at++;
		}
		const answer = await d.post('/import', { text });
		if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
	}
	const asked = ['', 'after=5000', 'q=ver', 'player=Ana', 'tag=t7', 'sort=oldest', 'from=2026-03-01&to=2026-03-31', 'result=win'];
	let worst = 0;
	for (const query of asked) {
		const times = [];
		for (let i = 0; i < 9; i++) {
			const t0 = performance.now();
			const page = await d.get(`/games?limit=50&${query}`);
			times.push(performance.now() - t0);
			if (page.status !== 200) throw new Error(query);
		}
		worst = Math.max(worst, quantile(times, 0.5));
	}
	tell('web.games10000', worst, 'ms');
}

const d = new Daemon();
d.config = join(d.state, 'bench.conf');
writeFileSync(d.config, '[web]\nconnections = 300\nper_address = 280\n');
await d.start();
await d.pair();
tell('web.first_load', await firstLoad(d), 'kB');
await streams(d);
await games(d);
await d.end();
