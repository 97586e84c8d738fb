import { gzipSync } from 'node:zlib';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { contentOf, MODES, stored, useMode, watchStreams } from '../../kit/binaryData.mts';
import { csvOf, FIRST, IN_TURN, pushFiles } from '../../kit/pushing.mts';

const stage = sharedStage();

// Each goes through a file of thousands of rows several times.

const NUMBERS = { numberColumns: 'n' };
const arrived = () => stage.sandbox.pushed('ads').map(({ row }) => row as IDataObject);
const numbers = () => arrived().map(({ n }) => n as number);
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

async function run(
	file: IBinaryData | Buffer | string,
	{ numberColumns = '', preview = false, ...options }: IDataObject = {},
	{ parameters = {}, ...more }: Partial<RunOptions> = {},
) {
	const isStored = typeof file === 'object' && 'mimeType' in file;
	return await stage.run({
		parameters: pushFiles(options, { numberColumns, preview, ...parameters }),
		files: [{ data: isStored ? file : await stored(file) }],
		onError: 'continueErrorOutput',
		...more,
	});
}

/** What the error items say. */
const failures = ({ error }: Awaited<ReturnType<typeof run>>) =>
	error.map(({ json }) => json.error as IDataObject);
const failedRows = ({ success }: Awaited<ReturnType<typeof run>>) => success[0]!.binary?.failedRows;

describe.each(MODES)('in the binary mode %s', (mode) => {
	useMode(mode);

	const FILES: Record<string, Buffer> = {
		'a CSV file': Buffer.from(csvOf(2_000)),
		'a compressed CSV file in UTF-16': gzipSync(Buffer.from(`\uFEFF${csvOf(2_000)}`, 'utf16le')),
		'an NDJSON file': Buffer.from(
			upTo(2_000)
				.map((n) => `{"n":${n},"name":"row ${n}"}\n`)
				.join(''),
		),
		'a JSON file': Buffer.from(
			JSON.stringify(
				{ total: 2_000, data: upTo(2_000).map((n) => ({ n, name: `row ${n}` })) },
				null,
				1,
			),
		),
	};

	/** Where the workflow keeps a file, if not beside the item's JSON. */
	const inItem = (data: IBinaryData): Partial<RunOptions> =>
		mode === 'combined'
			? {
					items: [{ _files: { data } }],
					files: [],
					settings: { binaryMode: 'combined' } as never,
				}
			: {};

	it.each(Object.entries(FILES))(
		'pushes %s, and gives back what was refused',
		async (_, content) => {
			stage.sandbox.fail('ads', 'ok', 400);
			const options = { ...NUMBERS, ...IN_TURN };
			const file = await stored(content, 'rows');
			const result = await run(file, options, inItem(file));
			const counts = { rows: 2_000, accepted: 1_500, rejected: 500, unknown: 0, notSent: 0 };
			expect(result.success).toHaveLength(1);
			const [{ json, binary, pairedItem }] = result.success as [(typeof result.success)[0]];
			const { _files: inJson, ...rest } = json as { _files?: Record<string, IBinaryData> };
			expect(rest).toMatchObject({ shop: FIRST, fileName: 'rows', ...counts, requests: 3 });
			expect(pairedItem).toEqual({ item: 0 });
			expect(result.error).toHaveLength(500);
			expect(arrived().every(({ n, name }) => name === `row ${n}`)).toBe(true);

			const again = (mode === 'combined' ? inJson : binary)?.failedRows;
			const text = await contentOf(again);
			expect(text.split('\n')[0]).toBe('{"n":500,"name":"row 500"}');
			const second = await run(again!, options, inItem(again!));
			expect(second.success[0]!.json).toMatchObject({ rows: 500, accepted: 500 });
			expect(second.error).toEqual([]);
			expect(ascending(numbers())).toEqual(upTo(2_000));
		},
	);

	it('goes on with the file that n8n stored with a failed execution', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const file = await stored(FILES['a CSV file']!);
		const failed = await run(file, NUMBERS, { onError: undefined, ...inItem(file) });
		// How many requests have begun before the answer to the second comes is chance.
		const counts = `Of 2000 rows: ${arrived().length} accepted, 500 rejected`;
		expect(failed.thrown?.message).toMatch(/^400 /);
		expect(failed.thrown?.message).toContain(counts);
		const { thrown, success } = await stage.engine.retry(failed);
		expect(thrown).toBeUndefined();
		expect(success[0]!.json).toMatchObject({ rows: 2_000, accepted: 2_000 });
		expect(ascending(numbers())).toEqual(upTo(2_000));
	});
});

