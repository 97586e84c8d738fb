import type { IDataObject } from 'n8n-workflow';
import type { Reply, Script } from '../../../kit/execution.mts';
import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const PEOPLE = [
	{ emails: 'ann@x.example' },
	{ phones: '+44 20 7946 0000' },
	{ emails: 'bob@x.example, zoë@x.example', phones: '12345' },
];
const OTHER_SHOP = 'b.example';
const LOST: Reply = { throws: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) };
const IN_TURN = { maxParallelRequests: 1, maxRetries: 0 };

/** Creates deletion requests for what each item names, one after another. */
async function request(
	items: readonly IDataObject[] = PEOPLE,
	{ preview = false, ...options }: IDataObject = {},
	script: Script = {},
) {
	const parameters = {
		resource: 'deletionRequest',
		operation: 'create',
		shopDomain: '={{ $json.shop }}',
		emails: '={{ $json.emails }}',
		phones: '={{ $json.phones }}',
		preview,
		options: { ...IN_TURN, ...options },
	};
	const ran = await runOperation(parameters, {
		items,
		resolve: (name, item) => {
			const { shop = SHOP, emails = '', phones = '' } = items[item]!;
			return { shopDomain: shop, emails, phones }[name];
		},
		...script,
	});
	/** Per item of the output: which input items it is of, and what became of them. */
	const told = ran.items.map(({ pairedItem }, index) => [
		[pairedItem].flat().map((link) => (link as { item: number }).item),
		ran.jsons[index]!.outcome ?? 'accepted',
	]);
	return { ...ran, told, bodies: ran.sent.map(({ body }) => body) };
}

it('sends one request per item, with no list that is empty, and gives a receipt for each', async () => {
	jest.setSystemTime(new Date('2026-06-30T12:00:00Z'));
	const { bodies, items } = await request(PEOPLE, {}, { replies: [{ body: '{"id":7}' }] });
	expect(bodies).toEqual([
		{ shop: SHOP, emails: ['ann@x.example'] },
		{ shop: SHOP, phones: ['+44 20 7946 0000'] },
		{ shop: SHOP, emails: ['bob@x.example', 'zoë@x.example'], phones: ['12345'] },
	]);
	expect(items).toEqual(
		[
			{ emails: 1, phones: 0 },
			{ emails: 0, phones: 1 },
			{ emails: 2, phones: 1 },
		].map((numbers, item) => ({
			json: {
				shop: SHOP,
				...numbers,
				status: 200,
				time: '2026-06-30T12:00:00.000Z',
				response: { id: 7 },
			},
			pairedItem: [{ item }],
		})),
	);
});

it('gives the receipts where the error output is off, too', async () => {
	const { error, told } = await request(PEOPLE, {}, { continues: false });
	expect(error).toBeUndefined();
	expect(told).toEqual([0, 1, 2].map((item) => [[item], 'accepted']));
});

it('joins the items of a shop where that is chosen', async () => {
	const items = [...PEOPLE, { shop: OTHER_SHOP, emails: 'ann@x.example' }];
	const { bodies, told } = await request(items, { combine: true });
	expect(bodies).toEqual([
		{
			shop: SHOP,
			emails: ['ann@x.example', 'bob@x.example', 'zoë@x.example'],
			phones: ['+44 20 7946 0000', '12345'],
		},
		{ shop: OTHER_SHOP, emails: ['ann@x.example'] },
	]);
	expect(told).toEqual([
		[[0, 1, 2], 'accepted'],
		[[3], 'accepted'],
	]);
});

it('shows what would be requested, in numbers, and sends nothing', async () => {
	const { sent, items, hints } = await request(PEOPLE, { preview: true, combine: true });
	expect(sent).toEqual([]);
	expect(items).toEqual([
		{
			json: { preview: true, shop: SHOP, emails: 3, phones: 2 },
			pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
		},
	]);
	expect(hints).toEqual(['Nothing was sent: "Preview" is on']);
});

it.each([
	['a@x.example', []],
	[
		'a@x.example, a@x.example',
		['1 email address or phone number was given more than once in an item, and is sent once'],
	],
	[
		'a@x.example, a@x.example, a@x.example',
		['2 email addresses and phone numbers were given more than once in an item, and are sent once'],
	],
])('says what was given more than once: %s', async (emails, hints) => {
	expect((await request([{ emails }])).hints).toEqual(hints);
});

it('sends nothing of an item that cannot be read, and the others', async () => {
	const { bodies, told } = await request([PEOPLE[0]!, { emails: 'ann' }, PEOPLE[1]!]);
	expect(bodies).toHaveLength(2);
	expect(told).toEqual([
		[[0], 'accepted'],
		[[2], 'accepted'],
		[[1], 'notSent'],
	]);
});

