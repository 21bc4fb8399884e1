import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { withDaemon } from './daemon.mjs';

const ROLES = ['anyone', 'watcher', 'player', 'owner'];

test('every route lets in exactly the roles that it declares', withDaemon({}, async (d) => {
	const api = JSON.parse(gunzipSync((await d.get('/openapi.json')).data));
	const tokens = { anyone: '', owner: d.token };
	for (const role of ['watcher', 'player']) {
		const made = (await d.post('/pair', { code: d.code, label: role }, { token: '' })).json;
		assert.equal((await d.post(`/phones/${made.id}`, { role })).status, 200);
		tokens[role] = made.token;
	}
	// Those that would pull the ground away from under the test come last, or are asked only by those they refuse.
	const dangerous = ['/wipe', '/phones/revoke-all', '/phones/{id}/revoke', '/phones/{id}', '/settings', '/players/forget'];
	let asked = 0;
	for (const [path, methods] of Object.entries(api.paths))
		for (const [method, op] of Object.entries(methods)) {
			const need = ROLES.indexOf(op['x-role']);
			assert.ok(need >= 0, `${method} ${path} declares no role`);
			for (const role of ROLES) {
				const allowed = ROLES.indexOf(role) >= need;
				if (allowed && (path === '/events' || (method === 'post' && dangerous.includes(path)))) continue;
				const url = `/api/v1${path}`.replace('{id}', '999').replace('{name}', 'nothing');
				const upload = op.requestBody && op.requestBody.content['application/octet-stream'];
				const options = { token: tokens[role], ...(method === 'post' ? { body: upload ? '' : {}, headers: upload ? { 'Content-Type': allowed ? 'application/octet-stream' : 'application/json' } : {} } : {}) };
				const answer = await d.request(method.toUpperCase(), url, options);
				const key = answer.json && answer.json.error && answer.json.error.key;
				if (allowed) assert.ok(!['not-paired', 'not-allowed'].includes(key), `${role} ${method} ${path}: ${key}`);
				else assert.deepEqual([answer.status, key], role === 'anyone' ? [401, 'not-paired'] : [403, 'not-allowed'], `${role} ${method} ${path}`);
				asked++;
			}
		}
	assert.ok(asked > 200, `${asked}`);
}));

test('dangerous acts need hands on the board as well', withDaemon({}, async (d) => {
	assert.equal((await d.post('/wipe')).json.error.key, 'needs-hands');
	const upload = await d.request('POST', '/api/v1/restore', { body: 'x', headers: { 'Content-Type': 'application/octet-stream' } });
	assert.equal(upload.json.error.key, 'needs-hands');
}));
