import type { IDataObject } from 'n8n-workflow';
import { sentAs } from '../../../kit/columns.mts';
import { SHOP, useFakeTime } from '../../../kit/execution.mts';
import { createNode, ok, rows } from '../../../kit/pushNode.mts';
import { runOperation } from '../../../kit/runOperation.mts';

useFakeTime();

const run = async (shop: string, parameters: IDataObject = {}) =>
	await createNode().run({
		items: rows(1, shop),
		service: ok,
		parameters: { preview: true, ...parameters },
	});

it('sends nothing, and shows what would be sent and a node with settings that fit', async () => {
	const { sent, jsons } = await run('a.example');
	expect(sent).toEqual([]);
	expect(jsons).toMatchObject([
		{ preview: '1 row would be sent to a.example in 1 request' },
		{ preview: 'row 1', n: 0 },
		{ proposedNode: { nodes: [{ parameters: { preview: false } }], connections: {} } },
	]);
});

it('shows why a row cannot be sent', async () => {
	expect((await run('')).jsons).toMatchObject([
		{ preview: '0 rows would be sent, 1 row cannot be sent' },
		{
			preview: 'row 1: "Shop" is empty for item 1',
			remedy: expect.stringMatching(/^Its expression/) as string,
		},
	]);
});

it('proposes no settings that rows of JSON do not have', async () => {
	const { jsons } = await run('a.example', { dataMode: 'json', rowsJson: '={{ $json }}' });
	expect(jsons).toHaveLength(2);
});

const FILE = {
	resource: 'adData',
	operation: 'push',
	shop: SHOP,
	dataMode: 'binary',
	preview: true,
};
const OTHERS_USE = 'Others use these field names. Ask your contact for yours.';
const GOOD = 'Campaign,Clicks\nA,5\nB,6';
const WITH_TOTAL = `${GOOD}\nTotal,11`;
it.each<
	[contents: Array<string | undefined>, previews: RegExp[], isProposed: boolean, options?: {}]
>([
	[[WITH_TOTAL], [/^2 rows would .* 1 row cannot/, /looks like a total/], true],
	[[`Report\nJanuary\n${GOOD}`], [/^With "From Line" 3: 2 rows/, /^line 4$/], true],
	[
		['Campaign,Clicks\nA,12.840\nB,1.204'],
		[/^0 rows would .* 2 rows cannot/, /^line 2 \(and 1 more\): /],
		true,
	],
	[['PK\u0003\u0004'], [/^The file cannot be read: /], false],
	[[GOOD, undefined], [/^2 rows .* 1 row cannot/, /^item 2: .* no such file$/], false],
	[[GOOD, WITH_TOTAL], [/^4 rows .* 2 requests, 1 row cannot/, /^line 4 of item 2: /], true],
	[[GOOD], [/^1 row would be sent to \S+ in 1 request$/, /^line 2$/], true, { rowsAtMost: 1 }],
])('of the files %j shows %j, and proposes settings: %s', async (...given) => {
	const [contents, previews, isProposed, options = {}] = given;
	const files = contents.map((content) => {
		const data = Buffer.from(content ?? '').toString('base64');
		return content === undefined ? {} : { binary: { data: { data } } };
	});
	const { jsons, hints } = await runOperation(
		{ ...FILE, columns: sentAs('number', 'Clicks'), options },
		{ items: contents.map(() => ({})), files },
	);
	const shown = jsons.map((json) => json.preview);
	for (const [index, preview] of previews.entries()) expect(shown[index]).toMatch(preview);
	expect('proposedNode' in jsons.at(-1)!).toBe(isProposed);
	// A file that cannot be read is told once.
	expect(hints.join()).not.toMatch(/Item 1 cannot/);
	if (isProposed) expect(jsons.at(-1)!.questions).toContain(OTHERS_USE);
});

it.each<[rest: string, says: RegExp, options?: {}]>([
	['', /^30,000 rows would be sent to \S+ in about 60 requests$/],
	['B,x\n', /^30,000 rows would be sent to \S+ in 60 requests, 1 row cannot be sent$/],
	['Total,30000\n', /^30,000 rows would be sent to \S+ in 60 requests, 1 row cannot be sent$/],
	['Total\n', /^25,000 rows would be sent to \S+ in about 50 requests$/, { rowsAtMost: 25_000 }],
])('counts the rows of a large file that ends in %j', async (rest, says, options = {}) => {
	const data = Buffer.from(`Campaign,Clicks\n${'A,1\n'.repeat(30_000)}${rest}`).toString('base64');
	const { jsons } = await runOperation(
		{ ...FILE, columns: sentAs('number', 'Clicks'), options },
		{ items: [{}], files: [{ binary: { data: { data } } }] },
	);
	expect(jsons[0]!.preview).toMatch(says);
});

it('describes all rows of a large file in the format that its delimiter decides', async () => {
	const data = Buffer.from(`Campaign;views\n${'A;12.840\nB;1.204\n'.repeat(750)}`).toString(
		'base64',
	);
	const { jsons } = await runOperation(FILE, {
		items: [{}],
		files: [{ binary: { data: { data } } }],
	});
	expect(jsons[0]!.views).toBe('1204 to 12840');
});