describe('a file that holds no rows', () => {
	const ANSWERS: Record<string, string> = {
		'an error beside an empty list': '{"data":[],"errors":[{"message":"quota"}]}',
		'an error beside rows': '{"data":[{"n":1}],\n"error":"timed out"}',
		'a status': '{"statusCode":401,"message":"Unauthorized"}',
		'a login page': '<!DOCTYPE html>\n<html>\n<title>Log in</title>\n</html>\n',
	};
	const files: Array<[string, string, string]> = Object.entries(ANSWERS).flatMap(([what, text]) =>
		['ads.csv', 'ads.json', 'ads'].map((name): [string, string, string] => [what, name, text]),
	);

	it.each(files)('but %s is refused before anything is sent (%s)', async (_, name, text) => {
		const { success, error } = await run(await stored(text, name));
		expect(success.filter(({ json }) => json.accepted !== 0)).toEqual([]);
		expect(error).not.toEqual([]);
		for (const { json, pairedItem } of error) {
			expect((json.error as IDataObject).message).toMatch(/^"Input Binary Field" /);
			expect(pairedItem).toEqual({ item: 0 });
		}
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});
});

describe('rows', () => {
	const data = (...rows: string[]) => `{"shop":"${FIRST}","data":[${rows.join(',')}]}`;
	const texts = () => stage.sandbox.requests('ads').map(({ text }) => text);

	it('of CSV go as the file has them, with their digits', async () => {
		const csv = 'id;spend;active;note\n00123;1,50;yes;\n12345678901234567890;;0;"a ""b"""\n';
		const options = { numberColumns: 'spend', booleanColumns: 'active' };
		const parameters = { numberFormat: 'decimalComma' };
		await run(csv, options, { parameters });
		await run(csv, { ...options, emptyValues: '00123, x' }, { parameters });
		await run('a,b\n-,1\nn/a,2\n', { emptyValues: '-, n/a' });
		expect(texts()).toEqual([
			data(
				'{"id":"00123","spend":1.50,"active":true}',
				'{"id":"12345678901234567890","active":false,"note":"a \\"b\\""}',
			),
			data(
				'{"spend":1.50,"active":true}',
				'{"id":"12345678901234567890","active":false,"note":"a \\"b\\""}',
			),
			data('{"b":"1"}', '{"b":"2"}'),
		]);
	});

	it('of NDJSON keep the digits that JavaScript cannot hold, or are refused by name', async () => {
		const result = await run('{"id":12345678901234567890,"x":0.10}\n{"id":1,"x":1e400}\n');
		const canHold = 'rawJSON' in JSON;
		expect(texts()).toEqual(canHold ? [data('{"id":12345678901234567890,"x":0.1}')] : []);
		expect(failures(result).at(-1)).toMatchObject({
			outcome: 'rejected',
			line: 2,
			message: expect.stringMatching(/^"x" is 1e400, a number that JavaScript cannot hold/),
			row: { id: 1, x: '1e400' },
		});
		expect(await contentOf(failedRows(result))).toContain('{"id":1,"x":1e400}\n');
	});

	it('of several files go to their shops, an item for each', async () => {
		const files = await Promise.all([csvOf(3), csvOf(2), ''].map((text) => stored(text)));
		const result = await run('', NUMBERS, {
			items: [{}, {}, {}, {}],
			files: [...files.map((data) => ({ data })), {}],
		});
		expect(
			result.success.map(({ json, pairedItem }) => [json.rows, json.accepted, pairedItem]),
		).toEqual([
			[3, 3, { item: 0 }],
			[2, 2, { item: 1 }],
			[0, 0, { item: 2 }],
			[1, 0, { item: 3 }],
		]);
		expect(stage.sandbox.requests('ads').map((sent) => sent.rows)).toEqual([3, 2]);
		expect(failures(result)).toMatchObject([
			{
				outcome: 'rejected',
				message: expect.stringContaining('names "data", which holds no file'),
			},
		]);
		expect(result.hints.map(({ message }) => message).join()).toContain('item 3 has no rows');
	});
});