describe('a request that fails', () => {
	it('leaves as a failure of each of its items, and the others go on', async () => {
		const items = [...PEOPLE, { shop: OTHER_SHOP, emails: 'ann@x.example' }];
		const { items: output, told } = await request(
			items,
			{ combine: true },
			{ replies: [{ status: 400, body: '{"message":"not ann@x.example"}' }, {}] },
		);
		expect(told).toEqual([[[3], 'accepted'], ...[0, 1, 2].map((item) => [[item], 'rejected'])]);
		for (const { json } of output.slice(1)) {
			expect(json.error).toMatchObject({ outcome: 'rejected', status: 400, shop: SHOP });
		}
		expect(JSON.stringify(output)).not.toContain('ann@');
	});

	it('may have arrived where its answer was lost, and is not repeated', async () => {
		const { told, sent } = await request([PEOPLE[0]!], { maxRetries: 3 }, { replies: [LOST] });
		expect(told).toEqual([[[0], 'unknown']]);
		expect(sent).toHaveLength(1);
	});

	it('is told to the support of the service without people', async () => {
		const { jsons } = await request([PEOPLE[2]!], {}, { replies: [{ status: 500 }] });
		const { description } = jsons[0] as { description: string };
		expect(description).toContain(JSON.stringify({ shop: SHOP, emails: 2, phones: 1 }));
		expect(description).not.toMatch(/bob@|zo|12345/);
	});

	it('stops the node where the error output is off: nothing new starts', async () => {
		const { error, sent } = await request(
			[...PEOPLE, ...PEOPLE],
			{},
			{ continues: false, replies: [{}, { status: 400 }, {}] },
		);
		expect(sent).toHaveLength(2);
		expect(error!.message).toMatch(
			/^400 .*Of 6 items: 1 accepted, 1 rejected, 4 not sent\. First rejected: item 1, shop harbour-goods\.example\.$/s,
		);
		expect(error!.context.itemIndex).toBe(1);
	});

	it('leaves what is in flight to be awaited and counted', async () => {
		const { error, sent } = await request(
			PEOPLE,
			{ maxParallelRequests: 3 },
			{ continues: false, replies: [{ status: 400 }, { afterMs: 1_000 }] },
		);
		expect(sent).toHaveLength(3);
		expect(error!.message).toContain('Of 3 items: 2 accepted, 1 rejected');
	});
});

describe('another try of the execution', () => {
	/** The tries of one execution: what n8n keeps of it is kept. */
	function tries() {
		let kept: IDataObject = {};
		let number: number | undefined;
		return async (items: readonly IDataObject[], script: Script, options: IDataObject = {}) => {
			const ran = await request(items, options, { number, getContext: () => kept, ...script });
			({ number } = ran);
			kept = JSON.parse(JSON.stringify(kept)) as IDataObject;
			return ran;
		};
	}

	it('sends only what was refused, and gives the receipts of the first again', async () => {
		const run = tries();
		const first = await run(PEOPLE, { replies: [{}, { status: 400 }, {}] });
		const second = await run(PEOPLE, {});
		expect(second.bodies).toEqual([{ shop: SHOP, phones: ['+44 20 7946 0000'] }]);
		expect(second.told).toEqual([0, 1, 2].map((item) => [[item], 'accepted']));
		expect([second.items[0], second.items[2]]).toEqual(first.items.slice(0, 2));
	});

	it('does not send again what nobody knows the fate of', async () => {
		const run = tries();
		await run(PEOPLE, { replies: [{}, LOST, {}] });
		const { sent, told, jsons } = await run(PEOPLE, {});
		expect(sent).toEqual([]);
		expect(told).toEqual([
			[[0], 'accepted'],
			[[2], 'accepted'],
			[[1], 'unknown'],
		]);
		expect(jsons[2]!.message).toMatch(/^Sent by an earlier try/);
	});

	it('joins no items across one that was sent', async () => {
		const run = tries();
		const people = [0, 1, 2, 3].map((n) => ({ emails: `p${n}@x.example` }));
		await run([{ emails: 'bad' }, people[1]!, { emails: 'bad' }, { emails: 'bad' }], {});
		const { bodies, told } = await run(people, {}, { combine: true });
		expect(bodies).toEqual([
			{ shop: SHOP, emails: ['p0@x.example'] },
			{ shop: SHOP, emails: ['p2@x.example', 'p3@x.example'] },
		]);
		expect(told).toEqual([
			[[0], 'accepted'],
			[[1], 'accepted'],
			[[2, 3], 'accepted'],
		]);
	});

	it('gives the receipt of joined items once', async () => {
		const run = tries();
		const first = await run(PEOPLE, {}, { combine: true });
		const second = await run(PEOPLE, {}, { combine: true });
		expect(second.sent).toEqual([]);
		expect(second.items).toEqual(first.items);
	});
});
