import { gzipSync } from 'node:zlib';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { contentOf, MODES, stored, useMode } from '../../kit/binaryData.mts';
import { csvOf, FIRST, IN_TURN, pushFiles } from '../../kit/pushing.mts';

const stage = sharedStage();

// Each goes through a file of thousands of rows several times.

const NUMBERS = { numberColumns: 'n' };
const arrived = () => stage.sandbox.pushed('ads').map(({ row }) => row as IDataObject);
const numbers = () => arrived().map(({ n }) => n as number);
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
const bodies = () => stage.sandbox.requests('ads').map(({ body }) => body);

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
		'a failure with details': '{"success":false,"message":"no","details":[{"field":"a"}]}',
		'an error beside rows': '{"data":[{"n":1}],\n"error":"timed out"}',
		'a status': '{"statusCode":401,"message":"Unauthorized"}',
		'a login page': '<!DOCTYPE html>\n<html>\n<title>Log in</title>\n</html>\n',
		'an error in XML': '<Error><Code>AccessDenied</Code>\n<Id>7</Id></Error>',
		'a line of text': 'Service Unavailable\n',
	};
	const files: Array<[string, string, string]> = Object.entries(ANSWERS).flatMap(([what, text]) =>
		['ads.csv', 'ads.json', 'ads.ndjson', 'ads'].map((name): [string, string, string] => [
			what,
			name,
			text,
		]),
	);

	it.each(files)('but %s is refused before anything is sent (%s)', async (_, name, text) => {
		const { success, error } = await run(await stored(text, name), { skipRecordsWithErrors: true });
		expect(success.filter(({ json }) => json.accepted !== 0)).toEqual([]);
		expect(error).toHaveLength(1);
		const [{ json, pairedItem }] = error as [(typeof error)[0]];
		expect((json.error as IDataObject).message).toMatch(/^"Input Binary Field" /);
		expect(pairedItem).toEqual({ item: 0 });
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it.each([
		['a column named "error"', 'ads.csv', 'n,error,success\n0,x,false\n'],
		['rows with an error', 'ads.json', '[{"n":"0","error":"x","success":"false"}]'],
		[
			'a list without errors',
			'ads.json',
			'{"data":[{"n":"0","error":"x","success":"false"}],"errors":[]}',
		],
		['one line', 'ads.json', '{"n":"0","error":"x","success":"false"}'],
	])('is not what has %s (%s)', async (_, name, text) => {
		const { error } = await run(await stored(text, name));
		expect(error).toEqual([]);
		expect(arrived()).toEqual([{ n: '0', error: 'x', success: 'false' }]);
	});

	it('is told from one of one line, which is read as one of two', async () => {
		const line = '{"n":7,"tags":["a"],"note":"[x]"}\n';
		for (const name of ['ads', 'ads.json', 'ads.ndjson', 'ads.txt']) {
			for (const text of [line, line + line]) await run(await stored(text, name));
		}
		expect(arrived()).toEqual(upTo(12).map(() => JSON.parse(line) as unknown));
	});
});

