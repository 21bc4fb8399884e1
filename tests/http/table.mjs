// table.mjs — hands on the simulated table, for tests.
/** A new game with everything where it should stand, and a listener that has seen it so. */
export async function newGame(d, body) {
	const l = await d.listen();
	const made = await d.post('/game', body);
	if (made.status !== 200) throw new Error(JSON.stringify(made.json));
	await d.post('/sim/setup');
	await l.state((s) => s.phase === 'play' && s.game.id === made.json.id && Object.keys(s.seen).length === 0);
	return { id: made.json.id, l };
}

export async function carry(d, from, to, count = 1) {
	const up = await d.post('/sim/lift', { site: from, count });
	if (up.status !== 200) throw new Error(`lift ${from}: ${JSON.stringify(up.json)}`);
	const down = await d.post('/sim/drop', { site: to, count });
	if (down.status !== 200) throw new Error(`drop ${to}: ${JSON.stringify(down.json)}`);
}

/** Plays one turn of contigo-line with hands: the pawn, then the beads. */
export async function turn(d, l, pawn, beads) {
	const before = l.events.length;
	const start = (await d.get('/state')).json.game;
	await carry(d, pawn.slice(0, 2), pawn.slice(2));
	const [, n, from, to] = /^(\d+)(\w+)-(\w+)$/.exec(beads);
	await carry(d, from, to, Number(n));
	const after = await l.state((s) => s.phase === 'question' || (s.phase !== 'mismatch' && (s.game.result !== 'ongoing' || (s.game.ply >= start.ply + 2 && s.game.turn_start))), before);
	if (after.phase === 'question') throw new Error(`${pawn} ${beads} was not understood: ${JSON.stringify(after.question)}`);
	return after;
}

/** The first legal turn: the pieces of the rules say which. */
export async function legalTurn(d, game, fen) {
	const first = (await d.get(`/look?${new URLSearchParams({ game, fen })}`)).json;
	if (first.legal.length === 0) return null;
	const pawn = first.legal[0];
	const then = (await d.get(`/look?${new URLSearchParams({ game, fen, moves: pawn })}`)).json;
	return then.legal.length ? { pawn, beads: then.legal[0] } : { pawn };
}
