// repeat.js — a button that repeats, faster and faster, while it is held.

const START_MS = 400;
const STEPS_MS = [200, 180, 100, 40, 30];

/** @param {HTMLButtonElement} el @param {() => void} f */
export function repeat(el, f) {
	/** @type {ReturnType<typeof setTimeout> | 0} */
	let timer = 0;
	let held = 0;
	const again = () => {
		f();
		timer = setTimeout(again, STEPS_MS[Math.min(held++ >> 2, STEPS_MS.length - 1)]);
	};
	const end = () => {
		clearTimeout(timer);
		timer = 0;
	};
	el.addEventListener('pointerdown', () => {
		held = 0;
		end();
		timer = setTimeout(again, START_MS);
	});
	for (const name of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) el.addEventListener(name, end);
	el.addEventListener('contextmenu', (e) => e.preventDefault());
	el.addEventListener('click', () => {
		if (!held) f();
		held = 0;
	});
	return el;
}
