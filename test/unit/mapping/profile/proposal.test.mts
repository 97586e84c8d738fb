import { parseJsonExactly } from '../../../../nodes/MerchantData/lib/exactNumbers.ts';
import { withOneMore } from '../../../../nodes/MerchantData/mapping/profile/description.ts';
import type { ColumnSettings } from '../../../../nodes/MerchantData/mapping/columns.ts';
import { proposalFor } from '../../../../nodes/MerchantData/mapping/profile/proposal.ts';
import { type DateFormat, DateReader } from '../../../../nodes/MerchantData/mapping/dateFormat.ts';
import type { NumberFormat } from '../../../../nodes/MerchantData/mapping/numberFormat.ts';
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
		skipRules: [{ column: 'Datum', text: 'Summe' }],
		fieldsToAdd: { currency: 'EUR' },
		hasKnownNames: true,
		questions: [CHANNEL],
	});
});

const names = (...all: string[]) => ({ columns: all.map((name) => ({ name })) });
const fields = (...all: string[]) => ({ columns: all.map((field) => ({ field })) });
const types = (...all: string[]) => ({ columns: all.map((sendAs) => ({ sendAs })) });
const rule = (column: string, text?: string) => ({
	skipRules: [{ column, ...(text !== undefined && { text }) }],
});
const THOUSAND = 'A|x|1\n'.repeat(1_000);
const TWO_CURRENCIES = `${'A|5 EUR\n'.repeat(1_000)}B|5 USD`;
const LATE = { numberFormat: 'pointComma' };
const OTHER_DAY = '20.11.2026\nunbekannt\n22.11.2026';

it.each<[what: string, text: string, is: object]>([
	['a pattern of days', 'Day\n20-Nov-26', { dateFormat: 'custom', datePattern: 'd-MMM-yy' }],
	['a field to the more usual name', 'Link clicks|Clicks\n1|2', fields('', 'metrics.clicks')],
	['a field to the name without brackets', 'Spend (EUR)|Cost\n1|2', fields('', 'metrics.spend')],
	['an entry for a column with a name', 'row_number||Name\n2||A', names('Name')],
	['no entry for what the form takes for an expression', '=Cost|Name\n5|A', names('Name')],
	['no entry for a path', "campaign['full name']|Name\n5|A", names('Name')],
	['one entry for names that match', 'Cost|cost\n1|2', names('Cost')],
	['an empty column as it is', 'Name|Notes|Day\nA||', types('asIs', 'asIs', 'asIs')],
	['no field for an empty column', 'Name|Day\nA|', fields('', '')],
	// The next file may have some.
	['an empty metric as a number', 'Name|Reach\nA|--', types('asIs', 'number')],
	['a field to an empty metric', 'Name|Reach\nA|', fields('', 'metrics.reach')],
	['a field to the metric with values', 'Results|Purchases\n|5', fields('', 'metrics.conversions')],
	['the rule for a notice', 'Name|Cost\nA|5\nB|6\n©2026 Firm|', rule('', '©')],
	['the rule for a short notice', 'Name|Cost\nA|5\nB|6\n©2026 Firm', rule('', '©')],
	['the rule for names again', 'Campaign|N\nA|5\nCampaign|N\nB|6', rule('Campaign', 'Campaign')],
	['the rule for a short total', 'C|N|x\nA|5|y\nTotal: A', rule('C', 'Total:')],
	['no rule for a short line', 'C|N|x\nA|5|y\nB', { skipRules: [] }],
	['the rule for a count', 'C|I|N\nA|x|1\nB|y|2\nTotal of 2 results||3', rule('C', 'Total of')],
	['no rule for rows of data', 'Campaign|N\nCampaign 1|5\nCampaign|N', { skipRules: [] }],
	['no rule for a name', 'C|I|N\nA|x|1\nTotal|y|2\nB|z|3\nTotal||6', rule('I')],
	['no rule for a late name', `C|I|N\n${THOUSAND}Total Wine|y|2\nTotal||1002`, rule('I')],
	['words as empty among numbers', 'N|x\nnone|5\nA|NA', { emptyValues: ['NA'] }],
	['no names as empty', 'Region|ok|N\nEMEA|✓|5\nNA|✗|na\n--||6', { emptyValues: ['--'] }],
	['no field for other values', 'Tag|Day|Cost\npromo|Monday|cheap', fields('', '', '')],
	['two currency signs as a number', 'Name|Cost\nA|$5.00 USD', types('asIs', 'number')],
	['powers as IDs', 'SKU|campaign_id\n1E10|1.20208E17\n2E11|20123456781', types('text', 'text')],
	['a count of orders', 'Number of orders\n5', types('number')],
	['a count of links', 'Cliques no link\n5', types('number')],
	['a count of calls', 'Phone calls|Frequency cap\n7|8', types('number', 'number')],
	['micros by a word in brackets', 'Cost (micros)\n12500000', types('micros')],
	['no spend of a million', 'cost_micros\n0.5\n12500000', { ...fields(''), ...types('number') }],
	['no late name as empty', `N|x|n\nB|y|NA\n${THOUSAND}NA|y|5`, { emptyValues: [] }],
	['a late dash as empty', `N|x|n\n${THOUSAND}B|y|--`, { emptyValues: ['--'] }],
	['no number for two currencies', `N|Foo\n${TWO_CURRENCIES}`, types('asIs', 'asIs')],
	['thousands that come late', `N|x|Clicks\n${THOUSAND}B|20.11.2026|1.200`, LATE],
	['days beside another cell', `Datum\n${OTHER_DAY}`, { ...types('date'), dateFormat: 'dayDots' }],
	['days without a format', 'Day\n01/02/2026', { ...types('date'), dateFormat: undefined }],
])('proposes %s', (_, text, is) => {
	expect(proposed(table(text))).toMatchObject(is);
});

