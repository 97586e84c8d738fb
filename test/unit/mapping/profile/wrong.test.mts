import { whatLooksWrong } from '../../../../nodes/MerchantData/mapping/profile/wrong.ts';
import type { ColumnSettings } from '../../../../nodes/MerchantData/mapping/columns.ts';
import { entry, settingsOf } from '../settings.mts';
import { described, type Table, table } from './described.mts';

const wrongIn = (given: Table, settings: Partial<ColumnSettings> = {}, delimiter = ',') =>
	whatLooksWrong(described(given, settings, { delimiter }), settingsOf(settings));

describe('a total', () => {
	const SUM = 'C|Clicks|Cost\n|60211|5\nA|40100|2\nB|20111|3';
	const SUM_TEXT = ': "C" is empty, and "Clicks" (60,211) is the sum of the other rows';
	const SAME_TEXT = ': "C" is empty, and its numbers are those of the other row';

	it.each<[text: string, what: string, rule: string | undefined, times?: number]>([
		['C|D|N\nA|x|1\nTotal: C|-|1\nTotal: A|-|1', ' ("Total: C")', '"C" begins with, text "Total:"'],
		['D|C|N\n1d|A|1\n1d|B|2\n|Summe|3', ' ("Summe")', '"C" begins with, text "Summe"'],
		// A row of data begins so, too.
		['C|I|Cost\nTotal Wine|x|1\nTotal||1', ' ("Total")', '"I" "Is Empty"'],
		['B|Sales\nTotal Wine|1\nTotal|1', ' ("Total")', undefined],
		// One of the rows that are not counted may begin so.
		['B|Sales\nA|1\nTotal Wine|1\nTotal|2', ' ("Total")', undefined, 1_000],
		['C|I|N\nA|x|1\nTotal||1000', ' ("Total")', '"I" "Is Empty"', 1_000],
		[SUM, SUM_TEXT, '"C" "Is Empty"'],
		['C|Clicks|Cost\nA|5|7.5\n|5|7.5', SAME_TEXT, '"C" "Is Empty"'],
		// Other rows of a later file may lack a name, but not their day.
		['C|Clicks|D\n|60211|\nA|40100|2026-11-20\nB|20111|2026-11-21', SUM_TEXT, '"D" "Is Empty"'],
	])('of %j is refused with the rule that leaves it out', (text, what, rule, times = 1) => {
		const [problem] = wrongIn(table(text, times)).rows.values();
		const way = rule ? `Leave it out with "Rows to Skip": ${rule}.` : 'Remove it before this node.';
		expect(problem).toMatchObject({
			code: 'looksWrong.total',
			message: `The row looks like a total${what}`,
			remedy: `${way} If this is right, set "If Rows Look Wrong" in the options to "Send Them Anyway".`,
		});
	});

	it('is sent if the form says so', () => {
		const settings = { stopsWhatLooksWrong: false };
		expect(wrongIn(table('C|Cost\nA|1\nTotal|1'), settings)).toEqual({ rows: new Map() });
	});
});

const thousands = (name: string, text: string, small: string, large: string) =>
	`"${name}" contains "${text}", which is ${small} in the format "1234.56" but may mean ${large}`;

it.each<[text: string, message: string | undefined, times?: number]>([
	['views|n\n12.840|a\n961|b', thousands('views', '12.840', '12.84', '12840')],
	['views|n\n-1.234|a', thousands('views', '-1.234', '-1.234', '-1234')],
	['views|n\n12.840|a\nn. v.|b', thousands('views', '12.840', '12.84', '12840')],
	// Another number of the file shows what the point is.
	['views|cost\n12.840|12.5', undefined],
	['views|n\n0.840|a\n12.840|b', undefined],
	['views|n\n12840|a', undefined],
	// After the first 1,000 rows.
	['views|n\n961|a\n1.200|b\n12.840|b', thousands('views', '1.200', '1.2', '1200'), 1_000],
	['views|n\n961|a\n1.200 €|b', thousands('views', '1.200 €', '1.2', '1200'), 1_000],
	['views|n\n961|a\n1.200|b\n12.5|b', undefined, 1_000],
	// It is not sent as a number.
	['other|n\n12.840|a', undefined],
])('numbers that may be thousands: %j: %s', (text, message, times = 1) => {
	const entries = ['views', 'cost'].map((name) => entry(name, { type: 'number' }));
	const [code, remedy] = ['looksWrong.thousands', expect.stringMatching(/^If it/)] as string[];
	const problem = message === undefined ? undefined : { code, message, remedy };
	expect([wrongIn(table(text, times), { entries }).refusal]).toMatchObject([problem]);
});

const decimal = (id: string) => `"campaign_id" contains "${id}", so a program made it a decimal`;
const SENTENCES = 'The file has one column, which contains sentences';
const MAIL = 'Your report is ready.\nDownload it here: x\nThe link expires.';
const LOG = '2026-01-01 12:00 INFO server started\n2026-01-01 12:01 INFO job started';

it.each<[text: string, message: string | undefined, ...named: string[]]>([
	['campaign_id|n\n123.0|a\n77.0|b', decimal('123.0')],
	['campaign_id|n\n123,0|a\n77,0|b', decimal('123,0')],
	['clicks|n\n123.0|a\n77.0|b', undefined],
	[MAIL, SENTENCES],
	[LOG, SENTENCES],
	['Name\nBrand\nOutlet', undefined],
	['campaignName\nSommer 1\nSommer 2', undefined],
	['Campaign name\nBrand: summer sale.\nBrand: winter sale.', undefined],
	[MAIL, undefined, 'Your report is ready.'],
])('a file looks wrong or not: %j: %s', (text, message, ...named) => {
	const entries = named.map((name) => entry(name));
	const [code, remedy] = [/^looksWrong/, /^(Check|Export)/].map((is) => expect.stringMatching(is));
	const problem = message === undefined ? undefined : { code, message, remedy };
	expect([wrongIn(table(text), { entries }).refusal]).toMatchObject([problem]);
});
