// types.test.mjs — the pages hold what their comments promise, as far as a type checker can tell.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';

const here = fileURLToPath(new URL('.', import.meta.url));

test('the type checker finds nothing to complain of', () => {
	const r = spawnSync(process.execPath, [path.join(here, 'node_modules/typescript/bin/tsc'), '-p', here], { encoding: 'utf8' });
	assert.equal(r.status, 0, r.stdout);
});
