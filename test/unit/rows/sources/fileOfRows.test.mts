import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { InspectionBuilder } from '../../../../nodes/MerchantData/rows/source.ts';
import type { Row } from '../../../../nodes/MerchantData/rows/row.ts';
import type { InspectedInput } from '../../../../nodes/MerchantData/rows/source.ts';
import { InvalidInput } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { cutAt } from '../files/pieces.mts';
import { entry } from '../settings.mts';
import { fileOf, told } from './reading.mts';

/** The rows of a reading behind the first. */
async function rowsOf(file: ReturnType<typeof fileOf>, input: InspectedInput) {
	const rows: Row[] = [];
	for await (const chunk of file.rows(input)) rows.push(...chunk);
	return rows;
}

/** Reads a file for the first time, and for the second. */
async function readTwice(...given: Parameters<typeof fileOf>) {
	const file = fileOf(...given);
	const inspection = new InspectionBuilder();
	const see = jest.spyOn(inspection, 'see');
	await file.inspect(inspection);
	const first = see.mock.calls.map(([row]) => row);
	const input = inspection.inputs.get(file.item)!;
	return { inspection, ...input, first, second: await rowsOf(file, input) };
}

/** What both readings give. */
async function read(...given: Parameters<typeof fileOf>) {
	const found = await readTwice(...given);
	const { first, second, refusal } = found;
	const places = (rows: readonly Row[]) =>
		rows.map(({ item, ordinal, line }) => [item, ordinal, line]);
	const problems = (rows: readonly Row[]) =>
		rows.map(({ problem, json }) => problem && [problem.message, json]);
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

it('both readings give the same rows, wherever the file is cut, and whatever ends it', async () => {
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
		{ numRuns: 200 },
	);
});

it.each<[content: string | Buffer, settings: Parameters<typeof fileOf>[1], row: unknown[]]>([
	['title\n\na;b,c\n1;2\n', { fromLine: 3, delimiter: ';' }, [0, 4, '{"a":"1","b,c":"2"}']],
	['x\n{"a":1}', { fromLine: 2 }, [0, 2, '{"a":1}']],
	['x\n[{"a":1}]', { fromLine: 2 }, [0, 2, '{"a":1}']],
	['{"a":[{"b":1}]}', {}, [0, 1, '{"b":1}']],
	['{"a":[{"b":1}]}', { format: 'ndjson' }, [0, 1, '{"a":[{"b":1}]}']],
	['a\n1\n', { format: 'csv' }, [0, 2, '{"a":"1"}']],
	['a,b\n1\n', { hasShortLines: true }, [0, 2, '{"a":"1"}']],
	[Buffer.from('a\nä\n', 'latin1'), { encoding: 'windows-1252' }, [0, 2, '{"a":"ä"}']],
	[gzipSync(Buffer.from('\uFEFFa\nä\n', 'utf16le')), {}, [0, 2, '{"a":"ä"}']],
])('%j is read as the form says: %j', async (content, settings, row) => {
	const { rows } = await read({ content: [Buffer.from(content as string)] }, settings);
	expect(rows).toEqual([row]);
});

it('a file without rows has none, and is not refused', async () => {
	for (const content of ['', '\n\n', 'id\n', 'a,b', '[]', '{"rows":[]}'])
		expect(await read({ content })).toMatchObject({ rows: [], problem: undefined });
});

