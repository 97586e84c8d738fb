import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { stored, useMode } from '../../kit/binaryData.mts';
import { sentAs } from '../../kit/columns.mts';
import { failuresOf, hintsOf } from '../../kit/operations.mts';
import { ascending, csvOf, numbers, pushFiles, storedNumbers } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** A file is read once to inspect it, and once more to send its rows: what is gone by then. */

const stage = sharedStage();
useMode('filesystem');
const onError = 'continueErrorOutput';

/** Has the store break off when a file is read for the second time. */
function breakOff(): void {
	const store = Container.get(BinaryDataService);
	const whole = store.getAsStream.bind(store);
	let reading = 0;
	jest.spyOn(store, 'getAsStream').mockImplementation(async (...args) => {
		const stream = await whole(...args);
		return ++reading === 2 ? Readable.from(partOf(stream)) : stream;
	});
}

async function* partOf(stream: AsyncIterable<Buffer>) {
	let left = PART;
	for await (const chunk of stream) {
		yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) throw new Error('The disk is gone');
	}
}

const ROWS = 12_000;
const text = csvOf(ROWS);
/** Behind a whole row. */
const PART = text.indexOf('\n', 120_000) + 1;
const READ = text.slice(0, PART).split('\n').length - 2;
const NOT_READ = ROWS - READ;
const parameters = pushFiles({}, { columns: sentAs('number', 'n') });
afterEach(() => jest.restoreAllMocks());

describe('a file whose second reading breaks off', () => {
	it('stops the node, which counts the rows that were not read; a retry sends these', async () => {
		const files = [{ data: await stored(text) }];
		breakOff();
		const failed = await stage.run({ parameters, files });
		expect(failed.thrown?.message).toMatch(
			RegExp(`The disk is gone.*Of ${ROWS} rows: ${READ} accepted, ${NOT_READ} not sent\\.`),
		);
		expect(failed.thrown?.description).toContain('Do not execute again');
		expect(ascending(storedNumbers(stage))).toEqual(numbers(0, READ));
		jest.restoreAllMocks();
		const { thrown, success } = await stage.engine.retry(failed);
		expect(thrown).toBeUndefined();
		expect(success[0]!.json).toMatchObject({ rows: ROWS, accepted: ROWS });
		expect(ascending(storedNumbers(stage))).toEqual(numbers(0, ROWS));
	});

	it('counts them as not sent, and gives them back', async () => {
		breakOff();
		const result = await stage.run({ parameters, files: [{ data: await stored(text) }], onError });
		const { json, binary } = result.success[0]!;
		expect(json).toMatchObject({ rows: ROWS, accepted: READ, rejected: 0, notSent: NOT_READ });
		expect(failuresOf(result)).toMatchObject([
			{ outcome: 'notSent', message: expect.stringContaining('The disk is gone') as string },
		]);
		expect(hintsOf(result)).toContain(`${NOT_READ} of ${ROWS} rows were not accepted`);
		expect(hintsOf(result)).toContain(`${NOT_READ - 1} have no item of their own`);
		const again = await stage.run({ parameters, files: [{ data: binary!.failedRows! }], onError });
		expect(again.success[0]!.json).toMatchObject({ rows: NOT_READ, accepted: NOT_READ });
		expect(ascending(storedNumbers(stage))).toEqual(numbers(0, ROWS));
	});
});
