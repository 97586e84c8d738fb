import { LooksWrong } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { InspectionBuilder } from '../../../nodes/MerchantData/input/source.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { cutAt } from './formats/pieces.mts';
import { entry } from '../mapping/settings.mts';
import { fileOf, rowsAgain, told } from './reading.mts';

type Settings = NonNullable<Parameters<typeof fileOf>[1]>;

/** Reads a file for the first time, and for the second. */
async function readTwice(...given: Parameters<typeof fileOf>) {
	const file = fileOf(...given);
	const builder = new InspectionBuilder();
	const see = jest.spyOn(builder, 'see');
	await file.inspect(builder);
	const inspection = builder.end();
	const first = see.mock.calls.map(([row]) => row);
	const input = inspection.inputs.get(file.item)!;
	return { inspection, ...input, first, second: await rowsAgain(file, input) };
}

/** What both readings give. */
async function read(...given: Parameters<typeof fileOf>) {
	const found = await readTwice(...given);
	const { first, second, refusal } = found;
	const places = (rows: readonly Row[]) =>
		rows.map(({ item, ordinal, line }) => [item, ordinal, line]);
	const problems = (rows: readonly Row[]) =>
		rows.map(
			// That a row looks wrong is known when it has been read.
			({ problem, json }) => problem && [problem.message, problem instanceof LooksWrong || json],
		);
	expect(places(second)).toEqual(places(first));
	if (refusal) expect(second.every(({ problem }) => problem)).toBe(true);
	else expect(problems(second)).toEqual(problems(first));
	return { ...found, rows: second.map(told), problem: refusal?.message };
}

const line = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom('1,2', '"1\r\n2",x', ',', 'Total,5', 'x,shop') },
	fc.constantFrom('', '1', '1,2,3', '"1"x,2', 'a,b', '1,"x'),
);
const element = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom('{"a":"1"}', '{"b":2,\n"a":1}', '{}', '{"a":"Total"}') },
	fc.constantFrom('7', '{"a":1e400}', '{"a":}', '"'),
);
/** Files of more than one piece. */
const LONG = 'x'.repeat(70_000);
const files = fc.record({
	text: fc.oneof(
		fc
			.tuple(fc.constantFrom('a,b', 'a,,b', 'a,a'), fc.array(line, { maxLength: 12 }))
			.map(([header, lines]) => [header, `"${LONG}",1`, ...lines].join('\n')),
		fc
			.tuple(fc.array(element, { maxLength: 8 }), fc.constantFrom(']', '', '],"e":[{}]', ']}'))
			.map(([all, end]) => `[{"a":"${LONG}"}\n,${all.join('\n,')}${end}`),
		fc
			.array(element, { maxLength: 8 })
			.map((all) =>
				['{"a":"1"}', `{"a":"${LONG}"}`, ...all.map((each) => each.replace('\n', ''))].join('\n'),
			),
	),
	cuts: fc.array(fc.nat(200), { maxLength: 6 }),
	end: fc.constantFrom('', '', '', 'no UTF-8', 'gone', 'gzip', 'broken gzip'),
	columns: fc.constantFrom(
		{},
		{ skipRules: [{ column: '', text: 'total' }] },
		{ entries: [entry('a', { type: 'number' as const })] },
		{ entries: [entry('c')] },
		{ shopColumn: 'b' },
	),
	hasShortLines: fc.boolean(),
});

it('both readings return the same rows, wherever the file is cut, and whatever ends it', async () => {
	await fc.assert(
		fc.asyncProperty(files, async ({ text, cuts, end, columns, hasShortLines }) => {
			const places = cuts.map((cut) => (text.length > cut ? text.length - cut : 0));
			const pieces = cutAt(text, places).map((piece) => Buffer.from(piece));
			if (end === 'no UTF-8') pieces.push(Buffer.of(0xff));
			const content = end.endsWith('gzip')
				? [gzipSync(text).subarray(0, end === 'gzip' ? undefined : -5)]
				: pieces;
			const breaksOff = end === 'gone' ? { piece: pieces.length - 1 } : undefined;
			const settings = { columns, hasShortLines };
			const found = await read({ content, breaksOff }, settings);
			const { inspection, second, rows, problem, fingerprint } = found;
			expect(second).toHaveLength(inspection.total);
			if (end !== '' && end !== 'gzip') expect(problem).toBeDefined();
			if (!problem) expect(second.filter((row) => row.problem)).toHaveLength(inspection.refused);
			// In one piece, it is the same file.
			if (end !== '') return;
			const whole = await read({ content: text }, settings);
			expect([whole.rows, whole.fingerprint]).toEqual([rows, fingerprint]);
		}),
		{ numRuns: draws(200) },
	);
});

