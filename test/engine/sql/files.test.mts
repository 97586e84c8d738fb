import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { inPieces, withService } from '../../kit/listen.mts';
import { bytesOf, contentOf, useMode } from '../../kit/binaryData.mts';
import { type Choice, failure, NONE, oneShop, sql, stage, texts } from './queries.mts';

/** Answers that become files, as they came or as rows. */

it('puts the JSON of each answer into a file as it came', async () => {
	const body = '{ "data" : [ {"id": 90071992547409931234, "name":"Zoë"} ] }';
	const headers = { 'content-type': 'application/json' };
	for (const _ of stage.sandbox.shops) stage.sandbox.fail('sql', { status: 200, body, headers });
	const result = await sql({
		outputFormat: 'json',
		options: { binaryField: 'report', includeShop: true },
	});
	expect(result.success).toHaveLength(3);
	for (const [item, shop] of stage.sandbox.shops.entries()) {
		const { json, binary, pairedItem } = result.success[item]!;
		const period = { startDate: '2026-06-30', endDate: '2026-06-30' };
		expect([json, pairedItem]).toEqual([{ period, shop }, { item }]);
		expect(binary!.report).toMatchObject({
			fileName: `${shop}_2026-06-30_2026-06-30.json`,
			mimeType: 'application/json',
			fileExtension: 'json',
		});
		expect(await contentOf(binary!.report)).toBe(body);
	}
});

it('writes the rows into a CSV file per part of the period, and none where there are no rows', async () => {
	const query = 'SELECT customer, total FROM orders WHERE date BETWEEN @startDate AND @endDate';
	const period = { period: 'lastNDays', days: 2, outputFormat: 'csv' };
	const result = await sql({ query, ...period, options: { splitBy: 'day', includeShop: true } });
	expect(
		result.success.map(({ pairedItem, binary }) => [
			Object(pairedItem).item,
			binary!.data!.fileName,
		]),
	).toEqual(
		stage.sandbox.shops.flatMap((name, item) => [
			[item, `${name}_2026-06-29_2026-06-29.csv`],
			[item, `${name}_2026-06-30_2026-06-30.csv`],
		]),
	);
	const lines = (await contentOf(result.success[0]!.binary!.data)).split('\r\n');
	expect(lines[0]).toBe('customer,total,shop');
	const own = stage.sandbox.database
		.prepare('SELECT customer FROM all_orders WHERE shop = ? AND date = ?')
		.all(stage.sandbox.shops[0]!, '2026-06-29');
	expect(lines).toHaveLength(own.length + 2);

	const empty = await sql({ query: NONE, outputFormat: 'csv' });
	expect(empty.success).toEqual([]);
	expect(texts(empty).join()).toContain('There are no rows for');
});

/**
 * Runs the operation for one shop against a service that answers as `answer` does.
 * @param afterwards is awaited before the service ends
 */
const sqlAgainst = async (
	answer: RequestListener,
	choice: Choice,
	afterwards: () => Promise<unknown> = async () => {},
) =>
	await withService(answer, async (baseUrl) => {
		stage.change({ baseUrl });
		const result = await sql({ items: oneShop(), onError: 'continueErrorOutput', ...choice });
		await afterwards();
		stage.change({ baseUrl: stage.sandbox.url });
		return result;
	});

const COUNT = 20_000;
const row = (id: number) => `{"id":${id},"big":9007199254740993${id % 10},"name":"Zoë 山, ${id}"}`;
const ROWS = Array.from({ length: COUNT }, (_, id) => row(id));
const LARGE = `{"took":3,"data":[${ROWS.join(',\n')}]}`;

const inParts = (text: string) => inPieces(Buffer.from(text), 40_001);

const CSV_LINES = ROWS.map((_, id) => `${id},9007199254740993${id % 10},"Zoë 山, ${id}"`);
const CONTENTS: Record<string, string> = {
	csv: ['id,big,name', ...CSV_LINES, ''].join('\r\n'),
	json: LARGE,
	ndjson: `${ROWS.join('\n')}\n`,
};

/** What a service or a proxy before it may send with status 200. */
const CUT = 'is cut off, or its JSON is broken';
const SPOILED: Array<
	[what: string, body: Buffer | string, headers: Record<string, string>, problem: string]
> = [
	[
		'a gzip that is cut off',
		gzipSync(LARGE).subarray(0, -100),
		{ 'content-encoding': 'gzip' },
		CUT,
	],
	[
		'a brotli that is cut off',
		brotliCompressSync(LARGE.slice(0, 50_000)).subarray(0, -100),
		{ 'content-encoding': 'br' },
		CUT,
	],
	[
		'a gzip that is none',
		Buffer.from(LARGE),
		{ 'content-encoding': 'gzip' },
		'could not be put into a file',
	],
	['JSON that is cut off', LARGE.slice(0, -1), {}, CUT],
	['an HTML page', '<html>', { 'content-type': 'text/html' }, 'is not JSON'],
	['a failure', '{"success":false,"error":"asleep"}', {}, 'says that the query failed: asleep'],
	['two answers', '{"a":1}\n{"a":2}\n', {}, CUT],
];

