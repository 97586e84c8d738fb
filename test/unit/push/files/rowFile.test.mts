import { gzipSync } from 'node:zlib';
import type { FileRecord } from '../../../../nodes/MerchantData/push/files/fileRows.ts';
import { openRowFile, type RowFile } from '../../../../nodes/MerchantData/push/files/rowFile.ts';
import { readFileSettings } from '../../../../nodes/MerchantData/push/files/settings.ts';
import type { StoredFile } from '../../../../nodes/MerchantData/push/files/storedFile.ts';
import { jsonOf, sent } from '../../../kit/pushRows.mts';
import { fileOfPieces, refusal } from './pieces.mts';

type Format = Parameters<typeof readFileSettings>[0];

interface Opened {
	format?: Format;
	options?: object;
	ignored?: string[];
}

async function opened(
	file: StoredFile | Buffer | string,
	{ format = 'autodetect', options = {}, ignored = [] }: Opened = {},
): Promise<RowFile> {
	const stored = typeof file === 'object' && 'open' in file ? file : fileOfPieces([file]);
	const settings = readFileSettings(format, { maxBodyKb: 1, ...options });
	const place = { item: 3, shop: 'a.example', ignored: new Set(ignored) };
	return await openRowFile(stored, settings, place);
}

async function chunksOf(file: RowFile, isUpToUnreadable = false) {
	const chunks: Array<readonly FileRecord[]> = [];
	for await (const chunk of file.records(isUpToUnreadable)) chunks.push(chunk);
	return chunks;
}

/** Ordinal, line, and what is sent or why not. */
const told = (record: FileRecord) => {
	const { ordinal, line } = record;
	const row = sent(record);
	return [ordinal, line, 'json' in row ? row.json : row.problem] as const;
};

async function read(
	file: StoredFile | Buffer | string,
	how: Opened = {},
	isUpToUnreadable = false,
) {
	return (await chunksOf(await opened(file, how), isUpToUnreadable)).flat().map(told);
}

const unread = (line: number, problem: string) =>
	`"Input Binary Field" cannot be read: line ${line} ${problem}`;
const width = (line: number, cells: number) =>
	unread(line, `has ${cells} cells, and the file has 2 columns`);
const AFTER_QUOTE = 'begins a record in which something follows a closing quote';

describe('a file of rows', () => {
	it('has its place, its name and what n8n keeps it as', async () => {
		const file = fileOfPieces(['n,t\n1,a\n'], { name: 'rows.csv' });
		const rowFile = await opened(file);
		expect(rowFile).toMatchObject({
			item: 3,
			shop: 'a.example',
			name: 'rows.csv',
			columnNames: ['n', 't'],
		});
		expect(rowFile.stored).toBe(file);
		expect((await chunksOf(rowFile)).flat()).toMatchObject([
			{ item: 3, shop: 'a.example', ordinal: 0, line: 2 },
		]);
	});

	it('gives its records as often as asked', async () => {
		const file = await opened('n\n1\n2\n');
		const rows = [
			[0, 2, '{"n":"1"}'],
			[1, 3, '{"n":"2"}'],
		];
		expect((await chunksOf(file)).flat().map(told)).toEqual(rows);
		expect((await chunksOf(file)).flat().map(told)).toEqual(rows);
	});

	const CSV = 'n,t\n1,ä\n2,b\n';
	const NDJSON = '{"n":"1","t":"ä"}\n{"n":"2","t":"b"}\n';
	it.each<[string, Buffer | string, Opened]>([
		['CSV', CSV, {}],
		['CSV with a mark', `\uFEFF${CSV}`, {}],
		['compressed CSV in UTF-16', gzipSync(Buffer.from(`\uFEFF${CSV}`, 'utf16le')), {}],
		['CSV in another encoding', Buffer.from(CSV, 'latin1'), { options: { encoding: 'latin1' } }],
		['CSV with tabs', CSV.replaceAll(',', '\t'), {}],
		['CSV with blanks', CSV.replaceAll(',', ' '), { options: { delimiter: ' ' } }],
		['compressed NDJSON', gzipSync(NDJSON), {}],
		[
			'NDJSON in another encoding',
			Buffer.from(NDJSON, 'latin1'),
			{ options: { encoding: 'latin1' } },
		],
	])('is read from %s', async (_, content, how) => {
		const rows = (await read(content, how)).map(([ordinal, , json]) => [ordinal, json]);
		expect(rows).toEqual([
			[0, '{"n":"1","t":"ä"}'],
			[1, '{"n":"2","t":"b"}'],
		]);
	});

	it.each<[string, Format, object, string | undefined, string]>([
		['{"a":1}', 'autodetect', {}, undefined, '{"a":1}'],
		['{"a":1}', 'ndjson', { name: 'x.json' }, undefined, '{"a":1}'],
		['{"a":[{"b":1}]}', 'autodetect', {}, undefined, '{"b":1}'],
		['{"a":[{"b":1}]}', 'autodetect', { name: 'x.jsonl' }, undefined, '{"a":[{"b":1}]}'],
		['{"a":[{"b":1}]}', 'autodetect', { mimeType: 'x/ndjson' }, undefined, '{"a":[{"b":1}]}'],
		['{"a"}\n1', 'csv', {}, '{"a"}', '{"{\\"a\\"}":"1"}'],
	])('%s as %s of %j is read in its format', async (text, format, named, column, json) => {
		const file = await opened(fileOfPieces([text], named), { format });
		expect(file.columnNames).toEqual(column === undefined ? undefined : [column]);
		expect((await chunksOf(file)).flat().map(jsonOf)).toEqual([json]);
	});
});

