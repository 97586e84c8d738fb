import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { contentOf, useMode } from '../../kit/binaryData.mts';
import { stage, NONE, type Choice, sql, texts, oneShop, failure } from './queries.mts';

/** Answers that become files, as they came or as CSV. */

it('puts the JSON of each answer into a file as it came', async () => {
	const body = '{ "data" : [ {"id": 90071992547409931234, "name":"Zoë"} ] }';
	const headers = { 'content-type': 'application/json' };
	for (const _ of stage.sandbox.shops) stage.sandbox.fail('sql', { status: 200, body, headers });
	const result = await sql({
		outputFormat: 'json',
		options: { binaryField: 'report', includeShop: true },
	});
	expect(result.thrown).toBeUndefined();
	expect(result.success).toHaveLength(3);
	for (const [item, name] of stage.sandbox.shops.entries()) {
		const { json, binary, pairedItem } = result.success[item]!;
		expect(json).toEqual({
			period: { startDate: '2026-06-30', endDate: '2026-06-30' },
			shop: name,
		});
		expect(pairedItem).toEqual({ item });
		expect(binary!.report).toMatchObject({
			fileName: `${name}_2026-06-30_2026-06-30.json`,
			mimeType: 'application/json',
		});
		expect(await contentOf(binary!.report)).toBe(body);
	}
});

it.each([
	['csv', 'id,name\r\n1,Zoë\r\n2,\r\n'],
	['json', '{"data":[ {"id":1,"name":"Zoë"}, {"id":2,"name":null} ]}'],
	['ndjson', '{"id":1,"name":"Zoë"}\n{"id":2,"name":null}\n'],
	['items', undefined],
])('gives the answer as the output format says: %s', async (outputFormat, content) => {
	const body = '{"data":[ {"id":1,"name":"Zoë"}, {"id":2,"name":null} ]}';
	stage.sandbox.fail('sql', { status: 200, body, headers: { 'content-type': 'application/json' } });
	const { success } = await sql({ items: oneShop(), outputFormat });
	if (content === undefined) {
		const rows = [
			{ id: 1, name: 'Zoë' },
			{ id: 2, name: null },
		];
		expect(success).toEqual(rows.map((json) => ({ json, pairedItem: { item: 0 } })));
		return;
	}
	expect(success).toHaveLength(1);
	const { data } = success[0]!.binary!;
	expect(data!.fileExtension).toBe(outputFormat);
	expect(await contentOf(data)).toBe(content);
});

/** Runs the operation against a service that answers as `answer` does. */
async function sqlAgainst(answer: RequestListener, choice: Choice) {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { engine, key, sandbox } = stage;
	const { port } = server.address() as AddressInfo;
	engine.updateCredential(key, { baseUrl: `http://127.0.0.1:${port}` });
	try {
		return await sql({ onError: 'continueErrorOutput', ...choice });
	} finally {
		engine.updateCredential(key, { baseUrl: sandbox.url });
		server.closeAllConnections();
		server.close();
	}
}

it('explains an answer that breaks off on its way into a file', async () => {
	const result = await sqlAgainst(
		(_, response) => {
			response.writeHead(200, { 'content-length': 1_000 }).write('[');
			setTimeout(() => response.destroy(), 50);
		},
		{ outputFormat: 'json' },
	);
	expect(result.success).toEqual([]);
	expect(result.error.map((item) => failure(item).message)).toEqual(
		Array(3).fill('The answer could not be put into a file: aborted'),
	);
});

const LONG = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, name: `Row ${id}` })));

/** What a service or a proxy before it may send with status 200. */
const SPOILED: Record<
	string,
	[body: Buffer | string, headers: Record<string, string>, problem: string]
