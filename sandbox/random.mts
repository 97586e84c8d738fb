/** A 32-bit hash of a text (FNV-1a), to seed a generator from a name or a date. */
export function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
	}
	return value >>> 0;
}

/** A seeded generator of numbers from 0 up to, not including, 1 (mulberry32). */
export function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let value = Math.imul(state ^ (state >>> 15), state | 1);
		value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	};
}

export const pick = <T,>(list: readonly T[], next: () => number): T =>
	list[Math.floor(next() * list.length)] as T;