describe('a CSV file', () => {
	it('sends the columns that are not ignored, as their types', async () => {
		const options = { numberColumns: 'n', booleanColumns: 'b' };
		const csv = 'n,b,t,x\n1.50,yes,,1\n,no,a,2\n';
		expect(await read(csv, { options, ignored: ['x'] })).toEqual([
			[0, 2, '{"n":1.50,"b":true}'],
			[1, 3, '{"b":false,"t":"a"}'],
		]);
		expect(await read(csv, { options: { ...options, includeEmptyCells: true } })).toEqual([
			[0, 2, '{"n":1.50,"b":true,"t":null,"x":"1"}'],
			[1, 3, '{"n":null,"b":false,"t":"a","x":"2"}'],
		]);
		expect((await opened(csv, { ignored: ['x'] })).columnNames).toEqual(['n', 'b', 't', 'x']);
	});

	it('without a header counts its columns', async () => {
		const how = { options: { headerRow: false, numberColumns: '0' }, ignored: ['1'] };
		expect(await read('\n7,x,a\n8,y,\n', how)).toEqual([
			[0, 2, '{"0":7,"2":"a"}'],
			[1, 3, '{"0":8}'],
		]);
		expect(await opened('7,x,a\n', how)).not.toHaveProperty('columnNames');
	});

	it.each([
		['', true, []],
		['\n\n', true, []],
		['n,t', true, ['n', 't']],
		['n,t\n,\n', true, ['n', 't']],
		['', false, undefined],
	])('of %j has no rows (header: %p)', async (text, headerRow, columnNames) => {
		const file = await opened(text, { options: { headerRow } });
		expect(file.columnNames).toEqual(columnNames);
		expect(await chunksOf(file)).toEqual([]);
	});

	it('begins at a line, and counts from the first', async () => {
		expect(await read('Report\n"\n\nn,t\n1,"a\nb"\n2,c\n3', { options: { fromLine: 4 } })).toEqual([
			[0, 5, '{"n":"1","t":"a\\nb"}'],
			[1, 7, '{"n":"2","t":"c"}'],
			[2, 8, width(8, 1)],
		]);
	});

	it.each([
		['"n"x,t\n1,a\n', {}, unread(1, AFTER_QUOTE), 'Double quotes that are part of a text.'],
		[
			'title\n"n,t\n1,a\n',
			{ fromLine: 2, delimiter: ',' },
			unread(2, 'begins a record with a quote that is never closed'),
			'Close the quote, or double quotes that are part of a text.',
		],
		[
			`${'x'.repeat(1_025)}\n`,
			{},
			unread(1, 'begins a record of more than 1 KB: a quote may not be closed'),
			'Close the quote, or raise "Max Body Size (KB)" in the options.',
		],
		[
			'title\nn,,t\n1,a\n',
			{ fromLine: 2 },
			'"Input Binary Field" holds a CSV file whose column 2 has no name in line 2',
			'Give it a name, remove the delimiter, or say in the options where the header is.',
		],
	])('with the header of %j is refused', async (text, options, message, remedy) => {
		await expect(opened(text, { format: 'csv', options })).rejects.toThrow(
			refusal(message, remedy),
		);
	});

	it('whose columns are all ignored is refused', async () => {
		await expect(opened('n\n1', { ignored: ['n'] })).rejects.toThrow(
			refusal('"Fields to Ignore" names every column of the file, so nothing is left to send'),
		);
	});

	it('without a header has the columns of its first record that can be read', async () => {
		const options = { headerRow: false, delimiter: ',' };
		expect(await read('"1"x\n2,a\n3\n', { options })).toEqual([
			[0, 1, unread(1, AFTER_QUOTE)],
			[1, 2, '{"0":"2","1":"a"}'],
			[2, 3, width(3, 1)],
		]);
		const inPieces = fileOfPieces(['"1"xx\n2', ',abc\n3,b\n']);
		expect((await read(inPieces, { options })).map(([, , row]) => row)).toEqual([
			unread(1, AFTER_QUOTE),
			'{"0":"2","1":"abc"}',
			'{"0":"3","1":"b"}',
		]);
		expect(await read('"1"x\n', { options })).toEqual([[0, 1, unread(1, AFTER_QUOTE)]]);
	});

	it('has the delimiter of its beginning, which may end within a record', async () => {
		const whole = 'a,b;c;d\n1,2;3';
		expect((await opened(whole)).columnNames).toEqual(['a', 'b;c;d']);
		const row = `1,${'x'.repeat(5_000)};3;4\n`;
		const pieces = [`a,b;c;d\n${row.repeat(15)}1,2;3`, ';4\n'];
		expect((await opened(fileOfPieces(pieces))).columnNames).toEqual(['a,b', 'c', 'd']);
	});
});

