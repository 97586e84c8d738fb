import type { IDataObject } from 'n8n-workflow';
import { type Script, SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

const PEOPLE = [
	{ emails: 'ann@x.example' },
	{ phones: '+44 20 7946 0000' },
	{ emails: 'bob@x.example, zoë@x.example, bob@x.example', phones: 12345 },
];
const OTHER_SHOP = 'b.example';
const TOOL = { type: 'merchantDataTool' };

/** Creates deletion requests for what each item names, one after another. */
async function request(
	items: readonly IDataObject[] = PEOPLE,
	{ preview = false, ...options }: IDataObject = {},
	script: Script = {},
) {
	const ran = await runOperation(
		{
			shopDomain: '={{ $json.shop }}',
			emails: '={{ $json.e }}',
			phones: '={{ $json.p }}',
			resource: 'deletionRequest',
			operation: 'create',
			preview,
			...script.parameters,
			options: { maxParallelRequests: 1, ...options },
		},
		{
			items,
			resolve(name, item) {
				const { shop = SHOP, emails = '', phones = '' } = items[item]!;
				return { shopDomain: shop, emails, phones }[name];
			},
			...script,
		},
	);
	/** Per item of the output: which input items it is of, and what became of them. */
	const told = ran.items.map(({ pairedItem }, index) => [
		[pairedItem].flat().map((link) => (link as { item: number } | undefined)?.item),
		ran.jsons[index]!.outcome ?? 'accepted',
	]);
	return { ...ran, told, bodies: ran.sent.map(({ body }) => body) };
}

it('a deletion sends one request per item, without empty lists, and leaves a receipt for each', async () => {
	jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
	const shop = `https://${OTHER_SHOP}/`;
	const people = [...PEOPLE, { shop, emails: ['c@x.example'], phones: ['12345', '67890'] }];
	const replies = [{ body: '{"id":7}' }];
	const { sent, bodies, items, hints } = await request(people, {}, { replies });
	const path = '/api/v2/compliance/requests/create-request';
	expect(sent[0]).toMatchObject({ method: 'POST', path });
	expect(bodies).toEqual([
		{ shop: SHOP, emails: ['ann@x.example'] },
		{ shop: SHOP, phones: ['+44 20 7946 0000'] },
		{ shop: SHOP, emails: ['bob@x.example', 'zoë@x.example'], phones: ['12345'] },
		{ shop: OTHER_SHOP, emails: ['c@x.example'], phones: ['12345', '67890'] },
	]);
	const time = expect.stringMatching(/^2026-06-30T12:00:00\.00[01]Z$/) as string;
	const receipt = { status: 200, time, response: { id: 7 } };
	const numbers = [
		{ shop: SHOP, emails: 1, phones: 0 },
		{ shop: SHOP, emails: 0, phones: 1 },
		{ shop: SHOP, emails: 2, phones: 1 },
		{ shop: OTHER_SHOP, emails: 1, phones: 2 },
	];
	expect(items).toEqual(
		numbers.map((each, item) => ({ json: { ...each, ...receipt }, pairedItem: [{ item }] })),
	);
	expect(hints).toEqual([]);
});

describe('the items of a deletion request', () => {
	const FOUR = [
		{ emails: 'a@x.example', phones: '12345' },
		{ shop: OTHER_SHOP, emails: 'a@x.example' },
		{ emails: 'b@x.example, c@x.example' },
		{ emails: 'd@x.example' },
	];

	it.each<[what: string, options: IDataObject, items: number[][]]>([
		['those of a shop', { combine: true }, [[0, 2, 3], [1]]],
		['up to a number of people', { combine: true, maxIdentifiers: 4 }, [[0, 2], [1], [3]]],
		['never more', { combine: true, maxIdentifiers: 3 }, [[0], [1], [2, 3]]],
		['never split', { combine: true, maxIdentifiers: 1 }, [[0], [1], [2], [3]]],
	])('are %s', async (_, options, items) => {
		const { told, bodies } = await request(FOUR, options);
		expect(told).toEqual(items.map((each) => [each, 'accepted']));
		expect(bodies).toHaveLength(items.length);
	});
});

it.each<[bad: IDataObject, problem: string, shop: string | null]>([
	[{ emails: ' ', phones: [] }, '"Emails" and "Phones" are both empty', SHOP],
	[{ emails: 'ann' }, 'Entry 1 of "Emails" is not an email address', SHOP],
	[{ shop: 'no', emails: 'ann@x.example' }, '"Shop" is not a plain shop domain', null],
])('an item that cannot be sent shows no person, and the others are sent: %j', async (...given) => {
	const [bad, problem, shop] = given;
	const items = [PEOPLE[0]!, bad, PEOPLE[2]!];
	const previewed = await request(items, { preview: true, combine: true });
	expect(previewed.sent).toEqual([]);
	const text = expect.stringContaining(`contact 2: ${problem}`) as string;
	const links = [[{ item: 1 }], [{ item: 0 }, { item: 2 }]];
	expect(previewed.items.map(({ pairedItem }) => pairedItem)).toEqual(links);
	expect(previewed.items.map(({ json }) => json)).toEqual([
		{ problem: text, preview: true, shop, emails: 0, phones: 0 },
		{ problem: '', preview: true, shop: SHOP, emails: 3, phones: 1 },
	]);
	const ran = await request(items);
	const outcomes = [0, 2].map((item) => [[item], 'accepted']);
	expect(ran.told).toEqual([...outcomes, [[1], 'rejected']]);
	const { error, sent } = await request(items, {}, { continues: false });
	expect(error!.message).toContain(`Contact 2 cannot be sent: ${problem}`);
	expect(sent).toEqual([]);
	const said = [previewed.items, ran.items, error!.message, error!.description];
	expect(JSON.stringify(said)).not.toMatch(/\bann|bob@/);
});

it('an expression that finds no field deletes nobody by halves', async () => {
	const items = [{ emails: 'a@x.example' }, { emails: 'b@x.example' }];
	const resolve: Script['resolve'] = (name, item) =>
		({ shopDomain: SHOP, emails: items[item]!.emails })[name];
	const { sent, told } = await request(items, {}, { resolve });
	expect(sent).toEqual([]);
	expect(told).toEqual([0, 1].map((item) => [[item], 'rejected']));
	const { error } = await request(items, {}, { resolve, continues: false });
	expect(error!.message).toMatch(
		/^2 of 2 .* "Phones" is an expression that returns nothing for any/,
	);
	// An agent omits what it does not know.
	const agent = await request(items, { allowAsTool: true }, { resolve, ...TOOL });
	expect(agent.sent).toHaveLength(2);
});

it('a field counts as found although the item cannot be sent for another reason', async () => {
	const emails = 'a@x.example';
	const first = { shop: 'no', emails, phones: '12345' };
	const items: IDataObject[] = [first, { emails: 'bad' }, { emails }];
	const resolve: Script['resolve'] = (name, item) =>
		({ ...items[item], shopDomain: items[item]!.shop ?? SHOP })[name];
	expect((await request(items, {}, { resolve })).told).toEqual([
		[[2], 'accepted'],
		[[0], 'rejected'],
		[[1], 'rejected'],
	]);
});

it('a deletion request that fails does so for each of its items, without people', async () => {
	const replies = [{ status: 500, body: '{"message":"not ann@x.example"}' }, {}];
	const again = { emails: 'ann@x.example' };
	const people = [...PEOPLE, { shop: OTHER_SHOP, ...again }, again];
	const { items, told, jsons } = await request(people, { combine: true }, { replies });
	expect(told).toEqual([[[3], 'accepted'], ...[0, 1, 2, 4].map((item) => [[item], 'unknown'])]);
	for (const json of jsons.slice(1)) expect(json).toMatchObject({ status: 500, shop: SHOP });
	// For the support of the service.
	expect(jsons[1]!.description).toContain(JSON.stringify({ shop: SHOP, emails: 3, phones: 2 }));
	expect(JSON.stringify(items)).not.toMatch(/ann@|bob@|zoë|12345/);
});

it.each([
	[{}, 0],
	[{ preview: true }, 0],
	[{ allowAsTool: true }, 3],
])('a deletion is refused to an AI agent unless the user allows it: %j', async (options, count) => {
	const { sent, jsons } = await request(PEOPLE, options, TOOL);
	expect(sent).toHaveLength(count);
	if (count > 0) return;
	const message = 'Creating deletion requests as an AI tool is not allowed in this node';
	expect(jsons).toMatchObject([{ failed: true, code: 'deletion.notAsTool', message }]);
	expect(jsons[0]!.whatToDo).toMatch(/^Nothing was sent.*"Allow as AI Tool" in the options/);
});
