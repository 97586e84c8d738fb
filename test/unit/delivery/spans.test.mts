import { Spans } from '../../../nodes/MerchantData/delivery/spans.ts';
import type { Place } from '../../../nodes/MerchantData/errors/place.ts';

type Step = [shop: string, from?: number, to?: number, item?: number, toItem?: number];

/** Spans of lines. A shop without lines is interrupted. */
function spansOf(...steps: Step[]): Spans {
	const spans = new Spans();
	const line = (number: number, item?: number): Place => ({ what: 'line', number, item });
	for (const [shop, from, to = from, item, toItem = item] of steps)
		if (from === undefined) spans.interrupt(shop);
		else spans.add(shop, line(from, item), line(to!, toItem));
	return spans;
}

it.each<[text: string, ...Step[]]>([
	[''],
	['line 8 of a', ['a', 8]],
	['lines 8 to 1,015 of a', ['a', 8, 507], ['a', 508, 1_015]],
	['lines 2 to 8 of a and lines 3 to 9 of b', ['a', 2, 6], ['b', 3, 7], ['a', 8], ['b', 9]],
	['lines 2 to 4 of a and line 6 of a', ['a', 2, 4], ['a'], ['a', 6]],
	['lines 2 to 4 of a', ['a', 2], ['b'], ['a', 4]],
	['line 2 of item 1 (a) and lines 2 to 3 of item 2 (a)', ['a', 2, 2, 1], ['a', 2, 3, 2]],
	['line 2 of item 1 to line 3 of item 2 (a)', ['a', 2, 3, 1, 2]],
	['line 7 of a, line 7 of b, line 7 of c and 1 more', ['a', 7], ['b', 7], ['c', 7], ['d', 7]],
])('spans of rows read: %s', (text, ...steps) => {
	expect(spansOf(...steps).text()).toBe(text);
});