describe('before anything is sent', () => {
	it.each<[string, Buffer | string, IDataObject, string]>([
		['two columns of one name', 'a,b, a\n1,2,3', {}, 'two columns named "a"'],
		['bytes that are no text', Buffer.of(0x61, 0xff), {}, 'holds bytes that are not utf-8'],
		[
			'gzip that is cut off behind thousands of rows',
			gzipSync(csvOf(5_000)).subarray(0, -9),
			{},
			'holds a gzip file that is damaged, cut off or of several parts, behind line ',
		],
		[
			'a failure behind thousands of rows',
			JSON.stringify({ rows: upTo(5_000).map((n) => ({ n })), error: 'timed out' }),
			{},
			'holds an object which says that something failed',
		],
	])(
		'%s is an error of the file, whose rows are rejected',
		async (_, content, options, message) => {
			const result = await run(content, options);
			for (const failure of failures(result)) {
				expect(failure.message).toContain(message);
				expect(failure.outcome).toBe('rejected');
			}
			const { rows, rejected, accepted, shop } = result.success[0]!.json;
			expect(rows).toBeGreaterThan(0);
			expect([rejected, accepted, shop]).toEqual([rows, 0, null]);
			expect(result.error).toHaveLength(Math.min(rows as number, 1_000));
			const { thrown } = await run(content, options, { onError: undefined });
			expect(thrown?.message).toContain(message);
			expect(stage.sandbox.requests('ads')).toEqual([]);
		},
	);
});

describe('a record that cannot be read', () => {
	const csv = 'n,name\n0,a\n1,b\n2\n3,d\nx,e\n';
	const options = { ...NUMBERS, ...IN_TURN, batchSize: 1 };

	it('is rejected with the error output, and the others go', async () => {
		const result = await run(csv, options);
		expect(numbers()).toEqual([0, 1, 3]);
		expect(result.success[0]!.json).toMatchObject({
			...{ rows: 5, accepted: 3, rejected: 2, notSent: 0 },
		});
		expect(
			failures(result).map(({ outcome, line, rowIndex, row, message }) => [
				...[outcome, line, rowIndex, row, message],
			]),
		).toEqual([
			[
				...['rejected', 4, 2, null],
				'"Input Binary Field" holds a line of 1 cells, and the file has 2 columns',
			],
			['rejected', 6, 4, { n: 'x', name: 'e' }, '"n" holds "x", which is not a number'],
		]);
		expect(await contentOf(failedRows(result))).toBe('{"n":"x","name":"e"}\n');
		const perRequest = await run(csv, { ...options, output: 'requests' });
		expect(perRequest.success.map(({ json }) => [json.rows, json.status])).toEqual([
			[1, 200],
			[1, 200],
			[1, 200],
		]);
		expect(perRequest.error).toHaveLength(2);
	});

	const BAD = 3_001;
	it.each<[format: string, file: string, line: number]>([
		['CSV', `${csvOf(BAD)}x,last\n`, BAD + 2],
		[
			'NDJSON',
			`${upTo(BAD)
				.map((n) => `{"n":${n}}\n`)
				.join('')}{"n":}\n`,
			BAD + 1,
		],
		['JSON', `${JSON.stringify(upTo(BAD).map((n) => ({ n }))).slice(0, -1)},\n{"n":"x"}]`, 2],
	])(
		'is known before anything is sent at the end of a %s file of several batches',
		async (_, file, line) => {
			const stopped = await run(file, NUMBERS, { onError: undefined });
			expect(stopped.thrown?.message).toContain(`1 of ${BAD + 1} rows cannot be sent. First, `);
			expect(stopped.thrown?.message).toContain(`line ${line}`);
			expect(stage.sandbox.requests('ads')).toEqual([]);

			const { success, error } = await run(file, NUMBERS);
			expect(success[0]!.json).toMatchObject({ rows: BAD + 1, accepted: BAD, rejected: 1 });
			expect(error).toHaveLength(1);
			expect(ascending(numbers())).toEqual(upTo(BAD));
		},
	);

	it('ends the file where nobody can say how it goes on, and the rows before it go', async () => {
		const unclosed = 'n,name\n0,a\n1\n2,b\n3,"c\n4,d\n';
		const { thrown } = await run(unclosed, options, { onError: undefined });
		expect(thrown?.message).toContain('2 of 4 rows cannot be sent. First, line 3: ');
		expect(thrown?.description).toContain('line 5 begins a record with a quote that is never');
		expect(stage.sandbox.requests('ads')).toEqual([]);
		const result = await run(unclosed, options);
		expect(numbers()).toEqual([0, 2]);
		expect(result.success[0]!.json).toMatchObject({ rows: 4, accepted: 2, rejected: 2 });
	});
});