it.each([
	['campaign|campaign_id|campaign_name\nA|1|A', ['', 'campaign.id', 'campaign.name']],
	['currency|Account currency\n|EUR', ['', 'currency']],
])('leaves out the first column of %j, whose name another one needs', (text, all) => {
	const { columns } = proposed(table(text));
	expect(columns.map(({ field }) => field)).toEqual(all);
	expect(columns.map(({ sendAs }) => sendAs === 'leaveOut')).toEqual(all.map((each) => !each));
});

it.each<[what: string, text: string, code: string | undefined]>([
	['beside amounts', 'Name|Cost\nA|5 €', 'EUR'],
	['in a name before the sign', 'Name|Valor usado (BRL)\nA|R$ 5,50', 'BRL'],
	['of two signs', 'Name|Cost\nA|$5.00 USD', 'USD'],
	['unless a column has it', 'Currency|Cost\nUSD|5 €', undefined],
	['unless another one comes late', `Name|Cost\n${TWO_CURRENCIES}`, undefined],
	['unless it is only a sign', 'Name|Cost\nA|$5', undefined],
	['unless it is not of an amount', 'Rank|Cost\nTOP 10|5', undefined],
])('adds the currency %s', (_, text, code) => {
	expect(proposed(table(text)).fieldsToAdd).toEqual(code === undefined ? {} : { currency: code });
});

const other = (column: string, text: string, line: number, remedy: string) =>
	`"${column}" also contains "${text}" (line ${line}). ${remedy}`;
const also = (column: string, text: string, line: number) =>
	other(column, text, line, 'Correct it, or add it to "Values That Mean Empty".');
const BRACKETS =
	'Write it without brackets, and with the minus first, as in -12.50. Or send it as text.';
const COMMA_POINT =
	'Set "Number Format" to "1,234.56" to read it as 1394.37. The format applies to all columns.';
const IN_DOUBT = '"1.200" in "views" may be 1.2 or 1200. Set "Number Format".';
const noFormat = (column: string, texts: string) =>
	`No format reads all days of "${column}", such as ${texts}. Check its dates.`;

