import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { assignments, columns, skipRows } from '../../kit/columns.mts';
import { failuresOf } from '../../kit/operations.mts';
import { numbers, push as pushItems, pushFiles, storedRows } from '../../kit/pushing.mts';
import { root } from '../../kit/repository.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Files in the shapes that ad platforms and spreadsheets write, and the settings with which they arrive. */

const stage = sharedStage();

const FOLDER = join(root, 'test/data/exports');

async function push(file: string, parameters: IDataObject = {}, options: IDataObject = {}) {
	return await stage.run({
		parameters: pushFiles(options, parameters),
		files: [{ data: await stored(readFileSync(join(FOLDER, file)), file) }],
		onError: 'continueErrorOutput',
	});
}

interface Export {
	file: string;
	parameters: IDataObject;
	options?: IDataObject;
	rows: IDataObject[];
	/** What is said of rows that cannot be sent. */
	refused?: string[];
}

const EXPORTS: Export[] = [
	{
		file: 'google-ads-us.csv',
		parameters: {
			columns: columns(
				['Campaign', 'campaign.name'],
				['Campaign ID', 'campaign.id', 'text'],
				['Day', 'event_date', 'date'],
				['Cost', 'metrics.spend', 'number'],
				['Avg. CPC', 'metrics.cpc', 'number'],
			),
			otherColumns: 'leaveOut',
			numberFormat: 'commaPoint',
			fieldsToAdd: assignments({ channel: 'google-ads' }),
		},
		options: { fromLine: 3, emptyValues: '--', skipRows: skipRows({ text: 'Total' }) },
		rows: [
			['Brand, exact', '20123456781', 1394.37, 0.41] as const,
			['Shopping – all', '20123456799', 617.76, 0.88] as const,
			['Display', '20123456802', 0, undefined] as const,
		].map(([name, id, spend, cpc]) => ({
			campaign: { name, id },
			event_date: '2026-11-20',
			metrics: { spend, ...(cpc && { cpc }) },
			channel: 'google-ads',
		})),
	},
	{
		file: 'meta-ads-manager.csv',
		parameters: {
			columns: columns(
				['Reporting starts', 'event_date', 'date'],
				['campaign NAME', 'campaign.name'],
				['Campaign ID', 'campaign.id', 'text'],
				['Amount spent (EUR)', 'metrics.spend', 'number'],
				['CPM (cost per 1,000 impressions)', 'metrics.cpm', 'number'],
			),
			otherColumns: 'leaveOut',
			fieldsToAdd: assignments({ 'source.channel': 'meta', 'source.version': 2 }),
		},
		options: { skipRows: skipRows({ column: 'Campaign name' }) },
		rows: [
			['Winter | Prospecting, DE+AT', '120208123456780124', 1000, 24.937656] as const,
			['Winter | Retargeting', '120208123456780125', 523.47, 26.030333] as const,
			['Autumn (old)', '120208123456780011', 0, undefined] as const,
		].map(([name, id, spend, cpm]) => ({
			event_date: '2026-11-01',
			campaign: { name, id },
			metrics: { spend, ...(cpm && { cpm }) },
			source: { channel: 'meta', version: 2 },
		})),
	},
	{
		file: 'german-excel.csv',
		parameters: {
			columns: columns(
				['Datum', 'event_date', 'date'],
				['Kampagne', 'name'],
				['Kosten', 'spend', 'number'],
				['Bemerkung', 'note'],
			),
			otherColumns: 'leaveOut',
			numberFormat: 'pointComma',
			dateFormat: 'dayDots',
		},
		options: { encoding: 'windows-1252', skipRows: skipRows({ text: 'summe' }) },
		rows: [
			{ event_date: '2026-11-20', name: 'Müller & Söhne – Herbst', spend: 1394.37 },
			{ event_date: '2026-11-21', name: 'Übergröße', spend: -41.2, note: 'Gutschrift' },
		],
	},
	{
		file: 'excel-trailing.csv',
		parameters: {
			columns: columns(
				['date', '', 'leaveOut'],
				['clicks', 'metrics.clicks', 'number'],
				['spend', 'metrics.spend', 'number'],
			),
		},
		options: { shortLines: true },
		rows: numbers(1, 33).map((n) => ({
			campaign: `Campaign ${n}`,
			metrics: { clicks: n * 3, spend: n + 0.5 },
			...(n === 3 && { note: 'checked', owner: 'Ann' }),
		})),
	},
	{
		file: 'two-days.csv',
		parameters: { columns: columns(['date', '', 'date'], ['spend', '', 'number']) },
		options: { skipRows: skipRows({ text: 'date' }) },
		rows: [
			{ date: '2026-11-20', campaign: 'Brand', spend: 41.2 },
			{ date: '2026-11-20', campaign: 'Outlet', spend: 3.1 },
			{ date: '2026-11-21', campaign: 'Brand', spend: 35.91 },
		],
	},
	{
		file: 'ids.csv',
		parameters: {
			columns: columns(['campaignId', 'campaign.id', 'text'], ['postcode', '', 'text']),
			otherColumns: 'leaveOut',
		},
		// Their digits are lost. Without an answer of the user, they are not sent.
		options: { ifRowsLookWrong: 'send' },
		rows: [
			['120208123456780124', '01067'],
			['120208123456780125', '01067'],
			// Its digits are lost, and a hint says so.
			['1.20208E+17', '1067'],
			['1,20208E+17', '01067'],
			['120208123456780000', '01067'],
		].map(([id, postcode]) => ({ campaign: { id: id! }, postcode: postcode! })),
	},
	{
		file: 'number-spellings.csv',
		parameters: { columns: columns(['name'], ['spend', 'metrics.spend', 'number']) },
		rows: ['unicode minus', 'currency before', 'currency code', 'plus', 'plain'].map((name) => ({
			name,
			metrics: { spend: name === 'unicode minus' ? -12.5 : 12.5 },
		})),
		refused: ['1,23,456.78', '(12.50)', '12.50-', '1.234,50 €', '12.5%', '1 234.56'],
	},
];