describe('rows', () => {
	it('go as the file has them', async () => {
		const csv = 'id;spend;active;note\n00123;1,50;yes;\n12345678901234567890;;0;"a ""b"""\n';
		const options = { numberColumns: 'spend', booleanColumns: 'active', decimalSeparator: ',' };
		await run(csv, options, { parameters: { fieldsToIgnore: 'other' } });
		await run(csv, { ...options, includeEmptyCells: true });
		await run('{"id":12345678901234567890, "x":1e400}\n');
		await run('{"id": 1.50, "secret":"x"}', {}, { parameters: { fieldsToIgnore: 'secret' } });
		await run('{"id":"1.50","x":7}', { numberColumns: 'id,x' });
		expect(bodies().map((body) => JSON.stringify(body))).toHaveLength(5);
		expect(stage.sandbox.requests('ads').map(({ text }) => text)).toEqual([
			`{"shop":"${FIRST}","data":[{"id":"00123","spend":1.50,"active":true},{"id":"12345678901234567890","active":false,"note":"a \\"b\\""}]}`,
			`{"shop":"${FIRST}","data":[{"id":"00123","spend":1.50,"active":true,"note":null},{"id":"12345678901234567890","spend":null,"active":false,"note":"a \\"b\\""}]}`,
			`{"shop":"${FIRST}","data":[{"id":12345678901234567890, "x":1e400}]}`,
			`{"shop":"${FIRST}","data":[{"id":1.50}]}`,
			`{"shop":"${FIRST}","data":[{"id":1.50,"x":7}]}`,
		]);
	});

	it.each([
		['NDJSON', '{"n":0,"a":"","b":null, "c":{"d":""}}\n{"n":1,"a":"x"}\n'],
		['JSON', '[{"n":0,"a":"","b":null, "c":{"d":""}}, {"n":1,"a":"x"}]'],
	])('of %s leave out empty texts and null, unless told otherwise', async (_, text) => {
		await run(text);
		await run(text, { includeEmptyCells: true });
		expect(stage.sandbox.requests('ads').map(({ text }) => text)).toEqual([
			`{"shop":"${FIRST}","data":[{"n":0,"c":{"d":""}},{"n":1,"a":"x"}]}`,
			`{"shop":"${FIRST}","data":[{"n":0,"a":"","b":null, "c":{"d":""}},{"n":1,"a":"x"}]}`,
		]);
	});

	it('begin and end where the options say', async () => {
		const csv = `Report\n\nof May\n${csvOf(9)}`;
		const { success } = await run(csv, { ...NUMBERS, fromLine: 4, maxRowCount: 3 });
		expect(success[0]!.json).toMatchObject({ rows: 3, accepted: 3 });
		await run('for 2026\n[\n{"n":3,"name":"row 3"}]', { fromLine: 2 });
		await run('7|x\n8|y\n', { headerRow: false, numberColumns: '0' });
		expect(arrived()).toEqual([
			...upTo(4).map((n) => ({ n, name: `row ${n}` })),
			{ 0: 7, 1: 'x' },
			{ 0: 8, 1: 'y' },
		]);
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
		]);
		expect(failures(result)).toMatchObject([
			{ outcome: 'notSent', message: expect.stringContaining('names "data", which holds no file') },
		]);
		expect(result.hints.map(({ message }) => message).join()).toContain('item 2 has no rows');
	});
});

