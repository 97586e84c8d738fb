import { whatLooksWrong } from '../../../../nodes/MerchantData/mapping/profile/wrong.ts';
import type { ColumnSettings } from '../../../../nodes/MerchantData/mapping/columns.ts';
import { entry, settingsOf } from '../settings.mts';
import { described, type Table, table } from './described.mts';

const wrongIn = (given: Table, settings: Partial<ColumnSettings> = {}, delimiter = ',') =>
	whatLooksWrong(described(given, settings, { delimiter }), settingsOf(settings));

describe('a total', () => {
	it.each<[text: string, message: string, rule: string | undefined]>([
		[
			'C|D|Cost\nA|x|1\nTotal: C|--|1\nTotal: A|--|1',
			'The row looks like a total ("Total: C")',
			'text "Total:"',
		],
		[
			'D|C|Cost\n1d|A|1\n1d|B|2\n|Summe|3',
			'The row looks like a total ("Summe")',
			'"C" begins with, text "Summe"',
		],
		// A row of data begins so, too.
		[
			'C|I|Cost\nTotal Wine|x|1\nTotal||1',
			'The row looks like a total ("Total")',
			'"I" "Is Empty"',
		],
		['B|Sales\nTotal Wine|1\nTotal|1', 'The row looks like a total ("Total")', undefined],
		[
			'C|Clicks|Cost\n|60210|5\nA|40100|2\nB|20110|3',
			'The row looks like a total: "C" is empty, and "Clicks" (60,210) is the sum of the other rows',
			'"C" "Is Empty"',
		],
		[
			'C|Clicks|Cost\nA|5|7.5\n|5|7.5',
			'The row looks like a total: "C" is empty, and its numbers are those of the other row',
			'"C" "Is Empty"',
		],
	])('of %j is refused with the rule that leaves it out', (text, message, rule) => {
		const [problem] = wrongIn(table(text)).rows.values();
		const remedy = rule
			? `Leave it out with "Rows to Skip": ${rule}.`
			: 'Remove it before this node.';
		expect(problem).toMatchObject({
			message,
			remedy: `${remedy} If this is right, set "If Rows Look Wrong" in the options to "Send Them Anyway".`,
		});
	});

	it('is sent if the form says so', () => {
		const settings = { stopsWhatLooksWrong: false };
		expect(wrongIn(table('C|Cost\nA|1\nTotal|1'), settings)).toEqual({ rows: new Map() });
	});
});

describe('numbers that may be thousands', () => {
	const number = (name: string) => entry(name, { type: 'number' as const });
	it.each<[text: string, message: string | undefined]>([
		[
			'views|n\n12.840|a\n961|b',
			'"views" contains "12.840", which is 12.84 in the format "1234.56" but may mean 12840',
		],
		[
			'views|n\n-1.234|a',
			'"views" contains "-1.234", which is -1.234 in the format "1234.56" but may mean -1234',
		],
		// Another number of the file shows what the point is.
		['views|cost\n12.840|12.5', undefined],
		['views|n\n0.840|a\n12.840|b', undefined],
		['views|n\n12840|a', undefined],
		[
			'views|n\n12.840|a\nn. v.|b',
			'"views" contains "12.840", which is 12.84 in the format "1234.56" but may mean 12840',
		],
	])('of %j: %s', (text, message) => {
		const entries = [number('views'), number('cost')];
		expect(wrongIn(table(text), { entries }).refusal?.message).toBe(message);
	});

	it('are ignored in a column that is not sent as a number', () => {
		expect(wrongIn(table('views|n\n12.840|a')).refusal).toBeUndefined();
	});
});

it.each<[text: string, message: string | undefined, entries?: string[]]>([
	[
		'campaign_id|n\n123.0|a\n77.0|b',
		'"campaign_id" contains "123.0", so a program made it a decimal',
	],
	[
		'campaign_id|n\n123,0|a\n77,0|b',
		'"campaign_id" contains "123,0", so a program made it a decimal',
	],
	['clicks|n\n123.0|a\n77.0|b', undefined],
	[
		'Your report is ready.\nDownload it here: x\nThe link expires.',
		'The file has one column, which contains sentences',
	],
	['Name\nBrand\nOutlet', undefined],
	['campaignName\nSommer 1\nSommer 2', undefined],
	['Campaign name\nBrand: summer sale.\nBrand: winter sale.', undefined],
	[
		'2026-01-01 12:00 INFO server started\n2026-01-01 12:01 INFO job started',
		'The file has one column, which contains sentences',
	],
	['Your report is ready.\nDownload it here: x', undefined, ['Your report is ready.']],
])('a file looks wrong or not: %j: %s', (text, message, named = []) => {
	const entries = named.map((name) => entry(name));
	expect(wrongIn(table(text), { entries }).refusal?.message).toBe(message);
});
