import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { columns } from '../../kit/columns.mts';
import { failuresOf, hintsOf } from '../../kit/operations.mts';
import { push, pushFiles } from '../../kit/pushing.mts';
import { root } from '../../kit/repository.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What n8n has a part in of the cases in test/unit/input/inputs.test.mts. */

const stage = sharedStage();

const contentOf = (file: string) => readFileSync(join(root, 'test/data/inputs', file));

const pushFile = async (content: Buffer | string, name: string, parameters: IDataObject = {}) =>
	await stage.run({
		parameters: pushFiles({}, parameters),
		files: [{ data: await stored(content, name) }],
		onError: 'continueErrorOutput',
	});

const pushItems = async (items: IDataObject[], others: IDataObject = {}) =>
	await stage.run({ parameters: push({}, others), items });

/** The rows that arrived, as the JSON text that was sent. */
const sentJson = () =>
	stage.sandbox.requests('ads').map(({ text }) => /"data":(\[.*\])/.exec(text)![1]);

it('keeps the digits of IDs in a JSON file and in the field "Rows"', async () => {
	const ids = contentOf('long-ids.json').toString().trim();
	const inFile = await pushFile(ids, 'ids.json');
	const inField = await pushItems([{}], { dataMode: 'json', rowsJson: ids });
	expect([...failuresOf(inFile), ...failuresOf(inField)]).toEqual([]);
	expect(sentJson()).toEqual([ids, ids]);
});

it('sends percentages, fractions and micros of items as numbers', async () => {
	const entries = columns(
		['ctr', 'ctr', 'percent'],
		['rate', 'rate', 'fraction'],
		['cost', 'spend', 'micros'],
	);
	const items = [
		{ ctr: '8.14%', rate: '8.14 %', cost: '12500000' },
		{ ctr: 8.14, rate: 8.14, cost: 12_500_000 },
	];
	await pushItems(items, { columns: entries });
	const row = '{"ctr":8.14,"rate":0.0814,"spend":12.5}';
	expect(sentJson()).toEqual([`[${row},${row}]`]);
});

it('sends the days of a workbook, which n8n gives as numbers', async () => {
	const entries = columns(['Day', 'event_date', 'date']);
	// What "Extract From File" makes of test/data/exports/ads-dates.xlsx.
	const items = [{ Day: 46346, Spend: 18.37 }];
	await pushItems(items, { columns: entries, dateFormat: 'spreadsheet' });
	expect(sentJson()).toEqual(['[{"event_date":"2026-11-20","Spend":18.37}]']);
});

it('hints at a date of an item that is sent as a moment', async () => {
	const result = await pushItems([{ day: new Date('2026-11-19T23:00:00Z') as never }]);
	expect(sentJson()).toEqual(['[{"day":"2026-11-19T23:00:00.000Z"}]']);
	expect(hintsOf(result)).toContain('"day" looks like a day, such as 2026-11-19T23:00:00.000Z');
});

it('hints at other files of a mail', async () => {
	const file = async (name: string) => await stored(Buffer.from('n\n5\n'), name);
	const result = await stage.run({
		parameters: pushFiles({}, { binaryPropertyName: 'attachment_0' }),
		files: [
			{
				attachment_0: await file('a.csv'),
				attachment_1: await file('b.csv.gz'),
				attachment_2: await file('logo.png'),
			},
		],
	});
	expect(sentJson()).toEqual(['[{"n":"5"}]']);
	expect(hintsOf(result)).toContain('other files, which are not pushed: "attachment_1". To push');
});
