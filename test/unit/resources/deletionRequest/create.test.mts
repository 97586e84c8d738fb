import type { IDataObject } from 'n8n-workflow';
import type { Script } from '../../../kit/execution.mts';
import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';
import { fieldsOf } from './reading.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const PEOPLE = [
	{ emails: 'ann@x.example' },
	{ phones: '+44 20 7946 0000' },
	{ emails: 'bob@x.example, zoë@x.example', phones: '12345' },
];
const OTHER_SHOP = 'b.example';

/** Creates deletion requests for what each item names, one after another. */
async function request(
	items: readonly IDataObject[] = PEOPLE,
	{ preview = false, ...options }: IDataObject = {},
	script: Script = {},
	type = 'merchantData',
) {
	const { parameters, resolve } = fieldsOf(items);
	const ran = await runOperation(
		{
			...parameters,
			resource: 'deletionRequest',
			operation: 'create',
			preview,
			options: { maxParallelRequests: 1, ...options },
		},
		{ items, resolve, ...script },
		({ node }) => {
			node.type = type;
		},
	);
	/** Per item of the output: which input items it is of, and what became of them. */
	const told = ran.items.map(({ pairedItem }, index) => [
		[pairedItem].flat().map((link) => (link as { item: number } | undefined)?.item),
		ran.jsons[index]!.outcome ?? 'accepted',
	]);
	return { ...ran, told, bodies: ran.sent.map(({ body }) => body) };
}

it('sends one request per item, with no list that is empty, and gives a receipt for each', async () => {
	jest.setSystemTime(new Date('2026-06-30T12:00:00Z'));
	const { sent, bodies, items, hints } = await request(
		PEOPLE,
		{},
		{ replies: [{ body: '{"id":7}' }] },
	);
	expect(sent[0]).toMatchObject({
		method: 'POST',
		path: '/api/v2/compliance/requests/create-request',
	});
	expect(bodies).toEqual([
		{ shop: SHOP, emails: ['ann@x.example'] },
		{ shop: SHOP, phones: ['+44 20 7946 0000'] },
		{ shop: SHOP, emails: ['bob@x.example', 'zoë@x.example'], phones: ['12345'] },
	]);
	const receipt = { status: 200, time: '2026-06-30T12:00:00.000Z', response: { id: 7 } };
	expect(items).toEqual(
		[
			{ emails: 1, phones: 0 },
			{ emails: 0, phones: 1 },
			{ emails: 2, phones: 1 },
		].map((numbers, item) => ({
			json: { shop: SHOP, ...numbers, ...receipt },
			pairedItem: [{ item }],
		})),
	);
	expect(hints).toEqual([]);
});

describe('the items of a request', () => {
	const FOUR = [
		{ emails: 'a@x.example', phones: '12345' },
		{ shop: OTHER_SHOP, emails: 'a@x.example' },
		{ emails: 'b@x.example, c@x.example' },
		{ emails: 'd@x.example' },
	];

	it.each<[what: string, options: IDataObject, items: number[][]]>([
		['one, unless they are to be joined', {}, [[0], [1], [2], [3]]],
		['those of a shop', { combine: true }, [[0, 2, 3], [1]]],
		['up to a number of people', { combine: true, maxIdentifiers: 4 }, [[0, 2], [1], [3]]],
		['and no more', { combine: true, maxIdentifiers: 3 }, [[0], [1], [2, 3]]],
		['never split', { combine: true, maxIdentifiers: 1 }, [[0], [1], [2], [3]]],
	])('are %s', async (_, options, items) => {
		const { told, bodies } = await request(FOUR, options);
		expect(told).toEqual(items.map((each) => [each, 'accepted']));
		expect(bodies).toHaveLength(items.length);
	});

	it('are asked for together, each person once', async () => {
		const { bodies, jsons } = await request([FOUR[0]!, FOUR[2]!, FOUR[0]!], { combine: true });
		expect(bodies).toEqual([
			{ shop: SHOP, emails: ['a@x.example', 'b@x.example', 'c@x.example'], phones: ['12345'] },
		]);
		expect(jsons).toMatchObject([{ emails: 3, phones: 1 }]);
	});
});

it('shows what would be requested, in numbers, and sends nothing', async () => {
	const items = [...PEOPLE, { emails: 'ann' }, { shop: 'no', emails: 'bob@x.example' }];
	const ran = await request(items, { preview: true, combine: true });
	expect(ran.sent).toEqual([]);
	expect(ran.items).toMatchObject([
		{
			json: { preview: true, shop: SHOP, emails: 3, phones: 2 },
			pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
		},
		{
			json: {
				problem: expect.stringMatching(/^Entry 1 of "Emails" is not/) as string,
				shop: SHOP,
				emails: 0,
			},
			pairedItem: [{ item: 3 }],
		},
		{ json: { problem: expect.stringContaining('"Shop"') as string, shop: null } },
	]);
	expect(ran.hints).toEqual([
		'Nothing was sent: "Preview" is on',
		'2 of 5 contacts cannot be sent: see "problem"',
	]);
	expect(JSON.stringify(ran.items)).not.toMatch(/ann|bob@/);
});

describe('a request that fails', () => {
	it('leaves as a failure of each of its items, without people, and the others go on', async () => {
		const { items, told } = await request(
			[...PEOPLE, { shop: OTHER_SHOP, emails: 'ann@x.example' }],
			{ combine: true },
			{ replies: [{ status: 400, body: '{"message":"not ann@x.example"}' }, {}] },
		);
		expect(told).toEqual([[[3], 'accepted'], ...[0, 1, 2].map((item) => [[item], 'rejected'])]);
		for (const { json } of items.slice(1))
			expect(json.error).toMatchObject({ outcome: 'rejected', status: 400, shop: SHOP });
		expect(JSON.stringify(items)).not.toContain('ann@');
	});

	it('is told to the support of the service without people', async () => {
		const { jsons } = await request([PEOPLE[2]!], {}, { replies: [{ status: 500 }] });
		const { description } = jsons[0] as { description: string };
		expect(description).toContain(JSON.stringify({ shop: SHOP, emails: 2, phones: 1 }));
		expect(description).not.toMatch(/bob@|zo|12345/);
	});
});

it('is refused to an AI agent, unless the user allows it', async () => {
	const TOOL = 'merchantDataTool';
	for (const options of [{}, { preview: true }]) {
		const { sent, jsons } = await request(PEOPLE, options, {}, TOOL);
		expect(sent).toEqual([]);
		expect(jsons).toEqual([
			{
				failed: true,
				message: 'Creating deletion requests as an AI tool is not allowed in this node',
				whatToDo: expect.stringMatching(
					/^Nothing was sent.*"Allow as AI Tool" in the options/,
				) as string,
			},
		]);
	}
	expect((await request(PEOPLE, { allowAsTool: true }, {}, TOOL)).sent).toHaveLength(3);
});
