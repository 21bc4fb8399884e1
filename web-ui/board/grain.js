// grain.js — wood grain, computed once into a small picture and stretched: fibres are long and thin, so few pixels do.

const TILE = 384;
/** @type {HTMLCanvasElement | null} */
let tile = null;

/** @param {number} x @param {number} y */
function hash(x, y) {
	let n = Math.imul(x, 374761393) + Math.imul(y, 668265263);
	n = Math.imul(n ^ (n >>> 13), 1274126177);
	return ((n ^ (n >>> 16)) >>> 0) / 4294967295;
}

/** Smooth noise, 0 … 1. @param {number} x @param {number} y */
function noise(x, y) {
	const x0 = Math.floor(x), y0 = Math.floor(y);
	const fx = x - x0, fy = y - y0;
	const ux = fx * fx * (3 - 2 * fx), uy = fy * fy * (3 - 2 * fy);
	const a = hash(x0, y0), b = hash(x0 + 1, y0), c = hash(x0, y0 + 1), d = hash(x0 + 1, y0 + 1);
	return a + (b - a) * ux + (c - a) * uy + (a - b - c + d) * ux * uy;
}

/** Dark streaks on nothing: growth rings that bend slowly, and the pores between them. */
function grainTile() {
	if (tile) return tile;
	tile = document.createElement('canvas');
	tile.width = tile.height = TILE;
	const ctx = tile.getContext('2d');
	if (!ctx) return tile;
	const image = ctx.createImageData(TILE, TILE);
	for (let y = 0; y < TILE; y++) {
		for (let x = 0; x < TILE; x++) {
			const bend = noise(x * 0.006 + 3, y * 0.013) * 5 + noise(x * 0.02, y * 0.05) * 0.5;
			const ring = y * 0.045 + bend;
			const phase = ring - Math.floor(ring);
			const late = phase ** 3 * (0.4 + 0.6 * noise(ring * 0.9, 7));
			const pores = noise(x * 0.035, y * 1.15) ** 3;
			const fine = noise(x * 0.012 + 40, y * 0.55);
			const dark = 0.34 * late + 0.3 * pores + 0.12 * (fine - 0.5);
			const i = (y * TILE + x) * 4;
			image.data[i] = 28;
			image.data[i + 1] = 13;
			image.data[i + 2] = 4;
			image.data[i + 3] = Math.max(0, Math.min(1, dark)) * 235;
		}
	}
	ctx.putImageData(image, 0, 0);
	return tile;
}

/** @param {CanvasRenderingContext2D} ctx @param {import('../js/types.js').Site} p */
function outline(ctx, p) {
	ctx.beginPath();
	const r = p.size / 2;
	if (p.kind === 'cell') {
		for (let i = 0; i < 6; i++) {
			const a = (Math.PI / 180) * (60 * i + 30);
			ctx.lineTo(p.x + r * 1.12 * Math.cos(a), p.y + r * 1.12 * Math.sin(a));
		}
		ctx.closePath();
	} else ctx.rect(p.x - r, p.y - r, p.size, p.size);
}

/** Draws the grain of a whole board: long fibres along the frame, another cut of wood, turned at random, on every field.
 * @param {HTMLCanvasElement} canvas @param {import('./geometry.js').Geometry} g @param {number} pixels */
export function drawGrain(canvas, g, pixels) {
	canvas.width = canvas.height = pixels;
	const ctx = canvas.getContext('2d');
	if (!ctx) return;
	const wood = grainTile();
	ctx.scale(pixels / 1000, pixels / 1000);
	ctx.beginPath();
	ctx.roundRect(0, 0, 1000, 1000, 30);
	ctx.clip();
	ctx.drawImage(wood, 0, 0, 1000, 1000);
	g.sites.forEach((p, i) => {
		if (p.kind !== 'square' && p.kind !== 'cell') return;
		ctx.save();
		outline(ctx, p);
		ctx.clip();
		ctx.clearRect(p.x - p.size, p.y - p.size, p.size * 2, p.size * 2);
		ctx.globalAlpha = 0.34;
		ctx.translate(p.x, p.y);
		if (i % 2) ctx.rotate(Math.PI / 2);
		const cut = TILE * 0.28;
		ctx.drawImage(wood, hash(i, 1) * (TILE - cut), hash(i, 2) * (TILE - cut), cut, cut, -p.size * 0.6, -p.size * 0.6, p.size * 1.2, p.size * 1.2);
		ctx.restore();
	});
	if (g.hill || g.disk) {
		const mid = g.hill || g.disk;
		if (!mid) return;
		ctx.globalCompositeOperation = 'destination-out';
		ctx.globalAlpha = 0.55;
		ctx.beginPath();
		ctx.arc(mid.x, mid.y, 470, 0, 7);
		ctx.fill();
	}
}
