import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Code } from '../../../nodes/MerchantData/errors/codes.ts';
import { columns, type Entry, skipRows } from '../../kit/columns.mts';
import { type Fields, read, sent } from '../../kit/pushRows.mts';
import { root } from '../../kit/repository.mts';
import { readFile } from './reading.mts';

/** Files and items that went wrong in this or in other software: what is sent of them, what is said, or why nothing is. */

const FOLDER = join(root, 'test/data/inputs');

interface Told {
	/** The rows, in lines: as JSON, or as the code for which one cannot be sent. */
	rows?: string;
	/** Why the file or the items are refused. */
	refusal?: Code;
	hint?: string;
}

const told = (hint?: string): unknown[] =>
	hint === undefined ? [] : [expect.stringContaining(hint)];
/** Hints at what the columns contain are tested where they are made. */
const ofColumns = /looks? like |seems? to be in millionths|as databases write/;

const only = (...entries: readonly Entry[]) => ({
	columns: columns(...entries),
	otherColumns: 'leaveOut',
});
const numbers = (...names: string[]) => only(...names.map((name): Entry => [name, '', 'number']));
const IDS =
	'{"id":23842593846051235,"spend":1.5}\n{"id":23842593846051236,"spend":2.5}\n{"id":1000000000000000000,"spend":3}';
const PANDAS = 'The first column has no name, so it was left out';
const METRICS = '{"metrics":{"costMicros":"12500000"},"campaign":{"id":1,"name":"x"}}';
const FAILED = 'error.message,error.outcome,error.row.day\nno,rejected,2026-11-20\n';
const SPENT = '{"spend":12.50}';
const NO_NUMBER = 'value.notANumber';
const SPELLINGS = [
	...[NO_NUMBER, NO_NUMBER, NO_NUMBER, '{"spend":-12.50}', SPENT, SPENT],
	...[NO_NUMBER, NO_NUMBER, NO_NUMBER, SPENT, SPENT],
].join('\n');
const PROTECTED = ['120208123456780124', '120208123456780125', '1.20208E+17', '1,20208E+17'];
const LOST = [...PROTECTED, '120208123456780000'].map((id) => `{"campaignId":"${id}"}`).join('\n');

/** A file of the folder, or one of another name and content. */
type File = string | [name: string, content: string];

