import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { columns } from '../../kit/columns.mts';
import { failuresOf, hintsOf } from '../../kit/operations.mts';
import { push, pushFiles, storedRows } from '../../kit/pushing.mts';
import { root } from '../../kit/repository.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What *Preview* proposes for a file, and what arrives when the proposed node is run. */

const stage = sharedStage();

const contentOf = (file: string) => readFileSync(join(root, 'test/data', file));

async function run(parameters: IDataObject, content: Buffer | string, name: string) {
	const files = [{ data: await stored(content, name) }];
	return await stage.run({ parameters, files, onError: 'continueErrorOutput' });
}

/** The parameters of the node that a preview proposes. */
function proposedIn(result: Awaited<ReturnType<typeof run>>): IDataObject {
	const { proposedNode } = result.success.at(-1)!.json as {
		proposedNode: { nodes: Array<{ parameters: IDataObject }> };
	};
	return proposedNode.nodes[0]!.parameters;
}

/** Pushes a file with what a preview of it proposes. @returns the rows that arrived, and the failures */
async function pushProposed(content: Buffer | string, name: string) {
	const preview = await run(pushFiles({}, { preview: true }), content, name);
	const before = stage.sandbox.requests('ads').length;
	const result = await run(proposedIn(preview), content, name);
	const sent = stage.sandbox.requests('ads').slice(before);
	const rows = sent.flatMap(({ text }) => (JSON.parse(text) as { data: IDataObject[] }).data);
	return { preview, result, rows };
}

const day = (event_date: string, name: string, metrics: IDataObject, more: IDataObject = {}) => ({
	event_date,
	campaign: { name, ...(more.campaign as IDataObject) },
	metrics,
});

it.each<[file: string, rows: IDataObject[]]>([
	[
		'exports/german-excel.csv',
		[
			{
				...day('2026-11-20', 'Müller & Söhne – Herbst', {
					impressions: 12_840,
					clicks: 961,
					spend: 1_394.37,
				}),
				ROAS: 3.2,
				currency: 'EUR',
			},
			{
				...day('2026-11-21', 'Übergröße', { impressions: 1_204, clicks: 98, spend: -41.2 }),
				Bemerkung: 'Gutschrift',
				currency: 'EUR',
			},
		],
	],
	[
		'exports/google-ads-us.csv',
		[
			[
				'Brand, exact',
				'20123456781',
				'Enabled',
				12_840,
				961,
				1_394.37,
				31,
				0.41,
				7.48,
				'> 90%',
			] as const,
			[
				'Shopping – all',
				'20123456799',
				'Enabled',
				30_112,
				702,
				617.76,
				12.5,
				0.88,
				2.33,
				'41.07%',
			] as const,
			['Display', '20123456802', 'Paused', 0, 0, 0, 0, undefined, undefined, undefined] as const,
		].map(([name, id, status, impressions, clicks, spend, conversions, cpc, ctr, share]) => ({
			campaign: { status, name, id },
			currency: 'USD',
			event_date: '2026-11-20',
			metrics: { impressions, clicks, spend, conversions },
			...(cpc !== undefined && { 'Avg. CPC': cpc, CTR: ctr, 'Search impr. share': share }),
		})),
	],
	[
		'exports/two-days.csv',
		[
			day('2026-11-20', 'Brand', { spend: 41.2 }),
			day('2026-11-20', 'Outlet', { spend: 3.1 }),
			day('2026-11-21', 'Brand', { spend: 35.91 }),
		],
	],
	[
		'inputs/totals-nl.csv',
		[
			{ campaign: { name: 'Merk' }, metrics: { spend: 1.5 } },
			{ campaign: { name: 'Cadeaus' }, metrics: { spend: 2.5 } },
		],
	],
	[
		'inputs/thin-blanks.csv',
		[
			{ ...day('2026-11-20', 'Hiver', { spend: 1_394.37, impressions: 12_840 }), CPC: 0.41 },
			{ ...day('2026-11-21', 'Été', { spend: 41.2, impressions: 1_204 }), CPC: 0.42 },
		],
	],
	[
		'inputs/nested-item.json',
		[
			{
				campaign: { id: 'c1', name: 'Spring' },
				metrics: { spend: 12.5 },
				event_date: '2026-11-20',
			},
		],
	],
])('%s arrives as it should by what Preview proposes', async (file, expected) => {
	const { result, rows } = await pushProposed(contentOf(file), file.split('/')[1]!);
	expect(failuresOf(result)).toEqual([]);
	expect(rows).toEqual(expected);
});

