// router.js — which page an address means, and links that change it without a reload.

/** @type {(place: import('./types.js').Place) => void} */
let show = () => {};

/** @returns {import('./types.js').Place} */
export function place() {
	const path = location.pathname.replace(/\/+$/, '') || '/';
	return { path, parts: path.split('/').filter(Boolean).map(decodeURIComponent), hash: location.hash.slice(1) };
}

/** @param {string} to @param {{replace?: boolean}} [how] */
export function go(to, how = {}) {
	if (how.replace) history.replaceState(null, '', to);
	else history.pushState(null, '', to);
	scrollTo(0, 0);
	show(place());
}

/** Notes a fragment in the address without a new page: where a review stands. @param {string} hash */
export function keepHash(hash) {
	history.replaceState(null, '', `${location.pathname}${location.search}${hash ? '#' + hash : ''}`);
}

/** @param {(place: import('./types.js').Place) => void} f */
export function startRouter(f) {
	show = f;
	addEventListener('popstate', () => show(place()));
	document.addEventListener('click', (e) => {
		const a = e.target instanceof Element ? e.target.closest('a') : null;
		if (!a || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || a.target || a.hasAttribute('download')) return;
		const url = new URL(a.href, location.href);
		if (url.origin !== location.origin || url.pathname.startsWith('/api/') || (url.pathname === location.pathname && url.hash)) return;
		e.preventDefault();
		go(url.pathname + url.search + url.hash);
	});
	show(place());
}
