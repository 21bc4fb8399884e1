// words.js — sites, pieces and moves in words: for labels, lists, announcements and screen readers.
import { own, t, tt } from '../js/i18n.js';

/** @typedef {import('../js/types.js').Look} Look */
/** @typedef {import('../js/types.js').Site} Site */

/** @param {string} colour */
export function side(colour) {
	return tt(`side.${colour}`, colour);
}

/** A player as people call him: his name, else his colour. @param {{name: string, colour: string} | undefined} p */
export function who(p) {
	if (!p) return '';
	return p.name && p.name.toLowerCase() !== p.colour ? own(p.name) : side(p.colour);
}

/** @param {string} game canonical name with options */
export function optionWords(game) {
	const [id, options] = game.split(':');
	const words = (options || '').split(',').filter(Boolean).map((o) => {
		const [key, value] = o.split('=');
		return tt(`opt.${key}.${value}`, o);
	});
	return { id, words };
}

/** @param {string} game */
export function gameTitle(game) {
	const { id, words } = optionWords(game);
	const title = tt(`game.${id}`, id);
	return words.length ? `${title} · ${words.join(' · ')}` : title;
}

/** One piece in words. @param {string} game @param {number} owner @param {number} rank @param {string[]} colours */
export function pieceWord(game, owner, rank, colours) {
	const id = game.split(':')[0];
	if (owner === 5) return t('piece.disturber');
	const noun = id === 'contigo-capture' && rank ? 'king' : id === 'thibault' ? (rank ? 'double' : 'man')
		: id === 'andantino' ? 'tile' : id === 'swahili' ? 'warrior' : id === 'perturbador' ? 'piece' : id === 'oraia' && rank ? 'charged' : 'pawn';
	const she = noun === 'tile' || noun === 'piece';
	const colour = owner ? tt(`col.${colours[owner]}.${she ? 'f' : 'm'}`, '') : '';
	return t(/** @type {any} */ (`piece.${noun}`), { colour }).replace(/\s+/g, ' ').trim();
}

/** What lies on a site, in words. @param {string} game @param {Site} p @param {Look | undefined} look @param {string[]} colours */
export function content(game, p, look, colours) {
	const [n, owner, rank] = look || [0, 0, 0];
	if (p.kind === 'pit') return n === 1 ? t('beads.one') : t('beads.many', { n });
	if (!n) return t('site.empty');
	if (p.kind === 'square' || p.kind === 'cell' || p.kind === 'place' || p.kind === 'disk') return owner ? pieceWord(game, owner, rank, colours) : t('piece.unknown');
	return owner ? t('pieces.of', { n, side: side(colours[owner]) }) : t('pieces.many', { n });
}

/** The name of a site as it is said. @param {Site | undefined} p @param {string[]} colours */
export function siteName(p, colours) {
	if (!p) return '';
	if (p.kind === 'row') return t('site.row', { n: p.name.split('.')[1], side: side(colours[p.player]) });
	if (p.kind === 'pond') return t('site.pond', { side: side(colours[p.player]) });
	if (p.kind === 'centre') return t('site.centre');
	if (p.kind === 'well') return t('site.well', { name: p.name });
	if (p.kind === 'pit') return t('site.pit', { name: p.name });
	if (p.name === 'H') return t('site.hub');
	return p.name;
}

/** An action's text as people write it: b1b3 → b1–b3. @param {string} game @param {string} action */
export function actionShort(game, action) {
	const id = game.split(':')[0];
	if (/^out\d$/.test(action)) return t('act.out.short');
	if (action === '-' || action === 'x-' || action === '=') return tt(`act.${action}`, action);
	if (action === '>' || action === '<') return action === '>' ? '↻' : '↺';
	if (id === 'swahili') return action;
	const both = /^([a-hCOIH]\d?)([a-hCOIH]\d?)$/.exec(action);
	if (both) return `${both[1]}–${both[2]}`;
	return action.replace('-', '→').replace('>', '→');
}

/** An action as a sentence to hear. @param {string} game @param {string} action @param {string} name of the player */
export function actionLong(game, action, name) {
	const id = game.split(':')[0];
	if (/^out\d$/.test(action)) return t('act.out', { who: name });
	const beads = /^(\d+)([A-Z][A-Za-z0-9])-(.+)$/.exec(action);
	if (beads) return t('act.beads', { who: name, n: beads[1], from: beads[2], to: beads[3] });
	const take = /^(\d+)([A-Z][A-Za-z0-9])$/.exec(action);
	if (take && id !== 'andantino') return t('act.take', { who: name, n: take[1], from: take[2] });
	if (action.startsWith('+')) return t('act.drop', { who: name, to: action.slice(1) });
	if (action === '-') return t('act.none', { who: name });
	if (action === 'x-') return t('act.stay', { who: name });
	if (id === 'perturbador' && action.startsWith('x')) return t('act.disturber', { who: name, to: action.slice(1) });
	if (action === '>' || action === '<') return t(action === '>' ? 'act.right' : 'act.left', { who: name });
	if (action === '=') return t('act.noturn', { who: name });
	if (id === 'swahili') {
		const m = /^(\d+)(\+*)/.exec(action);
		return m ? t('act.sow', { who: name, row: m[1], laps: m[2].length + 1 }) : action;
	}
	const two = /^(.+)>(.+)$/.exec(action);
	if (two) return t(id === 'andantino' ? 'act.move' : 'act.pass', { who: name, from: two[1], to: two[2] });
	const move = /^([a-hCOIH]\d?)([a-hCOIH]\d?)$/.exec(action);
	if (move) return t('act.move', { who: name, from: move[1], to: move[2] });
	return t('act.place', { who: name, to: action });
}

/** An action by itself, in words. @param {string} game @param {string} action */
export function actionPlain(game, action) {
	return actionLong(game, action, '').replace(/^: /, '');
}

/** An answer to a question. Those that are actions come as the rules write them: `run` nothing else, `run-begun` with the rest of a sentence.
 * @param {string} game @param {string} key @param {string} words */
export function choiceWords(game, key, words) {
	const [run] = key === 'run' || key === 'run-begun' ? words.split(',') : [''];
	return run ? run.split(' ').map((action) => actionPlain(game, action)).join(', ') + words.slice(run.length) : words;
}

/** @param {string} result @param {string} reason @param {{n: number, name: string, colour: string}[]} players */
export function resultWords(result, reason, players) {
	const win = /^win (\d)$/.exec(result);
	const why = reason ? tt(`reason.${reason}`, '') : '';
	if (win) return t('result.win', { who: who(players.find((p) => p.n === Number(win[1]))) }) + (why ? ` · ${why}` : '');
	if (result === 'draw') return t('result.draw') + (why ? ` · ${why}` : '');
	return t('result.open');
}