const LONG = 'x'.repeat(700_000);
it.each<[what: string, content: Buffer | string, fields: IDataObject]>([
	['good', csvOf(20_000), NUMBERS],
	['a web page', `<html>${LONG}`, {}],
	['a ZIP archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(600_000)]), {}],
	['of bytes that are no text', Buffer.concat([Buffer.of(0x61, 0xff), Buffer.from(LONG)]), {}],
	['of two lists of rows', JSON.stringify({ a: [{ n: 1 }], b: [{ n: 1 }], c: LONG }), {}],
	['without a column that is named', csvOf(40_000), { numberColumns: 'x' }],
])('a file is closed, whatever it holds: %s', async (_, content, fields) => {
	const file = await stored(content);
	const streams = watchStreams();
	await run(file, fields);
	const opened = await streams();
	expect(opened.length).toBeGreaterThan(1);
	for (const stream of opened) expect(stream.destroyed).toBe(true);
});

it('an execution that is stopped reads no further', async () => {
	const stop = new AbortController();
	stage.sandbox.fail('ads', { delayMs: 300 });
	const running = run(csvOf(50_000), { ...NUMBERS, ...IN_TURN }, { signal: stop.signal });
	while (stage.sandbox.openRequests('ads') === 0) await new Promise((done) => setTimeout(done, 5));
	stop.abort();
	await running;
	expect(stage.sandbox.requests('ads').length).toBeLessThan(5);
});

describe('a rerun', () => {
	useMode('filesystem');
	const options = { ...NUMBERS, ...IN_TURN, batchSize: 100 };

	it('of another file sends nothing, and says why', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const failed = await run(csvOf(1_000), options, { onError: undefined });
		expect(numbers()).toEqual(upTo(100));
		const other = await stored(csvOf(999));
		const name = (failed.stored.match(/filesystem-v2:[^"]+/) ?? [''])[0];
		const changed = { ...failed, stored: failed.stored.replaceAll(name, other.id!) };
		const again = await stage.engine.retry(changed);
		expect(again.thrown?.message).toContain('holds another file than at an earlier try');
		expect(numbers()).toEqual(upTo(100));
		// The file itself goes on where it ended.
		const third = await stage.engine.retry(failed);
		expect(third.thrown).toBeUndefined();
		expect(numbers()).toEqual(upTo(1_000));
	});

	it('of a file that another worker keeps for itself sends nothing, and says why', async () => {
		const { id, ...file } = await stored(csvOf(10));
		const elsewhere = {
			...file,
			id: id!.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000'),
		};
		const result = await run(elsewhere, options, { items: [{}, {}, {}] });
		expect(failures(result)[0]).toMatchObject({
			outcome: 'rejected',
			message: expect.stringMatching(/^"Input Binary Field" cannot be read by n8n: File not found/),
			description: expect.stringContaining('every worker'),
		});
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});
});
