import { described, table } from './described.mts';

/** What *Preview* sums up of each column. */
const summed = (text: string) => {
	const { summaries } = described(table(text), {}, { isPreview: true });
	return Object.fromEntries([...summaries].map(([{ name }, summary]) => [name, summary]));
};

describe('a summary', () => {
	it.each<[what: string, text: string, expected: object]>([
		[
			'a total that has values of the other rows',
			'Campaign|Day|Currency|Clicks\nA|2026-11-01|USD|5\nB|2026-11-02|USD|7\nTotal||USD|12',
			{ Campaign: 2, Currency: 1, Clicks: 12 },
		],
		[
			'a total between rows that repeat its text',
			'Campaign|Day|Clicks\nTotal||12\nA|2026-11-01|5\nA|2026-11-02|7',
			{ Campaign: 1, Clicks: 12 },
		],
		['a table of one name', 'Campaign|Clicks\nA|5\nB|7\nTotal|12', { Campaign: 2, Clicks: 12 }],
	])('leaves out %s', (_, text, expected) => {
		const given = Object.entries(summed(text)).map(([name, summary]) => [
			name,
			'sum' in summary ? summary.sum : 'different' in summary ? summary.different : undefined,
		]);
		expect(Object.fromEntries(given)).toMatchObject(expected);
	});

	it('has the rows that only may be totals', () => {
		expect(summed('Campaign|Day|Clicks\n|2026-11-01|5\nB|2026-11-02|7')).toMatchObject({
			Clicks: { sum: 12 },
			Day: { first: '2026-11-01', last: '2026-11-02' },
		});
	});
});