it.each<[file: File, fields: Fields, told: Told]>([
	['blank-before-quotes.csv', numbers('Cost'), { rows: '{"Cost":1.5}\n{"Cost":2.5}' }],
	['blank-behind-quotes.csv', numbers('Cost'), { rows: '{"Cost":1.50}\n{"Cost":2.50}' }],
	[
		'blank-behind-quotes.csv',
		only(['Campaign']),
		{ rows: '{"Campaign":"Spring"}\n{"Campaign":"Autumn"}' },
	],
	[
		'pandas.csv',
		only(['spend']),
		{ rows: '{"spend":"1.5"}\n{"spend":"2.5"}\n{"spend":"nan"}', hint: PANDAS },
	],
	['two-notes.csv', only(['Cost']), { rows: '{"Cost":"1.50"}\n{"Cost":"2.50"}' }],
	['two-notes.csv', {}, { refusal: 'column.twice' }],
	['two-notes.csv', { columns: columns(['notes']) }, { refusal: 'column.twice' }],
	[
		'two-notes.csv',
		{ columns: columns(['Notes', '', 'leaveOut']) },
		{ rows: '{"Day":"2026-11-20","Cost":"1.50"}\n{"Day":"2026-11-21","Cost":"2.50"}' },
	],
	['row-names.csv', {}, { refusal: 'file.moreCells' }],
	['sentences.csv', {}, { refusal: 'file.moreCells' }],
	['pandas.json', {}, { refusal: 'file.noTable' }],
	['one-object.json', {}, { refusal: 'file.noTable' }],
	[['list.json', '{"data":[1,2]}'], {}, { refusal: 'file.noTable' }],
	[['lists', '[[1,2],[3,4]]'], {}, { rows: 'json.notAnObject\njson.notAnObject' }],
	['old.xls', {}, { refusal: 'file.workbook' }],
	['old.xls', { options: { encoding: 'windows-1252' } }, { refusal: 'file.workbook' }],
	['caret.csv', {}, { refusal: 'file.delimiter' }],
	[['colon.csv', 'a:b\n1:2\n3:4\n'], {}, { refusal: 'file.delimiter' }],
	[['tilde.csv', 'a~b\n1~2\n'], {}, { refusal: 'file.delimiter' }],
	['two-encodings.csv', {}, { refusal: 'file.damaged' }],
	['../exports/german-excel.csv', {}, { refusal: 'file.encoding' }],
	['../exports/google-ads-us.csv', {}, { refusal: 'file.namesElsewhere' }],
	['../exports/excel-column-a.csv', {}, { refusal: 'file.oneColumn' }],
	['../exports/headerless.csv', {}, { refusal: 'file.noNames' }],
	['empty.csv', {}, { rows: '', hint: 'The file has no rows' }],
	['no-data.csv', {}, { rows: '', hint: 'The file has no rows' }],
	['quotes-are-text.tsv', {}, { rows: 'file.quotes\n{"item":"Plain edition","price":"3.00"}' }],
	[
		'quotes-are-text.tsv',
		{ ...only(['item']), options: { quotes: 'text' } },
		{ rows: '{"item":"\\"Deluxe\\" edition"}\n{"item":"Plain edition"}' },
	],
	[
		'look-alike.csv',
		only(['Spend', 'spend'], ['Coût', 'cost']),
		{ rows: '{"spend":"1.50","cost":"2.50"}' },
	],
	[
		'thin-blanks.csv',
		{ ...numbers('Dépense', 'Impressions'), numberFormat: 'spaceComma' },
		{ rows: '{"Dépense":1394.37,"Impressions":12840}\n{"Dépense":41.20,"Impressions":1204}' },
	],
	['mysql.tsv', only(['note']), { rows: '{"note":"two\\\\nlines"}\n{"note":"NULL"}' }],
	[
		'postgres.tsv',
		{ ...only(['campaign'], ['note']), options: { emptyValues: '\\N' } },
		{ rows: '{"campaign":"Spring","note":"a\\\\tb"}\n{"campaign":"Autumn"}' },
	],
	['long-ids.json', {}, { rows: IDS }],
	[['long-ids.ndjson', IDS], {}, { rows: IDS }],
	[
		'../exports/ids.csv',
		{ ...only(['campaignId', '', 'text']), options: { ifRowsLookWrong: 'send' } },
		{
			rows: LOST,
			hint: 'contains 1.20208E+17, so the last digits are lost',
		},
	],
	['../exports/number-spellings.csv', numbers('spend'), { rows: SPELLINGS }],
	[['names.json', '[{" a":1},{"a":1," a":2}]'], {}, { rows: '{" a":1}\n{"a":1," a":2}' }],
	[
		['nested.json', `[${METRICS}]`],
		{
			columns: columns(
				['metrics.costMicros', 'metrics.spend', 'micros'],
				['campaign.name', '', 'leaveOut'],
			),
		},
		{ rows: '{"metrics":{"spend":12.5},"campaign":{"id":1}}' },
	],
	[
		['nested.ndjson', '{"a":{"b":"Total"},"c":1}\n{"a":{"b":"x"},"c":2}\n'],
		{ options: { skipRows: skipRows({ column: 'a.b', text: 'Total' }) } },
		{ rows: '{"a":{"b":"x"},"c":2}', hint: 'Left out 1 row whose "a.b" begins with "Total"' },
	],
	[['failed.csv', FAILED.replaceAll('\n', ',day\n')], {}, { rows: '{"day":"day"}' }],
	[
		['failed.csv', FAILED],
		{},
		{ refusal: 'file.errorItems', hint: 'Left out 1 row without any value: line 2' },
	],
	[
		['failed.csv', FAILED],
		{ columns: columns(['error.row.day', 'day']) },
		{ rows: '{"day":"2026-11-20"}' },
	],
])('the file %j with %j gives %j', async (file, fields, { rows = '', refusal, hint }) => {
	const [name, content] =
		typeof file === 'string' ? [file, readFileSync(join(FOLDER, file))] : file;
	const found = await readFile(content, fields, name);
	expect(found.refusal).toBe(refusal);
	const lines = found.rows.map(({ json, problem }) => problem?.code ?? json);
	if (refusal === undefined) expect(lines).toEqual(rows === '' ? [] : rows.split('\n'));
	expect(found.hints.filter((each) => !ofColumns.test(each))).toEqual(told(hint));
});

