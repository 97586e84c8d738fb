import { numberText } from '../../../nodes/MerchantData/lib/counted.ts';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { line, type RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { stored, useMode } from '../../kit/binaryData.mts';
import { sentAs } from '../../kit/columns.mts';
import {
	ascending,
	csvOf,
	FIRST,
	IN_TURN,
	numbers,
	pushFiles,
	storedNumbers,
	storedRows,
} from '../../kit/pushing.mts';

const stage = sharedStage();

const NUMBERS = { columns: sentAs('number', 'n') };
const arrived = () => storedNumbers(stage);

async function run(
	file: IBinaryData | Buffer | string,
	{ columns = {}, ...options }: IDataObject = {},
	{ parameters = {}, ...more }: Partial<RunOptions> = {},
) {
	const isStored = typeof file === 'object' && 'mimeType' in file;
	return await stage.run({
		parameters: pushFiles(options, { columns, ...parameters }),
		files: [{ data: isStored ? file : await stored(file) }],
		onError: 'continueErrorOutput',
		...more,
	});
}

/** `combined` is a setting of a workflow of n8n 2.x, whatever the mode. */
const MODES = [
	'default',
	'filesystem',
	'database',
	...(line === 'n8n-2' ? ['combined'] : []),
] as const;

describe.each(MODES)('in the binary mode %s', (mode) => {
	useMode(mode);

	const inFile = numbers(0, 2_000).map((n) => ({ n, name: `row ${n}` }));
	const FILES: Record<string, Buffer> = {
		'a CSV file': Buffer.from(csvOf(2_000)),
		'a compressed CSV file in UTF-16': gzipSync(Buffer.from(`\uFEFF${csvOf(2_000)}`, 'utf16le')),
		'an NDJSON file': Buffer.from(inFile.map((row) => `${JSON.stringify(row)}\n`).join('')),
		'a JSON file': Buffer.from(JSON.stringify({ total: 2_000, data: inFile }, null, 1)),
	};

	/** Where the workflow keeps a file, if not beside the item's JSON. */
	const inItem = (data: IBinaryData): Partial<RunOptions> => {
		const settings = { binaryMode: 'combined' } as never;
		return mode === 'combined' ? { items: [{ _files: { data } }], files: [], settings } : {};
	};

	it.each(Object.entries(FILES))(
		'pushes %s, and returns a file of the refused rows',
		async (_, content) => {
			stage.sandbox.fail('ads', 'ok', 400);
			const options = { ...NUMBERS, ...IN_TURN };
			const file = await stored(content, 'rows');
			const result = await run(file, options, inItem(file));
			const counts = { rows: 2_000, accepted: 1_500, rejected: 500, unknown: 0, notSent: 0 };
			expect(result.success).toHaveLength(1);
			const [{ json, binary, pairedItem }] = result.success as [(typeof result.success)[0]];
			expect(json).toMatchObject({ shop: FIRST, fileName: 'rows', ...counts, requests: 3 });
			expect(pairedItem).toEqual({ item: 0 });
			expect(result.error).toHaveLength(500);

			const inJson = json._files as unknown as typeof binary;
			const again = (mode === 'combined' ? inJson : binary)!.failedRows!;
			expect(again.fileName).toMatch(/^rows-not-accepted\.(csv|json|ndjson)$/);
			const second = await run(again, options, inItem(again));
			expect(second.success[0]!.json).toMatchObject({ rows: 500, accepted: 500 });
			expect(second.error).toEqual([]);
			expect(ascending(arrived())).toEqual(numbers(0, 2_000));
			expect(storedRows(stage).every(({ n, name }) => name === `row ${n}`)).toBe(true);
		},
	);

	it('retries with the file that n8n stored with a failed execution', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const file = await stored(csvOf(2_000));
		const failed = await run(file, NUMBERS, { onError: undefined, ...inItem(file) });
		// How many requests have begun before the answer to the second comes is chance.
		expect(failed.thrown?.message).toContain(
			`Of 2,000 rows, ${numberText(arrived().length)} were accepted and 500 rejected`,
		);
		const { thrown, success } = await stage.engine.retry(failed);
		expect(thrown).toBeUndefined();
		expect(success[0]!.json).toMatchObject({ rows: 2_000, accepted: 2_000 });
		expect(ascending(arrived())).toEqual(numbers(0, 2_000));
	});
});

