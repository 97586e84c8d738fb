import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
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

const arrived = () => ascending(storedNumbers(stage));

const run = async (data: IBinaryData, more: Partial<RunOptions> = {}) =>
	await stage.run({
		parameters: pushFiles(IN_TURN, { columns: sentAs('number', 'n') }),
		files: [{ data }],
		onError: 'continueErrorOutput',
		...more,
	});

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
			const file = await stored(content, 'rows');
			const { success, error } = await run(file, inItem(file));
			const counts = { rows: 2_000, accepted: 1_500, rejected: 500, unknown: 0, notSent: 0 };
			const json = { shop: FIRST, fileName: 'rows', ...counts, requests: 3 };
			expect(success).toMatchObject([{ json, pairedItem: { item: 0 } }]);
			expect(error).toHaveLength(500);

			const [item] = success;
			const files = mode === 'combined' ? item!.json._files : item!.binary;
			const again = (files as Record<string, IBinaryData>).failedRows!;
			expect(again.fileName).toMatch(/^rows-not-accepted\.(csv|json|ndjson)$/);
			const second = await run(again, inItem(again));
			expect(second.success[0]!.json).toMatchObject({ rows: 500, accepted: 500 });
			expect(second.error).toEqual([]);
			expect(arrived()).toEqual(numbers(0, 2_000));
			expect(storedRows(stage).every(({ n, name }) => name === `row ${n}`)).toBe(true);
		},
	);

	it('retries with the file that n8n stored with a failed execution', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const file = await stored(csvOf(2_000));
		const failed = await run(file, { onError: undefined, ...inItem(file) });
		const counts = 'Of 2,000 rows, 500 were accepted, 500 rejected and 1,000 not sent';
		expect(failed.thrown?.message).toContain(counts);
		const { thrown, success } = await stage.engine.retry(failed);
		expect(thrown).toBeUndefined();
		expect(success[0]!.json).toMatchObject({ rows: 2_000, accepted: 2_000 });
		expect(arrived()).toEqual(numbers(0, 2_000));
	});
});

it.each([
	['good', csvOf(20_000)],
	['a web page', `<html>${'x'.repeat(700_000)}`],
])('a file is closed after reading: %s', async (_, content) => {
	const file = await stored(content);
	const opening = jest.spyOn(Container.get(BinaryDataService), 'getAsStream');
	await run(file);
	const opened: Readable[] = await Promise.all(opening.mock.results.map(({ value }) => value));
	opening.mockRestore();
	expect(opened.length).toBeGreaterThan(1);
	for (const { destroyed } of opened) expect(destroyed).toBe(true);
});
