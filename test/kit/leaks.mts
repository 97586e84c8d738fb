// Looks for texts that must not be there, however they are spelled. It shares nothing with the code
// that removes them: it takes layers off until nothing new comes out.

const AFTER_BACKSLASH: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ENTITIES: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

const DECODERS: Array<(text: string) => string> = [
	(text) =>
		text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, unit: string | undefined, char: string) =>
			unit === undefined
				? (AFTER_BACKSLASH[char] ?? char)
				: String.fromCharCode(parseInt(unit, 16)),
		),
	(text) =>
		text.replace(/&(?:#x([\da-f]{1,5})|#(\d{1,6})|([a-z]+));/gi, (all, hex, decimal, name) =>
			name === undefined
				? String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(String(hex), 16))
				: (ENTITIES[String(name).toLowerCase()] ?? String(all)),
		),
	(text) =>
		text.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
		),
	(text) =>
		text.replace(/[\w+/-]{10,}/g, (run) =>
			[0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()).join(' '),
		),
];
const DEEPEST = 5;
const MOST = 400;

/** What was found in texts, with what stands around it. The case of letters does not matter. */
export function leaks(texts: Iterable<string>, wanted: readonly string[]): string[] {
	const found = new Set<string>();
	for (const text of new Set(texts)) {
		const seen = new Set([text]);
		let layer = [text];
		for (let depth = 0; depth <= DEEPEST && found.size === 0; depth++) {
			for (const decoded of layer) {
				const plain = decoded.toLowerCase();
				for (const each of wanted) {
					const at = plain.indexOf(each.toLowerCase());
					if (at < 0) continue;
					const around = decoded.slice(Math.max(0, at - 80), at + 120);
					found.add(`${each} after ${depth} layers in: ${around}`);
				}
			}
			layer = layer.flatMap((each) => DECODERS.map((decode) => decode(each)));
			layer = layer.filter((each) => !seen.has(each) && seen.size < MOST && seen.add(each));
		}
	}
	return [...found];
}

/** Expects that nothing left by an execution contains a secret in any spelling. */
export const expectNone = (result: object, secrets: readonly string[]): void =>
	expect(leaks(textsIn(result), secrets)).toEqual([]);

/** All texts in a value, names of fields included, but for what stands in the fields left out. */
export function* textsIn(value: unknown, without: readonly string[] = []): Generator<string> {
	const seen = new Set();
	// Not by recursion: what a service answers may be nested deeper than the stack is.
	const due = [value];
	while (due.length > 0) {
		const next = due.pop();
		if (typeof next === 'string') yield next;
		if (typeof next === 'number') yield String(next);
		if (typeof next !== 'object' || next === null || seen.has(next)) continue;
		if (next instanceof Error) yield `${next.message}\n${next.stack}`;
		seen.add(next);
		for (const [name, inner] of Object.entries(next)) {
			if (without.includes(name)) continue;
			yield name;
			due.push(inner);
		}
	}
}
