// Every reference board: the firmware image built from its board file runs on a simulated microcontroller, and the library that the
// daemon uses opens it, finds every input and LED that the file names, and reads the whole board.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const BUILD = process.env.BUILD_DIR || 'build/test';
const IMAGES = process.env.FIRMWARE_DIR || path.join(BUILD, 'firmware');
const shim = path.resolve(BUILD, 'tests/libptymodem.so');
const asan = execFileSync('ldd', [path.join(BUILD, 'tablero')]).toString().match(/\S*libasan\S* => (\S+)/);
const preload = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0', LD_PRELOAD: asan ? `${asan[1]} ${shim}` : shim };
const files = fs.readdirSync('hal/boards').filter((f) => f.endsWith('.ini'));

assert.ok(files.length >= 8);
for (const file of files)
	test(`${file} and the firmware made for it fit together`, { timeout: 60000 }, async () => {
		const sizes = Object.fromEntries(execFileSync(path.join(BUILD, 'tablero'), ['board', 'firmware', `hal/boards/${file}`]).toString().trim().split(' ').map((w) => w.split('=')));
		const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'tablero-board-'));
		const link = path.join(dir, 'board');
		const board = spawn(path.join(IMAGES, 'boardsim'), ['-m', sizes.MCU, '-n', sizes.LEDS, '-l', link, path.join(IMAGES, 'boards', `${sizes.BOARD_ID}-${sizes.MCU}-APA102.elf`)], { stdio: ['pipe', 'pipe', 'inherit'] });
		const [ready] = await once(createInterface({ input: board.stdout }), 'line');
		assert.equal(ready, 'ready');
		const watch = spawn(path.join(BUILD, 'tablero'), ['board', 'watch', `hal/boards/${file}`, `serial:${link}`], { env: preload, stdio: ['ignore', 'pipe', 'inherit'] });
		const said = [];
		try {
			for await (const line of createInterface({ input: watch.stdout })) {
				said.push(line.slice(11));
				if (/ready/.test(line)) break;
				assert.doesNotMatch(line, /inputs|LEDs|another board/, said.join('\n'));
			}
			const lines = said.filter((l) => /^\S+ \d+/.test(l)).length;
			assert.equal(lines, +sizes.SWITCHES + +sizes.ANALOGUES + +sizes.BUTTONS, said.join('\n'));
		} finally {
			watch.kill();
			board.stdin.end('quit\n');
			await Promise.all([once(board, 'exit'), watch.exitCode === null && watch.signalCode === null ? once(watch, 'exit') : 0]);
			fs.rmSync(dir, { recursive: true, force: true });
		}
	});