describe('a record that cannot be read', () => {
	const csv = 'n,t\n0,a\n1\n2,c,x\n3,d,\n"4"x,e\n5,f\n';
	const problems = [
		[1, 3, width(3, 1)],
		[2, 4, width(4, 3)],
	];

	it('is among the others', async () => {
		expect(await read(csv)).toEqual([
			[0, 2, '{"n":"0","t":"a"}'],
			...problems,
			[3, 5, '{"n":"3","t":"d"}'],
			[4, 6, unread(6, AFTER_QUOTE)],
			[5, 7, '{"n":"5","t":"f"}'],
		]);
		const [, record] = (await chunksOf(await opened(csv))).flat();
		expect(record).toMatchObject({
			item: 3,
			shop: 'a.example',
			problem: {
				text: 'has 1 cells, and the file has 2 columns',
				remedy: 'Correct the line; a cell that holds the delimiter stands in quotes.',
				concerns: 'record',
			},
		});
		expect([record!.kept(), record!.row()]).toEqual([undefined, null]);
	});

	it('is the last where that is asked for', async () => {
		expect(await read(csv, {}, true)).toEqual([[0, 2, '{"n":"0","t":"a"}'], problems[0]]);
		expect(await read('{"n":1}\n7\n{"n":2}\n', {}, true)).toEqual([
			[0, 1, '{"n":1}'],
			[1, 2, unread(2, 'holds something other than an object')],
		]);
		expect(await read('{"n":1}\n{"n":2}\n', {}, true)).toHaveLength(2);
	});

	it('is not one whose values cannot be sent', async () => {
		const rows = await read('n\nx\n1\n', { options: { numberColumns: 'n' } }, true);
		expect(rows).toEqual([
			[0, 2, '"n" holds "x", which is not a number'],
			[1, 3, '{"n":1}'],
		]);
	});

	it('is the last where nobody can say where the next begins', async () => {
		expect(await read('n\n1\n"2\n3\n')).toEqual([
			[0, 2, '{"n":"1"}'],
			[1, 3, unread(3, 'begins a record with a quote that is never closed')],
		]);
		expect(await read(`n\n1\n${'x'.repeat(1_025)}\n3\n`)).toEqual([
			[0, 2, '{"n":"1"}'],
			[1, 3, unread(3, 'begins a record of more than 1 KB: a quote may not be closed')],
		]);
	});
});

