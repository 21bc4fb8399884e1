// share.js — a game or a position to take away: text, JSON, picture, address.
import { asPng, asSvg } from '../board/picture.js';
import { getText } from '../js/api.js';
import { h, text } from '../js/dom.js';
import { t } from '../js/i18n.js';
import { download, sheet } from '../js/form.js';
import { button, notice, reason } from '../js/ui.js';

/** Where a review stands, as an address says it. @param {number} ply @param {number} branch −1: what was played in the end */
export function address(ply, branch) {
	return `ply=${ply}${branch >= 0 ? `&branch=${branch + 1}` : ''}`;
}

/** @param {import('../js/types.js').GameFull} game @param {number} ply @param {number} branch @param {import('../board/board.js').Board} board */
export function shareSheet(game, ply, branch, board) {
	const name = `tablero-${game.id}`;
	const link = `${location.origin}/games/${game.id}#${address(ply, branch)}`;
	const field = /** @type {HTMLInputElement} */ (h('input', { type: 'text', readonly: true, value: link }));
	field.addEventListener('focus', () => field.select());
	const said = h('p.muted', { role: 'status' });
	const fetched = async (/** @type {'text'|'json'} */ format) => {
		try {
			download(format === 'text' ? `${name}.txt` : `${name}.json`, await getText(`/games/${game.id}/export?format=${format}`), format === 'text' ? undefined : 'application/json');
		} catch (e) {
			notice(reason(e), { bad: true });
		}
	};
	/* What the sensors said in the turn on show, for whoever looks into a misread move. */
	const trace = async () => {
		try {
			download(`${name}-${ply}.trace`, await getText(`/games/${game.id}/trace?ply=${ply}`));
		} catch (e) {
			notice(reason(e), { bad: true });
		}
	};
	// Over plain http there is no clipboard to write to; then the address is selected for the usual gesture.
	const copy = async () => {
		field.select();
		try {
			if (navigator.clipboard) await navigator.clipboard.writeText(link);
			else document.execCommand('copy');
			text(said, t('share.copied'));
		} catch {
			text(said, t('share.select'));
		}
	};
	sheet(t('share'), [
		h('div.row', null, button(t('share.text'), () => fetched('text')), button('JSON', () => fetched('json')), button(t('share.trace'), trace, '', { disabled: ply < 1 || branch >= 0 })),
		h('div.row', null, button(t('share.svg'), () => download(`${name}-${ply}.svg`, asSvg(board), 'image/svg+xml')), button(t('share.png'), async () => download(`${name}-${ply}.png`, await asPng(board), 'image/png'))),
		h('label.field', null, h('span', null, t('share.link')), field), button(t('share.copy'), copy), said,
	]);
}
