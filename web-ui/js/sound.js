// sound.js — wooden clicks made on the spot: no files to fetch. Unlocked by the first tap, as phones demand; soft by default.

/** @typedef {'quiet'|'soft'|'full'|'spoken'} Level */
/** @typedef {'move'|'take'|'no'|'ask'|'win'} Sound */

/** @type {AudioContext | null} */
let audio = null;

/** @param {Level} [to] @returns {Level} */
export function soundLevel(to) {
	if (to) localStorage.setItem('tablero.sound', to);
	const kept = localStorage.getItem('tablero.sound');
	return kept === 'quiet' || kept === 'full' || kept === 'spoken' ? kept : 'soft';
}

addEventListener('pointerdown', () => {
	if (soundLevel() === 'quiet') return;
	if (!audio && 'AudioContext' in window) audio = new AudioContext();
	if (audio && audio.state === 'suspended') audio.resume();
});

/** @param {AudioContext} ctx @param {number} at @param {number} pitch @param {number} loud @param {number} long */
function knock(ctx, at, pitch, loud, long) {
	const tone = ctx.createOscillator(), gain = ctx.createGain();
	tone.type = 'triangle';
	tone.frequency.setValueAtTime(pitch, at);
	tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + long);
	gain.gain.setValueAtTime(loud, at);
	gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
	tone.connect(gain).connect(ctx.destination);
	tone.start(at);
	tone.stop(at + long);
}

/** @type {Record<Sound, [wait: number, pitch: number, long: number][]>} */
const SOUNDS = {
	move: [[0, 420, 0.07], [0.012, 900, 0.03]],
	take: [[0, 420, 0.07], [0.09, 300, 0.1]],
	no: [[0, 170, 0.1], [0.16, 170, 0.1]],
	ask: [[0, 620, 0.12]],
	win: [[0, 523, 0.22], [0.16, 659, 0.22], [0.32, 784, 0.4]],
};

/** @param {Sound} what */
export function play(what) {
	const level = soundLevel();
	if (!audio || level === 'quiet' || document.hidden) return;
	for (const [wait, pitch, long] of SOUNDS[what]) knock(audio, audio.currentTime + wait, pitch, level === 'full' ? 0.5 : 0.16, long);
}

/** @param {string} words */
export function speakAloud(words) {
	if (soundLevel() !== 'spoken' || !words || document.hidden || !('speechSynthesis' in window)) return;
	const u = new SpeechSynthesisUtterance(words);
	u.lang = document.documentElement.lang;
	speechSynthesis.speak(u);
}