> = {
	'a gzip that is cut off': [
		gzipSync(LONG).subarray(0, -100),
		{ 'content-encoding': 'gzip' },
		'is cut off, or its JSON is broken',
	],
	'a brotli that is cut off': [
		brotliCompressSync(LONG).subarray(0, -100),
		{ 'content-encoding': 'br' },
		'is cut off, or its JSON is broken',
	],
	'a gzip that is none': [
		Buffer.from(LONG),
		{ 'content-encoding': 'gzip' },
		'could not be put into a file',
	],
	'JSON that is cut off': [LONG.slice(0, -1), {}, 'is cut off, or its JSON is broken'],
	'an HTML page': [
		'<html><title>Sign in</title></html>',
		{ 'content-type': 'text/html' },
		'is not JSON',
	],
	'a text': ['Forbidden', { 'content-type': 'application/json' }, 'is not JSON'],
	'an answer that says it failed': [
		'{"success":false,"error":"asleep"}',
		{},
		'The answer says that the query failed: asleep',
	],
	'two answers': ['{"a":1}\n{"a":2}\n', {}, 'its JSON is broken'],
};

describe.each(['filesystem', 'default'] as const)('with binary data in the mode %s', (mode) => {
	useMode(mode);

	it.each(Object.entries(SPOILED))('makes no file of %s', async (_, [body, headers, problem]) => {
		const answer: RequestListener = (_request, response) =>
			void response.writeHead(200, headers).end(body);
		for (const outputFormat of ['json', 'csv', 'ndjson']) {
			for (const compress of [false, true]) {
				const options = { compress, maxWait: 0 };
				const result = await sqlAgainst(answer, { items: oneShop(), outputFormat, options });
				expect(result.success).toEqual([]);
				expect(result.error).toHaveLength(1);
				expect(failure(result.error[0]).message).toMatch(problem);
			}
		}
	});

	it.each<[string, RequestListener]>([
		['204', (_, response) => void response.writeHead(204).end()],
		['an empty body', (_, response) => void response.writeHead(200).end()],
		['blanks', (_, response) => void response.writeHead(200).end(' \r\n')],
	])('takes %s for no rows: no file, and a hint', async (_, answer) => {
		for (const outputFormat of ['json', 'csv', 'ndjson']) {
			const result = await sqlAgainst(answer, { items: oneShop(), outputFormat });
			expect([result.success, result.error]).toEqual([[], []]);
			expect(texts(result).join()).toContain('There are no rows for');
			expect(texts(result).join()).toContain('which counts as no rows');
		}
	});

	it('puts a compressed answer into a file as it was before', async () => {
		const headers = { 'content-encoding': 'gzip' };
		const result = await sqlAgainst(
			(_, response) => void response.writeHead(200, headers).end(gzipSync(`\uFEFF${LONG}\n`)),
			{ items: oneShop(), outputFormat: 'json' },
		);
		expect(await contentOf(result.success[0]!.binary!.data)).toBe(`\uFEFF${LONG}\n`);
	});

	it('leaves the files of other windows where one breaks off', async () => {
		let requests = 0;
		const result = await sqlAgainst(
			(_, response) => {
				if (++requests === 2)
					response.writeHead(200, { 'content-length': 99 }).end('[1,2]', () => response.destroy());
				else response.writeHead(200).end('[1]');
			},
			{
				items: oneShop(),
				period: 'lastNDays',
				days: 3,
				outputFormat: 'json',
				options: { splitBy: 'day', maxWait: 0 },
			},
		);
		expect(result.success.map(({ binary }) => binary!.data!.fileName)).toEqual(
			['2026-06-28', '2026-06-30'].map((day) => `${stage.sandbox.shops[0]}_${day}_${day}.json`),
		);
		expect(result.error.map((item) => failure(item).startDate)).toEqual(['2026-06-29']);
	});
});

it('explains a failed query for a file like any other', async () => {
	const result = await sql({
		query: 'SELECT x FROM nowhere',
		outputFormat: 'json',
		onError: 'continueErrorOutput',
	});
	expect(result.error.map((item) => failure(item).status)).toEqual([400, 400, 400]);
	expect(failure(result.error[0]).message).toContain('no such table: nowhere');
});

it('writes the rows into a CSV file per window, and none where there are no rows', async () => {
	const query = 'SELECT customer, total FROM orders WHERE date BETWEEN @startDate AND @endDate';
	const result = await sql({
		query,
		period: 'lastNDays',
		days: 2,
		outputFormat: 'csv',
		options: { splitBy: 'day', includeShop: true },
	});
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