describe.each(['filesystem', 'default'] as const)('with binary data in the mode %s', (mode) => {
	useMode(mode);

	it.each(Object.keys(CONTENTS))('writes a large answer as %s', async (outputFormat) => {
		for (const compress of [false, true]) {
			const choice = { outputFormat, options: { compress } };
			const { success, error } = await sqlAgainst(inParts(LARGE), choice);
			expect([error, success.length]).toEqual([[], 1]);
			const bytes = await bytesOf(success[0]!.binary!.data!);
			const text = (compress ? gunzipSync(bytes) : bytes).toString();
			expect(text === CONTENTS[outputFormat]).toBe(true);
			expect(success[0]!.json.rows).toBe(outputFormat === 'json' ? undefined : COUNT);
		}
	});

	it.each(SPOILED)('makes no file of %s', async (_, body, headers, problem) => {
		const answer: RequestListener = (_request, response) =>
			void response.writeHead(200, headers).end(body);
		for (const outputFormat of ['json', 'csv', 'ndjson']) {
			const options = { compress: outputFormat === 'csv', maxWait: 0 };
			const { success, error } = await sqlAgainst(answer, { outputFormat, options });
			expect([success, error.length]).toEqual([[], 1]);
			expect(failure(error[0]).message).toMatch(problem);
		}
	});

	it('gives no file for a column that comes late', async () => {
		const answer = inParts(`[${ROWS.join()},{"late":1}]`);
		const { success, error } = await sqlAgainst(answer, { outputFormat: 'csv' });
		expect([success, error.length]).toEqual([[], 1]);
		expect(failure(error[0]).message).toMatch(/^Row 20001 .* column "late"/);
	});

	it.each<[string, RequestListener]>([
		['204', (_, response) => void response.writeHead(204).end()],
		['blanks', (_, response) => void response.writeHead(200).end(' \r\n')],
	])('takes %s for no rows: no file, and a hint', async (_, answer) => {
		for (const outputFormat of ['json', 'csv', 'ndjson']) {
			const result = await sqlAgainst(answer, { outputFormat });
			expect([result.success, result.error]).toEqual([[], []]);
			expect(texts(result).join()).toContain('There are no rows for');
		}
	});

	it('puts a compressed answer into a file as it was before, without the mark at its beginning', async () => {
		const headers = { 'content-encoding': 'gzip' };
		const answer: RequestListener = (_, response) =>
			void response.writeHead(200, headers).end(gzipSync(`\uFEFF${LARGE}\n`));
		const { success } = await sqlAgainst(answer, { outputFormat: 'json' });
		expect((await contentOf(success[0]!.binary!.data)) === `${LARGE}\n`).toBe(true);
	});

	it('leaves the files of other parts where one breaks off', async () => {
		let requests = 0;
		const answer: RequestListener = (_, response) => {
			if (++requests === 2)
				response.writeHead(200, { 'content-length': 99 }).end('[1,2]', () => response.destroy());
			else response.writeHead(200).end('[1]');
		};
		const period = { period: 'lastNDays', days: 3, outputFormat: 'json' };
		const options = { splitBy: 'day', maxWait: 0 };
		const { success, error } = await sqlAgainst(answer, { ...period, options });
		expect(success.map(({ binary }) => binary!.data!.fileName)).toEqual(
			['2026-06-28', '2026-06-30'].map((day) => `${stage.sandbox.shops[0]}_${day}_${day}.json`),
		);
		expect(error.map((item) => failure(item))).toMatchObject([
			{
				startDate: '2026-06-29',
				message: expect.stringContaining('could not be put into a file: aborted') as string,
			},
		]);
	});
});

it('asks for rows until the limit, and reads no further', async () => {
	let isClosed: Promise<unknown> | undefined;
	// It stalls then, and would be waited for until the timeout.
	const answer: RequestListener = (_, response) => {
		isClosed = once(response, 'close');
		response.write(`[${ROWS.join()},`);
	};
	const choice = { outputFormat: 'ndjson', options: { limit: 3 } };
	const result = await sqlAgainst(answer, choice, async () => await isClosed);
	const content = await contentOf(result.success[0]!.binary!.data);
	expect(content).toBe(`${ROWS.slice(0, 3).join('\n')}\n`);
	expect(texts(result).join()).toContain('"Limit" in the options cut the rows');
});
