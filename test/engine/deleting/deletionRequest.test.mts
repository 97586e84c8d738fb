import type { IDataObject } from 'n8n-workflow';
import { create, expectNobodyIn, people } from './deleting.mts';
import { FIRST, IN_TURN, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

const bodies = () => stage.sandbox.requests('compliance').map(({ body }) => body);

it('sends one request per item and gives a receipt for each', async () => {
	const before = Date.now();
	const { success } = await stage.run({ parameters: create(IN_TURN), items: people });
	expect(bodies()).toEqual([
		{ shop: FIRST, emails: ['ann@example.com'] },
		{ shop: FIRST, phones: ['+44 20 7946 0000'] },
		{ shop: FIRST, emails: ['bob@example.com', 'Zoë@example.com'], phones: ['0123-45678'] },
	]);
	expect(success).toEqual(
		[
			{ emails: 1, phones: 0 },
			{ emails: 0, phones: 1 },
			{ emails: 2, phones: 1 },
		].map((count, item) => ({
			json: {
				shop: FIRST,
				...count,
				status: 200,
				time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
				response: { success: true, requestId: expect.any(String) as string },
			},
			pairedItem: [{ item }],
		})),
	);
	expect(Date.parse(String(success[0]!.json.time))).toBeGreaterThanOrEqual(before);
});

it('trims, drops repetitions (but sends each spelling) and takes lists of any form', async () => {
	const items = [
		{ emails: ' Ann@Example.com, ann@example.com\n\n bob@example.com ,', phones: 4420794600 },
		{ emails: ['a@example.com', null, '', ' A@example.com'], phones: ['12345', 12345, '12 345'] },
		{ emails: '', phones: '+49 (0)30/123-45\r\n+49 (0)30/123-45' },
		{ emails: '\u200ba@example.com\u00a0; \ufeffb@example.com', phones: '\u202a12345\u202c;' },
	];
	await stage.run({ parameters: create(IN_TURN), items });
	expect(bodies()).toEqual([
		{
			shop: FIRST,
			emails: ['Ann@Example.com', 'ann@example.com', 'bob@example.com'],
			phones: ['4420794600'],
		},
		{ shop: FIRST, emails: ['a@example.com', 'A@example.com'], phones: ['12345', '12 345'] },
		{ shop: FIRST, phones: ['+49 (0)30/123-45'] },
		{ shop: FIRST, emails: ['a@example.com', 'b@example.com'], phones: ['12345'] },
	]);
});

describe('bad input', () => {
	it.each([
		[
			{ emails: 'ann@example.com, bob@example' },
			'The 2nd entry of "Emails" is not an email address',
		],
		[
			{ emails: ['ann@example.com bob@example.com'] },
			'The 1st entry of "Emails" is not an email address: it holds several addresses',
		],
		[
			{ emails: 'bob@example.com; mailto:ann@example.com' },
			'The 2nd entry of "Emails" is not an email address: it begins with a label, such as "mailto:"',
		],
		[
			{ phones: '+44 20 7946 0000; 2026-01-31' },
			'The 2nd entry of "Phones" is not a phone number: it is a date',
		],
		[{ emails: [{ address: 'ann@example.com' }] }, 'The 1st entry of "Emails" is not a text'],
		[{ emails: { address: 'ann@example.com' } }, '"Emails" is neither a text nor a list'],
		[{ phones: '7946, 4420794600' }, 'The 1st entry of "Phones" is not a phone number'],
		[
			{ phones: 'call 0207 946 0000' },
			'The 1st entry of "Phones" is not a phone number: it holds letters',
		],
		[{ emails: ' ', phones: [] }, '"Emails" and "Phones" are both empty'],
	])(
		'%j is named by its position, not its value, before anything is sent',
		async (bad, message) => {
			const items = [people[0]!, bad, people[1]!];
			const stopped = await stage.run({ parameters: create(), items });
			expect(stopped.thrown?.message).toBe(message);
			expect(bodies()).toEqual([]);
			expectNobodyIn(stopped);

			const result = await stage.run({
				parameters: create(),
				items,
				onError: 'continueErrorOutput',
			});
			expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([
				[{ item: 0 }],
				[{ item: 2 }],
			]);
			expect(result.error).toEqual([
				{
					json: {
						...bad,
						error: {
							message,
							description: expect.any(String) as string,
							outcome: 'notSent',
							status: null,
							shop: FIRST,
						},
					},
					pairedItem: { item: 1 },
				},
			]);
			expectNobodyIn(result);
		},
	);
});

describe('combine', () => {
	const items = [
		{ shop: FIRST, emails: 'a@example.com, b@example.com' },
		{ shop: SECOND, emails: 'a@example.com' },
		{ shop: FIRST, emails: 'A@example.com, a@example.com', phones: '12345' },
		{ shop: FIRST, emails: 'c@example.com' },
		{
			shop: FIRST,
			emails: 'd@example.com, e@example.com, f@example.com, g@example.com, h@example.com',
		},
	];
	const combined = (options: IDataObject = {}, others: IDataObject = {}) =>
		create(
			{ ...IN_TURN, combine: true, ...options },
			{ shopDomain: '={{ $json.shop }}', ...others },
		);

	it('joins the items of a shop, each spelling once', async () => {
		const { success } = await stage.run({ parameters: combined(), items });
		expect(bodies()).toEqual([
			{
				shop: FIRST,
				emails: ['a', 'b', 'A', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}@example.com`),
				phones: ['12345'],
			},
			{ shop: SECOND, emails: ['a@example.com'] },
		]);
		expect(success.map(({ json, pairedItem }) => [json.emails, json.phones, pairedItem])).toEqual([
			[9, 1, [0, 2, 3, 4].map((item) => ({ item }))],
			[1, 0, [{ item: 1 }]],
		]);
	});

	it('up to maxIdentifiers, without splitting an item', async () => {
		const { success } = await stage.run({ parameters: combined({ maxIdentifiers: 5 }), items });
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
			[{ item: 3 }],
			[{ item: 4 }],
		]);
		const { thrown } = await stage.run({ parameters: combined({ maxIdentifiers: 0 }), items });
		expect(thrown?.message).toContain(
			'"Max Identifiers" must be a whole number, 1 or more, but is 0',
		);
	});

	it('previews in numbers, sending nothing', async () => {
		const { success } = await stage.run({
			parameters: combined({ maxIdentifiers: 5 }, { preview: true }),
			items,
		});
		expect(stage.sandbox.log).toEqual([]);
		expect(success[0]).toEqual({
			json: { preview: true, shop: FIRST, emails: 3, phones: 1 },
			pairedItem: [{ item: 0 }, { item: 2 }],
		});
		expect(success).toHaveLength(4);
	});

	it('sends no range again that an earlier try sent', async () => {
		stage.sandbox.fail('compliance', 'ok', 'lostAnswer', 400);
		const { success, error } = await stage.run({
			parameters: combined({ maxIdentifiers: 5 }),
			items,
			onError: 'continueErrorOutput',
		});
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 4 }],
		]);
		expect(
			error.map(({ pairedItem, json }) => [pairedItem, (json.error as IDataObject).outcome]),
		).toEqual([
			[{ item: 1 }, 'unknown'],
			[{ item: 3 }, 'rejected'],
		]);
		stage.sandbox.reset();
		stage.sandbox.fail('compliance', 'ok', 'lostAnswer', 400);
		const { thrown } = await stage.run({
			parameters: combined({ maxIdentifiers: 5 }),
			items,
			retryOnFail: true,
			maxTries: 4,
			waitBetweenTries: 1,
		});
		expect(thrown?.message).toMatch(/Of 5 items: 4 accepted, 1 unknown\. First unknown: item 1/);
		expect(stage.sandbox.deletionRequests()).toHaveLength(4);
	});
});

describe('reruns', () => {
	it('create no deletion request twice', async () => {
		stage.sandbox.fail('compliance', 'ok', 400);
		const { success } = await stage.run({
			parameters: create(),
			items: people,
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
			[{ item: 2 }],
		]);
		expect(bodies()).toHaveLength(4);
		expect(stage.sandbox.deletionRequests()).toHaveLength(3);

		stage.sandbox.reset();
		stage.sandbox.fail('compliance', 'lostAnswer');
		const parameters = create({ maxParallelRequests: 1 });
		const failed = await stage.run({ parameters, items: people });
		expect(failed.thrown?.message).toContain('Of 3 items: 1 unknown, 2 not sent');
		const again = await stage.engine.retry(failed);
		expect(again.thrown?.message).toContain('Of 3 items: 2 accepted, 1 unknown');
		expect(stage.sandbox.deletionRequests()).toHaveLength(3);
	});

	it('send the same people again in each loop iteration', async () => {
		await stage.run({ parameters: create(), items: people, loops: 2 });
		expect(stage.sandbox.deletionRequests()).toHaveLength(6);
	});
});
