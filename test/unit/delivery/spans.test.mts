import { Spans } from '../../../nodes/MerchantData/delivery/spans.ts';
import { line, lines } from './road.mts';

/** Spans of the rows of some requests, each by the digits of its places in the input. */
function spansOf(requests: string, shops: string, items?: string): Spans {
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
	for (const request of requests.split(' ')) spans.add([...request].map((at) => rows[Number(at)]!));
	return spans;
}

/** @param shops of each line. @param items of each line, if there are several */
it.each<[what: string, text: string, requests: string, shops: string, items?: string]>([
	['no rows', '', '', 'a'],
	['a row', 'line 3 of a', '1', 'aaa'],
	['requests one after another', 'lines 2 to 5 of a', '01 23', 'aaaa'],
	['requests in another order', 'lines 2 to 5 of a', '23 01', 'aaaa'],
	['two shops', 'lines 2 to 4 of a and lines 3 to 5 of b', '13 02', 'abab'],
	['a row of another shop', 'lines 2 to 4 of a', '0 2', 'aba'],
	['a row in between', 'line 2 of a and line 4 of a', '0 2', 'aaa'],
	['a request with a gap', 'lines 2 to 3 of a and line 5 of a', '013', 'aaaa'],
	['two items', 'line 2 of item 1 (a) and lines 3 to 4 of item 2 (a)', '0 12', 'aaa', '011'],
	['a request of two items', 'line 2 of item 1 to line 4 of item 2 (a)', '012', 'aaa', '011'],
	['three shops', 'line 2 of a, line 3 of b and line 4 of c', '2 1 0', 'abc'],
	['four shops', 'line 2 of a, line 3 of b, line 4 of c and 1 more', '3 2 1 0', 'abcd'],
])('spans of %s read: %s', (_, text, ...given) => {
	expect(spansOf(...given).text()).toBe(text);
});

it('a span of many rows has separators in its numbers', () => {
	const spans = spansOf('', '');
	spans.add(lines(0, 1_013));
	expect(spans.text()).toBe('lines 2 to 1,015 of a');
});
