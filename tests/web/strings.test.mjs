// strings.test.mjs — three tables, two languages, nothing missing and nothing left over.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { STRINGS as BOARD } from '../../web-ui/js/strings-board.js';
import { STRINGS as PAGES } from '../../web-ui/js/strings-pages.js';
import { STRINGS as FIRST } from '../../web-ui/js/strings.js';

const STRINGS = { ...FIRST, ...PAGES, ...BOARD };

const UI = path.resolve(fileURLToPath(new URL('.', import.meta.url)), '../../web-ui');
const sources = ['js', 'board', 'pages'].flatMap((d) => fs.readdirSync(path.join(UI, d)).filter((f) => f.endsWith('.js') && !f.startsWith('strings')).map((f) => path.join(UI, d, f)));
const code = sources.map((f) => fs.readFileSync(f, 'utf8')).join('\n');
const literals = new Set([...code.matchAll(/'([a-z][\w.=<>-]*)'/gi)].map((m) => m[1]));
const prefixes = [...code.matchAll(/`([a-z]+(?:\.[a-z]+)*)\.\$\{/gi)].map((m) => m[1] + '.');

test('every string exists in Spanish and in English', () => {
	for (const [key, pair] of Object.entries(STRINGS)) {
		assert.equal(pair.length, 2, key);
		for (const words of pair) assert.ok(words.trim(), `${key} is empty`);
	}
});

test('both languages of a string name the same values', () => {
	const names = (words) => [...words.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort().join();
	for (const [key, [es, en]] of Object.entries(STRINGS)) assert.equal(names(es), names(en), key);
});

test('no key stands in two tables', () => {
	assert.equal(Object.keys(STRINGS).length, [FIRST, PAGES, BOARD].reduce((n, table) => n + Object.keys(table).length, 0));
});

test('the page that comes first finds all it says in the table that comes with it', () => {
	const html = fs.readFileSync(path.join(UI, 'index.html'), 'utf8');
	const first = [...html.matchAll(/(?:href|src)="(\/[^"]+\.js)"/g)].map((m) => fs.readFileSync(path.join(UI, m[1]), 'utf8')).join('\n');
	const zoom = fs.readFileSync(path.join(UI, 'board/zoom.js'), 'utf8'); // comes by itself, without a page
	const asked = [...(first + zoom).matchAll(/'([a-z][\w.=<>-]*)'/gi)].map((m) => m[1]).filter((k) => Object.hasOwn(STRINGS, k));
	assert.ok(asked.length > 50);
	assert.deepEqual(asked.filter((k) => !Object.hasOwn(FIRST, k)), []);
});

test('every key of the table is used somewhere', () => {
	const unused = Object.keys(STRINGS).filter((k) => !literals.has(k) && !prefixes.some((p) => k.startsWith(p)));
	assert.deepEqual(unused, []);
});

test('every key that a page asks for is in the table', () => {
	const asked = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map((m) => m[1]);
	assert.ok(asked.length > 100);
	assert.deepEqual(asked.filter((k) => !Object.hasOwn(STRINGS, k)), []);
});

test('no page writes markup from text', () => {
	assert.equal(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(code), false);
});

test('every game, option and value of the rules has words', () => {
	const games = { 'contigo-line': 'players=2|4 align=4|5|3 move=straight|ell beads=group|spread diagonals=long|all', 'contigo-capture': 'players=2|4 beads=spread|group', thibault: 'form=basic|double', swahili: 'players=2|3|4 capture=auto|optional',
		perturbador: '', andantino: 'opening=standard|single after50=draw|relocate side=10|8|7|6', oraia: 'stay=free|counts' };
	for (const [game, options] of Object.entries(games)) {
		assert.ok(STRINGS[`game.${game}`], game);
		for (const option of options.split(' ').filter(Boolean)) {
			const [key, values] = option.split('=');
			assert.ok(STRINGS[`opt.${key}`], key);
			for (const v of values.split('|')) assert.ok(STRINGS[`opt.${key}.${v}`], `${key}=${v}`);
		}
	}
});

test('rules pages say everything twice and briefly enough for a card', () => {
	for (const f of fs.readdirSync(path.join(UI, 'rules'))) {
		const file = JSON.parse(fs.readFileSync(path.join(UI, 'rules', f), 'utf8'));
		const walk = (node, where) => {
			if (!node || typeof node !== 'object') return;
			if ('es' in node || 'en' in node) {
				for (const l of ['es', 'en']) assert.ok(typeof node[l] === 'string' && node[l].trim(), `${f} ${where}: ${l} is missing`);
				return;
			}
			for (const [k, v] of Object.entries(node)) walk(v, `${where}.${k}`);
		};
		walk(file, f);
		assert.equal(file.card.length, 5, f);
		for (const c of file.card) for (const l of ['es', 'en']) assert.ok(c[l].split(/\s+/).length <= 12, `${f}: "${c[l]}" is longer than 12 words`);
	}
});