it('leaves out the total of Meta, whose numbers are the sums of the others', async () => {
	const { preview, rows } = await pushProposed(
		contentOf('exports/meta-ads-manager.csv'),
		'meta.csv',
	);
	expect(preview.success[0]!.json.preview).toBe(
		'3 rows would be sent to harbour-goods.example in 1 request, 1 row cannot be sent',
	);
	const [, { json: reason }] = preview.success;
	expect(reason.preview).toBe(
		'line 2: The row looks like a total: "Campaign name" is empty, and "Amount spent (EUR)" (1,523.47) is the sum of the other rows',
	);
	expect(Object.keys(reason).at(-1)).toBe('remedy');
	expect(reason.remedy).toMatch(/^Leave it out with "Rows to Skip"/);
	const names = 'Others use these field names. Ask your contact for yours.';
	expect(preview.success.at(-1)!.json.questions).toContain(names);
	expect(hintsOf(preview)).not.toContain(names);
	expect(rows.map(({ metrics }) => (metrics as IDataObject).spend)).toEqual([1_000, 523.47, 0]);
	expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR']);
});

it('turns on short lines where most lines have nothing there', async () => {
	const { result, rows } = await pushProposed(
		contentOf('exports/excel-trailing.csv'),
		'trailing.csv',
	);
	expect(failuresOf(result)).toEqual([]);
	expect(rows).toHaveLength(32);
});

const TABLES: ReadonlyArray<
	[format: string, texts: readonly [string, string, string], numbers: readonly number[]]
> = [
	['plain', ['1394.37', '12.5', '7'], [1394.37, 12.5, 7]],
	['decimalComma', ['1394,37', '12,5', '7'], [1394.37, 12.5, 7]],
	['commaPoint', ['1,394.37', '12.50', '7'], [1394.37, 12.5, 7]],
	['pointComma', ['1.394,37 €', '12,50 €', '7 €'], [1394.37, 12.5, 7]],
	['spaceComma', ['1 394,37', '12,5', '7'], [1394.37, 12.5, 7]],
	['apostrophePoint', ["1'394.37", '12.5', '7'], [1394.37, 12.5, 7]],
];
const DAYS = [
	['2026-11-20', '2026-11-21', '2026-11-22'],
	['20.11.2026', '21.11.2026', '22.11.2026'],
	['20/11/2026', '21/11/2026', '22/11/2026'],
	['11/20/2026', '11/21/2026', '11/22/2026'],
	['2026/11/20', '2026/11/21', '2026/11/22'],
	['20-11-2026', '21-11-2026', '22-11-2026'],
	['Nov 20, 2026', 'Nov 21, 2026', 'Nov 22, 2026'],
	['20 Nov 2026', '21 Nov 2026', '22 Nov 2026'],
	['20261120', '20261121', '20261122'],
	['46346', '46347', '46348'],
	['20.11.26', '21.11.26', '22.11.26'],
	['11/20/26', '11/21/26', '11/22/26'],
	['20-Nov-26', '21-Nov-26', '22-Nov-26'],
];

it.each(
	TABLES.flatMap(([format, texts, numbers]) =>
		DAYS.map((days) => [format, days, texts, numbers] as const),
	),
)(
	'a file with numbers in %s and days such as %j arrives with exact numbers and ISO days',
	async (_, days, texts, numbers) => {
		const lines = days.map((each, at) => `"${each}";"Campaign ${at}";"${texts[at]}"`);
		const { rows } = await pushProposed(['Day;Campaign;Cost', ...lines].join('\n'), 'table.csv');
		expect(rows.map(({ event_date }) => event_date)).toEqual([
			'2026-11-20',
			'2026-11-21',
			'2026-11-22',
		]);
		expect(rows.map(({ metrics }) => (metrics as IDataObject).spend)).toEqual(numbers);
	},
);

