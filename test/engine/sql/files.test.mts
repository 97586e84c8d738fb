import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { bytesOf, useMode } from '../../kit/binaryData.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

/**
 * Runs a query against a service that answers as `answer` does.
 * @param afterwards is awaited before the service ends
 */
async function sqlFile(
	answer: RequestListener,
	{ outputFormat, ...options }: IDataObject,
	afterwards: () => Promise<void> = async () => {},
) {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	stage.engine.updateCredential(stage.key, { baseUrl: `http://127.0.0.1:${port}` });
	try {
		const result = await stage.run({
			items: [{ row: 1 }],
			onError: 'continueErrorOutput',
			parameters: {
				resource: 'sql',
				operation: 'executeQuery',
				shopDomain: 'my-shop.example',
				query: 'SELECT a FROM orders WHERE date BETWEEN @startDate AND @endDate',
				period: 'custom',
				startDate: '2026-06-01',
				endDate: '2026-06-30',
				outputFormat,
				options,
			},
		});
		await afterwards();
		return result;
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const errorItemOf = ({ error }: { error: Array<{ json: IDataObject }> }) =>
	error[0]?.json.error as IDataObject;

const COUNT = 20_000;
const row = (id: number) => `{"id":${id},"big":9007199254740993${id % 10},"name":"Zoë 山, ${id}"}`;
const rows = (count = COUNT, from = 0) => Array.from({ length: count }, (_, n) => row(from + n));

/** Answers in parts that cut characters in two. */
const inParts =
	(text: string): RequestListener =>
	(_, response) => {
		void (async () => {
			const bytes = Buffer.from(text);
			for (let at = 0; at < bytes.length; at += 40_001) {
				const part = bytes.subarray(at, at + 40_001);
				await new Promise((resolve) => response.write(part, resolve));
			}
			response.end();
		})();
	};

const LARGE = `{"took":3,"data":[${rows().join(',\n')}]}`;
const CSV_LINES = rows().map((_, id) => `${id},9007199254740993${id % 10},"Zoë 山, ${id}"`);

const CONTENTS: Record<string, string> = {
	csv: ['id,big,name', ...CSV_LINES, ''].join('\r\n'),
	json: LARGE,
	ndjson: rows().join('\n') + '\n',
};

describe.each(['filesystem', 'default'] as const)('with binary data in the mode %s', (mode) => {
	useMode(mode);

	it.each(Object.keys(CONTENTS))('writes a large answer as %s', async (outputFormat) => {
		for (const compress of [false, true]) {
			const { success, error } = await sqlFile(inParts(LARGE), { outputFormat, compress });
			expect(error).toEqual([]);
			expect(success).toHaveLength(1);
			const { data } = success[0]!.binary!;
			expect(data!.fileName).toBe(
				`my-shop.example_2026-06-01_2026-06-30.${outputFormat}${compress ? '.gz' : ''}`,
			);
			const bytes = await bytesOf(data!);
			const text = (compress ? gunzipSync(bytes) : bytes).toString();
			expect(text === CONTENTS[outputFormat]).toBe(true);
			const told = outputFormat === 'json' ? {} : { rows: COUNT };
			expect(success[0]!.json).toEqual({
				period: { startDate: '2026-06-01', endDate: '2026-06-30' },
				...told,
			});
		}
	});

	it.each<[string, string, RegExp]>([
		['a column that comes late', `[${rows().join()},{"late":1}]`, /^Row 20001 .* column "late"/],
		['a cut', LARGE.slice(0, -2), /is cut off, or its JSON is broken/],
		['something else behind it', `${LARGE}<html>`, /its JSON is broken/],
		['a row that is no JSON', LARGE.replace('"id":15000', '"id":x'), /its JSON is broken/],
		['a bracket that is wrong', LARGE.replace(/\]}$/, '}]'), /its JSON is broken/],
	])('gives no file for %s', async (_, answer, message) => {
		const result = await sqlFile(inParts(answer), { outputFormat: 'csv' });
		expect(result.success).toEqual([]);
		expect(result.error).toHaveLength(1);
		expect(errorItemOf(result).message).toMatch(message);
	});
});

it.each(['csv', 'ndjson'])(
	'holds columns up to a limit, as %s',
	async (outputFormat) => {
		const columns = (count: number) => {
			const ids = Array.from({ length: count }, (_, id) => 100_000_000_000 + id).join();
			return `{"a":[${ids}],"b":[${ids}]}`;
		};
		const held = await sqlFile(inParts(columns(20_000)), { outputFormat });
		expect(held.success[0]!.json.rows).toBe(20_000);
		const refused = await sqlFile(inParts(columns(700_000)), { outputFormat });
		expect(refused.success).toEqual([]);
		expect(errorItemOf(refused)).toMatchObject({
			message: expect.stringContaining('larger than the 16 MB that are held') as string,
			description: expect.stringMatching(
				/^Choose the Output Format JSON File, which takes any answer/,
			) as string,
		});
	},
	60_000,
);

it('asks for rows until the limit, and reads no further', async () => {
	let isClosed: Promise<unknown> | undefined;
	// It stalls then, and would be waited for until the timeout.
	const answer: RequestListener = (_, response) => {
		isClosed = once(response, 'close');
		response.write(`[${rows().join()},`);
	};
	const { success, hints } = await sqlFile(
		answer,
		{ outputFormat: 'ndjson', limit: 3 },
		async () => {
			await isClosed;
		},
	);
	expect((await bytesOf(success[0]!.binary!.data!)).toString()).toBe(`${rows(3).join('\n')}\n`);
	expect(hints.map(({ message }) => message).join()).toContain(
		'"Limit" in the options cut the rows',
	);
});

it('gives no file for no rows, and says so', async () => {
	for (const answer of ['[]', '{"data":[]}', 'null', '{"data":[],"columns":["a"]}']) {
		const { success, error, hints } = await sqlFile(inParts(answer), { outputFormat: 'csv' });
		expect([success, error]).toEqual([[], []]);
		expect(hints.map(({ message }) => message).join()).toContain('There are no rows for');
	}
});