it.each(EXPORTS)(
	'$file arrives by settings of the form alone',
	async ({ file, parameters, options, rows, refused = [] }) => {
		const result = await push(file, parameters, options);
		expect(storedRows(stage)).toEqual(rows);
		const failures = failuresOf(result).map(({ message }) => message);
		expect(failures).toHaveLength(refused.length);
		for (const [index, text] of refused.entries()) expect(failures[index]).toContain(`"${text}"`);
	},
);

it('a workbook arrives as n8n reads it: its days are numbers', async () => {
	const dates = columns(['Day', 'event_date', 'date'], ['Spend', 'metrics.spend', 'number']);
	await stage.run({
		parameters: pushItems({}, { columns: dates, dateFormat: 'spreadsheet' }),
		// What "Extract From File" makes of ads-dates.xlsx.
		items: [
			{ Day: 46346, Campaign: 'Brand', Spend: 18.37 },
			{ Day: 46347, Campaign: 'Brand', Spend: 21.05 },
		],
	});
	expect(storedRows(stage)).toEqual([
		{ event_date: '2026-11-20', Campaign: 'Brand', metrics: { spend: 18.37 } },
		{ event_date: '2026-11-21', Campaign: 'Brand', metrics: { spend: 21.05 } },
	]);
});

it.each([
	['google-ads-us.csv', 'file.namesElsewhere'],
	['excel-column-a.csv', 'file.oneColumn'],
	['headerless.csv', 'file.noNames'],
	['german-excel.csv', 'file.encoding'],
])('with the defaults, nothing is sent of %s, because: %s', async (file, code) => {
	const result = await push(file);
	expect(stage.sandbox.requests('ads')).toEqual([]);
	expect(failuresOf(result)[0]!.code).toBe(code);
});
