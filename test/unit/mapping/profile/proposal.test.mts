import { parseJsonExactly } from '../../../../nodes/MerchantData/lib/exactNumbers.ts';
import { withOneMore } from '../../../../nodes/MerchantData/mapping/profile/description.ts';
import type { ColumnSettings } from '../../../../nodes/MerchantData/mapping/columns.ts';
import { DateReader } from '../../../../nodes/MerchantData/mapping/dateFormat.ts';
import { proposalFor } from '../../../../nodes/MerchantData/mapping/profile/proposal.ts';
import { entry } from '../settings.mts';
import { described, type Table, table } from './described.mts';

const proposed = (
	given: Table,
	delimiter?: string,
	added: string[] = [],
	settings: Partial<ColumnSettings> = {},
) => {
	const description = described(given, settings, { delimiter, isPreview: true });
	return proposalFor(description, added, '2026-11-28');
};

const CHANNEL =
	'No column names the channel. If the service needs it, add "channel" under "Fields to Add".';

it('proposes an entry for each column, formats, rules and fields', () => {
	const given = table(`
		Datum | Kampagne | Kampagnen-ID | Klicks | Kosten (EUR) | CTR | Notiz
		20.11.2026 | Herbst | 20123456781 | 961 | 1.394,37 | 7,48% | --
		21.11.2026 | Winter | 20123456782 | 98 | -41,20 | 2,33% | neu
		Summe | | | 1.059 | 1.353,17 | |`);
	expect(proposed(given, ';')).toEqual({
		columns: [
			['Datum', 'event_date', 'date'],
			['Kampagne', 'campaign.name', 'asIs'],
			['Kampagnen-ID', 'campaign.id', 'text'],
			['Klicks', 'metrics.clicks', 'number'],
			['Kosten (EUR)', 'metrics.spend', 'number'],
			['CTR', '', 'percent'],
			['Notiz', '', 'asIs'],
		].map(([name, field, sendAs]) => ({ name, field, sendAs })),
		numberFormat: 'pointComma',
		dateFormat: 'dayDots',
		datePattern: undefined,
		emptyValues: ['--'],
		skipRules: [{ column: '', text: 'Summe' }],
		fieldsToAdd: { currency: 'EUR' },
		hasKnownNames: true,
		questions: [CHANNEL],
	});
});

