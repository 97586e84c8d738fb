import { type Place, placesText, placeText } from '../../../nodes/MerchantData/errors/place.ts';

const line = (number: number, item?: number): Place => ({ what: 'line', number, item });
const row = (number: number, rowNumber: number): Place => ({ what: 'row', number, rowNumber });

it.each<[place: Place, text: string]>([
	[line(1_208), 'line 1,208'],
	[line(3, 2), 'line 3 of item 2'],
	[row(3, 4), 'row 3 (row_number 4)'],
])('names %j', (place, text) => {
	expect(placeText(place)).toBe(text);
});

it.each<[places: Place[], text: string]>([
	[[line(2), line(3), line(4), line(9)], 'lines 2 to 4 and 9'],
	[[1, 3, 5, 7, 1_208, 1_209].map((n) => line(n)), 'lines 1, 3, 5, 7 and 1,208 to 1,209'],
	[[line(7, 2)], 'line 7 of item 2'],
	[[line(7, 2), line(8, 2)], 'lines 7 to 8 of item 2'],
	[[line(7, 2), line(8, 3)], 'line 7 of item 2 and line 8 of item 3'],
	[[row(3, 4), row(4, 5)], 'row 3 (row_number 4) and row 4 (row_number 5)'],
])('names the places %j', (places, text) => {
	expect(placesText(places)).toBe(text);
});
