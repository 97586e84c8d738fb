import type { IDataObject } from 'n8n-workflow';
import {
	type Deletion,
	grouped,
	numbersOf,
	pairs,
	personalDataOf,
	readDeletions,
} from '../../../../nodes/MerchantData/resources/deletionRequest/deletions.ts';
import { SHOP } from '../../../kit/execution.mts';
import { executionOf } from './reading.mts';

function read(items: readonly IDataObject[], continues = true) {
	const { execution, output } = executionOf(items, {}, { continues });
	const read = readDeletions(execution, ([problem], item, shop) =>
		output.fail(problem, item, { outcome: 'notSent', status: null, shop }),
	);
	return { ...read, failures: output.items() };
}

it('reads the people of each item, whether emails, phones or both', () => {
	const items = [
		{ emails: 'a@x.example, b@x.example' },
		{ shop: 'https://b.example/', phones: '12345' },
		{ emails: 'c@x.example', phones: ['12345', '67890'] },
	];
	expect(read(items)).toEqual({
		deletions: [
			{ item: 0, shop: SHOP, emails: ['a@x.example', 'b@x.example'], phones: [] },
			{ item: 1, shop: 'b.example', emails: [], phones: ['12345'] },
			{ item: 2, shop: SHOP, emails: ['c@x.example'], phones: ['12345', '67890'] },
		],
		unread: [],
		repeats: 0,
		failures: [],
	});
});

it('counts what an item names more than once', () => {
	const twice = { emails: 'a@x.example; a@x.example', phones: '12345, 12345, 12345' };
	const { repeats, deletions } = read([twice, { emails: 'a@x.example' }]);
	expect(repeats).toBe(3);
	expect(deletions[0]).toMatchObject({ emails: ['a@x.example'], phones: ['12345'] });
});

it.each([
	[{ emails: ' ', phones: [] }, '"Emails" and "Phones" are both empty', SHOP],
	[{ emails: 'a' }, 'The 1st entry of "Emails" is not an email address: it has no @', SHOP],
	[{ phones: 'a' }, 'The 1st entry of "Phones" is not a phone number: it holds letters', SHOP],
	[{ shop: 'no', emails: 'a@x.example' }, expect.stringMatching(/^"Shop" is /), null],
])('says of an item that cannot be read that nothing was sent: %j', (bad, message, shop) => {
	const good = { emails: 'a@x.example' };
	const { deletions, unread, failures } = read([good, bad, good]);
	expect(deletions.map(({ item }) => item)).toEqual([0, 2]);
	expect(unread).toEqual([1]);
	expect(failures).toEqual([
		{
			json: {
				error: {
					message,
					description: expect.any(String) as string,
					outcome: 'notSent',
					status: null,
					shop,
				},
			},
			pairedItem: { item: 1 },
		},
	]);
	expect(() => read([good, bad], false)).toThrow(
		expect.objectContaining({ message }) as unknown as Error,
	);
});

it('says what to give where an item names nobody', () => {
	const [{ json }] = read([{}]).failures as [{ json: { error: IDataObject } }];
	expect(json.error.description).toBe('Give at least one email address or phone number.');
});

const deletion = (item: number, shop: string, emails: number, phones = 0): Deletion => ({
	item,
	shop,
	emails: Array.from({ length: emails }, (_, n) => `${item}-${n}@x.example`),
	phones: Array.from({ length: phones }, (_, n) => `${item}000${n}`),
});

describe('the items of a request', () => {
	const itemsOf = (deletions: Deletion[], combine: boolean, maxIdentifiers = 100) =>
		grouped(deletions, { combine, maxIdentifiers }).map((group) => group.map(({ item }) => item));
	const FOUR = [
		deletion(0, 'a', 1, 1),
		deletion(1, 'b', 1),
		deletion(2, 'a', 2),
		deletion(3, 'a', 1),
	];

	it('are one, unless they are to be joined', () => {
		expect(itemsOf(FOUR, false)).toEqual([[0], [1], [2], [3]]);
	});

	it('are those of a shop, up to a number of identifiers', () => {
		expect(itemsOf(FOUR, true)).toEqual([[0, 2, 3], [1]]);
		expect(itemsOf(FOUR, true, 5)).toEqual([[0, 2, 3], [1]]);
		expect(itemsOf(FOUR, true, 4)).toEqual([[0, 2], [1], [3]]);
		expect(itemsOf(FOUR, true, 3)).toEqual([[0], [1], [2, 3]]);
	});

	it('are never split, however many people one names', () => {
		expect(itemsOf(FOUR, true, 1)).toEqual([[0], [1], [2], [3]]);
	});
});

it('a request asks for each person once, and its receipt says how many, not who', () => {
	const group = [deletion(4, 'a', 2, 1), { ...deletion(4, 'a', 3), item: 7 }];
	expect(personalDataOf(group)).toEqual({
		shop: 'a',
		emails: ['4-0@x.example', '4-1@x.example', '4-2@x.example'],
		phones: ['40000'],
	});
	expect(numbersOf(group)).toEqual({ shop: 'a', emails: 3, phones: 1 });
	expect(pairs(group)).toEqual([{ item: 4 }, { item: 7 }]);
});