it.each<[what: string, text: string, is: object]>([
	['a pattern of days', 'Day\n20-Nov-26', { dateFormat: 'custom', datePattern: 'd-MMM-yy' }],
	[
		'the more usual name of two for one field',
		'Link clicks|Clicks\n1|2',
		{
			columns: [
				{ name: 'Link clicks', field: '' },
				{ name: 'Clicks', field: 'metrics.clicks' },
			],
		},
	],
	[
		'the name without brackets',
		'Cost (EUR)|Spend\n1.5|2.5',
		{ columns: [{ field: '' }, { field: 'metrics.spend' }] },
	],
	[
		'no entry for row_number, nor for a column without a name',
		'row_number||Name\n2||A',
		{ columns: [{ name: 'Name' }] },
	],
	[
		'an empty column as it is',
		'Name|Reach\nA|',
		{ columns: [{ sendAs: 'asIs' }, { field: '', sendAs: 'asIs' }] },
	],
	[
		'the rule for a notice',
		'Name|Cost\nA|5\nB|6\n©2026 Firm|',
		{ skipRules: [{ column: '', text: '©' }] },
	],
	[
		'no rule that leaves out rows that begin so',
		'Campaign|N\nCampaign 1|5\nCampaign|N',
		{ skipRules: [] },
	],
	[
		'no rule that leaves out a campaign of the same name',
		'C|I|N\nA|x|1\nTotal|y|2\nB|z|3\nTotal||6',
		{ skipRules: [{ column: 'I' }] },
	],
	[
		'no rule that leaves out a row after the first 1,000',
		`C|I|N\n${'A|x|1\n'.repeat(1_000)}Total Wine|y|2\nTotal||1002`,
		{ skipRules: [{ column: 'I' }] },
	],
	[
		'the rule for a notice that lacks cells',
		'Name|Cost\nA|5\nB|6\n©2026 Firm',
		{ skipRules: [{ column: '', text: '©' }] },
	],
	['words that mean empty among numbers', 'N|x\nnone|5\nA|NA', { emptyValues: ['NA'] }],
	['no names as empty', 'Region|ok|N\nEMEA|✓|5\nNA|✗|na\n--||6', { emptyValues: ['--'] }],
	['no currency that is no amount', 'Rank|Cost\nTOP 10|5', { fieldsToAdd: {} }],
	[
		'own names for texts that are no day and no number',
		'Tag|Day|Cost\npromo|Monday|cheap',
		{ columns: [{ field: '' }, { field: '' }, { field: '' }] },
	],
	[
		'to leave out what would be a value and an object',
		'campaign|campaign_id|campaign_name\nA|1|A',
		{ columns: [{ sendAs: 'leaveOut' }, { field: 'campaign.id' }, { field: 'campaign.name' }] },
	],
	[
		'to leave out an empty column whose name another needs',
		'currency|Account currency\n|EUR',
		{ columns: [{ sendAs: 'leaveOut' }, { field: 'currency' }] },
	],
	['one entry for names that match', 'Cost|cost\n1|2', { columns: [{ name: 'Cost' }] }],
	['no currency if a column has it', 'Currency|Cost\nUSD|5 €', { fieldsToAdd: {} }],
	['the currency beside amounts', 'Name|Cost\nA|5 €', { fieldsToAdd: { currency: 'EUR' } }],
	[
		'the currency in a name before the sign beside amounts',
		'Name|Valor usado (BRL)\nA|R$ 5,50',
		{ fieldsToAdd: { currency: 'BRL' } },
	],
	[
		'the code of two currency signs',
		'Name|Cost\nA|$5.00 USD',
		{ fieldsToAdd: { currency: 'USD' }, columns: [{}, { sendAs: 'number' }] },
	],
	[
		'IDs that look like powers as text',
		'SKU|campaign_id\n1E10|1.20208E17\n2E11|20123456781',
		{ columns: [{ sendAs: 'text' }, { sendAs: 'text' }] },
	],
	[
		'counts as numbers',
		'Number of orders|Cliques no link|Phone calls|Frequency cap\n5|6|7|8',
		{
			columns: [
				{ sendAs: 'number' },
				{ sendAs: 'number' },
				{ sendAs: 'number' },
				{ sendAs: 'number' },
			],
		},
	],
	[
		'micros by what stands in brackets',
		'Cost (micros)\n12500000',
		{ columns: [{ sendAs: 'micros' }] },
	],
	[
		'days beside a cell that is none',
		'Datum\n20.11.2026\nunbekannt\n22.11.2026',
		{
			dateFormat: 'dayDots',
			columns: [{ sendAs: 'date' }],
		},
	],
	[
		'the question about a day',
		'Name|Day\nA|01/02/2026',
		{ dateFormat: undefined, columns: [{}, { sendAs: 'date' }] },
	],
])('%s', (_, text, is) => {
	expect(proposed(table(text))).toMatchObject(is);
});

it.each([
	[
		'Datum\n20.11.2026\nunbekannt\n22.11.2026',
		'"Datum" also contains "unbekannt" (line 3). Correct it, or add it to "Values That Mean Empty".',
	],
	[
		`Clicks\n${'5\n'.repeat(1_000)}x`,
		'"Clicks" also contains "x" (line 1002). Correct it, or add it to "Values That Mean Empty".',
	],
	[
		'Datum\n20. Okt. 2026',
		'No format reads all days of "Datum", such as "20. Okt. 2026", so it stays text.',
	],
	[
		'Day\n20.11.2026\n2026-11-21',
		'No format reads all days of "Day", such as "20.11.2026" and "2026-11-21", so it stays text.',
	],
	[
		'Day|End\n20.11.2026|2026-12-01',
		'"End" stays text, because its dates are not written as in "Day".',
	],
	[
		`Name|CTR\n${'A|5%\n'.repeat(1_000)}A|x`,
		'"CTR" also contains "x" (line 1002). Correct it, or add it to "Values That Mean Empty".',
	],
	[
		'campaign|campaign_id|campaign_name\nA|1|A',
		'"campaign" is left out, because another column or field is sent as "campaign.id".',
	],
	['Day|Cost\n01/02/2026|£5', 'Dates are read day first, because amounts are in £. Check a date.'],
	['Name|Cost\nA|5 €\nB|6 USD', 'The amounts are in EUR and USD. Split the file by currency.'],
	['Name|views\nA|12.840', '"12.840" in "views" may be 12.84 or 12840. Set "Number Format".'],
	[
		'Name|Day\nA|01/02/2026',
		'"01/02/2026" in "Day" may be 2026-01-02 or 2026-02-01. Set "Date Format".',
	],
])('of %j, says: %s', (text, question) => {
	expect(proposed(table(text)).questions).toContain(question);
});

