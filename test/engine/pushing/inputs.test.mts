import type { Code } from '../../../nodes/MerchantData/errors/codes.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { columns, sentAs, skipRows } from '../../kit/columns.mts';
import { failuresOf, hintsOf } from '../../kit/operations.mts';
import { FIRST, push, pushFiles } from '../../kit/pushing.mts';
import { root } from '../../kit/repository.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Files and items that went wrong in this or in other software, and what arrives of them. */

const stage = sharedStage();

const FOLDER = join(root, 'test/data/inputs');
const contentOf = (file: string) => readFileSync(join(FOLDER, file));

interface Given {
	parameters?: IDataObject;
	options?: IDataObject;
	/** Another name than in the folder. */
	name?: string;
}

const pushFile = async (
	content: Buffer | string,
	name: string,
	{ parameters, options }: Given = {},
) =>
	await stage.run({
		parameters: pushFiles(options, parameters),
		files: [{ data: await stored(content, name) }],
		onError: 'continueErrorOutput',
	});

/** The rows that arrived, as the JSON text that was sent. */
const sentJson = () =>
	stage.sandbox.requests('ads').map(({ text }) => /"data":(\[.*\])/.exec(text)![1]);

interface Input extends Given {
	file: string;
	sent: string;
	/** The beginnings of hints. */
	hints?: string[];
}

const OTHER_DATES = [
	...['Japan', 'Excel', 'Netherlands', 'Oracle, SAS', 'US, long', 'Czech', 'Brazil'],
	...['Hungary', 'Compact'],
];

const READ: Input[] = [
	{
		file: 'long-ids.json',
		sent: '[{"id":23842593846051235,"spend":1.5},{"id":23842593846051236,"spend":2.5},{"id":1000000000000000000,"spend":3}]',
	},
	{
		file: 'thin-blanks.csv',
		sent: '[{"Jour":"2026-11-20","Campagne":"Hiver","Dépense":"1\u202f394,37","Impressions":"12\u202f840","CPC":"0,41"},{"Jour":"2026-11-21","Campagne":"Été","Dépense":"41,20","Impressions":"1\u202f204","CPC":"0,42"}]',
		hints: ['"Dépense", "Impressions" and "CPC" look like numbers'],
	},
	{
		file: 'thin-blanks.csv',
		parameters: {
			columns: sentAs('number', 'Dépense', 'Impressions', 'CPC'),
			otherColumns: 'leaveOut',
			numberFormat: 'spaceComma',
		},
		sent: '[{"Dépense":1394.37,"Impressions":12840,"CPC":0.41},{"Dépense":41.20,"Impressions":1204,"CPC":0.42}]',
	},
	...['blank-before-quotes.csv', 'blank-behind-quotes.csv'].map((file) => ({
		file,
		parameters: { columns: sentAs('number', 'Cost') },
		sent: file.includes('before')
			? '[{"Day":"2026-11-20","Campaign":"Spring","Cost":1.5},{"Day":"2026-11-21","Campaign":"Autumn","Cost":2.5}]'
			: '[{"Day":"2026-11-20","Campaign":"Spring","Cost":1.50},{"Day":"2026-11-21","Campaign":"Autumn","Cost":2.50}]',
	})),
	{
		file: 'pandas.csv',
		parameters: { columns: columns(['date'], ['spend', '', 'number']), otherColumns: 'leaveOut' },
		options: { emptyValues: 'nan' },
		sent: '[{"date":"2026-11-20","spend":1.5},{"date":"2026-11-20","spend":2.5},{"date":"2026-11-21"}]',
		hints: ['The first column has no name, so it was left out.'],
	},
	{
		file: 'two-notes.csv',
		parameters: { columns: sentAs('number', 'Cost'), otherColumns: 'leaveOut' },
		sent: '[{"Cost":1.50},{"Cost":2.50}]',
	},
	{
		file: 'two-notes.csv',
		parameters: { columns: columns(['Notes', '', 'leaveOut']) },
		sent: '[{"Day":"2026-11-20","Cost":"1.50"},{"Day":"2026-11-21","Cost":"2.50"}]',
		hints: ['"Cost" looks like a number'],
	},
	{
		file: 'look-alike.csv',
		parameters: { columns: columns(['Spend', 'spend', 'number'], ['Coût', 'cost', 'number']) },
		sent: '[{"Day":"2026-11-20","spend":1.50,"cost":2.50}]',
	},
	{ file: 'empty.csv', sent: '', hints: ['The file has no rows'] },
	{ file: 'no-data.csv', sent: '', hints: ['The file has no rows'] },
	{
		file: 'mysql.tsv',
		sent: '[{"campaign":"Spring","note":"two\\\\nlines","amount":"12.50"},{"campaign":"Autumn","note":"NULL","amount":"NULL"}]',
		hints: ['"amount" looks like a number', '"note" and "amount" contain NULL, as databases write'],
	},
	{
		file: 'postgres.tsv',
		options: { emptyValues: '\\N' },
		sent: '[{"campaign":"Spring","note":"a\\\\tb","amount":"12.50"},{"campaign":"Autumn"}]',
		hints: ['"amount" looks like a number', '"note" contains a\\tb, as databases write'],
	},
	{
		file: 'quotes-are-text.tsv',
		parameters: { columns: sentAs('number', 'price') },
		options: { quotes: 'text' },
		sent: '[{"item":"\\"Deluxe\\" edition","price":12.50},{"item":"Plain edition","price":3.00}]',
	},
	{
		file: 'dates.csv',
		parameters: {
			columns: columns(['Day', '', 'date']),
			otherColumns: 'leaveOut',
			dateFormat: 'custom',
			datePattern: 'd-MMM-yy',
		},
		options: { skipRows: skipRows(...OTHER_DATES.map((text) => ({ column: 'Case', text }))) },
		sent: '[{"Day":"2026-11-20"}]',
		hints: OTHER_DATES.map((text) => `Left out 1 row whose "Case" begins with "${text}"`),
	},
];

