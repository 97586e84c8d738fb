import type { IDataObject } from 'n8n-workflow';
import { columns, sentAs } from '../../../kit/columns.mts';
import { SHOP } from '../../../kit/execution.mts';
import { createNode, ok, rows } from '../../../kit/pushNode.mts';
import { runOperation } from '../../../kit/runOperation.mts';
import { fileItem } from '../../input/reading.mts';

const run = async (own: IDataObject = {}) =>
	await createNode().run({ items: rows(1), service: ok, parameters: { preview: true, ...own } });

it('sends nothing, and shows what would be sent and a node with settings that fit', async () => {
	const { sent, jsons } = await run();
	expect(sent).toEqual([]);
	expect(jsons).toMatchObject([
		{ preview: '1 row would be sent to a.example in 1 request' },
		{ preview: 'row 1', n: 0 },
		{ proposedNode: { nodes: [{ parameters: { preview: false } }], connections: {} } },
	]);
});

it('proposes no settings that rows of JSON do not have', async () => {
	const { jsons } = await run({ dataMode: 'json', rowsJson: '={{ $json }}' });
	expect(jsons).toHaveLength(2);
});

const PUSH = { resource: 'adData', operation: 'push', shop: SHOP };
const FILE = { dataMode: 'binary', columns: sentAs('number', 'Clicks') };
const preview = async (contents: Array<Buffer | string | undefined>, options = {}, more = {}) => {
	const files = contents.map((each) => (each === undefined ? {} : fileItem(each)));
	const parameters = { ...PUSH, ...FILE, preview: true, options, ...more };
	return await runOperation(parameters, { items: contents.length, files });
};

const OTHERS_USE = 'Others use these field names. Ask your contact for yours.';
const GOOD = 'Campaign,Clicks\nA,5\nB,6';
const UNCLEAR = 'Campaign,Clicks\nA,12.840\nB,1.204';
const WITH_TOTAL = `${GOOD}\nTotal,11`;
type Shown = [contents: Array<string | undefined>, RegExp[], isProposed: boolean, options?: {}];
it.each<Shown>([
	[[WITH_TOTAL], [/^2 rows would .* 1 row cannot/, /looks like a total/], true],
	[[`Report\nJanuary\n${GOOD}`], [/^With "From Line" 3: 2 rows/, /^line 4$/], true],
	[[UNCLEAR], [/^0 rows would be sent, 2 rows cannot/, /^line 2 \(and 1 more\): /], true],
	[['PK\u0003\u0004'], [/^The file cannot be read: /], false],
	[[GOOD, undefined], [/^2 rows .* 1 row cannot/, /^item 2: .* no such file$/], false],
	[[GOOD, WITH_TOTAL], [/^4 rows .* 2 requests, 1 row cannot/, /^line 4 of item 2: /], true],
	[[GOOD], [/^1 row would be sent to \S+ in 1 request$/, /^line 2$/], true, { rowsAtMost: 1 }],
])('of the files %j shows %j, and proposes settings: %s', async (...given) => {
	const [contents, previews, isProposed, options = {}] = given;
	const { jsons, hints } = await preview(contents, options);
	const shown = jsons.map((json) => json.preview);
	for (const [index, preview] of previews.entries()) expect(shown[index]).toMatch(preview);
	expect('proposedNode' in jsons.at(-1)!).toBe(isProposed);
	// A file that cannot be read is told once.
	expect(hints.join()).not.toMatch(/Item 1 cannot/);
	if (isProposed) expect(jsons.at(-1)!.questions).toContain(OTHERS_USE);
});

const EUROS = 'Day,Cost\n2026-11-01,5 EUR';
const NEED_OTHERS = 'The files may need different settings. Preview them one by one.';

it.each<[files: string[], isTold: boolean]>([
	[[EUROS, 'Day,Cost\n2026-11-02,6.50 EUR'], false],
	[[EUROS, 'Day,Cost\n2026-11-02,5 USD', 'Day,Cost\n2026-11-02,5 USD'], true],
	[[EUROS, `${EUROS}\n2026-11-02,NA`], true],
	[[EUROS, 'Date,Cost\n2026-11-02,5 EUR'], true],
])('of %j, says once that the files need different settings: %s', async (files, isTold) => {
	const { hints } = await preview(files, {}, { columns: {} });
	expect(hints.filter((hint) => hint === NEED_OTHERS)).toHaveLength(isTold ? 1 : 0);
});

it('shows three reasons at most, and five rows', async () => {
	const types = ['number', 'date', 'boolean', 'json'];
	const bad = ['B,x,,,', 'B,y,,,', 'B,,x,,', 'B,,,x,', 'B,,,,x'];
	const lines = [`Campaign,${types.join()}`, ...Array<string>(9).fill('A,1,,,'), ...bad];
	const form = { columns: columns(...types.map((type) => [type, '', type] as const)) };
	const { jsons, hints } = await preview([lines.join('\n')], {}, form);
	const shown = [
		/^9 rows would be sent to \S+ in 1 request, 5 rows cannot be sent$/,
		...[/^line 11 \(and 1 more\): "number" /, /^line 13: "date" /, /^line 14: "boolean" /],
		...[/^line 2$/, /^line 3$/, /^line 4$/, /^line 5$/, /^line 6$/, /^To use these settings/],
	];
	const matching = (text: RegExp) => expect.stringMatching(text) as string;
	expect(jsons.map((json) => json.preview)).toEqual(shown.map(matching));
	expect(jsons[1]).toMatchObject({ Campaign: 'B', remedy: matching(/\w/) });
	expect(hints).toContainEqual(matching(/^5 of 14 rows cannot be sent\. First, line 11: /));
});

const LATIN = Buffer.from(`Report\nJanuary\n${GOOD}\nMüller,7`, 'latin1');
it.each<[says: string, content: Buffer | string, shopColumn?: string]>([
	['2 rows would be sent to 2 shops in 2 requests', 'shop,n\na.example,1\nb.example,2', 'shop'],
	['With "From Line" 3 and "Encoding" windows-1252: 3 rows would be sent to ', LATIN],
])('sums up: %s', async (says, content, shopColumn = '') => {
	const { jsons } = await preview([content], {}, { columns: {}, shopColumn });
	expect(jsons[0]!.preview).toContain(says);
});

it.each<[rest: string, says: RegExp, options?: {}]>([
	['', /^30,000 rows would be sent to \S+ in about 60 requests$/],
	['B,x\n', /^30,000 rows would be sent to \S+ in 60 requests, 1 row cannot be sent$/],
	['Total,30000\n', /^30,000 rows would be sent to \S+ in 60 requests, 1 row cannot be sent$/],
	['Total\n', /^25,000 rows would be sent to \S+ in about 50 requests$/, { rowsAtMost: 25_000 }],
])('counts the rows of a large file that ends in %j', async (rest, says, options = {}) => {
	const { jsons } = await preview([`Campaign,Clicks\n${'A,1\n'.repeat(30_000)}${rest}`], options);
	expect(jsons[0]!.preview).toMatch(says);
});

it('describes all rows of a large file in the format that its delimiter decides', async () => {
	const content = `Campaign;views\n${'A;12.840\nB;1.204\n'.repeat(750)}`;
	const { jsons } = await preview([content], {}, { columns: {} });
	expect(jsons[0]!.views).toBe('1204 to 12840');
});