describe('the number of rows', () => {
	const csv = ['n\n1\n2\n', '3\n4\n5\n6', '\n'];
	const ndjson = ['{"n":1}\n{"n":2}\n', '{"n":3}\n{"n":4}\n{"n":5}\n', '{"n":6}'];
	const count = async (pieces: string[], options: object) => {
		const chunks = await chunksOf(await opened(fileOfPieces(pieces), { options }));
		return chunks.map((chunk) => chunk.map(({ ordinal }) => ordinal));
	};

	it.each([
		[1, [[0]]],
		[2, [[0, 1]]],
		[3, [[0, 1], [2]]],
		[6, [[0, 1], [2, 3, 4], [5]]],
		[7, [[0, 1], [2, 3, 4], [5]]],
		[-1, [[0, 1], [2, 3, 4], [5]]],
	])('is at most %i', async (maxRowCount, ordinals) => {
		expect(await count(ndjson, { maxRowCount })).toEqual(ordinals);
		const csvOrdinals = await count(csv, { maxRowCount });
		expect(csvOrdinals.flat()).toEqual(ordinals.flat());
	});

	it('counts the first record of a CSV file without a header', async () => {
		expect((await count(csv, { maxRowCount: 3, headerRow: false })).flat()).toEqual([0, 1, 2]);
	});

	it('counts records that cannot be read', async () => {
		const rows = await read('{"n":1}\n7\n{"n":2}\n', { options: { maxRowCount: 2 } });
		expect(rows.map(([ordinal]) => ordinal)).toEqual([0, 1]);
	});

	it('is read of the file, and no more, and the file is closed', async () => {
		const file = fileOfPieces(Array.from({ length: 50 }, (_, n) => `{"n":${n}}\n`));
		expect(await read(file, { options: { maxRowCount: 2 } })).toHaveLength(2);
		await new Promise(setImmediate);
		expect(file.readings).toEqual([
			{ pieces: 50, hasEnded: true },
			{ pieces: 2, hasEnded: true },
		]);
	});

	it('makes no chunk without rows', async () => {
		expect(await count(['n\nabc', '\n', '\n\n\n', '\n1\n'], {})).toEqual([[0], [1]]);
		expect(await count(['{"n":1}\n', '\n\n\n', '  \n', '{"n":2}\n'], {})).toEqual([[0], [1]]);
	});
});

describe('a JSON file', () => {
	it('sends its objects as they were written', async () => {
		const text = '{ "total": 2,\n "rows": [ { "id" : 1.50 },\n{"id":2} ] }';
		expect(await read(text)).toEqual([
			[0, 2, '{ "id" : 1.50 }'],
			[1, 3, '{"id":2}'],
		]);
		expect(await read(`title\n${text}`, { options: { fromLine: 2 } })).toEqual([
			[0, 3, '{ "id" : 1.50 }'],
			[1, 4, '{"id":2}'],
		]);
		expect(await read('title\n{ "id" : 1.50 }\n7', { options: { fromLine: 2 } })).toEqual([
			[0, 2, '{ "id" : 1.50 }'],
			[1, 3, unread(3, 'holds something other than an object')],
		]);
		expect(await opened(text)).not.toHaveProperty('columnNames');
	});

	it.each(['[{ "id" : "1.50", "x": "", "t": 2 }]', '{ "id" : "1.50", "x": "", "t": 2 }'])(
		'%s goes without what is ignored, with columns of types',
		async (text) => {
			const one = async (how: Opened) => (await read(text, how)).map(([, , json]) => json);
			const options = { numberColumns: 'id', includeEmptyCells: false };
			expect(await one({ ignored: ['t'] })).toEqual(['{"id":"1.50"}']);
			expect(await one({ ignored: ['t'], options: { includeEmptyCells: true } })).toEqual([
				'{"id":"1.50","x":""}',
			]);
			expect(await one({ options })).toEqual(['{"id":1.50,"t":2}']);
			expect(await one({ options, ignored: ['t'] })).toEqual(['{"id":1.50}']);
		},
	);

	it.each(['[]', '{"rows":[]}', ' '])('of %j has no rows', async (text) => {
		expect(await chunksOf(await opened(text, { format: 'json' }))).toEqual([]);
	});

	it('may hold no row longer than is allowed', async () => {
		const long = `{"t":"${'x'.repeat(1_025)}"}`;
		const problem = unread(1, 'begins a record of more than 1 KB: a quote may not be closed');
		expect(await read(`[${long}]`)).toEqual([[0, 1, problem]]);
		expect(await read(`${long}\n{"t":"a"}`)).toEqual([
			[0, 1, problem],
			[1, 2, '{"t":"a"}'],
		]);
	});

	const NO_LIST = 'holds neither a list of objects nor an object with one';
	const IS_LIST = 'A JSON file is an array of objects, or an object that holds one such array.';
	it.each([
		[['7'], unread(1, NO_LIST), IS_LIST],
		[['{"a":1,\n"b":2}'], unread(2, NO_LIST), IS_LIST],
		[
			['{"a":[{"n":1}],\n"b":', '[{"n":2}]}'],
			unread(2, 'begins a second list of objects: "a" and "b"'),
			'It is not known which of them holds the rows. Leave only that one in the file.',
		],
		[
			['{"a":[{"n":1},', '{"n":2}],"[":0,"b":[{"n":3}]}'],
			unread(1, 'begins a second list of objects: "a" and "b"'),
			'It is not known which of them holds the rows. Leave only that one in the file.',
		],
	])('of %j is refused before its rows are read', async (pieces, message, remedy) => {
		const file = fileOfPieces(pieces);
		await expect(opened(file, { format: 'json' })).rejects.toThrow(refusal(message, remedy));
	});

	it('with a row that cannot be read is not refused', async () => {
		expect(await read('[7,{"n":1}]', { format: 'json' })).toEqual([
			[0, 1, unread(1, 'holds something other than an object')],
			[1, 1, '{"n":1}'],
		]);
		expect(await read('{"a":[{"n":1},7]}')).toEqual([
			[0, 1, '{"n":1}'],
			[1, 1, unread(1, 'holds something other than an object')],
		]);
	});
});