it.each(READ)('$file arrives as $sent', async ({ file, sent, hints = [], name, ...given }) => {
	const result = await pushFile(contentOf(file), name ?? file, given);
	expect(failuresOf(result)).toEqual([]);
	expect(sentJson()).toEqual(sent === '' ? [] : [sent]);
	const told = result.hints.map(({ message }) => message);
	expect(told).toEqual(hints.map((hint) => expect.stringContaining(hint)));
});

const IDS = contentOf('long-ids.json').toString().trim();

it('keeps the digits of IDs in lines and in the field "Rows"', async () => {
	const lines = IDS.slice(1, -1).replaceAll('},{', '}\n{');
	const inFile = await pushFile(lines, 'ids.ndjson');
	const inField = await stage.run({
		parameters: push({}, { dataMode: 'json', rowsJson: IDS }),
		items: [{}],
	});
	expect([...failuresOf(inFile), ...failuresOf(inField)]).toEqual([]);
	expect(sentJson()).toEqual([IDS, IDS]);
});

it('sends percentages and micros as numbers', async () => {
	await stage.run({
		parameters: push(
			{},
			{
				columns: columns(
					['ctr', 'ctr', 'percent'],
					['rate', 'rate', 'fraction'],
					['cost', 'spend', 'micros'],
				),
			},
		),
		items: [
			{ ctr: '8.14%', rate: '8.14 %', cost: '12500000' },
			{ ctr: 8.14, rate: 8.14, cost: 12_500_000 },
		],
	});
	const row = '{"ctr":8.14,"rate":0.0814,"spend":12.5}';
	expect(sentJson()).toEqual([`[${row},${row}]`]);
});