describe('before anything is sent', () => {
	it.each<[string, Buffer | string, IDataObject, string]>([
		['two columns of one name', 'a,b, a\n1,2,3', {}, 'two columns named "a"'],
		['a column without a name', 'a,,b\n1,2,3', {}, 'column 2 has no name in line 1'],
		[
			'a header that cannot be read',
			'"a"b,c\n1,2',
			{},
			'line 1 begins a record in which something follows',
		],
		[
			'bytes that are no text',
			Buffer.concat([Buffer.from(csvOf(5_000)), Buffer.of(0xff)]),
			{},
			'in line 5002 that are not utf-8',
		],
		['gzip that is cut off', gzipSync(csvOf(5_000)).subarray(0, -9), {}, 'cut off or damaged'],
		[
			'a second list of rows',
			JSON.stringify({ a: [{ n: 1 }], b: [{ n: 2 }] }),
			{},
			'a second list of objects: "a" and "b"',
		],
		['no list of rows', '{"a":{"b":[{"n":1}]}}', {}, 'line 1 holds neither a list'],
		['a delimiter of two characters', 'a\n1', { delimiter: '||' }, '"Delimiter" must be one'],
		['an encoding that there is not', 'a\n1', { encoding: 'x' }, '"Encoding" is "x"'],
		['an item per row', 'a\n1', { output: 'rows' }, '"Output" must be one of its choices'],
		[
			'a file of failed rows per request',
			'a\n1',
			{ output: 'requests', failedRowsField: 'x' },
			'One Item per File',
		],
	])('%s is an error', async (_, content, options, message) => {
		const result = await run(content, options);
		expect(failures(result)).toMatchObject([{ message: expect.stringContaining(message) }]);
		expect(result.success).toEqual([]);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it('a preview shows what would be sent', async () => {
		const { success } = await run(csvOf(3), { preview: true, batchSize: 2 });
		expect(success.map(({ json }) => [json.rows, json.firstRow])).toEqual([
			[2, { n: '0', name: 'row 0' }],
			[1, { n: '2', name: 'row 2' }],
		]);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it('names of columns that the file does not have are hinted at', async () => {
		const { hints } = await run(csvOf(1), { numberColumns: 'n,clicks' });
		expect(hints.map(({ message }) => message)).toContain(
			'"Number Columns" names fields that no file has: clicks. Correct these names, or remove them.',
		);
	});
});

describe('a record that cannot be read', () => {
	const csv = 'n,name\n0,a\n1,b\n2\n3,d\nx,e\n';
	const options = { ...NUMBERS, ...IN_TURN, batchSize: 1 };

	it('ends the file, the rest was not sent', async () => {
		const result = await run(csv, options);
		expect(numbers()).toEqual([0, 1]);
		expect(result.success[0]!.json).toMatchObject({
			rows: 5,
			accepted: 2,
			rejected: 1,
			notSent: 2,
		});
		expect(
			failures(result).map(({ outcome, line, rowIndex, row }) => [outcome, line, rowIndex, row]),
		).toEqual([
			['rejected', 4, 2, null],
			['notSent', 5, 3, { n: 3, name: 'd' }],
			['notSent', 6, 4, { n: 'x', name: 'e' }],
		]);
		expect(failures(result)[0]!.message).toContain(
			'line 4 has 1 cells, and the file has 2 columns',
		);
		expect(await contentOf(failedRows(result))).toBe('{"n":3,"name":"d"}\n{"n":"x","name":"e"}\n');
		const perRequest = await run(csv, { ...options, output: 'requests' });
		expect(perRequest.success.map(({ json }) => [json.rows, json.status])).toEqual([
			[1, 200],
			[1, 200],
		]);
		expect(perRequest.error).toHaveLength(3);
	});

	it('is skipped where that is chosen', async () => {
		const result = await run(csv, { ...options, skipRecordsWithErrors: true });
		expect(numbers()).toEqual([0, 1, 3]);
		expect(result.success[0]!.json).toMatchObject({
			rows: 5,
			accepted: 3,
			rejected: 2,
			notSent: 0,
		});
		expect(failures(result).map(({ line, message }) => [line, message])).toEqual([
			[4, expect.stringContaining('has 1 cells')],
			[6, '"n" holds "x", which is not a number'],
		]);
		expect(await contentOf(failedRows(result))).toBe('{"n":"x","name":"e"}\n');
	});

	it('stops a node without error output, which counts the rows', async () => {
		const { thrown } = await run(csv, options, { onError: undefined });
		expect(thrown?.message).toContain(
			'Of 5 rows: 2 accepted, 1 rejected, 2 not sent. First rejected: row 2 of item 0 (line 4)',
		);
	});

	it('is skipped by a node without error output too, which ends well and tells of it', async () => {
		const skipping = { ...options, skipRecordsWithErrors: true };
		const result = await run(csv, skipping, { onError: undefined });
		expect(result.thrown).toBeUndefined();
		expect(numbers()).toEqual([0, 1, 3]);
		const counts = { rows: 5, accepted: 3, rejected: 2, notSent: 0, unknown: 0 };
		expect(result.success.map(({ json }) => json)).toMatchObject([counts]);
		expect(await contentOf(failedRows(result))).toBe('{"n":"x","name":"e"}\n');
		expect(result.hints.map(({ message }) => message)).toEqual([
			'2 of 5 rows were not accepted: they were skipped.',
			'Of the rows of item 0 that were not accepted, 2 have no item of their own. The first that was skipped is in line 4: "Input Binary Field" cannot be read: line 4 has 1 cells, and the file has 2 columns. All that could be read are in the file "failedRows".',
		]);
	});

	it('is no excuse for what the service refuses, nor for a rest that cannot be read', async () => {
		const skipping = { ...options, skipRecordsWithErrors: true };
		stage.sandbox.fail('ads', 'ok', 'ok', 400);
		const refused = await run(csv, skipping, { onError: undefined });
		expect(refused.thrown?.message).toMatch(/^400 .*Of 5 rows: 2 accepted, 3 rejected\./);
		const unclosed = await run('n,name\n0,a\n1\n2,b\n3,"c\n4,d\n', skipping, {
			onError: undefined,
		});
		expect(unclosed.thrown?.message).toMatch(
			/a quote that is never closed\. Of 4 rows: 2 accepted, 2 rejected\./,
		);
	});

	it('may be any of thousands: a thousand have items of their own, all are in the file', async () => {
		const lines = upTo(3_000)
			.map((n) => `x${n},name\n`)
			.join('');
		const result = await run(`n,name\n${lines}`, { ...NUMBERS, failedRowsField: 'again' });
		expect(result.error).toHaveLength(1_000);
		expect(result.success[0]!.json).toMatchObject({
			rows: 3_000,
			rejected: 3_000,
			requests: 0,
			bytes: 0,
		});
		expect(result.hints.map(({ message }) => message).join()).toContain(
			'2000 have no item of their own',
		);
		const text = await contentOf(result.success[0]!.binary!.again);
		expect(text.split('\n')).toHaveLength(3_001);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});
});

describe('in the middle of a file', () => {
	it('a refusal, a body that is too large and a lost answer add up, and the rest ends clean', async () => {
		stage.sandbox.fail('ads', 'ok', 400, 413, 'ok', 'ok', 'lostAnswer', 'ok');
		const result = await run(csvOf(1_000), { ...NUMBERS, ...IN_TURN, batchSize: 100 });
		const { json } = result.success[0]!;
		const { rows, accepted, rejected, unknown, notSent } = json as Record<string, number>;
		expect(rows).toBe(1_000);
		expect(accepted! + rejected! + unknown! + notSent!).toBe(1_000);
		expect([rejected, unknown]).toEqual([100, expect.any(Number)]);
		expect(unknown).toBeGreaterThan(0);
		expect(result.error).toHaveLength(1_000 - accepted!);
		// Of the rows whose answer was lost, the sandbox has taken all.
		const lost = new Set(
			failures(result)
				.filter(({ outcome }) => outcome === 'unknown')
				.map(({ row }) => (row as { n: number }).n),
		);
		const text = (await contentOf(failedRows(result))).split('\n').filter(Boolean);
		const again = text.filter((row) => !lost.has((JSON.parse(row) as { n: number }).n)).join('\n');
		const second = await run(again, { ...NUMBERS, ...IN_TURN });
		expect(second.error).toEqual([]);
		expect(ascending(numbers())).toEqual(upTo(1_000));
	});
});

it('an execution that is stopped reads no further', async () => {
	const stop = new AbortController();
	stage.sandbox.fail('ads', { delayMs: 300 });
	const running = run(csvOf(50_000), { ...NUMBERS, ...IN_TURN }, { signal: stop.signal });
	while (stage.sandbox.openRequests('ads') === 0) await new Promise((done) => setTimeout(done, 5));
	stop.abort();
	const { hints } = await running;
	expect(hints.map(({ message }) => message).join()).toContain('The execution was stopped');
	expect(stage.sandbox.requests('ads').length).toBeLessThan(5);
});

describe('a rerun', () => {
	useMode('filesystem');
	const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError: undefined };
	const options = { ...NUMBERS, ...IN_TURN, batchSize: 100 };

	it('sends only what was not accepted, and counts all of it', async () => {
		stage.sandbox.fail('ads', 'ok', 'ok', 400, 'ok', 400);
		const { success, thrown } = await run(csvOf(1_000), options, RETRY);
		expect(thrown).toBeUndefined();
		expect(numbers()).toEqual(upTo(1_000));
		const bytes = stage.sandbox
			.requests('ads')
			.filter(({ status }) => status === 200)
			.reduce((sum, sent) => sum + sent.bytes, 0);
		expect(success.map(({ json }) => json)).toEqual([
			{
				shop: FIRST,
				fileName: 'rows.csv',
				rows: 1_000,
				accepted: 1_000,
				rejected: 0,
				unknown: 0,
				notSent: 0,
				requests: 10,
				bytes,
			},
		]);
	});

	it('gives an item per request as if it had sent them all', async () => {
		stage.sandbox.fail('ads', 'ok', 'ok', 400);
		const { success } = await run(csvOf(1_000), { ...options, output: 'requests' }, RETRY);
		expect(success.map(({ json }) => json.rows)).toEqual(upTo(10).map(() => 100));
	});

	it('does not send again what may have arrived', async () => {
		stage.sandbox.fail('ads', 'ok', 'lostAnswer');
		const { thrown } = await run(csvOf(1_000), options, RETRY);
		expect(thrown?.message).toContain('Of 1000 rows: 900 accepted, 100 unknown');
		expect(numbers()).toEqual(upTo(1_000));
	});

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
			outcome: 'notSent',
			message: expect.stringMatching(/^"Input Binary Field" .*n8n cannot open: File not found/),
			description: expect.stringContaining('every worker'),
		});
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it('keeps one entry of what follows each other', async () => {
		stage.sandbox.fail('ads', ...upTo(8).map(() => 'ok' as const), 400);
		const { stored: data } = await run(csvOf(1_000), options, { onError: undefined });
		expect(data.match(/"inFlight"|"accepted"/g)).toHaveLength(1);
	});
});