/** The streams that n8n opens from now on. */
function watchStreams(): () => Promise<Readable[]> {
	const opened = jest.spyOn(Container.get(BinaryDataService), 'getAsStream');
	return async () => {
		const streams = opened.mock.results.map(({ value }) => value);
		opened.mockRestore();
		return await Promise.all(streams);
	};
}

it.each<[what: string, content: Buffer | string, fields: IDataObject]>([
	['good', csvOf(20_000), NUMBERS],
	['a web page', `<html>${'x'.repeat(700_000)}`, {}],
])('a file is closed after reading: %s', async (_, content, fields) => {
	const file = await stored(content);
	const streams = watchStreams();
	await run(file, fields);
	const opened = await streams();
	expect(opened.length).toBeGreaterThan(1);
	for (const stream of opened) expect(stream.destroyed).toBe(true);
});

/** Has the store break off when a file is read for the second time. */
function breakOff(part: number): void {
	const store = Container.get(BinaryDataService);
	const whole = store.getAsStream.bind(store);
	let reading = 0;
	jest.spyOn(store, 'getAsStream').mockImplementation(async (...args) => {
		const stream = await whole(...args);
		return ++reading === 2 ? Readable.from(partOf(stream, part)) : stream;
	});
}

async function* partOf(stream: AsyncIterable<Buffer>, left: number) {
	for await (const chunk of stream) {
		yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) throw new Error('The disk is gone');
	}
}

describe('a retry', () => {
	useMode('filesystem');

	it('with another file sends nothing, and says why', async () => {
		const options = { ...NUMBERS, ...IN_TURN, batchSize: 100 };
		stage.sandbox.fail('ads', 'ok', 400);
		const failed = await run(csvOf(1_000), options, { onError: undefined });
		const { id } = await stored(csvOf(999));
		const name = (failed.stored.match(/filesystem-v2:[^"]+/) ?? [''])[0];
		const other = { ...failed, stored: failed.stored.replaceAll(name, id!) };
		expect((await stage.engine.retry(other)).thrown).toMatchObject({ code: 'sent.otherRows' });
		expect(arrived()).toEqual(numbers(0, 100));
		// The file itself goes on where it ended.
		expect((await stage.engine.retry(failed)).thrown).toBeUndefined();
		expect(arrived()).toEqual(numbers(0, 1_000));
	});

	it('of a file whose second reading broke off sends the unread rows', async () => {
		const text = csvOf(12_000);
		/** After a whole row. */
		const part = text.indexOf('\n', 120_000) + 1;
		const read = text.slice(0, part).split('\n').length - 2;
		const file = await stored(text);
		breakOff(part);
		const failed = await run(file, NUMBERS, { onError: undefined });
		jest.restoreAllMocks();
		const [accepted, notSent] = [read, 12_000 - read].map(numberText);
		const counts = `Of 12,000 rows, ${accepted} were accepted and ${notSent} not sent\\.`;
		expect(failed.thrown?.message).toMatch(RegExp(`The disk is gone.*${counts}`));
		expect(failed.thrown?.description).toContain('Do not execute again');
		expect(ascending(arrived())).toEqual(numbers(0, read));
		const { thrown, success } = await stage.engine.retry(failed);
		expect(thrown).toBeUndefined();
		expect(success[0]!.json).toMatchObject({ rows: 12_000, accepted: 12_000 });
		expect(ascending(arrived())).toEqual(numbers(0, 12_000));
	});
});
