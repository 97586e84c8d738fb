import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
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

it('what Preview proposes for an export of Google Ads sends its rows as they should be', async () => {
	const { result, rows } = await pushProposed(contentOf('exports/google-ads-us.csv'), 'ads.csv');
	expect(failuresOf(result)).toEqual([]);
	const row = (name: string, id: string, status: string, metrics: IDataObject, more = {}) => ({
		campaign: { status, name, id },
		currency: 'USD',
		event_date: '2026-11-20',
		metrics,
		...more,
	});
	expect(rows).toEqual([
		row(
			'Brand, exact',
			'20123456781',
			'Enabled',
			{ impressions: 12_840, clicks: 961, spend: 1_394.37, conversions: 31 },
			{ 'Avg. CPC': 0.41, CTR: 7.48, 'Search impr. share': '> 90%' },
		),
		row(
			'Shopping – all',
			'20123456799',
			'Enabled',
			{ impressions: 30_112, clicks: 702, spend: 617.76, conversions: 12.5 },
			{ 'Avg. CPC': 0.88, CTR: 2.33, 'Search impr. share': '41.07%' },
		),
		row('Display', '20123456802', 'Paused', {
			impressions: 0,
			clicks: 0,
			spend: 0,
			conversions: 0,
		}),
	]);
});

it.each<[file: string, spends: number[]]>([
	['exports/german-excel.csv', [1_394.37, -41.2]],
	['exports/two-days.csv', [41.2, 3.1, 35.91]],
	// The total is left out, whose numbers are the sums of the others.
	['exports/meta-ads-manager.csv', [1_000, 523.47, 0]],
	['inputs/totals-nl.csv', [1.5, 2.5]],
	['inputs/thin-blanks.csv', [1_394.37, 41.2]],
	['inputs/nested-item.json', [12.5]],
])('what Preview proposes for %s sends all of its rows: %j', async (file, spends) => {
	const { result, rows } = await pushProposed(contentOf(file), file.split('/')[1]!);
	expect(failuresOf(result)).toEqual([]);
	expect(rows.map(({ metrics }) => (metrics as IDataObject).spend)).toEqual(spends);
});

it('shows of a total why it would not be sent, and what to do', async () => {
	const content = contentOf('exports/meta-ads-manager.csv');
	const { preview } = await pushProposed(content, 'meta.csv');
	const [{ json: summary }, { json: reason }] = preview.success as [
		(typeof preview.success)[0],
		(typeof preview.success)[0],
	];
	expect(summary.preview).toBe(
		'3 rows would be sent to harbour-goods.example in 1 request, 1 row cannot be sent',
	);
	expect(reason.preview).toBe(
		'line 2: The row looks like a total: "Campaign name" is empty, and "Amount spent (EUR)" (1,523.47) is the sum of the other rows',
	);
	expect(Object.keys(reason).at(-1)).toBe('remedy');
	expect(reason.remedy).toMatch(/^Leave it out with "Rows to Skip"/);
	const names = 'Others use these field names. Ask your contact for yours.';
	expect(preview.success.at(-1)!.json.questions).toContain(names);
	expect(hintsOf(preview)).not.toContain(names);
});

it.each<[cost: string, first: string, last: string]>([
	['1394.37', '2026-11-20', '2026-11-22'],
	['1394,37', '20.11.2026', '22.11.2026'],
	['1,394.37', '20/11/2026', '22/11/2026'],
	['1.394,37 €', '11/20/2026', '11/22/2026'],
	['1 394,37', '2026/11/20', '2026/11/22'],
	["1'394.37", '20-11-2026', '22-11-2026'],
	['1394.37', 'Nov 20, 2026', 'Nov 22, 2026'],
	['1394,37', '20 Nov 2026', '22 Nov 2026'],
	['1,394.37', '20261120', '20261122'],
	['1.394,37 €', '46346', '46348'],
	['1 394,37', '20.11.26', '22.11.26'],
	["1'394.37", '11/20/26', '11/22/26'],
	['1394.37', '20-Nov-26', '22-Nov-26'],
])('reads %s, %s and %s by what Preview proposes for them', async (cost, first, last) => {
	const file = `Day;Campaign;Cost\n"${first}";A;"${cost}"\n"${last}";B;"7"`;
	const { rows } = await pushProposed(file, 'table.csv');
	expect(rows.map(({ event_date }) => event_date)).toEqual(['2026-11-20', '2026-11-22']);
	expect(rows.map(({ metrics }) => (metrics as IDataObject).spend)).toEqual([1394.37, 7]);
});

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

it.each([
	['inputs/totals-nl.csv', 'looksWrong.total'],
	['inputs/sheet-errors.csv', 'looksWrong.formula'],
	['inputs/lost-letters.csv', 'looksWrong.lostLetters'],
	['inputs/pandas-ids.csv', 'looksWrong.damagedIds'],
	['inputs/mail-text.csv', 'looksWrong.sentences'],
	['inputs/lfs-pointer.csv', 'looksWrong.sentences'],
])('refuses what looks wrong in %s, and sends it if the form says so: %s', async (file, code) => {
	const [content, name] = [contentOf(file), file.split('/')[1]!];
	expect(failuresOf(await run(pushFiles(), content, name))[0]!.code).toBe(code);
	const sent = await run(pushFiles({ ifRowsLookWrong: 'send' }), content, name);
	expect(failuresOf(sent)).toEqual([]);
});

it('stops the node at a row that looks wrong before its first request', async () => {
	const files = [{ data: await stored('Name,Cost\nA,5\nB,6\nTotal,11\n', 'a.csv') }];
	const { thrown } = await stage.run({ parameters: pushFiles(), files });
	expect(thrown!.message).toContain('Line 4 looks wrong: The row looks like');
	expect(stage.sandbox.log).toEqual([]);
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