describe('a column that names the shop', () => {
	it.each<[Format, string]>([
		['csv', 'n,shop\n1,\n'],
		['json', '{"meta":{"store":1},"rows":[{"n":1,"shop":null}]}'],
		['ndjson', '{"n":1,"shop":null}\nno row\n{"n":2}\n'],
	])('must be one of the %s file', async (format, text) => {
		const open = async (shopColumn: string) =>
			await opened(text, { format, options: { shopColumn } });
		await expect(open('store')).rejects.toThrow(
			'"Shop Column" names "store", which is no column of the file',
		);
		expect((await chunksOf(await open('shop'))).flat()[0]).toMatchObject({ shop: 'a.example' });
	});

	it.each<[Format, string]>([
		['csv', ''],
		['json', '[]'],
		['ndjson', 'no row'],
	])('may be missing in a %s file without rows', async (format, text) => {
		const file = await opened(text, { format, options: { shopColumn: 'shop', headerRow: false } });
		expect((await chunksOf(file)).flat().filter(({ problem }) => !problem)).toEqual([]);
	});
});

describe('before its records are asked for', () => {
	const pieces = (first: string, row: string, last: string) => [
		first,
		...Array.from({ length: 9 }, () => row),
		last,
	];

	it.each([
		['a CSV file, up to its header', pieces('n,t\n', '1,a\n', '2,b\n'), [11, 1]],
		['a list, up to its first row', pieces(' [{"n":1}', ',{"n":2}', ',{"n":3}]'), [11, 1]],
		['an object, to its end', pieces('{"[":[{"n":1}', ',{"n":2}', ',{"n":3}]}'), [11, 11]],
		['an NDJSON file, not at all', pieces('{"n":1}\n', '{"n":2}\n', '{"n":3}\n'), [11]],
	])('is read again: %s', async (_, given, counts) => {
		const file = fileOfPieces(given);
		await opened(file);
		await new Promise(setImmediate);
		expect(file.readings).toEqual(counts.map((count) => ({ pieces: count, hasEnded: true })));
	});
});

describe('a file whose reading breaks off', () => {
	const gone = (line: number) =>
		unread(line, 'is where n8n could not go on reading the file: It is gone');

	it.each([1, 4])('before its header is not an empty file, from line %i on', async (fromLine) => {
		const csv = fileOfPieces(['x\nx\nx\nn,t\n1,a\n'], { breaksOff: { reading: 2, piece: 0 } });
		expect(await read(csv, { options: { fromLine } })).toEqual([[0, fromLine, gone(fromLine)]]);
	});

	it('ends in a record that says so', async () => {
		const broken = (reading: number) => ({ breaksOff: { reading, piece: 2 } });
		const csv = fileOfPieces(['n,t\n0,a\n', '1,b\n2,c', '\n3,d\n', '4,e\n'], broken(2));
		const chunks = await chunksOf(await opened(csv));
		expect(chunks.flat().map(told)).toEqual([
			[0, 2, '{"n":"0","t":"a"}'],
			[1, 3, '{"n":"1","t":"b"}'],
			[2, 4, gone(4)],
		]);
		expect(chunks.flat().at(-1)!.problem).toEqual({
			text: 'is where n8n could not go on reading the file: It is gone',
			remedy: 'Try again.',
			concerns: 'rest',
		});
		const ndjson = fileOfPieces(['{"n":1}\n', '{"n":2}\n{"n":3}\n', '{"n":4}\n'], broken(1));
		expect(await read(ndjson)).toEqual([
			[0, 1, '{"n":1}'],
			[1, 2, '{"n":2}'],
			[2, 3, '{"n":3}'],
			[3, 4, gone(4)],
		]);
	});

	it('may have no record before', async () => {
		const file = fileOfPieces(['{"n":1}\n'], { breaksOff: { reading: 1, piece: 0 } });
		expect(await read(file)).toEqual([[0, 1, gone(1)]]);
	});

	it.each([0, 1])('while it is opened fails as n8n says (reading %i)', async (reading) => {
		const file = fileOfPieces(['n,t\n', '1,a\n'], { breaksOff: { reading, piece: 0 } });
		await expect(opened(file)).rejects.toThrow(/^It is gone$/);
	});
});