describe('a file that is refused', () => {
	it.each<[content: Buffer | string, format: 'csv' | 'json' | undefined, message: string]>([
		[Buffer.from('PK\x03\x04…'), undefined, 'holds a ZIP archive'],
		['<html><body>', undefined, 'holds a web page or XML instead of rows'],
		['Report\na,b\n1,2\n', 'csv', 'the names seem to be in line 2'],
		['7', 'json', 'holds no list of objects'],
		['a,a\n1,2\n', 'csv', 'holds a CSV file with two columns named "a"'],
	])('has a row that says so: %j', async (content, format, message) => {
		const stored = { content: [Buffer.from(content as string)] };
		const { rows, second, problem } = await read(stored, { format });
		expect(problem).toContain(message);
		expect(rows).toEqual([[0, undefined, '', problem]]);
		expect(second[0]!.isUnread).toBeUndefined();
	});

	it('may be known before it is read', async () => {
		const refusal = new InvalidInput('"Shop" is empty');
		const { rows } = await read({ content: 'a\n1\n2\n' }, {}, { refusal });
		expect(rows).toEqual([
			[0, 2, '{"a":"1"}', '"Shop" is empty'],
			[1, 3, '{"a":"2"}', '"Shop" is empty'],
		]);
		expect((await read({ content: '' }, {}, { refusal })).rows).toEqual([
			[0, undefined, '', '"Shop" is empty'],
		]);
	});

	it('may be known at its end', async () => {
		const { problem, first, rows } = await read({ content: '{"a":[{"n":1},{"n":2}],\n"b":[{}]}' });
		expect(problem).toContain('holds no list of objects, or more than one');
		const lines = [
			[0, 1, '{"n":1}'],
			[1, 1, '{"n":2}'],
		];
		expect(first.map(({ line }) => line)).toEqual([1, 1]);
		expect(rows).toEqual(lines.map((row) => [...row, problem]));
	});

	it('may have no row with a column that the form names', async () => {
		const content = '[{"a":1},{"b":2}]';
		const of = async (name: string) =>
			await read({ content }, { columns: { entries: [entry(name)] } });
		expect((await of('B')).problem).toBeUndefined();
		expect((await of('x')).refusal).toMatchObject({
			message: 'There is no column "x" (Columns)',
			remedy: 'Correct or remove it in the form. The columns are: a, b.',
		});
		// The first reason counts.
		const entries = [entry('x')];
		const { problem } = await read(
			{ content: '{"r":[{"a":1}],"errors":[1]}' },
			{ columns: { entries } },
		);
		expect(problem).toContain('something failed');
	});
});

describe('reading ends', () => {
	it.each([
		['n\n1\n"2\n3\n', 3, 'begins a record with a quote that is never closed'],
		['[{"n":"1"},\n{"n"', 2, 'holds something that is not valid JSON, or is cut off there'],
	])('if nobody can say how it goes on: %j', async (content, at, problem) => {
		const { rows, refusal } = await read({ content });
		expect(refusal).toBeUndefined();
		expect(rows).toEqual([
			[0, expect.any(Number), '{"n":"1"}'],
			[1, at, '', expect.stringContaining(`line ${at} ${problem}`) as string],
		]);
	});

	const csv = `n\n${`${'x'.repeat(200)}\n`.repeat(1_000)}`;
	it.each([
		['gzip', gzipSync(csv).subarray(0, -9), 'holds a gzip file that is damaged'],
		['bytes', Buffer.concat([Buffer.from(csv), Buffer.of(0xff)]), 'holds bytes that are not utf-8'],
	])('if it is no text: %s', async (_, content, problem) => {
		const pieces = Array.from({ length: Math.ceil(content.length / 65_536) }, (__, at) =>
			content.subarray(at * 65_536, (at + 1) * 65_536),
		);
		const { rows, refusal, second } = await read({ content: pieces });
		expect(refusal!.message).toMatch(/, behind line \d+$/);
		expect(refusal!.message).toContain(problem);
		expect(refusal!.remedy).not.toBe('');
		expect(rows.length).toBeGreaterThan(300);
		expect(second[0]!.json).toBe(`{"n":"${'x'.repeat(200)}"}`);
	});

	it('if n8n cannot go on', async () => {
		const pieces = ['n,t\n0,a\n', `1,b\n2,${'c'.repeat(70_000)}`, '\n3,d\n'].map((each) =>
			Buffer.from(each),
		);
		const { rows, refusal } = await read({ content: pieces, breaksOff: { piece: 2 } });
		expect(refusal).toMatchObject({
			message: '"Input Binary Field" cannot be read by n8n: It is gone, behind line 3',
			remedy:
				'Try again. In queue mode, n8n must keep files where every worker can read them: not in the mode "filesystem".',
		});
		expect(rows).toHaveLength(2);
		const none = await read({ content: pieces, breaksOff: { piece: 0 } });
		expect(none.rows).toEqual([
			[0, undefined, '', '"Input Binary Field" cannot be read by n8n: It is gone'],
		]);
	});
});