it('hints at a date of an item that is sent as the moment that it is', async () => {
	const items = [{ day: new Date('2026-11-19T23:00:00Z') as never }];
	const result = await stage.run({ parameters: push(), items });
	expect(sentJson()).toEqual(['[{"day":"2026-11-19T23:00:00.000Z"}]']);
	expect(hintsOf(result)).toContain('"day" looks like a day, such as 2026-11-19T23:00:00.000Z');
});

it.each<[file: string, code: Code, given: Given]>([
	['two-notes.csv', 'column.twice', {}],
	['two-notes.csv', 'column.twice', { parameters: { columns: columns(['notes']) } }],
	['pandas.json', 'file.noTable', {}],
	['one-object.json', 'file.noTable', {}],
	['old.xls', 'file.workbook', {}],
	['old.xls', 'file.workbook', { options: { encoding: 'windows-1252' } }],
	['caret.csv', 'file.delimiter', {}],
	['two-encodings.csv', 'file.damaged', {}],
	['row-names.csv', 'file.moreCells', {}],
	['sentences.csv', 'file.moreCells', {}],
	['quotes-are-text.tsv', 'file.quotes', {}],
])('nothing of %s is sent, because: %s', async (file, code, given) => {
	const result = await pushFile(contentOf(file), file, given);
	expect(sentJson().join('')).not.toContain('Deluxe');
	expect(failuresOf(result)[0]!.code).toBe(code);
});

it.each([
	['{"data":[1,2]}', 'data.json', 'file.noTable'],
	['[[1,2],[3,4]]', 'data', 'json.notAnObject'],
	['a~b\n1~2\n', 'data.csv', 'file.delimiter'],
	['a:b\n1:2\n3:4\n', 'data.csv', 'file.delimiter'],
])('%j, named %s, is refused: %s', async (content, name, code) => {
	const result = await pushFile(content, name);
	expect(sentJson()).toEqual([]);
	expect(failuresOf(result)[0]!.code).toBe(code);
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

it('keeps the names of rows in a JSON file as they are', async () => {
	await pushFile('[{"a":1," a":2}]', 'names.json');
	expect(sentJson()).toEqual(['[{"a":1," a":2}]']);
});

it('sends nothing if a column that is to be left out is found nowhere', async () => {
	const parameters = push({}, { columns: columns(['n'], ['emial', '', 'leaveOut']) });
	const result = await stage.run({ parameters, items: [{ n: 1, email: 'a@b.example' }] });
	expect(result.thrown?.message).toContain('There is no column "emial" (Columns)');
	expect(sentJson()).toEqual([]);
});

it('takes values within objects, and leaves one out', async () => {
	const entries = columns(
		['metrics.costMicros', 'metrics.spend', 'micros'],
		['campaign.name', '', 'leaveOut'],
	);
	const items = JSON.parse(contentOf('nested-item.json').toString()) as IDataObject[];
	await stage.run({ parameters: push({}, { columns: entries }), items });
	await pushFile(contentOf('nested-item.json'), 'ads.json', { parameters: { columns: entries } });
	const row =
		'[{"campaign":{"id":"c1"},"metrics":{"spend":12.5},"segments":{"date":"2026-11-20"}}]';
	expect(sentJson()).toEqual([row, row]);
});

it('leaves out what other nodes of n8n add to a row', async () => {
	const moment = '2026-11-20T14:22:05.123Z';
	const items = [
		{ n: 1, id: 5, createdAt: moment, updatedAt: moment },
		{ n: 2, submittedAt: moment, formMode: 'production' },
	];
	const result = await stage.run({ parameters: push(), items });
	expect(sentJson()).toEqual(['[{"n":1},{"n":2}]']);
	expect(hintsOf(result)).toContain('added the columns "id", "createdAt" and "updatedAt"');
});

it('takes www in front of a shop for the same shop', async () => {
	await pushFile(`shop,n\nwww.${FIRST},1\n`, 'shops.csv');
	expect(sentJson()).toEqual([`[{"shop":"www.${FIRST}","n":"1"}]`]);
});
