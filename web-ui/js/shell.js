// shell.js — what surrounds every page: name and link state above, four places below, notices, the voice for screen readers.
import { add, attr, cls, fill, h, text } from './dom.js';
import { clockTime, say, t } from './i18n.js';
import { current, linkNow, onLink, onState } from './store.js';

/** @type {[path: string, key: import('./i18n.js').Key, icon: string][]} */
const PLACES = [
	['/', 'nav.live', 'M4 4h16v16H4zM4 12h16M12 4v16'],
	['/games', 'nav.games', 'M5 6h14M5 12h14M5 18h9'],
	['/learn', 'nav.learn', 'M3 8l9-4 9 4-9 4zM7 10v5c3 2 7 2 10 0v-5'],
	['/settings', 'nav.settings', 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5'],
];

export class Shell {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.title = h('h1', { tabindex: -1 });
		this.sub = h('p.sub');
		this.linkText = h('span');
		this.link = h('div.link', { role: 'status' }, h('i', { 'aria-hidden': 'true' }), this.linkText);
		this.store = h('p.bar.bad', { hidden: true, role: 'alert' });
		this.mended = h('div.card', { hidden: true, role: 'status' });
		this.read = '';
		this.grey = h('div.grey', { hidden: true, role: 'alert' }, h('b'), h('span'));
		this.main = h('main', { id: 'main' });
		this.nav = h('nav', { 'aria-label': 'tablero' });
		this.voice = h('div.sr', { 'aria-live': 'polite', id: 'voice' });
		this.skip = h('a.skip', { href: '#main' });
		this.skip.addEventListener('click', (e) => {
			e.preventDefault();
			this.title.focus();
		});
		fill(root, this.skip, h('div.app', null, h('header', null, h('div', null, this.title, this.sub), this.link), this.store, this.mended, this.main, this.nav), this.grey,
			h('div', { id: 'notices' }), this.voice);
		this.words();
		onLink(() => this.showLink());
		onState((s) => {
			this.showStore(s.store);
			this.showLink();
		});
	}

	words() {
		text(this.skip, t('skip'));
		fill(this.nav, ...PLACES.map(([path, key, icon]) => {
			const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
			const d = document.createElementNS('http://www.w3.org/2000/svg', 'path');
			attr(svg, 'viewBox', '0 0 24 24');
			attr(svg, 'aria-hidden', 'true');
			attr(d, 'd', icon);
			svg.append(d);
			return h('a', { href: path }, svg, h('span', null, t(key)));
		}));
		this.where(location.pathname);
		this.showLink();
	}

	/** @param {string} path */
	where(path) {
		const home = path === '/' || path === '/table' || path === '/new';
		[...this.nav.children].forEach((a, i) => {
			const mine = PLACES[i][0];
			const on = mine === '/' ? home : path.startsWith(mine) || (mine === '/settings' && (path === '/doctor' || path === '/pair')) || (mine === '/learn' && path.startsWith('/rules'));
			attr(a, 'aria-current', on ? 'page' : null);
		});
	}

	/** That games are not being saved; or what was put right at the start, until somebody has read it.
	 * @param {{ok: boolean, message: string, es: string}} store */
	showStore(store) {
		const said = say({ en: store.message, es: store.es });
		this.store.hidden = store.ok;
		if (!store.ok) text(this.store, `${t('store.bad')} ${said}`);
		this.mended.hidden = !store.ok || !said || said === this.read;
		if (this.mended.hidden || this.mended.dataset.said === said) return;
		this.mended.dataset.said = said;
		const done = h('button', { type: 'button' }, t('store.read'));
		done.addEventListener('click', () => {
			this.read = said;
			this.mended.hidden = true;
		});
		fill(this.mended, h('span', null, said), done);
	}

	/** @param {string} title @param {string} [sub] */
	head(title, sub = '') {
		text(this.title, title);
		text(this.sub, sub);
		document.title = title === 'tablero' ? title : `${title} · tablero`;
	}

	showLink() {
		const link = linkNow();
		const state = current();
		const board = state ? state.board.state : 'starting';
		const lost = link.status === 'lost';
		document.body.classList.toggle('lost', lost);
		this.main.inert = lost;
		this.grey.hidden = !lost;
		const [b, span] = this.grey.children;
		if (lost) {
			text(b, t('link.lost'));
			text(span, t('link.since', { time: clockTime(link.since) }));
		}
		const status = link.status === 'live' ? (board === 'ready' ? 'ok' : 'board') : link.status;
		attr(this.link, 'data-status', status);
		text(this.linkText, status === 'ok' ? t('link.ok') : status === 'board' ? t(board === 'starting' ? 'link.board.starting' : 'link.board.absent')
			: status === 'waiting' ? t('link.waiting') : status === 'lost' ? t('link.off') : t('link.starting'));
	}

	/** Says something once to those who listen. @param {string} sentence */
	announce(sentence) {
		if (!sentence) return;
		const p = h('p', null, sentence);
		add(this.voice, p);
		while (this.voice.children.length > 4) this.voice.firstElementChild?.remove();
	}

	/** @param {string} name @param {boolean} on */
	mode(name, on) {
		cls(document.body, name, on);
	}
}