const SAVED: Table = table('shop|CPM [EUR]|email|Cost\na.example|5|x|6');
it.each<[what: string, settings: Partial<ColumnSettings>, entries: string[]]>([
	['its column names another shop', {}, ['CPM [EUR] ', 'email ', 'Cost metrics.spend']],
	['it is not sent', { sendsOthers: false, entries: [entry('email')] }, []],
	['it names the shops', { shopColumn: 'Cost' }, ['CPM [EUR] ', 'email ']],
	[
		'its field has an entry',
		{ entries: [entry('cpm [eur]', { path: ['metrics', 'spend'] })] },
		['email ', 'Cost '],
	],
])('proposes no entry or field for a column if %s', (_, settings, entries) => {
	const { columns } = proposed(SAVED, undefined, [], settings);
	expect(columns.map(({ name, field }) => `${name} ${field}`)).toEqual(entries);
});

it.each(['=Cost', "campaign['full name']"])(
	'proposes no entry for %s, which the form changes',
	(name) => {
		expect(proposed({ names: [name], rows: [['5']] }).columns).toEqual([]);
	},
);

it('proposes no field that is added', () => {
	const given = table('Campaign|Cost\nA|5');
	expect(proposed(given, undefined, ['campaign.name']).columns[0]).toMatchObject({ field: '' });
});

it('asks for no channel that there is', () => {
	expect(proposed(table('Channel|Cost\nads|5')).questions).toEqual([]);
	expect(proposed(table('Name|Cost\nA|5'), undefined, ['source.channel']).questions).toEqual([]);
});

it('proposes entries for the values within objects', () => {
	const row = { campaign: { id: 'c1' }, metrics: { costMicros: 12_500_000 } };
	const given = { names: Object.keys(row), rows: [Object.values(row)] };
	expect(proposed(given).columns).toEqual([
		{ name: 'campaign.id', field: 'campaign.id', sendAs: 'asIs' },
		{ name: 'metrics.costMicros', field: 'metrics.spend', sendAs: 'micros' },
	]);
});

it('takes a number that JavaScript cannot hold for an ID, and not for an object', () => {
	const given = { names: ['Ad ID'], rows: [[parseJsonExactly('23842593846051235')]] };
	expect(proposed(given).columns).toEqual([{ name: 'Ad ID', field: '', sendAs: 'text' }]);
});

it('sums up what would be sent', () => {
	const given = table('Day|Name|Clicks|CPC\n2026-11-20|A|5|0.5\n2026-11-22|B|7|1.5\nTotal||12|');
	const { summaries } = described(given, {}, { isPreview: true });
	expect([...summaries].map(([{ field }, summary]) => [field, summary])).toEqual([
		['Day', { first: '2026-11-20', last: '2026-11-22' }],
		['Name', { different: 2, isMore: false }],
		['Clicks', { sum: 12 }],
		['CPC', { least: 0.5, most: 1.5 }],
	]);
	const berlin = { number: 'plain', date: new DateReader('iso', 'Europe/Berlin') } as const;
	const row = { when: new Date('2026-11-19T23:00:00Z'), campaign: { id: 'c1' } };
	const items = { names: Object.keys(row), rows: [Object.values(row)] };
	const ofItems = described(items, { formats: berlin }, { isPreview: true }).summaries;
	expect([...ofItems].map(([{ field }, summary]) => [field, summary])).toEqual([
		['when', { first: '2026-11-20', last: '2026-11-20' }],
		['campaign.id', { different: 1, isMore: false }],
	]);
	const many = { names: ['x'], rows: Array.from({ length: 1_500 }, (_, n) => [`n${n}`]) };
	expect([...described(many, {}, { isPreview: true }).summaries.values()]).toEqual([
		{ different: 1_000, isMore: true },
	]);
});

it('counts long numbers among rows that are left out', () => {
	const long = parseJsonExactly('12345678901234567890');
	expect(withOneMore(undefined, 'line 2', long)).toEqual({
		count: 1,
		quoted: 'line 2 "12345678901234567890"',
	});
});
