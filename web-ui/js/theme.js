// theme.js — light or dark: as the phone wishes, or as chosen here.

/** @typedef {'auto'|'light'|'dark'} Theme */

/** @returns {Theme} */
export function theme() {
	const kept = localStorage.getItem('tablero.theme');
	return kept === 'light' || kept === 'dark' ? kept : 'auto';
}

/** @param {Theme} [to] */
export function applyTheme(to = theme()) {
	if (to === 'auto') localStorage.removeItem('tablero.theme');
	else localStorage.setItem('tablero.theme', to);
	const dark = to === 'dark' || (to === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
	document.documentElement.classList.toggle('dark', dark);
	const meta = document.querySelector('meta[name=theme-color]');
	if (meta) meta.setAttribute('content', dark ? '#17120e' : '#f4eee2');
}

export function startTheme() {
	applyTheme();
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyTheme());
}
