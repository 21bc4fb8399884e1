// colours.js — the woods and glazes pieces are made of, and which player of which game has which.
import { h } from '../js/dom.js';

/** Lit side, middle, dark edge, colour of grooves and inlays.
 * @type {Record<string, [lit: string, mid: string, dark: string, line: string]>} */
export const WOOD = {
	white: ['#fff8e6', '#eedbb4', '#a98350', '#8d6a3c'],
	black: ['#746a68', '#35302f', '#0d0b0b', '#a39a94'],
	red: ['#f0a58f', '#b3412e', '#611a10', '#fbd9cb'],
	green: ['#b6d3a0', '#577f45', '#263f1c', '#e4f2d8'],
	blue: ['#bcd9ef', '#3f7aa8', '#163a58', '#e2f1fb'],
	stone: ['#c5c9c9', '#6e7b82', '#2b343a', '#f1e6c8'],
	unknown: ['#d9cdb9', '#a3937d', '#6b5c49', '#4b3f31'],
};

/** @type {Record<string, string[]>} */
const PLAYERS = {
	andantino: ['white', 'red'],
	oraia: ['blue', 'red'],
};

/** Colours of players 1 … 4, index 0 unused. @param {string} game @param {{n: number, colour: string}[]} [players] @returns {string[]} */
export function coloursOf(game, players) {
	const out = ['unknown', ...(PLAYERS[game.split(':')[0]] || ['white', 'black', 'red', 'green'])];
	for (const p of players || []) if (WOOD[p.colour]) out[p.n] = p.colour;
	return out;
}

/** What says whose move it was in a list: his colour, and a shape of his own. @param {string[]} colours @param {number} player */
export function dot(colours, player) {
	return h(`span.dot.p${player}.${colours[player]}`, { 'aria-hidden': 'true' });
}

/** @param {string[]} colours @param {number} owner */
export function woodOf(colours, owner) {
	return owner === 5 ? 'stone' : colours[owner] || 'unknown';
}