describe('a second reading that gives less', () => {
	const pieces = ['n,t\n0,a\n', `1,b\n2,${'c'.repeat(70_000)}`, '\n3,d\n'].map((each) =>
		Buffer.from(each),
	);
	const GONE = '"Input Binary Field" cannot be read by n8n: It is gone';

	it.each([
		[0, [[0, undefined, '', GONE]]],
		[
			2,
			[
				[0, 2, '{"n":"0","t":"a"}'],
				[1, 3, '{"n":"1","t":"b"}'],
				[2, undefined, '', `${GONE}, behind line 3`],
			],
		],
	])('before piece %i has a row for those that it does not give', async (piece, rows) => {
		const { first, second, refusal } = await readTwice({
			content: pieces,
			breaksOff: { reading: 1, piece },
		});
		expect([first.length, refusal]).toEqual([4, undefined]);
		expect(second.map(told)).toEqual(rows);
		expect(second.map(({ isUnread }) => isUnread)).toEqual([
			...rows.slice(1).map(() => undefined),
			true,
		]);
	});

	it('without an error says so', async () => {
		const second = await rowsOf(fileOf({ content: 'a\n1\n' }), { rows: 3, fingerprint: '' });
		expect(second.map(told)).toEqual([
			[0, 2, '{"a":"1"}'],
			[
				1,
				undefined,
				'',
				'"Input Binary Field" holds a file that gave fewer rows when it was read once more',
			],
		]);
		expect(second[1]).toMatchObject({
			isUnread: true,
			problem: { remedy: 'Look after where n8n keeps its files.' },
		});
	});

	it('is none if all rows came before it broke off, or are not asked for', async () => {
		const content = [Buffer.from('a\n1\n'), Buffer.of()];
		const of = async (rows: number) =>
			await rowsOf(fileOf({ content, breaksOff: { piece: 1 } }), { rows, fingerprint: '' });
		expect(await of(0)).toEqual([]);
		expect(await of(1)).toHaveLength(1);
	});

	it('goes no further than reading can', async () => {
		const stored = [
			Buffer.from(`a\n"${LONG}`),
			Buffer.from('x'.repeat(8_388_608)),
			Buffer.from('y'),
		];
		const opened: Buffer[] = [];
		const file = fileOf({ content: [] });
		file.stored.open = async function* () {
			for (const piece of stored) {
				opened.push(piece);
				yield piece;
			}
		};
		expect(await rowsOf(file, { rows: 1, fingerprint: '' })).toHaveLength(1);
		expect(opened).toHaveLength(3);
	});
});

describe('the fingerprint', () => {
	const CSV = 'n;t\n1;é,b\n2\n';
	const of = async (content: string, settings: Parameters<typeof fileOf>[1] = {}, name = '') =>
		(await read({ content, name }, settings)).fingerprint;

	it.each<[what: string, settings: Parameters<typeof fileOf>[1], name: string]>([
		['read again', {}, ''],
		['of another name', {}, 'x.csv'],
		['with other columns', { columns: { entries: [entry('n', { type: 'number' })] } }, ''],
		['without other columns', { columns: { entries: [entry('n')], sendsOthers: false } }, ''],
		['of which rows are left out', { columns: { skipRules: [{ column: 't', text: 'é' }] } }, ''],
		['with values that mean empty', { columns: { emptyValues: new Set(['1']) } }, ''],
		['with short lines', { hasShortLines: true }, ''],
		['whose dialect is named', { format: 'csv', delimiter: ';' }, ''],
		['whose encoding is named', { encoding: 'utf-8' }, ''],
	])('is the same of a file %s', async (_, settings, name) => {
		expect(await of(CSV)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
		expect(await of(CSV, settings, name)).toBe(await of(CSV));
	});

	it.each<[what: string, content: string, settings: Parameters<typeof fileOf>[1]]>([
		['with other rows', `${CSV}2;c,d\n`, {}],
		['in another format', CSV, { format: 'ndjson' }],
		['with another delimiter', CSV, { delimiter: ',' }],
		['from another line', CSV, { fromLine: 2, delimiter: ';' }],
		['whose characters are other ones', CSV, { encoding: 'windows-1252' }],
		['whose rows name their shops', CSV, { columns: { shopColumn: 't' } }],
	])('is another one of a file %s', async (_, content, settings) => {
		expect(await of(content, settings)).not.toBe(await of(CSV));
	});

	it('has what is behind the end of reading in it', async () => {
		const behind = (text: string) => `n,t\n1,"2${'x'.repeat(70_000)}\n${text}`;
		expect(await of(behind('1'))).not.toBe(await of(behind('2')));
	});
});
