import { gzipSync } from 'node:zlib';
import type { Fields } from '../../../kit/pushRows.mts';
import { all, fileOfPieces, read, told } from './reading.mts';

describe('a file that is refused', () => {
	it.each([
		[Buffer.from('PK\x03\x04…'), {}, 'holds a ZIP archive'],
		['<html><body>', {}, 'holds a web page or XML instead of rows'],
		['7', { fileFormat: 'json' }, 'holds no list of objects'],
	])('has a row that says so: %j', async (content, fields, message) => {
		const { rows, refusal, source } = await read(content, fields);
		expect(refusal).toContain(message);
		const one = [[0, undefined, '', refusal]];
		expect(rows.map(told)).toEqual(one);
		expect((await all(source.rows())).map(told)).toEqual(one);
	});

	it('may be known only at its end', async () => {
		const text = '{"a":[{"n":1},{"n":2}],\n"b":[{"n":3}]}';
		const { rows, refusal, source } = await read(text);
		expect(refusal).toContain('holds no list of objects, or more than one');
		const lines = [
			[0, 1, '{"n":1}'],
			[1, 1, '{"n":2}'],
		];
		expect(rows.map(told)).toEqual(lines);
		expect((await all(source.rows())).map(told)).toEqual(lines.map((row) => [...row, refusal]));
		expect((await read('{"data":[{"a":1}],"errors":["x"]}')).refusal).toContain('something failed');
	});
});

describe('reading ends', () => {
	it.each([
		['n\n1\n"2\n3\n', 3, 'begins a record with a quote that is never closed'],
		['[{"n":1},\n{"n"', 2, 'holds something that is not valid JSON, or is cut off there'],
	])('where nobody can say how it goes on', async (content, line, problem) => {
		const { rows, file } = await read(content);
		expect(file.refusal).toBeUndefined();
		expect(file.fingerprint).not.toBe('');
		const text = `"Input Binary Field" cannot be read: line ${line} ${problem}`;
		expect(rows.map(told).at(-1)).toEqual([1, line, '', expect.stringContaining(text)]);
	});

	it('so that nobody can say which columns are not there', async () => {
		const fields = { numberColumns: 'b' };
		expect((await read('[{"a":1},{"a"', fields)).refusal).toBeUndefined();
		expect((await read('[{"a":1}]', fields)).refusal).toContain('names "b"');
	});

	it('and what is behind it is part of the fingerprint all the same', async () => {
		const of = async (text: string) => (await read(text)).file.fingerprint;
		const behind = (text: string) => `[{"n":1},{"n":01},${text}${'x'.repeat(70_000)}`;
		expect(await of(behind('1'))).not.toBe(await of(behind('2')));
	});
});

describe('a file that is no text to its end', () => {
	const csv = `n\n${`${'x'.repeat(200)}\n`.repeat(1_000)}`;

	it.each([
		['gzip', gzipSync(csv).subarray(0, -9), 'holds a gzip file that is damaged'],
		['bytes', Buffer.concat([Buffer.from(csv), Buffer.of(0xff)]), 'holds bytes that are not utf-8'],
	])('is refused with all its rows: %s', async (_, content, problem) => {
		const { rows, file, source } = await read(content);
		expect(file.refusal!.message).toMatch(/, behind line \d+$/);
		expect(file.refusal!.message).toContain(problem);
		expect(file.fingerprint).toBe('');
		expect(rows.length).toBeGreaterThan(300);
		const last = { ordinal: rows.length - 1, json: '', problem: file.refusal };
		expect(rows.at(-1)).toMatchObject(last);
		const again = await all(source.rows());
		expect(again).toHaveLength(rows.length);
		expect(again.every((row) => row.problem === file.refusal)).toBe(true);
	});

	it('is refused where n8n cannot go on, behind the rows that it has given', async () => {
		const pieces = ['n,t\n0,a\n', `1,b\n2,${'c'.repeat(70_000)}`, '\n3,d\n'];
		const file = fileOfPieces(pieces, { reading: 1, piece: 2 });
		expect(await all(file.rows())).toHaveLength(4);
		const { fingerprint } = file;
		const problem = '"Input Binary Field" cannot be read by n8n: It is gone, behind line 4';
		expect((await all(file.rows())).map(told)).toEqual([
			[0, 2, '{"n":"0","t":"a"}'],
			[1, 3, '{"n":"1","t":"b"}'],
			[2, undefined, '', problem],
		]);
		expect([file.fingerprint, file.refusal!.message]).toEqual([fingerprint, problem]);
	});
});

const LATIN = Buffer.from('a\nä\n', 'latin1');
const UTF_16 = gzipSync(Buffer.from('\uFEFFa\nä\n', 'utf16le'));
it.each<[content: Buffer | string, options: object, row: unknown[], name: string]>([
	['title\n\na;b,c\n1;2\n', { fromLine: 3, delimiter: ';' }, [0, 4, '{"a":"1","b,c":"2"}'], ''],
	['a,b\tc\n1,5\t2\n', {}, [0, 2, '{"a,b":"1,5","c":"2"}'], 'x.tsv'],
	['a,b\tc\n1,5\t2\n', { delimiter: '\\t' }, [0, 2, '{"a,b":"1,5","c":"2"}'], ''],
	[LATIN, { encoding: 'windows-1252' }, [0, 2, '{"a":"ä"}'], ''],
	[UTF_16, {}, [0, 2, '{"a":"ä"}'], ''],
	['x\n{"a":1}', { fromLine: 2 }, [0, 2, '{"a":1}'], ''],
])('a file is read as its options say: %j, %j', async (content, options, row, name) => {
	expect((await read(content, { options }, name)).rows.map(told)).toEqual([row]);
});

describe('the fingerprint', () => {
	const CSV = 'n;t\n1;é,b\n';
	const of = async (text: string, fields: Fields = {}, name = '') =>
		(await read(text, fields, name)).file.fingerprint;

	it.each<[string, Fields, string]>([
		['read again', {}, ''],
		['of another name', {}, 'x.csv'],
		['without some columns', { fieldsToIgnore: 't' }, ''],
		['with numbers', { numberColumns: 'n' }, ''],
		['whose form is named', { fileFormat: 'csv', options: { delimiter: ';' } }, ''],
		['whose encoding is named', { options: { encoding: 'utf-8' } }, ''],
		['for another shop', { shop: 'b.example' }, ''],
	])('is the same of a file %s', async (_, fields, name) => {
		expect(await of(CSV, fields, name)).toBe(await of(CSV));
	});

	it.each<[string, string, Fields]>([
		['with other rows', `${CSV}2;c,d\n`, {}],
		['in another format', CSV, { fileFormat: 'ndjson' }],
		['with another delimiter', CSV, { options: { delimiter: ',' } }],
		['from another line', CSV, { options: { fromLine: 2, delimiter: ';' } }],
		['whose characters are other ones', CSV, { options: { encoding: 'windows-1252' } }],
		['whose rows name their shops', CSV, { shopColumn: 't' }],
	])('is another of a file %s', async (_, text, fields) => {
		expect(await of(text, fields)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
		expect(await of(text, fields)).not.toBe(await of(CSV));
	});
});