it.each<[text: string, question: string, times?: number]>([
	[`Datum\n${OTHER_DAY}`, also('Datum', 'unbekannt', 3)],
	['Clicks\n5\nx', also('Clicks', 'x', 1_002), 1_000],
	['Name|CTR\nA|5%\nA|x', also('CTR', 'x', 1_002), 1_000],
	// A text with digits is not empty.
	['Cost\n5.50\n6.50\n(5.50)', other('Cost', '(5.50)', 4, BRACKETS)],
	['Cost|CTR\n1,394.37|7,48\n5|6,50', other('Cost', '1,394.37', 2, COMMA_POINT)],
	['Cost\n5\nx1\n6', other('Cost', 'x1', 3, 'Correct it.')],
	['Day\n2026-11-20\nQ4 2026\n2026-11-22', other('Day', 'Q4 2026', 3, 'Correct it.')],
	['views|n\n961|a\n1.200|b', IN_DOUBT, 1_000],
	['Datum\n20. Okt. 2026', noFormat('Datum', '"20. Okt. 2026"')],
	['Day\n20.11.2026\n2026-11-21', noFormat('Day', '"20.11.2026" and "2026-11-21"')],
	[
		'Day|End\n20.11.2026|2026-12-01',
		'"End" stays text, because its dates are not written as in "Day".',
	],
	[
		'campaign|campaign_id|campaign_name\nA|1|A',
		'"campaign" is left out, because another column or field is sent as "campaign.id".',
	],
	['Day|Cost\n01/02/2026|£5', 'Dates are read day first, because amounts are in £. Check a date.'],
	['Name|Cost\nA|5 €\nB|6 USD', 'The amounts are in EUR and USD. Split the file by currency.'],
	['Name|views\nA|12.840', '"12.840" in "views" may be 12.84 or 12840. Set "Number Format".'],
])('of %j, says: %s', (text, question, times = 1) => {
	expect(proposed(table(text, times)).questions).toContain(question);
});

const SAVED: Table = table('shop|CPM [EUR]|email|Cost\na.example|5|x|6');
const SPEND = entry('cpm [eur]', { path: ['metrics', 'spend'] });

it.each<[what: string, settings: Partial<ColumnSettings>, entries: string[]]>([
	['its column names another shop', {}, ['CPM [EUR] ', 'email ', 'Cost metrics.spend']],
	['it is not sent', { sendsOthers: false, entries: [entry('email')] }, []],
	['it names the shops', { shopColumn: 'Cost' }, ['CPM [EUR] ', 'email ']],
	['its field has an entry', { entries: [SPEND] }, ['email ', 'Cost ']],
])('proposes no entry or field for a column if %s', (_, settings, entries) => {
	const { columns } = proposed(SAVED, undefined, [], settings);
	expect(columns.map(({ name, field }) => `${name} ${field}`)).toEqual(entries);
});

it('proposes no field that is added', () => {
	const given = table('Campaign|Cost\nA|5');
	expect(proposed(given, undefined, ['campaign.name']).columns[0]).toMatchObject({ field: '' });
});

it('names the column of a rule, because rows of items may lack the first one', () => {
	const rows = [
		['A', 'x', 1],
		[undefined, 'Total Wine', 2],
		['B', 'y', 3],
		['Total', undefined, 6],
	];
	const given = { names: ['Campaign', 'Ad group', 'Cost'], rows };
	expect(proposed(given)).toMatchObject(rule('Campaign', 'Total'));
});

it.each<[number: NumberFormat, date: DateFormat, text: string]>([
	['plain', 'monthSlashes', 'Day\n01/02/2026'],
	['commaPoint', 'iso', 'views\n12.840'],
])('keeps the formats %s and %s of the form, and asks nothing, for %j', (number, date, text) => {
	const formats = { number, date: new DateReader(date, 'UTC') };
	const { questions } = proposed(table(text), undefined, [], { formats });
	expect(questions).toEqual([CHANNEL]);
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

it('quotes long numbers of rows that are left out', () => {
	const { quoted } = withOneMore(undefined, 'line 2', parseJsonExactly('12345678901234567890'));
	expect(quoted).toEqual(['line 2 "12345678901234567890"']);
});