it.each<[content: string | Buffer, settings: Settings, row: unknown[]]>([
	['title\n\na;b,c\n1;2\n', { fromLine: 3, delimiter: ';' }, [0, 4, '{"a":"1","b,c":"2"}']],
	['x\n[{"a":1}]', { fromLine: 2 }, [0, 2, '{"a":1}']],
	['{"a":[{"b":1}]}', { format: 'ndjson' }, [0, 1, '{"a":[{"b":1}]}']],
	[Buffer.from('a\nä\n', 'latin1'), { encoding: 'windows-1252' }, [0, 2, '{"a":"ä"}']],
	[gzipSync(Buffer.from('\uFEFFa\nä\n', 'utf16le')), {}, [0, 2, '{"a":"ä"}']],
])('%j is read as the form says: %j', async (content, settings, row) => {
	const { rows } = await read({ content: [Buffer.from(content as string)] }, settings);
	expect(rows).toEqual([row]);
});

it.each(['', '\n\n', 'id\n', '[]', '{"rows":[]}'])('the file %j has no rows', async (content) => {
	expect(await read({ content })).toMatchObject({ rows: [], problem: undefined });
});

const saying = (text: string) => expect.stringContaining(text) as string;

it('rows are left out before their cells are counted, and keep their place', async () => {
	const columns = { skipRules: [{ column: '', text: 'Total' }, { column: 'c' }] };
	const content = 'a,b,c\n1,2,3\nTotal\n4,5,\n6,7\n8,9,1,x\n,\n';
	const rows = [
		[0, 2, '{"a":"1","b":"2","c":"3"}'],
		[3, 5, '{"a":"6","b":"7"}', saying('line 5 has 2 cells')],
		[4, 6, '{"a":"8","b":"9","c":"1"}', saying('contains a value in column 4')],
	];
	expect((await read({ content }, { columns })).rows).toEqual(rows);
	// A cell that a short line does not have counts as empty then.
	const short = await read({ content }, { columns, hasShortLines: true });
	expect(short.rows).toEqual([rows[0], rows[2]]);
});

it('rows that name their shops go there, or are refused', async () => {
	const columns = { shopColumn: 'shop' };
	const of = async (content: string) =>
		(await read({ content }, { columns }, { shop: '' })).second.map((row) => [
			row.shop,
			...told(row),
		]);
	expect(await of('a,Shop\n1, https://b.example/ \n2,x\n,c.example\n4\n')).toEqual([
		['b.example', 0, 2, '{"a":"1"}'],
		['', 1, 3, '{"a":"2"}', saying('"shop" is not')],
		// A line that is wrong may lack its shop for that reason.
		['', 3, 5, '{"a":"4"}', saying('line 5 has 1 cell')],
	]);
	expect(await of('[{"a":2}]')).toEqual([['', 0, 1, '{"a":2}', '"shop" is empty']]);
});

it('the rows of a file without a column that the form names are refused, and counted', async () => {
	const entries = [entry('x'), entry('A')];
	const columns = { shopColumn: 's', skipRules: [{ column: 'r' }], entries };
	const { problem, rows } = await read({ content: 'a,b\n1,b.example\n,\n"2\n' }, { columns });
	expect(problem).toBe('There are no columns "s" (Shop Column), "r" (Rows to Skip), "x" (Columns)');
	expect(rows.at(-1)).toEqual([expect.any(Number), 4, '', problem]);
});

describe('a file that is refused', () => {
	it('has a row that says so', async () => {
		const { rows, second, problem, refusal } = await read({ content: '<html><body>' });
		expect(refusal!.code).toBe('file.noTable');
		expect(rows).toEqual([[0, undefined, '', problem]]);
		expect(second[0]!.isUnread).toBeUndefined();
	});

	it('may be refused before it is read, and has wrong rows of its own', async () => {
		const message = '"Shop" is empty';
		const refusal = new InvalidInput('file.noTable', message);
		const of = async (content: string) => await read({ content }, {}, { refusal });
		expect((await of('a,b\n1,2\n,\n3\n"4"x,\n')).rows).toEqual([
			[0, 2, '{"a":"1","b":"2"}', message],
			[2, 4, '{"a":"3"}', saying('line 4 has 1 cell')],
			[3, 5, '', message],
		]);
		expect((await of('')).rows).toEqual([[0, undefined, '', message]]);
		// The first reason counts.
		expect((await of('a,a\n1,2\n')).refusal).toBe(refusal);
	});

	it.each<[content: string, why: string, ...columns: string[]]>([
		['{"a":[{"n":1},{"n":2}],\n"b":[{}]}', 'contains no list of objects, or more than one'],
		['[{"n":1},{"n":2}]', 'There is no column "x" (Columns)', 'x'],
	])('may be refused at its end: %j', async (content, why, ...names) => {
		const columns = { entries: names.map((name) => entry(name)) };
		const { problem, first, rows } = await read({ content }, { columns });
		expect(problem).toContain(why);
		expect(first.map((row) => row.problem)).toEqual([undefined, undefined]);
		expect(rows).toEqual([1, 2].map((n) => [n - 1, 1, `{"n":${n}}`, problem]));
	});
});