it('proposes settings for the items of a sheet', async () => {
	const items = [
		{ row_number: 2, Day: '20.11.2026', Campaign: 'A', Cost: '1.394,37', Clicks: 5 },
		{ row_number: 3, Day: '21.11.2026', Campaign: 'B', Cost: '41,20', Clicks: 7 },
	];
	const preview = await stage.run({ parameters: push({}, { preview: true }), items });
	await stage.run({ parameters: proposedIn(preview), items });
	expect(storedRows(stage).slice(-2)).toEqual([
		{ event_date: '2026-11-20', campaign: { name: 'A' }, metrics: { spend: 1_394.37, clicks: 5 } },
		{ event_date: '2026-11-21', campaign: { name: 'B' }, metrics: { spend: 41.2, clicks: 7 } },
	]);
});

describe('what looks wrong', () => {
	it.each<[file: string, code: string, parameters?: IDataObject]>([
		['inputs/totals-nl.csv', 'looksWrong.total'],
		['exports/meta-ads-manager.csv', 'looksWrong.total'],
		['inputs/sheet-errors.csv', 'looksWrong.formula'],
		['inputs/lost-letters.csv', 'looksWrong.lostLetters'],
		['inputs/pandas-ids.csv', 'looksWrong.damagedIds'],
		['inputs/mail-text.csv', 'looksWrong.sentences'],
		['inputs/lfs-pointer.csv', 'looksWrong.sentences'],
	])(
		'of %s is refused by default, and sent if the form says so',
		async (file, code, parameters = {}) => {
			const name = file.split('/')[1]!;
			const stopped = await run(pushFiles({}, parameters), contentOf(file), name);
			expect(failuresOf(stopped)[0]!.code).toBe(code);
			const sent = await run(
				pushFiles({ ifRowsLookWrong: 'send' }, parameters),
				contentOf(file),
				name,
			);
			expect(failuresOf(sent)).toEqual([]);
		},
	);

	it('of a column of thousands is refused', async () => {
		const parameters = { columns: columns(['views', '', 'number']) };
		const stopped = await run(pushFiles({}, parameters), 'views,name\n12.840,a\n961,b\n', 'a.csv');
		expect(failuresOf(stopped)[0]!.message).toContain(
			'"views" contains "12.840", which is 12.84 in the format',
		);
	});

	it('stops the node before its first request, without an error output', async () => {
		const files = [{ data: await stored('Name,Cost\nA,5\nB,6\nTotal,11\n', 'a.csv') }];
		const before = stage.sandbox.requests('ads').length;
		const { thrown } = await stage.run({ parameters: pushFiles(), files });
		expect(thrown!.message).toContain('1 of 3 rows looks wrong. First, line 4: The row looks like');
		expect(stage.sandbox.requests('ads')).toHaveLength(before);
	});
});

it.each<[file: string, content: Buffer | string, why: RegExp]>([
	['old.xls', contentOf('inputs/old.xls'), /Excel workbook/],
	['two.csv', contentOf('inputs/two-encodings.csv'), /mixes two encodings/],
	['report.csv', '%PDF-1.7 x', /a PDF or another file that is not text/],
])('tells a file that cannot be read as that, without counts of rows: %s', async (...given) => {
	const [name, content, why] = given;
	const preview = await run(pushFiles({}, { preview: true }), content, name);
	const text = expect.stringMatching(/^The file cannot be read: .*\. \w/) as string;
	expect(preview.success.map(({ json }) => json)).toEqual([{ preview: text }]);
	expect(preview.success[0]!.json.preview).toMatch(why);
	expect(hintsOf(preview)).toContain('Nothing was sent');
});

it.each<[set: string, content: Buffer | string]>([
	['"From Line" 3', 'Campaign report\n"June 1, 2026 - June 3, 2026"\nDay,Cost\n2026-06-01,5\n'],
	['"From Line" 2', 'Bericht\nTag;Kosten\n01.06.2026;5,00\n02.06.2026;6,00\n'],
	['"Encoding" windows-1252', Buffer.from('Day,Name\n2026-06-01,M\u00fcller\n', 'latin1')],
])('reads a file again with what its error names, and says so: %s', async (set, content) => {
	const preview = await run(pushFiles({}, { preview: true }), content, 'a.csv');
	expect(preview.success[0]!.json.preview).toMatch(/^With .*: [12] rows? would be sent/);
	expect(preview.success[0]!.json.preview).toContain(set);
});