it.each([
	['totals-nl.csv', 'looksWrong.total'],
	['../exports/meta-ads-manager.csv', 'looksWrong.total'],
	['sheet-errors.csv', 'looksWrong.formula'],
	['lost-letters.csv', 'looksWrong.lostLetters'],
	['pandas-ids.csv', 'looksWrong.damagedIds'],
	['mail-text.csv', 'looksWrong.sentences'],
	['lfs-pointer.csv', 'looksWrong.sentences'],
])('%s is refused by %s, and sent if the form says so', async (name, code) => {
	const content = readFileSync(join(FOLDER, name));
	const codesOf = async (options: Fields) =>
		(await readFile(content, { options }, name)).rows.flatMap(({ problem }) => problem?.code ?? []);
	expect((await codesOf({}))[0]).toBe(code);
	expect(await codesOf({ ifRowsLookWrong: 'send' })).toEqual([]);
});

const NESTED = JSON.parse(readFileSync(join(FOLDER, 'nested-item.json'), 'utf8')) as object[];
const inJson = (rowsJson: unknown) => ({ dataMode: 'json', rowsJson });
const MOMENT = '2026-11-20T14:22:05.123Z';
const TABLE = { day: '2026-11-20', id: 5, createdAt: MOMENT, updatedAt: new Date(MOMENT) };
const FORM = { name: 'x', submittedAt: '2026-11-20T14:22:05.123+01:00', formMode: 'production' };
const orderOf = ({ id, ...row }: typeof TABLE) => ({ id, ...row });

type ItemInput = [items: object[], fields: Fields, told: Told];
const ITEMS: ItemInput[] = [
	[
		NESTED,
		{ columns: columns(['metrics.costMicros', 'metrics.spend', 'micros']) },
		{
			rows: '{"campaign":{"id":"c1","name":"Spring"},"metrics":{"spend":12.5},"segments":{"date":"2026-11-20"}}',
		},
	],
	[
		[{ n: 1, email: 'a@b.example' }],
		{ columns: columns(['n'], ['emial', '', 'leaveOut']) },
		{ refusal: 'column.unknown' },
	],
	[
		NESTED,
		{ columns: columns(['segments.date'], ['campaign.nmae', '', 'leaveOut']) },
		{ refusal: 'column.unknown' },
	],
	[
		[{}],
		inJson('{"products":[{"a":1},{"a":2}]}'),
		{ rows: '{"a":1}\n{"a":2}', hint: 'the list "products" alone' },
	],
	// JSON is sent unchanged.
	[[{}], inJson([{ 'a.b': 1, a: { b: 2 } }]), { rows: '{"a.b":1,"a":{"b":2}}' }],
	[
		[TABLE],
		{},
		{ rows: '{"day":"2026-11-20"}', hint: 'added the columns "id", "createdAt", "updatedAt"' },
	],
	[
		[TABLE],
		{ columns: columns(['CreatedAt', 'created'], ['day', '', 'leaveOut']) },
		{ rows: `{"created":"${MOMENT}"}`, hint: 'added the columns "id", "updatedAt"' },
	],
	[[TABLE], only(['day']), { rows: '{"day":"2026-11-20"}' }],
	[
		[orderOf(TABLE)],
		{},
		{ rows: `{"id":5,"day":"2026-11-20","createdAt":"${MOMENT}","updatedAt":"${MOMENT}"}` },
	],
	[[{ ...TABLE, id: 'x5' }], {}, { rows: `"id":"x5","createdAt":"${MOMENT}"` }],
	[[{ ...TABLE, updatedAt: '2026-11-20' }], {}, { rows: '"updatedAt":"2026-11-20"' }],
	[[FORM], {}, { rows: '{"name":"x"}', hint: 'added the columns "submittedAt", "formMode"' }],
	[[{ ...FORM, formMode: 'x' }], {}, { rows: '"formMode":"x"' }],
	[[{ submittedAt: FORM.submittedAt }], {}, { rows: '"submittedAt"' }],
];

it.each(ITEMS)(
	'the items %j with %j give %j',
	async (items, fields, { rows = '', refusal, hint }) => {
		const reading = read(items, fields);
		if (refusal !== undefined)
			return await expect(reading).rejects.toMatchObject({ code: refusal });
		const { rows: found, hints } = await reading;
		expect(
			found.map((row) => sent(row).json ?? `${sent(row).problem} ${sent(row).remedy}`),
		).toEqual(rows.split('\n').map((line) => expect.stringContaining(line)));
		expect(hints.filter((each) => !ofColumns.test(each))).toEqual(told(hint));
	},
);
