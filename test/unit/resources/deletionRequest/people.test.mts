import type { IDataObject } from 'n8n-workflow';
import { peopleSource } from '../../../../nodes/MerchantData/resources/deletionRequest/create.ts';
import type { Row } from '../../../../nodes/MerchantData/rows/row.ts';
import { SHOP } from '../../../kit/execution.mts';
import { executionOf } from './reading.mts';

function read(items: readonly IDataObject[], parameters: IDataObject = {}) {
	const { execution } = executionOf(items, {}, { parameters });
	const source = peopleSource(execution);
	const rows = [...(source.rows() as Iterable<readonly Row[]>)].flat();
	return { source, rows, hints: [...execution.hints] };
}

it('reads the people of each item, whether emails, phones or both', () => {
	const { source, rows, hints } = read([
		{ emails: 'a@x.example, b@x.example, a@x.example' },
		{ shop: 'https://b.example/', phones: 12345 },
		{ emails: ['c@x.example'], phones: ['12345', '67890'] },
	]);
	expect(rows.map((each) => [each, source.peopleOf([each])])).toEqual([
		[
			{ item: 0, ordinal: 0, shop: SHOP, json: '' },
			{ emails: ['a@x.example', 'b@x.example'], phones: [] },
		],
		[
			{ item: 1, ordinal: 0, shop: 'b.example', json: '' },
			{ emails: [], phones: ['12345'] },
		],
		[
			{ item: 2, ordinal: 0, shop: SHOP, json: '' },
			{ emails: ['c@x.example'], phones: ['12345', '67890'] },
		],
	]);
	expect(source.placeOf(rows[1]!)).toBe('contact 2');
	expect(source.skipped()).toBe(0);
	expect(hints).toEqual([]);
});

it.each([
	[{ emails: ' ', phones: [] }, '"Emails" and "Phones" are both empty', SHOP],
	[{ emails: 'ann' }, 'Entry 1 of "Emails" is not an email address', SHOP],
	[{ emails: 'a@x.example', phones: 'x' }, 'Entry 1 of "Phones" is not', SHOP],
	[{ emails: {} }, '"Emails" is neither a text nor a list', SHOP],
	[{ shop: 'no', emails: 'a@x.example' }, '"Shop" is not a plain shop domain', ''],
])('an item that cannot be sent holds no person: %j', (bad, message, shop) => {
	const good = { emails: 'a@x.example' };
	const { rows } = read([good, bad, good]);
	expect(rows.map(({ problem }) => problem === undefined)).toEqual([true, false, true]);
	expect(rows[1]).toMatchObject({
		item: 1,
		shop,
		json: '',
		problem: { message: expect.stringContaining(message) as string },
	});
});

it('says what to give where an item names nobody', () => {
	expect(read([{}]).rows[0]!.problem!.remedy).toBe(
		'Give at least one email address or phone number.',
	);
});

const NOTHING = 'is an expression that gives nothing for any item.';
const [EMAIL, PHONE] = [{ emails: 'a@x.example' }, { phones: '12345' }];

it.each<[what: string, items: IDataObject[], parameters: IDataObject, hints: string[]]>([
	['an expression that is empty for all', [EMAIL, EMAIL], {}, [`"Phones" ${NOTHING}`]],
	['both, each for some', [EMAIL, PHONE], {}, []],
	['one that is wrong where the other is read', [PHONE, { ...EMAIL, phones: 'x' }], {}, []],
	['no expression', [PHONE], { emails: '' }, []],
	['neither, which is an error of each item', [{}, {}], {}, []],
])('a hint asks about %s', (_, items, parameters, hints) => {
	expect(read(items, parameters).hints).toEqual(
		hints.map((hint) => `${hint} Check the name of the field in it.`),
	);
});
