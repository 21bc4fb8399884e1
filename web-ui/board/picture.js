// picture.js — the position as a file to send: an SVG that stands alone, or a PNG made of it.
import { s } from '../js/dom.js';
import { sharedDefs } from './defs.js';

/** @param {import('./board.js').Board} board */
export function asSvg(board) {
	const out = /** @type {SVGElement} */ (s('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 1000 1000', width: 1000, height: 1000 }));
	out.append(sharedDefs().cloneNode(true));
	const hub = board.g.disk;
	for (const child of board.back.children) out.append(child.cloneNode(true));
	if (hub) {
		const wheel = /** @type {SVGElement} */ (board.wheel.cloneNode(true));
		wheel.removeAttribute('style');
		wheel.setAttribute('transform', `translate(${hub.x} ${hub.y}) rotate(${board.angle})`);
		out.append(wheel, board.names.cloneNode(true));
	}
	for (const part of [board.pieces, board.turning]) out.append(part.cloneNode(true));
	// Style sheets do not travel with the file.
	for (const el of out.querySelectorAll('text')) {
		const number = el.classList.contains('count') || el.classList.contains('pale');
		if (el.classList.contains('circle')) for (const [k, v] of [['stroke', '#e6cfa0'], ['stroke-width', '10'], ['paint-order', 'stroke']]) el.setAttribute(k, v);
		el.setAttribute('font-family', 'system-ui, sans-serif');
		el.setAttribute('font-weight', '700');
		el.setAttribute('fill', number ? '#fbeed6' : el.classList.contains('light') ? '#d9bb90' : '#6b4a2c');
		if (number) for (const [k, v] of [['stroke', '#22130a'], ['stroke-width', '6'], ['paint-order', 'stroke'], ['stroke-linejoin', 'round']]) el.setAttribute(k, v);
	}
	for (const el of out.querySelectorAll('[aria-hidden], [class], [style]')) for (const a of ['aria-hidden', 'class', 'style']) el.removeAttribute(a);
	return new XMLSerializer().serializeToString(out);
}

/** @param {import('./board.js').Board} board @param {number} [size] in pixels @returns {Promise<Blob>} */
export async function asPng(board, size = 1200) {
	const url = URL.createObjectURL(new Blob([asSvg(board)], { type: 'image/svg+xml' }));
	try {
		const image = new Image();
		image.src = url;
		await image.decode();
		const canvas = document.createElement('canvas');
		canvas.width = canvas.height = size;
		const ctx = canvas.getContext('2d');
		if (!ctx) throw new Error('canvas');
		ctx.drawImage(image, 0, 0, size, size);
		return await new Promise((done, failed) => canvas.toBlob((b) => (b ? done(b) : failed(new Error('png'))), 'image/png'));
	} finally {
		URL.revokeObjectURL(url);
	}
}
