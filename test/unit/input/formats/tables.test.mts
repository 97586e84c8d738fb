import { dialectOf } from '../../../../nodes/MerchantData/input/formats/dialect.ts';
import { refusal } from '../../../kit/refusal.mts';

const readCsv = (text: string) => dialectOf({ text, isLast: true }, '', { format: 'csv' }, 1);
const problemOf = (text: string) => refusal(() => readCsv(text));

describe('two tables', () => {
	const ONE = 'Day,Cost\n2026-11-20,5\n2026-11-21,6\n';
	const OTHER = 'Device,Clicks\nMobile,5\nDesktop,6\n';
	const rows = (count: number) => '2026-11-22,7\n'.repeat(count);

	it.each<[text: string, lines: [number, number]]>([
		[`${ONE}\n${OTHER}`, [1, 5]],
		[`Report\n\n${ONE}Total,11\n\r\n\nBy device\n${OTHER}`.replaceAll('\r', ''), [3, 10]],
		[`Report\n\n${ONE}${rows(200)}\n${OTHER}`, [3, 207]],
		[`${ONE}${rows(200)}\n${OTHER}`, [1, 205]],
		[`${ONE}\n${OTHER.replace('\n', ',,\n')}`, [1, 5]],
		[`${ONE}\n${OTHER}`.replaceAll('\n', '\r\n'), [1, 5]],
		[`${ONE}\n${OTHER}`.replaceAll(',', ';').replaceAll('\n', '\r'), [1, 5]],
		// A wider one, also after lines of delimiters.
		[`${ONE},,\nDevice,Clicks,Cost\nMobile,5,1\nDesktop,6,2\n`, [1, 5]],
		[`${ONE}Device,Clicks,Cost\nMobile,5,1\nDesktop,6,2\n${'Tablet,1,1\n'.repeat(9)}`, [1, 4]],
	])('in %j are refused with their lines %j', (text, [first, second]) => {
		expect(problemOf(text)).toEqual({
			message: `The file contains two tables, which start in lines ${first} and ${second}`,
			remedy: `Split it. To push the second one alone, set "From Line" in the options to ${second}.`,
		});
	});

	it.each([
		`${ONE}\nTotal,11\n`,
		`${ONE}\nNo,row\n`,
		`${ONE}\n2026-11-22,7\n2026-11-23,8\n`,
		`${ONE}\n© Firm, Town\n`,
		// Names twice, texts, and a blank line after each line.
		`${ONE}\nx,x\nMobile,5\n`,
		'name,b,shop\n\n5,,\n,Total\n5,',
		`${ONE}\nx,y\nz,w\n`,
		`${ONE}x,y\n1,2\n`.replaceAll('\n', '\n\n'),
		`x,y\nz,w\n\n${OTHER}`,
		'"a\n\nb",c\n1,2\n3,4\n',
	])('are not found in %j', (text) => {
		expect(readCsv(text).format).toBe('csv');
	});

	it('are not found in 30,000 lines of one cell after a blank line', () => {
		expect(readCsv(`${ONE}\n${'x\n'.repeat(30_000)}y,z\n`).format).toBe('csv');
	});
});

it.each([
	['"mpg","note"\n"Mazda","good","fine"\n"Audi","bad","poor"\n', 'Line 1 has one name too few for'],
	['note\nhello, world\nfoo, bar\n', 'Line 2 has more cells than line 1 has names'],
	['a,b\n1,2,3,4\n5,6,7\n', 'a text that contains the delimiter "," needs quotes'],
])('a table with more cells than names is refused: %j', (text, message) => {
	expect(problemOf(text).message).toContain(message);
});
