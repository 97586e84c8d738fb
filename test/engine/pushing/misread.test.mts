import type { IDataObject, IRunExecutionData } from 'n8n-workflow';
import { parse, stringify } from 'flatted';
import type { RunOptions } from '../../kit/engine.mts';
import { stored } from '../../kit/binaryData.mts';
import { push, rows } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What looks right on the screen, but is not what was meant. */

const stage = sharedStage();

const run = async (
	parameters: IDataObject,
	items: IDataObject[],
	more: Partial<RunOptions> = {},
) => {
	const result = await stage.run({ parameters, items, ...more });
	return { ...result, told: result.hints.map(({ message }) => message) };
};
const sentRows = () => stage.sandbox.pushed('ads').map(({ row }) => row);

describe('a file in an item that is mapped automatically', () => {
	/** As "Read File" gives it. */
	const ABOUT = {
		mimeType: 'text/csv',
		fileType: 'text',
		fileName: 'ad-spend.csv',
		directory: '/data',
		fileExtension: 'csv',
		fileSize: '20 kB',
	};
	const REFUSED = 'The input item holds a file ("data": ad-spend.csv) and no rows';
	const csv = async () => ({ ...(await stored('a\n1\n')), fileName: 'ad-spend.csv' });

	it.each<[what: string, json: IDataObject]>([
		['with what Read File says of it', ABOUT],
		['alone', {}],
	])('is refused before anything is sent: %s', async (_, json) => {
		const files = [undefined, { data: await csv() }];
		const { thrown } = await run(push(), [{ n: 1 }, json], { files });
		expect(thrown?.message).toBe(`1 of 2 rows cannot be sent. First, row 2: ${REFUSED}`);
		expect(thrown?.description).toMatch(
			/^Choose the Data Mode "Binary File"\. Nothing was sent\. /,
		);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it('is refused, too, where n8n keeps files in the JSON, and sent with no row', async () => {
		const _files = { data: await csv() };
		const { thrown } = await run(push(), [{ ...ABOUT, _files } as unknown as IDataObject]);
		expect(thrown?.message).toContain(REFUSED);
		await run(push(), [{ n: 1, _files } as unknown as IDataObject, { n: 2, _files: 'mine' }]);
		expect(sentRows()).toEqual([{ n: 1 }, { n: 2, _files: 'mine' }]);
	});
});

describe('what this node wrote into items at an earlier push', () => {
	it('is left out where items of its error branch and of its rows are pushed again', async () => {
		stage.sandbox.fail('ads', 400);
		const onError = 'continueErrorOutput';
		const failed = await run(push(), rows(2), { onError });
		const flat = await run(push({ output: 'columns' }), [{ n: 2 }]);
		const again = [...failed.error, ...flat.success].map(({ json }) => json);
		expect(again.map((json) => Object.keys(json).sort())).toEqual([
			['error', 'n'],
			['error', 'n'],
			['n', 'pushOutcome', 'pushStatus'],
		]);
		await run(push({ output: 'rows' }), again);
		expect(sentRows().slice(1)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
	});
});

describe('a node that is green although rows were not accepted', () => {
	it.each([
		['continueErrorOutput', 'see the Error Branch'],
		['continueRegularOutput', 'see the items with "error"'],
	] as const)('says so first of all: %s', async (onError, where) => {
		stage.sandbox.fail('ads', 'ok', 400);
		const options = { batchSize: 2, maxParallelRequests: 1 };
		const { status, told } = await run(push(options, { fieldsToIgnore: 'm' }), rows(4), {
			onError,
		});
		expect(status).toBe('success');
		expect(told[0]).toBe(`2 of 4 rows were not accepted: ${where}.`);
		expect(told.slice(1)).toContainEqual(expect.stringMatching(/^"Fields to Ignore" names/));
	});
});

describe('a preview', () => {
	it('says beside each row what is wrong with it, and how many there are', async () => {
		const parameters = push({}, { preview: true, numberColumns: 'spend' });
		const { success, told } = await run(parameters, [
			{ spend: '17,35' },
			{ spend: '1.5.2' },
			{},
			{ spend: '5' },
		]);
		expect(success.map(({ json }) => Object.keys(json).slice(0, 3))).toEqual([
			['preview', 'problem', 'shop'],
			['preview', 'problem', 'shop'],
			['preview', 'shop', 'rows'],
		]);
		expect(success[0]!.json.problem).toMatch(
			/^"spend" holds "17,35", which is not a number\. "Number Format" is "1234\.56"\. The text would be 17\.35 in "1 234,56", "1\.234,56", "1234,56"\. Choose/,
		);
		expect(success[1]!.json.problem).toMatch(/^"spend" holds "1\.5\.2", which is not a number/);
		expect(told).toEqual([
			'Nothing was sent: "Preview" is on',
			'2 of 3 rows cannot be sent: see "problem"',
			'Rows left out, because they have no value to send: 1',
		]);
	});
});

it('an execution that was stored before a field came into being can be retried', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await run(push(), rows(1));
	const data = parse(failed.stored) as IRunExecutionData;
	for (const { node } of data.executionData!.nodeExecutionStack) {
		delete node.parameters.preview;
		delete node.parameters.numberColumns;
		delete node.parameters.numberFormat;
		delete node.parameters.shopColumn;
		delete node.parameters.fieldsToIgnore;
	}
	const { thrown } = await stage.engine.retry({ ...failed, stored: stringify(data) });
	expect(thrown).toBeUndefined();
	expect(sentRows()).toEqual([{ n: 0 }]);
});
