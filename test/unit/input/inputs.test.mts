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
	/** The rows, in lines. */
	rows?: string;
	/** Why the file or the items are refused. */
	refusal?: Code;
	hint?: string;
}

const told = (hint?: string): unknown[] =>
	hint === undefined ? [] : [expect.stringContaining(hint)];
/** Hints at what the columns contain are tested where they are made. */
const ofColumns = /looks? like |seems? to be in millionths|as databases write/;

type FileInput = [file: string, content: string | undefined, fields: Fields, told: Told];
const only = (...entries: readonly Entry[]) => ({
	columns: columns(...entries),
	otherColumns: 'leaveOut',
});

const FILES: FileInput[] = [
	[
		'blank-before-quotes.csv',
		undefined,
		{},
		{
			rows: '{"Day":"2026-11-20","Campaign":"Spring","Cost":"1.5"}\n{"Day":"2026-11-21","Campaign":"Autumn","Cost":"2.5"}',
		},
	],
	[
		'blank-behind-quotes.csv',
		undefined,
		{},
		{
			rows: '{"Day":"2026-11-20","Campaign":"Spring","Cost":"1.50"}\n{"Day":"2026-11-21","Campaign":"Autumn","Cost":"2.50"}',
		},
	],
	[
		'pandas.csv',
		undefined,
		only(['date'], ['spend']),
		{
			rows: '{"date":"2026-11-20","spend":"1.5"}\n{"date":"2026-11-20","spend":"2.5"}\n{"date":"2026-11-21","spend":"nan"}',
			hint: 'The first column has no name, so it was left out',
		},
	],
	['two-notes.csv', undefined, only(['Cost']), { rows: '{"Cost":"1.50"}\n{"Cost":"2.50"}' }],
	['two-notes.csv', undefined, {}, { refusal: 'column.twice' }],
	['row-names.csv', undefined, {}, { refusal: 'file.moreCells' }],
	['sentences.csv', undefined, {}, { refusal: 'file.moreCells' }],
	['pandas.json', undefined, {}, { refusal: 'file.noTable' }],
	['one-object.json', undefined, {}, { refusal: 'file.noTable' }],
	['list.json', '{"data":[1,2]}', {}, { refusal: 'file.noTable' }],
	['lists', '[[1,2],[3,4]]', {}, { rows: '1: json.notAnObject\n1: json.notAnObject' }],
	['old.xls', undefined, {}, { refusal: 'file.workbook' }],
	['caret.csv', undefined, {}, { refusal: 'file.delimiter' }],
	['colon.csv', 'a:b\n1:2\n3:4\n', {}, { refusal: 'file.delimiter' }],
	[
		'mail.csv',
		'Hello Ann,\nyour report is ready.\nThe link expires.\n',
		{},
		{ refusal: 'file.oneColumn' },
	],
	['one.csv', 'name,\nA,\nB\n', {}, { rows: '{"name":"A"}\n{"name":"B"}' }],
	['tilde.csv', 'a~b\n1~2\n', {}, { refusal: 'file.delimiter' }],
	['two-encodings.csv', undefined, {}, { refusal: 'file.damaged' }],
	['empty.csv', undefined, {}, { rows: '', hint: 'The file has no rows' }],
	['no-data.csv', undefined, {}, { rows: '', hint: 'The file has no rows' }],
	[
		'quotes-are-text.tsv',
		undefined,
		{},
		{ rows: '2: file.quotes\n{"item":"Plain edition","price":"3.00"}' },
	],
	[
		'quotes-are-text.tsv',
		undefined,
		{ options: { quotes: 'text' } },
		{
			rows: '{"item":"\\"Deluxe\\" edition","price":"12.50"}\n{"item":"Plain edition","price":"3.00"}',
		},
	],
	[
		'look-alike.csv',
		undefined,
		only(['Spend', 'spend'], ['Coût', 'cost']),
		{ rows: '{"spend":"1.50","cost":"2.50"}' },
	],
	['names.json', '[{" a":1},{"a":1," a":2}]', {}, { rows: '{" a":1}\n{"a":1," a":2}' }],
	[
		'nested.json',
		'[{"metrics":{"costMicros":"12500000"},"campaign":{"id":1,"name":"x"}}]',
		{
			columns: columns(
				['metrics.costMicros', 'metrics.spend', 'micros'],
				['campaign.name', '', 'leaveOut'],
			),
		},
		{ rows: '{"metrics":{"spend":12.5},"campaign":{"id":1}}' },
	],
	[
		'nested.ndjson',
		'{"a":{"b":"Total"},"c":1}\n{"a":{"b":"x"},"c":2}\n',
		{ options: { skipRows: skipRows({ column: 'a.b', text: 'Total' }) } },
		{ rows: '{"a":{"b":"x"},"c":2}', hint: 'Left out 1 row whose "a.b" begins with "Total"' },
	],
	[
		'failed.csv',
		'error.message,error.outcome,error.row.day,day\nno,rejected,x,2026-11-20\n',
		{},
		{ rows: '{"day":"2026-11-20"}' },
	],
	[
		'failed.csv',
		'error.message,error.outcome,error.row.day\nno,rejected,2026-11-20\n',
		{},
		{
			refusal: 'file.errorItems',
			hint: 'Left out 1 row without any value: line 2',
		},
	],
	[
		'failed.csv',
		'error.message,error.outcome,error.row.day\nno,rejected,2026-11-20\n',
		{ columns: columns(['error.row.day', 'day']) },
		{ rows: '{"day":"2026-11-20"}' },
	],
];

