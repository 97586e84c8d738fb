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

describe('bad input', () => {
	const EMAIL = (place: number) => `Entry ${place} of "Emails" is not an email address`;
	const PHONE = (place: number) => `Entry ${place} of "Phones" is not a phone number`;

	it.each<[bad: IDataObject, message: string]>([
		[{ emails: 'ann@example.com, bob@example' }, EMAIL(2)],
		[{ emails: { address: 'ann@example.com' } }, '"Emails" is neither a text nor a list'],
		// As a spreadsheet shortens +44 20 7946 0000.
		[{ phones: ['+44 20 7946 0001', '4,42E+11'] }, PHONE(2)],
		[{ phones: '02079460000/02079460001' }, PHONE(1)],
		[{ phones: '+44 20 7946 0000; 2026-01-31' }, PHONE(2)],
		[{ emails: ' ', phones: [] }, '"Emails" and "Phones" are both empty'],
	])(
		'%j is named by its position, not its value, before anything is sent',
		async (bad, message) => {
			const items = [people[0]!, bad, people[1]!];
			const stopped = await stage.run({ parameters: create(), items });
			expect(stopped.thrown?.message).toBe(
				`1 of 3 contacts cannot be sent. First, contact 2: ${message}`,
			);
			expect(stopped.thrown?.description).toContain('Nothing was sent. Correct this');
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
			const isOfEntry = /^Entry /.test(message);
			expect(result.error).toEqual([
				{
					json: {
						...bad,
						error: {
							message,
							// One sentence for whatever it is.
							description: isOfEntry ? WHAT_IT_MAY_BE : (expect.any(String) as string),
							outcome: 'rejected',
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

	const WHAT_IT_MAY_BE =
		'It may be shortened by a spreadsheet, masked, a date, two values in one, or have a label, quotes or letters that do not belong there. Correct it or remove it. It is not shown here, because it is personal data.';
});

it('joins the items of a shop, each spelling once, without splitting an item', async () => {
	const items = [
		{ shop: FIRST, emails: 'a@example.com, b@example.com' },
		{ shop: SECOND, emails: 'a@example.com' },
		{ shop: FIRST, emails: 'A@example.com, a@example.com', phones: '12345' },
		{ shop: FIRST, emails: 'c@example.com, d@example.com' },
	];
	const options = { ...IN_TURN, combine: true, maxIdentifiers: 5 };
	const parameters = create(options, { shopDomain: '={{ $json.shop }}' });
	const { success } = await stage.run({ parameters, items });
	expect(bodies()).toEqual([
		{
			shop: FIRST,
			emails: ['a', 'b', 'A'].map((name) => `${name}@example.com`),
			phones: ['12345'],
		},
		{ shop: FIRST, emails: ['c@example.com', 'd@example.com'] },
		{ shop: SECOND, emails: ['a@example.com'] },
	]);
	expect(success.map(({ json, pairedItem }) => [json.emails, json.phones, pairedItem])).toEqual([
		[3, 1, [{ item: 0 }, { item: 2 }]],
		[1, 0, [{ item: 1 }]],
		[2, 0, [{ item: 3 }]],
	]);
});

it('the people are asked for again in each loop iteration', async () => {
	await stage.run({ parameters: create(), items: people, loops: 2 });
	expect(stage.sandbox.deletionRequests()).toHaveLength(6);
});
