import { Spans } from '../../../nodes/MerchantData/delivery/spans.ts';
import { line } from './road.mts';

interface Input {
	/** The shop of each line, which is a letter, and its input item, which is a digit. */
	shops: string;
	items?: string;
}

/** Spans of the rows of some requests, by their places in the input. */
function spansOf({ shops, items }: Input, ...requests: number[][]): Spans {
	const spans = new Spans({
		placeOf: ({ line: number, item }) => ({
			what: 'line',
			number: number!,
			...(items && { item: item + 1 }),
		}),
	});
	const seen: string[] = [];
	const rows = [...shops].map((shop, at) => {
		seen.push(shop);
		const inShop = seen.filter((each) => each === shop).length;
		return line(at, { shop, inShop, item: Number(items?.[at] ?? 0) });
	});
	for (const request of requests) spans.add(request.map((at) => rows[at]!));
	return spans;
}

const LONG = 'a'.repeat(1_014);

it.each<[what: string, text: string, Input, ...requests: number[][]]>([
	['no rows', '', { shops: 'a' }],
	['a row', 'line 3 of a', { shops: 'aaa' }, [1]],
	['all rows', 'lines 2 to 1,015 of a', { shops: LONG }, [...LONG].map((_, at) => at)],
	['requests one after another', 'lines 2 to 5 of a', { shops: 'aaaa' }, [0, 1], [2, 3]],
	['requests in another order', 'lines 2 to 5 of a', { shops: 'aaaa' }, [2, 3], [0, 1]],
	['two shops', 'lines 2 to 4 of a and lines 3 to 5 of b', { shops: 'abab' }, [1, 3], [0, 2]],
	['a row of another shop', 'lines 2 to 4 of a', { shops: 'aba' }, [0], [2]],
	['a row in between', 'line 2 of a and line 4 of a', { shops: 'aaa' }, [0], [2]],
	['a request with a gap', 'lines 2 to 3 of a and line 5 of a', { shops: 'aaaa' }, [0, 1, 3]],
	[
		'requests of two items',
		'line 2 of item 1 (a) and lines 3 to 4 of item 2 (a)',
		{ shops: 'aaa', items: '011' },
		[0],
		[1, 2],
	],
	[
		'a request of two items',
		'line 2 of item 1 to line 4 of item 2 (a)',
		{ shops: 'aaa', items: '011' },
		[0, 1, 2],
	],
	[
		'many rows',
		'line 2 of a, line 3 of b, line 4 of c and 1 more',
		{ shops: 'abcd' },
		[3],
		[2],
		[1],
		[0],
	],
])('spans of %s read: %s', (_, text, input, ...requests) => {
	expect(spansOf(input, ...requests).text()).toBe(text);
});
