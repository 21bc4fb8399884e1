// machine.mjs — a virtual computer with a disk of its own that runs the daemon, and the list of what that disk was told.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Daemon } from '../http/daemon.mjs';

export const work = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tablero-cut-'));
export const file = (name) => join(work, name);
export const random = (n) => Math.floor(Math.random() * n);

/** The daemon inside the machine, asked through a port of this one. */
export class Machine extends Daemon {
	async start(log) {
		this.port = await new Promise((done) => {
			const s = net.createServer().listen(0, '127.0.0.1', () => {
				const { port } = s.address();
				s.close(() => done(port));
			});
		});
		const disk = log ? ['driver=blklogwrites,node-name=disk', `file.driver=file,file.filename=${file('disk.img')}`, `log.driver=file,log.filename=${log}`].join() : `driver=file,node-name=disk,filename=${file('disk.img')}`;
		const begun = Date.now();
		rmSync(file('pid'), { force: true });
		this.child = spawn('tests/vm/run', ['-t', '600', '--', '-pidfile', file('pid'), '-blockdev', disk, '-device', 'virtio-blk-pci,drive=disk', '-netdev', `user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:${this.port}-:80`, '-device', 'virtio-net-pci,netdev=net', '::', join(process.cwd(), 'tests/powercut/guest')], { stdio: ['ignore', 'pipe', 'pipe'] });
		this.log = this.out = '';
		this.child.stderr.setEncoding('utf8').on('data', (d) => (this.log += d));
		this.ended = new Promise((done) => this.child.on('exit', done));
		await new Promise((ready, fail) => {
			this.child.stdout.setEncoding('utf8').on('data', (d) => {
				this.out += d;
				const m = /#pair=(\w+)/.exec(this.out);
				if (m) {
					this.code = m[1];
					ready();
				}
			});
			this.ended.then(() => fail(new Error(`the machine ended: ${this.out}\n${this.log}`)));
		});
		this.boot = (Date.now() - begun) / 1000;
		return this;
	}

	/** The plug is pulled. */
	async cut() {
		process.kill(Number(readFileSync(file('pid'), 'utf8')), 'SIGKILL');
		await this.ended;
	}
}

// ---- The list of what the disk was told: that of dm-log-writes, sectors of 512 bytes ----------------------------------------------------

export const FLUSH = 1n, FUA = 2n;
const DISCARD = 4n, MARK = 8n;

export function readLog(log) {
	const fd = openSync(log, 'r');
	const { size } = statSync(log);
	const head = Buffer.alloc(32);
	readSync(fd, head, 0, 32, 0);
	assert.equal(head.readBigUInt64LE(0), 0x6a736677736872n);
	const sector = head.readUInt32LE(24);
	const list = [];
	for (let at = sector; at + sector <= size;) {
		readSync(fd, head, 0, 32, at);
		const e = { sector: Number(head.readBigUInt64LE(0)), n: Number(head.readBigUInt64LE(8)), flags: head.readBigUInt64LE(16), at: at + sector };
		e.data = !(e.flags & (DISCARD | MARK));
		at += sector + (e.data ? e.n * sector : 0);
		e.end = at;
		if (at > size) break;
		list.push(e);
	}
	return { fd, sector, list };
}
