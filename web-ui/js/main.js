// main.js — starts the page: language, theme, stream, then whichever page the address means.
import { keepToken, post } from './api.js';
import { fill, h } from './dom.js';
import { moreWords, onLanguage, preferred, speak, t } from './i18n.js';
import { place, startRouter } from './router.js';
import { Shell } from './shell.js';
import { current, onState } from './store.js';
import { reconnect, refresh, startStream } from './stream.js';
import { startTheme } from './theme.js';
import { notice, reason } from './ui.js';
import { livePage } from '../pages/live.js';

/** @typedef {import('./types.js').Page} Page */
/** @typedef {import('./types.js').Place} Place */
/** @typedef {(root: HTMLElement, shell: Shell, place: Place) => Page | Promise<Page>} Maker */

/** The pages that most people never open are fetched when they are. @type {Record<string, () => Promise<Maker>>} */
const PAGES = {
	table: async () => (await import('../pages/table.js')).tablePage,
	new: async () => (await import('../pages/new.js')).newPage,
	games: async () => (place().parts.length > 1 ? (await import('../pages/review.js')).reviewPage : (await import('../pages/games.js')).gamesPage),
	learn: async () => (place().parts.length > 1 ? (await import('../pages/lesson.js')).lessonPage : (await import('../pages/learn.js')).learnPage),
	lights: async () => (await import('../pages/lights.js')).lightsPage,
	rules: async () => (await import('../pages/rules.js')).rulesPage,
	settings: async () => (await import('../pages/settings.js')).settingsPage,
	doctor: async () => (await import('../pages/doctor.js')).doctorPage,
	pair: async () => (await import('../pages/pair.js')).pairPage,
};

/** @type {Promise<void> | null} */
let styles = null;

/** The style sheet that the live page does without. */
function moreStyles() {
	if (!styles) styles = new Promise((done) => {
		const link = h('link', { rel: 'stylesheet', href: new URL('../css/more.css', import.meta.url).href, onload: () => done(), onerror: () => done() });
		document.head.append(link);
	});
	return styles;
}

/** @type {Page} */
let page = {};
let showing = 0;

/** @param {Shell} shell @param {Place} where */
async function show(shell, where) {
	const mine = ++showing;
	const name = where.parts[0] || '';
	const make = name === '' ? livePage : PAGES[name] ? (await Promise.all([PAGES[name](), moreWords(), name === 'table' ? null : moreStyles()]))[0] : null;
	if (mine !== showing) return;
	if (page.leave) page.leave();
	page = {};
	const root = h(`div.page.page-${name || 'live'}`);
	fill(shell.main, root);
	shell.where(where.path);
	if (!make) {
		shell.head(t('lost.title'));
		fill(root, h('p', null, t('lost.text')), h('p', null, h('a', { href: '/' }, t('nav.live'))));
		return;
	}
	const made = await make(root, shell, where);
	if (mine !== showing) {
		if (made.leave) made.leave();
		return;
	}
	page = made;
	const state = current();
	if (state && page.update) page.update(state);
}

/** The address printed by the daemon carries a code after '#': trade it for a token, then forget it. */
async function pairByAddress() {
	const code = new URLSearchParams(location.hash.slice(1)).get('pair');
	if (!code) return;
	history.replaceState(null, '', location.pathname);
	try {
		/** @type {{token: string}} */
		const answer = await post('/pair', { code, label: t('pair.label') });
		keepToken(answer.token);
		notice(t('pair.done'));
	} catch (e) {
		notice(reason(e), { bad: true });
	}
}

async function start() {
	speak(preferred(), false);
	startTheme();
	const root = document.getElementById('app');
	if (!root) return;
	const shell = new Shell(root);
	await pairByAddress();
	onState((state) => {
		if (page.update) page.update(state);
	});
	onLanguage(() => {
		shell.words();
		show(shell, place());
	});
	addEventListener('hashchange', () => {
		if (location.hash.startsWith('#pair=')) pairByAddress().then(reconnect).then(refresh);
		else if (page.hash) page.hash(location.hash.slice(1));
	});
	startRouter((where) => show(shell, where));
	startStream();
}

start();
