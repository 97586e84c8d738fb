import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { bytesOf, contentOf, useMode } from '../../kit/binaryData.mts';
import { inPieces, withService } from '../../kit/listen.mts';
import { failuresOf } from '../../kit/operations.mts';
import { type Choice, oneShop, sql, stage, texts } from './queries.mts';

/** Answers that become files, as they came or as rows. */

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
		return result;
	});

const COUNT = 20_000;
/** @param quote around a number that is too long for n8n */
const row = (id: number, quote = '') =>
	`{"id":${id},"big":${quote}9007199254740993${id % 10}${quote},"name":"Zoë 山, ${id}"}`;
const ROWS = Array.from({ length: COUNT }, (_, id) => row(id));
const LINES = ROWS.map((_, id) => row(id, '"'));
const LARGE = `{"took":3,"data":[${ROWS.join(',\n')}]}`;

const inParts = (text: string) => inPieces(Buffer.from(text), 40_001);

const CSV_LINES = ROWS.map((_, id) => `${id},9007199254740993${id % 10},"Zoë 山, ${id}"`);
const CONTENTS: Record<string, string> = {
	csv: ['id,big,name', ...CSV_LINES, ''].join('\r\n'),
	json: LARGE,
	ndjson: `${LINES.join('\n')}\n`,
};

const FORMATS = Object.keys(CONTENTS);

/** What a service or a proxy before it may send with status 200. */
const CUT = 'is cut off, or its JSON is broken';
const SPOILED: Array<[what: string, body: Buffer | string, problem: string]> = [
	['a gzip that is cut off', gzipSync(LARGE).subarray(0, -100), CUT],
	['a gzip that is none', LARGE, 'could not be put into a file'],
];

describe.each(['filesystem', 'default'] as const)('with binary data in the mode %s', (mode) => {
	useMode(mode);

	it.each(FORMATS)('writes a large answer as %s', async (outputFormat) => {
		for (const compress of [false, true]) {
			const choice = { outputFormat, options: { compress } };
			const { success, error } = await sqlAgainst(inParts(LARGE), choice);
			expect([error, success.length]).toEqual([[], 1]);
			const file = success[0]!.binary!.data!;
			const name = `${stage.sandbox.shops[0]}_2026-06-30_2026-06-30.${outputFormat}`;
			expect(file.fileName).toBe(compress ? `${name}.gz` : name);
			const bytes = await bytesOf(file);
			const text = (compress ? gunzipSync(bytes) : bytes).toString();
			expect(text === CONTENTS[outputFormat]).toBe(true);
			expect(success[0]!.json.rows).toBe(outputFormat === 'json' ? undefined : COUNT);
		}
	});

	it.each(SPOILED)('makes no file of %s', async (_, body, problem) => {
		const answer: RequestListener = (_request, response) =>
			void response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
		for (const outputFormat of FORMATS) {
			const options = { compress: outputFormat === 'csv', maxWait: 0 };
			const result = await sqlAgainst(answer, { outputFormat, options });
			expect(result.success).toEqual([]);
			const message = expect.stringContaining(problem) as string;
			expect(failuresOf(result)).toMatchObject([{ message }]);
		}
	});

	it.each<[string, RequestListener]>([
		['204', (_, response) => void response.writeHead(204).end()],
		['blanks', (_, response) => void response.writeHead(200).end(' \r\n')],
	])('takes %s for no rows, and hints at it', async (_, answer) => {
		for (const outputFormat of ['items', 'csv', 'ndjson']) {
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

	it.each(FORMATS)('leaves the %s files of other parts if one breaks off', async (outputFormat) => {
		let requests = 0;
		const answer: RequestListener = (_, response) => {
			if (++requests === 2)
				response.writeHead(200, { 'content-length': 99 }).end('[{},{}]', () => response.destroy());
			else response.writeHead(200).end('[{"a":1}]');
		};
		const period = { period: 'lastNDays', days: 3, outputFormat };
		const options = { splitBy: 'day', maxWait: 0 };
		const result = await sqlAgainst(answer, { ...period, options });
		expect(result.success.map(({ binary }) => binary!.data!.fileName)).toEqual(
			['2026-06-28', '2026-06-30'].map(
				(day) => `${stage.sandbox.shops[0]}_${day}_${day}.${outputFormat}`,
			),
		);
		const message = expect.stringContaining('could not be put into a file: aborted') as string;
		expect(failuresOf(result)).toMatchObject([{ startDate: '2026-06-29', message }]);
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
	expect(content).toBe(`${LINES.slice(0, 3).join('\n')}\n`);
	expect(texts(result).join()).toContain('"Limit" in the options cut the rows');
});
