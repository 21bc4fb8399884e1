// inspect.mjs — looks at a page as eyes and fingers would: what is cut off, what lies over something else, what cannot be reached.

/** Runs in the page. @returns {string[]} what is wrong */
export function inspect() {
	const wrong = [];
	const SLACK = 2;
	const name = (el) => `${el.tagName.toLowerCase()}${el.className && el.className.baseVal === undefined ? '.' + [...el.classList].join('.') : ''} "${el.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
	const top = document.querySelector('dialog[open]') || document.querySelector('#app');
	const seen = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !el.closest('.sr, .skip, svg, [aria-hidden=true], .coords');
	if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push(`the page scrolls sideways by ${document.documentElement.scrollWidth - innerWidth}`);

	// Lines of text: inside the screen, inside whatever cuts off, and not over each other.
	const lines = [];
	const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const el = node.parentElement;
		if (!node.data.trim() || !el || !seen(el) || el.closest('select, datalist, option, textarea')) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) lines.push({ el, box });
	}
	const scrolls = (el) => /auto|scroll/.test(getComputedStyle(el).overflowX) || /auto|scroll/.test(getComputedStyle(el).overflowY);
	for (const line of lines) {
		const { el, box } = line;
		let within = false; // of something that can be scrolled: what is outside its window can be fetched
		for (let up = el; up && up !== document.body; up = up.parentElement) {
			const style = getComputedStyle(up);
			if (scrolls(up)) {
				within = true;
				const window = up.getBoundingClientRect();
				line.hidden = box.bottom < window.top + SLACK || box.top > window.bottom - SLACK || box.right < window.left + SLACK || box.left > window.right - SLACK;
				break;
			}
			if (!/hidden|clip/.test(style.overflow)) continue;
			const clip = up.getBoundingClientRect();
			if (box.left < clip.left - SLACK || box.right > clip.right + SLACK || box.top < clip.top - SLACK || box.bottom > clip.bottom + SLACK) wrong.push(`cut off by ${name(up)}: ${name(el)}`);
		}
		if (!within && (box.left < -SLACK || box.right > innerWidth + SLACK)) wrong.push(`beside the screen: ${name(el)}`);
	}
	const floats = (el) => el.closest('#app > .app > nav, #notices, .newform, .sheet-head');
	for (let i = 0; i < lines.length; i++) for (let j = 0; j < i; j++) {
		const a = lines[i], b = lines[j];
		if (a.hidden || b.hidden || a.el === b.el || a.el.contains(b.el) || b.el.contains(a.el) || floats(a.el) !== floats(b.el)) continue;
		const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left), down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
		// Line boxes are taller than letters: neighbours may share a little.
		if (across > SLACK && down > Math.min(a.box.height, b.box.height) * 0.3) wrong.push(`over each other: ${name(a.el)} and ${name(b.el)}`);
	}

	// Controls: each can be brought before the finger, none lies under another.
	const controls = [...top.querySelectorAll('button, a[href], select, input:not([type=radio]):not([type=checkbox]):not([type=file]), textarea, summary, .options label, label.toggle')].filter((el) => seen(el) && el.getBoundingClientRect().width > 0);
	for (const el of controls) {
		el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
		const box = el.getClientRects()[0];
		const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1), y = Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1);
		const there = document.elementFromPoint(x, y);
		if (!there || !(el.contains(there) || there.contains(el))) wrong.push(`not to be reached: ${name(el)}, under ${there ? name(there) : 'nothing'}`);
		if (box.right > innerWidth + SLACK && !el.closest('.moves, .tablewrap')) wrong.push(`beside the screen: ${name(el)}`);
	}
	scrollTo(0, 0);
	return [...new Set(wrong)];
}