describe('the fingerprint', () => {
	const CSV = 'n;t\n1;a,b\n';
	const OBJECT = '{"a":[{"b":1}]}';
	const fingerprint = async (
		text: string,
		{ name = '', format, options, ignored }: Opened & { name?: string } = {},
	) => (await opened(fileOfPieces([text], { name }), { format, options, ignored })).fingerprint;

	it('is a digest', async () => {
		expect(await fingerprint(CSV)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
	});

	it.each<[string, string, Opened & { name?: string }]>([
		['read again', CSV, {}],
		['of another name', CSV, { name: 'x.csv' }],
		['without some fields', CSV, { ignored: ['t'] }],
		['with columns of types', CSV, { options: { numberColumns: 'n' } }],
		['of fewer rows', CSV, { options: { maxRowCount: 1 } }],
		['whose format is named', CSV, { format: 'csv' }],
		['whose delimiter is named', CSV, { options: { delimiter: ';' } }],
		['of JSON without some fields', OBJECT, { ignored: ['x'] }],
	])('is the same of a file %s', async (_, text, how) => {
		expect(await fingerprint(text, how)).toBe(await fingerprint(text));
	});

	it.each<[string, string, Opened]>([
		['with other rows', `${CSV}2;c,d\n`, {}],
		['with another delimiter', CSV, { options: { delimiter: ',' } }],
		['without a header', CSV, { options: { headerRow: false } }],
		['from another line', CSV, { options: { fromLine: 2 } }],
		['in an encoding that is named', CSV, { options: { encoding: 'utf-8' } }],
	])('is another of a CSV file %s', async (_, text, how) => {
		expect(await fingerprint(text, how)).not.toBe(await fingerprint(CSV));
	});

	it('is another with a column that names the shop, and with another chosen shop', async () => {
		const csv = 'n,shop,store\n1,a.example,b.example\n';
		const of = async (shopColumn: string, shop = 'a.example', ignored: string[] = []) => {
			const settings = readFileSettings('csv', { maxBodyKb: 1, shopColumn });
			const place = { item: 3, shop, ignored: new Set(ignored) };
			return await openRowFile(fileOfPieces([csv]), settings, place);
		};
		const plain = await of('');
		expect(plain.earlierFingerprint).toBeUndefined();
		expect((await of('', 'b.example')).fingerprint).toBe(plain.fingerprint);
		const others = [
			await of('shop'),
			await of('shop', 'b.example'),
			await of('store'),
			await of('', 'a.example', ['shop']),
			await of('store', 'a.example', ['shop']),
		];
		const fingerprints = others.map(({ fingerprint }) => fingerprint);
		expect(new Set([plain.fingerprint, ...fingerprints]).size).toBe(6);
		// Rows that name another shop were refused before, unless the column is one that nobody looks at.
		const { fingerprint: before } = plain;
		expect(others.map(({ earlierFingerprint }) => earlierFingerprint)).toEqual([
			before,
			before,
			undefined,
			before,
			undefined,
		]);
	});

	it.each<[string, Opened]>([
		['in another format', { format: 'ndjson' }],
		['from another line', { options: { fromLine: 2 } }],
		['in an encoding that is named', { options: { encoding: 'utf-8' } }],
	])('is another of a JSON file %s', async (_, how) => {
		const text = `\n${OBJECT}`;
		const plain = await fingerprint(text, { format: 'json' });
		expect(await fingerprint(text, { format: 'json', ...how })).not.toBe(plain);
	});
});
