import { fieldOfMore } from '../../../../nodes/MerchantData/sql/answer/moreRows.ts';

const at = (...path: string[]) => ({ path, shape: 'list' as const });
const rows = [{ a: 1 }];

it.each<[object, string]>([
	[{ data: rows, hasMore: true }, 'hasMore'],
	[{ data: rows, has_next_page: 'yes' }, 'has_next_page'],
	[{ data: rows, truncated: 1 }, 'truncated'],
	[{ data: rows, next: 'https://api.example/page/2' }, 'next'],
	[{ data: rows, meta: { nextCursor: 'abc' } }, 'nextCursor'],
	[{ data: rows, pagination: { hasNext: true } }, 'hasNext'],
	[{ data: rows, _links: { next: { href: '/2' } } }, 'next'],
])('%j says that there are more rows, by "%s"', (answer, field) => {
	expect(fieldOfMore(answer, at('data'))).toBe(field);
});

it('looks beside the rows at each level, and not within them', () => {
	const answer = { hasMore: true, result: { rows: [{ next: 1 }], incomplete: true } };
	expect(fieldOfMore(answer, at('result', 'rows'))).toBe('hasMore');
	expect(fieldOfMore({ ...answer, hasMore: false }, at('result', 'rows'))).toBe('incomplete');
	expect(fieldOfMore([{ next: 1 }], at())).toBeUndefined();
	expect(fieldOfMore({ next: rows }, at('next'))).toBeUndefined();
});

it.each([false, null, '', 'false', ' No ', 'none', '0', 0, {}, { href: '' }])(
	'%j says that there are none',
	(said) => expect(fieldOfMore({ data: rows, next: said }, at('data'))).toBeUndefined(),
);

it.each(['nextStep', 'morning', 'isPartialRefund', 'about'])('"%s" says nothing of it', (name) => {
	expect(fieldOfMore({ data: rows, [name]: true }, at('data'))).toBeUndefined();
	expect(fieldOfMore({ data: rows, about: { next: 1 } }, at('data'))).toBeUndefined();
});
