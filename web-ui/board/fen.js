// fen.js — from a position's text to what stands on each site, so that a review jumps between plies without asking anyone.
// The daemon's rules are the authority; a test holds this reading against theirs for every game.

/** @typedef {import('../js/types.js').Looks} Looks */

/** @param {string} board @param {Looks} out */
function ranks(board, out) {
	const rows = board.split('/');
	rows.forEach((row, i) => {
		let file = 0;
		for (const c of row) {
			if (c >= '1' && c <= '9') {
				file += Number(c);
				continue;
			}
			const lower = c.toLowerCase();
			const owner = lower === 'x' ? 5 : 'wbrg'.indexOf(lower) + 1;
			out['abcdefgh'[file++] + (rows.length - i)] = [1, owner, lower !== 'x' && c !== lower ? 1 : 0];
		}
	});
	return rows.length;
}

/** Pits in ring order from the north-west corner. @param {number} n */
function pitNames(n) {
	const files = [...'abcdefgh'.slice(0, n)];
	const up = files.map((_, i) => i + 1);
	return ['NW', ...files.map((f) => 'N' + f), 'NE', ...[...up].reverse().map((r) => 'E' + r), 'SE', ...[...files].reverse().map((f) => 'S' + f), 'SW', ...up.map((r) => 'W' + r)];
}

/** @param {string} fen @returns {Looks} */
function contigo(fen) {
	const [board, pits] = fen.split(' ');
	/** @type {Looks} */
	const out = {};
	const names = pitNames(ranks(board, out));
	pits.split(',').forEach((n, i) => {
		if (n !== '0') out[names[i]] = [Number(n), 0, 0];
	});
	return out;
}

/** @param {string} fen @returns {Looks} */
function swahili(fen) {
	const fields = fen.split(' ').slice(0, -1);
	/** @type {Looks} */
	const out = {};
	let top = 0, owner = 0, kinds = 0;
	fields.forEach((f, i) => {
		const [rows, centre, pond] = f.split('/');
		rows.split(',').forEach((n, r) => {
			if (n !== '0') out[`${i + 1}.${r + 1}`] = [Number(n), i + 1, 0];
		});
		if (Number(centre)) {
			top += Number(centre);
			owner = i + 1;
			kinds++;
		}
		// Between two, prisoners can only be the other's.
		if (Number(pond)) out[`${i + 1}.P`] = [Number(pond), fields.length === 2 ? 2 - i : 0, 0];
	});
	if (top) out.C = [top, kinds === 1 ? owner : 0, 0];
	return out;
}

/** @param {string} fen @returns {Looks} */
function andantino(fen) {
	/** @type {Looks} */
	const out = {};
	for (const tile of fen.split(' ')[0].split(',')) out[tile.slice(0, -1)] = [1, tile.endsWith('w') ? 1 : 2, 0];
	return out;
}

/** @param {string} fen @returns {Looks} */
function oraia(fen) {
	/** @type {Looks} */
	const out = {};
	fen.split(' ')[0].split('/').forEach((ring, i) => {
		[...ring].forEach((c, k) => {
			if (c === '.') return;
			const lower = c.toLowerCase();
			out[i === 3 ? 'H' : 'COI'[i] + (k + 1)] = [1, lower === 'b' ? 1 : 2, c === lower ? 0 : 1];
		});
	});
	return out;
}

/** @param {string} game @param {string} fen @returns {Looks} */
export function lookOf(game, fen) {
	const id = game.split(':')[0];
	if (id === 'swahili') return swahili(fen);
	if (id === 'andantino') return andantino(fen);
	if (id === 'oraia') return oraia(fen);
	if (id === 'perturbador') {
		/** @type {Looks} */
		const out = {};
		ranks(fen.split(' ')[0], out);
		return out;
	}
	return contigo(fen);
}

/** Whose turn a position's text says it is. @param {string} game @param {string} fen */
export function playerOf(game, fen) {
	const id = game.split(':')[0];
	const fields = fen.split(' ');
	if (id === 'swahili') return Number(fields[fields.length - 1]);
	if (id === 'andantino' || id === 'oraia' || id === 'perturbador') return Number(fields[1]);
	return Number(fields[2]);
}
