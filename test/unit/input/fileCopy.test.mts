import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { texts } from '../../kit/texts.mts';
import { fileOf, rowsAgain } from './reading.mts';

type Settings = Parameters<typeof fileOf>[1];
type How = { settings?: Settings; name?: string; isWanted?: (ordinal: number) => boolean };

/** Those rows of a file, as a file. */
async function copyOf(
	content: string | Uint8Array[],
	{ settings, name, isWanted = () => true }: How = {},
) {
	return await fileOf({ content, name }, settings).copyOf(isWanted);
}

/** The text of a copy, without its mark. */
async function textOf(...given: Parameters<typeof copyOf>) {
	const text = (await copyOf(...given))!.content.toString();
	// What has no row, and no name, needs no mark.
	expect(text).toMatch(/^(?:\uFEFF|\n$)/);
	return text.replace('\uFEFF', '');
}

/** Rows without their places. */
const rowsOf = async (file: ReturnType<typeof fileOf>) =>
	(await rowsAgain(file, { rows: 0, fingerprint: '' })).map(({ ordinal, shop, json, problem }) => ({
		ordinal,
		shown: [shop, json, problem?.message.replace(/line \d+/, 'line …')],
	}));

const cell = fc.constantFrom(
	...texts(' | x | 5 | é |  y  | a "b" | c\nd | e\r\nf | g,h | i;j | Total'),
);
const written = (text: string) =>
	/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const NODE_ENCODINGS = { '': 'utf8', 'windows-1252': 'latin1', 'utf-16le': 'utf16le' } as const;
const csv = fc
	.record({
		delimiter: fc.constantFrom(',', ';', '\t'),
		newline: fc.constantFrom('\n', '\r\n', '\r'),
		fromLine: fc.integer({ min: 1, max: 3 }),
		encoding: fc.constantFrom('' as const, 'windows-1252', 'utf-16le'),
		rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
		odd: fc.array(fc.tuple(fc.nat(8), fc.constantFrom('', 'x', '"x"y', ' ')), { maxLength: 3 }),
	})
	.map(({ delimiter, newline, fromLine, encoding, rows, odd }) => {
		const lines = [['na"me', 'b\nc', 'shop'], ...rows].map((cells) =>
			cells.map(written).join(delimiter),
		);
		for (const [at, line] of odd) lines.splice(1 + at, 0, line);
		const text = [...['Title', 'x'].slice(0, fromLine - 1), ...lines].join(newline);
		const columns = { skipRules: [{ column: '', text: 'Total' }] };
		return {
			content: [Buffer.from(text, NODE_ENCODINGS[encoding])],
			settings: { fromLine, encoding, columns },
		};
	});

const element = fc.constantFrom(
	...texts('{"a":"1"} | {"b":2,\t"é":1} | {} | 7 | {"a":1e400} | {"a":} | "x"'),
);
const elements = fc.array(element, { minLength: 1, maxLength: 8 });
const json = fc
	.tuple(elements, fc.constantFrom(',', ' ,\n'), fc.constantFrom('', '{"took":3,"rows":'))
	.map(([all, comma, before]) => ({
		content: [Buffer.from(`${before}[{"a":"first"}${comma}${all.join(comma)}]${before && '}'}`)],
		settings: {},
	}));
const ndjson = fc.tuple(elements, fc.constantFrom('\n', '\r\n', '\n\n')).map(([all, newline]) => ({
	content: [Buffer.from(['{"a":"first"}', ...all].join(newline))],
	settings: {},
}));

it('a copy of any rows of a file has these rows if it is read by the same settings', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(csv, json, ndjson),
			fc.infiniteStream(fc.boolean()),
			async ({ content, settings }, drawn) => {
				const [...choices] = drawn.take(20);
				const isWanted = (ordinal: number) => choices[ordinal]!;
				const all = await rowsOf(fileOf({ content }, settings));
				// By chance, a table may look like two.
				fc.pre(all.length > 0);
				const copy = await copyOf(content, { settings, isWanted });
				const { content: kept = '', name } = copy ?? {};
				const again = await rowsOf(fileOf({ content: [kept as Buffer], name }, settings));
				const wanted = all.filter(({ ordinal }) => isWanted(ordinal));
				expect(again.map(({ shown }) => shown)).toEqual(wanted.map(({ shown }) => shown));
			},
		),
		{ numRuns: draws(400) },
	);
});

it('a copy has records that were cut', async () => {
	const long = 'x'.repeat(70_000);
	const pieces = [`a,b\n1,${long}\n"2\r`, '\n",3\n', '\n4,', '5'].map((each) => Buffer.from(each));
	expect(await textOf(pieces)).toBe(`a,b\n1,${long}\n"2\r\n",3\n4,5\n`);
});

it.each<[what: string, content: string, settings: Settings, wanted: number, text: string]>([
	['the names, though there are blank lines above', '\n,\na,b\n1,2\n3,4', {}, 1, 'a,b\n3,4\n'],
	['lines above a list, too', 'x\n[{"a":1},{"b":2}]', { fromLine: 2 }, 1, '\n[\n{"b":2}\n]\n'],
	['no rows of CSV if none are wanted', 'a,b\n1,2\n', {}, 9, 'a,b\n'],
	['no rows of JSON', '[{"a":1}]', {}, 9, '[\n\n]\n'],
	['no rows of NDJSON', '{"a":1}\n', {}, 9, '\n'],
])('a copy has %s', async (_, content, settings, wanted, text) => {
	expect(await textOf(content, { settings, isWanted: (n) => n === wanted })).toBe(text);
});

it('a copy ends before a record that is too long', async () => {
	const long = Array<Buffer>(9).fill(Buffer.from('x'.repeat(1_048_576)));
	const content = [Buffer.from('{"a":1}\n{"b":"'), ...long, Buffer.from('"}\n{"c":3}\n')];
	expect(await textOf(content)).toBe('{"a":1}\n');
});

it.each([
	['ads.csv', 'a,b\n1,2\n', 'ads-not-accepted.csv', 'text/csv'],
	['ads.CSV.gz', 'a,b\n1,2\n', 'ads-not-accepted.CSV', 'text/csv'],
	['my.ads.tsv', 'a\tb\n1\t2\n', 'my.ads-not-accepted.tsv', 'text/csv'],
	['', 'a,b\n1,2\n', '-not-accepted.csv', 'text/csv'],
	['ads.gz', '[{"a":1}]', 'ads-not-accepted.json', 'application/json'],
	['ads.jsonl.gz', '{"a":1}\n', 'ads-not-accepted.ndjson', 'application/x-ndjson'],
])('a copy of the file "%s" with %j is called %s', async (name, content, called, mimeType) => {
	expect(await copyOf(content, { name })).toMatchObject({ name: called, mimeType });
});

it('a file that cannot be read is not copied', async () => {
	expect(await copyOf('a,a\n1,2\n')).toBeUndefined();
	expect(await copyOf('"a,b\n1,2\n')).toBeUndefined();
	await expect(copyOf([Buffer.from('PK\x03\x04…')])).rejects.toThrow('contains a ZIP archive');
});