const PIECES = ['n,t\n0,a\n', `1,b\n2,${LONG}`, '\n3,d\n'].map((each) => Buffer.from(each));
const GONE = '"Input Binary Field" cannot be read by n8n: It is gone';

it('reading ends at bytes that are not text, or if n8n cannot go on', async () => {
	const noText = await read({ content: [...PIECES, Buffer.of(0xff)] });
	expect(noText.refusal!.code).toBe('file.encoding');
	expect(noText.problem).toMatch(/, after line 5$/);
	const gone = await read({ content: PIECES, breaksOff: { piece: 2 } });
	expect(gone.refusal).toMatchObject({
		message: `${GONE}, after line 3`,
		remedy:
			'Try again. In queue mode, n8n must keep files where every worker can read them: not in the mode "filesystem".',
	});
	expect([noText.rows.length, gone.rows.length]).toEqual([4, 2]);
	const none = await read({ content: PIECES, breaksOff: { piece: 0 } });
	expect(none.rows).toEqual([[0, undefined, '', GONE]]);
});

describe('a second reading that returns fewer rows', () => {
	it('has one row for all that are missing', async () => {
		const breaksOff = { reading: 1, piece: 2 };
		const { first, second, refusal } = await readTwice({ content: PIECES, breaksOff });
		expect([first.length, refusal]).toEqual([4, undefined]);
		expect(second.map((row) => [...told(row), row.isUnread])).toEqual([
			[0, 2, '{"n":"0","t":"a"}', undefined],
			[1, 3, '{"n":"1","t":"b"}', undefined],
			[2, undefined, '', `${GONE}, after line 3`, true],
		]);
	});

	it('is complete if all requested rows came before it broke off', async () => {
		const content = [Buffer.from('a\n1\n'), Buffer.of()];
		const of = async (rows: number) =>
			await rowsAgain(fileOf({ content, breaksOff: { piece: 1 } }), { rows, fingerprint: '' });
		expect(await of(0)).toEqual([]);
		expect(await of(1)).toHaveLength(1);
	});

	it('ends where reading cannot go on', async () => {
		const parts = [`a\n"${LONG}`, 'x'.repeat(8_388_608), 'y', 'z'];
		// It would break off at the last one.
		const breaksOff = { piece: 3 };
		const file = fileOf({ content: parts.map((each) => Buffer.from(each)), breaksOff });
		const [first, second] = await rowsAgain(file, { rows: 2, fingerprint: '' });
		expect([first!.problem!.code, first!.line]).toEqual(['row.tooLarge', 2]);
		expect([second!.line, second!.isUnread]).toEqual([undefined, true]);
		expect(second!.problem).toMatchObject({
			code: 'file.unreadable',
			message: saying('had fewer rows'),
			remedy: saying('Check where'),
		});
	});
});

describe('the fingerprint of a file', () => {
	const CSV = 'n;t\n1;é,b\n2\n';
	const of = async (content: string, settings: Settings = {}) =>
		(await read({ content }, settings)).fingerprint;

	it('is the same with other columns, other rows to skip, or a named dialect', async () => {
		const entries = [entry('n', { type: 'number' })];
		const columns = { entries, skipRules: [{ column: 't', text: 'é' }] };
		expect(await of(CSV)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
		expect(await of(CSV, { columns, format: 'csv', delimiter: ';' })).toBe(await of(CSV));
	});

	it.each<[what: string, content: string, settings: Settings]>([
		['with other rows', `${CSV}2;c,d\n`, {}],
		['in another format', CSV, { format: 'ndjson' }],
		['with another delimiter', CSV, { delimiter: ',' }],
		['whose characters are other ones', CSV, { encoding: 'windows-1252' }],
		['whose rows name their shops', CSV, { columns: { shopColumn: 't' } }],
	])('is another one %s', async (_, content, settings) => {
		expect(await of(content, settings)).not.toBe(await of(CSV));
	});

	it('counts what stands after the end of reading', async () => {
		const after = (text: string) => `n,t\n1,"2${'x'.repeat(70_000)}\n${text}`;
		expect(await of(after('1'))).not.toBe(await of(after('2')));
	});
});
