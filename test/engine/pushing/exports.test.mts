import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { assignments, columns, skipRows } from '../../kit/columns.mts';
import { failuresOf } from '../../kit/operations.mts';
import { pushFiles, storedRows } from '../../kit/pushing.mts';
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

const AD = (name: string, event_date: string, clicks: number, spend: number) => ({
	event_date,
	campaign: { name },
	metrics: { clicks, spend },
});

const EXPORTS: Export[] = [
	{
		file: 'google-ads-us.csv',
		parameters: {
			columns: columns(
				['Campaign', 'campaign.name'],
				['Campaign ID', 'campaign.id', 'text'],
				['Campaign status', 'campaign.status'],
				['Currency code', 'currency'],
				['Day', 'event_date', 'date'],
				['Impr.', 'metrics.impressions', 'number'],
				['Clicks', 'metrics.clicks', 'number'],
				['Cost', 'metrics.spend', 'number'],
				['Avg. CPC', 'metrics.cpc', 'number'],
			),
			otherColumns: 'leaveOut',
			numberFormat: 'commaPoint',
			fieldsToAdd: assignments({ channel: 'google-ads' }),
		},
		options: { fromLine: 3, emptyValues: '--', skipRows: skipRows({ text: 'Total' }) },
		rows: [
			['Brand, exact', '20123456781', 'Enabled', 12840, 961, 1394.37, 0.41] as const,
			['Shopping – all', '20123456799', 'Enabled', 30112, 702, 617.76, 0.88] as const,
			['Display', '20123456802', 'Paused', 0, 0, 0, undefined] as const,
		].map(([name, id, status, impressions, clicks, spend, cpc]) => ({
			campaign: { name, id, status },
			currency: 'USD',
			event_date: '2026-11-20',
			metrics: { impressions, clicks, spend, ...(cpc && { cpc }) },
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
				['Campaign delivery', 'campaign.status'],
				['Impressions', 'metrics.impressions', 'number'],
				['Amount spent (EUR)', 'metrics.spend', 'number'],
				['CPM (cost per 1,000 impressions)', 'metrics.cpm', 'number'],
				['Ends', 'ends'],
			),
			otherColumns: 'leaveOut',
			fieldsToAdd: assignments({ currency: 'EUR', 'source.channel': 'meta', 'source.version': 2 }),
		},
		options: { skipRows: skipRows({ column: 'Campaign name' }) },
		rows: [
			{
				event_date: '2026-11-01',
				campaign: {
					name: 'Winter | Prospecting, DE+AT',
					id: '120208123456780124',
					status: 'active',
				},
				metrics: { impressions: 40100, spend: 1000, cpm: 24.937656 },
				ends: 'Ongoing',
				currency: 'EUR',
				source: { channel: 'meta', version: 2 },
			},
			{
				event_date: '2026-11-01',
				campaign: { name: 'Winter | Retargeting', id: '120208123456780125', status: 'active' },
				metrics: { impressions: 20110, spend: 523.47, cpm: 26.030333 },
				ends: 'Ongoing',
				currency: 'EUR',
				source: { channel: 'meta', version: 2 },
			},
			{
				event_date: '2026-11-01',
				campaign: { name: 'Autumn (old)', id: '120208123456780011', status: 'inactive' },
				metrics: { impressions: 0, spend: 0 },
				ends: '2026-10-31',
				currency: 'EUR',
				source: { channel: 'meta', version: 2 },
			},
		],
	},
	{
		file: 'german-excel.csv',
		parameters: {
			columns: columns(
				['Datum', 'event_date', 'date'],
				['Kampagne', 'campaign.name'],
				['Impressionen', 'metrics.impressions', 'number'],
				['Klicks', 'metrics.clicks', 'number'],
				['Kosten', 'metrics.spend', 'number'],
				['ROAS', 'metrics.roas', 'number'],
				['Bemerkung', 'note'],
			),
			numberFormat: 'pointComma',
			dateFormat: 'dayDots',
		},
		options: { encoding: 'windows-1252', skipRows: skipRows({ text: 'summe' }) },
		rows: [
			{
				event_date: '2026-11-20',
				campaign: { name: 'Müller & Söhne – Herbst' },
				metrics: { impressions: 12840, clicks: 961, spend: 1394.37, roas: 3.2 },
			},
			{
				event_date: '2026-11-21',
				campaign: { name: 'Übergröße' },
				metrics: { impressions: 1204, clicks: 98, spend: -41.2 },
				note: 'Gutschrift',
			},
		],
	},
	{
		file: 'excel-trailing.csv',
		parameters: {
			columns: columns(
				['date', 'event_date', 'date'],
				['campaign', 'campaign.name'],
				['clicks', 'metrics.clicks', 'number'],
				['spend', 'metrics.spend', 'number'],
			),
		},
		options: { shortLines: true },
		rows: Array.from({ length: 32 }, (_, index) => ({
			...AD(
				`Campaign ${index + 1}`,
				`2026-11-${String(((index + 1) % 22) + 1).padStart(2, '0')}`,
				(index + 1) * 3,
				index + 1.5,
			),
			...(index === 2 && { note: 'checked', owner: 'Ann' }),
		})),
	},
	{
		file: 'two-days.csv',
		parameters: {
			columns: columns(
				['date', 'event_date', 'date'],
				['campaign', 'campaign.name'],
				['spend', 'metrics.spend', 'number'],
			),
		},
		options: { skipRows: skipRows({ text: 'date' }) },
		rows: [
			['Brand', '2026-11-20', 41.2] as const,
			['Outlet', '2026-11-20', 3.1] as const,
			['Brand', '2026-11-21', 35.91] as const,
		].map(([name, event_date, spend]) => ({ event_date, campaign: { name }, metrics: { spend } })),
	},
	{
		file: 'ids.csv',
		parameters: {
			columns: columns(
				['date', 'event_date', 'date'],
				['campaignId', 'campaign.id', 'text'],
				['postcode', '', 'text'],
				['spend', 'metrics.spend', 'number'],
			),
		},
		rows: [
			['120208123456780124', '01067', 12.5] as const,
			['120208123456780125', '01067', 8.1] as const,
			// Its digits are lost, and a hint says so.
			['1.20208E+17', '1067', 3.3] as const,
			['1,20208E+17', '01067', 4.4] as const,
			['120208123456780000', '01067', 5.5] as const,
		].map(([id, postcode, spend]) => ({
			event_date: '2026-11-20',
			campaign: { id },
			postcode,
			metrics: { spend },
		})),
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
	await stage.run({
		parameters: {
			...pushFiles(
				{},
				{
					dataMode: 'autoMapInputData',
					columns: columns(
						['Day', 'event_date', 'date'],
						['Campaign', 'campaign.name'],
						['Clicks', 'metrics.clicks', 'number'],
						['Spend', 'metrics.spend', 'number'],
					),
					dateFormat: 'spreadsheet',
				},
			),
		},
		// What "Extract From File" makes of ads-dates.xlsx.
		items: [
			{ Day: 46346, Campaign: 'Brand', Clicks: 61, Spend: 18.37 },
			{ Day: 46347, Campaign: 'Brand', Clicks: 70, Spend: 21.05 },
			{ Day: 46346, Campaign: 'Gifts', Clicks: 19, Spend: 9.12 },
		],
	});
	expect(storedRows(stage)).toEqual([
		AD('Brand', '2026-11-20', 61, 18.37),
		AD('Brand', '2026-11-21', 70, 21.05),
		AD('Gifts', '2026-11-20', 19, 9.12),
	]);
});

describe('with the defaults, nothing is sent of', () => {
	it.each([
		['google-ads-us.csv', 'the names seem to be in line 3: set "From Line" to 3'],
		['excel-column-a.csv', 'one column, whose cells hold ","'],
		['headerless.csv', 'whose first line seems to hold values, such as "2026-11-20"'],
		['german-excel.csv', 'holds bytes that are not utf-8'],
	])('%s, because: %s', async (file, message) => {
		const result = await push(file);
		expect(stage.sandbox.requests('ads')).toEqual([]);
		expect(failuresOf(result)[0]!.message).toContain(message);
	});

	it('a file with one line above the names', async () => {
		const file = await stored('Campaign report\nday,clicks\n2026-11-20,3\n', 'ads.csv');
		const result = await stage.run({
			parameters: pushFiles(),
			files: [{ data: file }],
			onError: 'stopWorkflow',
		});
		expect(stage.sandbox.requests('ads')).toEqual([]);
		expect(result.thrown!.message).toContain(
			'the names seem to be in line 2: set "From Line" to 2',
		);
	});
});
