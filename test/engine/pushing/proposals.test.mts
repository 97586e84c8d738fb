import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import type { RunResult } from '../../kit/engine.mts';
import { failuresOf, hintsOf } from '../../kit/operations.mts';
import { pushFiles, storedRows } from '../../kit/pushing.mts';
import { root } from '../../kit/repository.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What *Preview* proposes for a file, and what arrives when the proposed node is run. */

const stage = sharedStage();

const contentOf = (file: string) => readFileSync(join(root, 'test/data', file));

async function run(parameters: IDataObject, content: Buffer | string, name: string) {
	const files = [{ data: await stored(content, name) }];
	return await stage.run({ parameters, files, onError: 'continueErrorOutput' });
}

const previewOf = async (content: Buffer | string, name: string) =>
	await run(pushFiles({}, { preview: true }), content, name);

/** The parameters of the node that a preview proposes. */
function proposedIn({ success }: RunResult): IDataObject {
	const { proposedNode } = success.at(-1)!.json as {
		proposedNode: { nodes: Array<{ parameters: IDataObject }> };
	};
	return proposedNode.nodes[0]!.parameters;
}

/** Pushes a file with what a preview of it proposes. @returns the rows that arrived */
async function pushProposed(content: Buffer | string, name: string): Promise<IDataObject[]> {
	const preview = await previewOf(content, name);
	// What is asked about the names of fields is no hint.
	expect(hintsOf(preview)).not.toContain('Ask your contact');
	const result = await run(proposedIn(preview), content, name);
	expect(failuresOf(result)).toEqual([]);
	return storedRows(stage);
}

const spendsOf = (rows: IDataObject[]) => rows.map(({ metrics }) => (metrics as IDataObject).spend);

it('what Preview proposes for an export of Google Ads sends its rows as they should be', async () => {
	const rows = await pushProposed(contentOf('exports/google-ads-us.csv'), 'ads.csv');
	expect(rows[0]).toEqual({
		campaign: { status: 'Enabled', name: 'Brand, exact', id: '20123456781' },
		currency: 'USD',
		event_date: '2026-11-20',
		metrics: { impressions: 12_840, clicks: 961, spend: 1_394.37, conversions: 31 },
		'Avg. CPC': 0.41,
		CTR: 7.48,
		'Search impr. share': '> 90%',
	});
	expect(spendsOf(rows)).toEqual([1_394.37, 617.76, 0]);
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
	expect(spendsOf(await pushProposed(contentOf(file), file.split('/')[1]!))).toEqual(spends);
});

it('what Preview proposes leaves out a total whose empty cells n8n omits', async () => {
	const total =
		'{"Reporting starts":"2026-11-20","Impressions":60210,"Amount spent (EUR)":3031.72}\n';
	const rows = [
		['A', 20_070, 1_010],
		['B', 20_070, 1_010.5],
		['C', 20_070, 1_011.22],
	].map(
		([name, views, spend], at) =>
			`{"Reporting starts":"2026-11-20","Campaign name":"${name}","Campaign ID":"12021${at}","Impressions":${views},"Amount spent (EUR)":${spend}}\n`,
	);
	const sent = await pushProposed(total + rows.join(''), 'meta.ndjson');
	expect(spendsOf(sent)).toEqual([1_010, 1_010.5, 1_011.22]);
});

it('what Preview proposes for a week without conversions sends those of the next week', async () => {
	const file = (conversions: string) => `Day,Campaign,Conversions\n2026-11-01,A,${conversions}\n`;
	const preview = await previewOf(file('--'), 'week.csv');
	await run(proposedIn(preview), Buffer.from(file('3')), 'week.csv');
	expect(storedRows(stage)).toMatchObject([{ metrics: { conversions: 3 } }]);
});

it.each<[cost: string, first: string, last: string]>([
	['1394.37', '2026-11-20', '2026-11-22'],
	['1.394,37 €', '11/20/2026', '11/22/2026'],
	["1'394.37", '20-Nov-26', '22-Nov-26'],
	['1,394.37', '46346', '46348'],
])('reads %s, %s and %s by what Preview proposes for them', async (cost, first, last) => {
	const file = `Day;Campaign;Cost\n"${first}";A;"${cost}"\n"${last}";B;"7"`;
	const rows = await pushProposed(file, 'table.csv');
	expect(rows.map(({ event_date }) => event_date)).toEqual(['2026-11-20', '2026-11-22']);
	expect(spendsOf(rows)).toEqual([1394.37, 7]);
});

it('what Preview proposes for a file with a title refuses a page in its place', async () => {
	const preview = await previewOf(contentOf('exports/google-ads-us.csv'), 'ads.csv');
	const result = await run(proposedIn(preview), '<html><body>Sign in</body></html>', 'ads.csv');
	expect(failuresOf(result)[0]!.code).toBe('file.noTable');
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

it('tells a file that cannot be read as that, without counts of rows', async () => {
	const { success } = await previewOf(contentOf('inputs/old.xls'), 'old.xls');
	const preview = expect.stringMatching(/^The file cannot be read: .*Excel workbook.*\. \w/);
	expect(success.map(({ json }) => json)).toEqual([{ preview }]);
});