it.each(FILES)(
	'%s (%j) with %j: %j',
	async (file, content, fields, { rows = '', refusal, hint }) => {
		const given = content ?? readFileSync(join(FOLDER, file));
		const found = await readFile(given, fields, file);
		expect(found.refusal).toBe(refusal);
		if (refusal === undefined) {
			const lines = found.rows.map(({ json, line, problem }) =>
				problem ? `${line}: ${problem.code}` : json,
			);
			const expected = rows === '' ? [] : rows.split('\n');
			expect(lines).toEqual(
				expected.map((line) => expect.stringContaining(line.replace(/^\d: /, ''))),
			);
		}
		expect(found.hints.filter((each) => !ofColumns.test(each))).toEqual(told(hint));
	},
);

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
		NESTED,
		{ columns: columns(['campaign.name', '', 'leaveOut']) },
		{
			rows: '{"campaign":{"id":"c1"},"metrics":{"costMicros":"12500000"},"segments":{"date":"2026-11-20"}}',
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
	[[{}], inJson([{ rows: [{ a: 1 }, { a: 2 }] }]), { rows: '{"a":1}\n{"a":2}' }],
	[[{}], inJson({ '0': { a: 1 } }), { rows: '{"a":1}' }],
	// What `$input.all()` and `$input.item` give.
	[
		[{}],
		inJson([{ json: { a: 1 }, pairedItem: 0 }, { json: { a: 2 } }]),
		{ rows: '{"a":1}\n{"a":2}' },
	],
	[[{}], inJson({ json: { a: 1 } }), { rows: '{"a":1}' }],
	[[{}], inJson({ json: { a: 1 }, b: 2 }), { rows: '{"json":{"a":1},"b":2}' }],
	[[{}], inJson({ rows: [] }), { rows: '' }],
	[
		[{}],
		inJson('{"products":[{"a":1},{"a":2}]}'),
		{ rows: '{"a":1}\n{"a":2}', hint: 'only value is the list "products"' },
	],
	[[{}], inJson('[object Object] '), { rows: 'also blanks' }],
	[[{}], inJson('[{"name":"12" shirt"}]'), { rows: 'JSON.stringify' }],
	// JSON is sent as it is.
	[[{}], inJson([{ 'a.b': 1, a: { b: 2 } }]), { rows: '{"a.b":1,"a":{"b":2}}' }],
	[
		[{}],
		{
			dataMode: 'defineBelow',
			fields: { assignments: [{ name: 'x', type: 'string', value: 'Campaign [object Object]' }] },
		},
		{ rows: '"Fields" contains "[object Object]" for "x"' },
	],
	[
		[TABLE],
		{},
		{ rows: '{"day":"2026-11-20"}', hint: 'added the columns "id", "createdAt" and "updatedAt"' },
	],
	[
		[TABLE],
		{ columns: columns(['CreatedAt', 'created'], ['day', '', 'leaveOut']) },
		{ rows: `{"created":"${MOMENT}"}`, hint: 'added the columns "id" and "updatedAt"' },
	],
	[[TABLE], only(['day']), { rows: '{"day":"2026-11-20"}' }],
	[
		[orderOf(TABLE)],
		{},
		{ rows: `{"id":5,"day":"2026-11-20","createdAt":"${MOMENT}","updatedAt":"${MOMENT}"}` },
	],
	[[{ ...TABLE, id: 'x5' }], {}, { rows: `"id":"x5","createdAt":"${MOMENT}"` }],
	[[{ ...TABLE, updatedAt: '2026-11-20' }], {}, { rows: '"updatedAt":"2026-11-20"' }],
	[[{ n: { a: ['M\ufffdller'] } }], {}, { rows: 'so a letter was lost before this node' }],
	[[{ n: { a: '1.2E+17' } }], {}, { rows: '{"n":{"a":"1.2E+17"}}' }],
	[[FORM], {}, { rows: '{"name":"x"}', hint: 'added the columns "submittedAt" and "formMode"' }],
	[[{ ...FORM, formMode: 'x' }], {}, { rows: '"formMode":"x"' }],
	[[{ submittedAt: FORM.submittedAt }], {}, { rows: '"submittedAt"' }],
];

it.each(ITEMS)('%j with %j: %j', async (items, fields, { rows = '', refusal, hint }) => {
	const reading = read(items, fields);
	if (refusal !== undefined) return await expect(reading).rejects.toMatchObject({ code: refusal });
	const { rows: found, hints } = await reading;
	expect(found.map((row) => sent(row).json ?? `${sent(row).problem} ${sent(row).remedy}`)).toEqual(
		rows === '' ? [] : rows.split('\n').map((line) => expect.stringContaining(line)),
	);
	expect(hints.filter((each) => !ofColumns.test(each))).toEqual(told(hint));
});
