import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Code } from '../../../nodes/MerchantData/errors/codes.ts';
import { columns, skipRows } from '../../kit/columns.mts';
import { type Fields, read, sent } from '../../kit/pushRows.mts';
import { root } from '../../kit/repository.mts';
import { readFile } from './reading.mts';

/** Files and items that went wrong in this or in other software: what is sent of them, what is said, or why nothing is. */

const stored = (file: string) => readFileSync(join(root, 'test/data/inputs', file));
/** Hints at what the columns contain are tested where they are made. */
const ofColumns = /looks? like |seems? to be in millionths|as databases write/;
const hintsAside = (hints: readonly string[]) => hints.filter((each) => !ofColumns.test(each));

const ONE_COLUMN = 'name,\nA,\nB\n';
const ERRORS = 'error.message,error.outcome,error.row.day,day\nno,rejected,x,2026-11-20\n';
const NESTED = '{"a":{"b":"Total"},"c":1}\n{"a":{"b":"x"},"c":2}\n';
const PANDAS = { columns: columns(['spend']), otherColumns: 'leaveOut' };
const COST = { columns: columns(['Cost']), otherColumns: 'leaveOut' };
const SKIP = { options: { skipRows: skipRows({ column: 'a.b', text: 'Total' }) } };
const LOOK_ALIKE = { columns: columns(['Spend', 'spend'], ['Coût', 'cost']) };
const QUOTED =
	'{"Day":"2026-11-20","Campaign":"Spring","Cost":"1.5"}{"Day":"2026-11-21","Campaign":"Autumn","Cost":"2.5"}';
const PLAIN_QUOTES =
	'{"item":"\\"Deluxe\\" edition","price":"12.50"}{"item":"Plain edition","price":"3.00"}';
const NO_NAME = 'The first column has no name, so it was left out';
const LEFT_OUT = 'Left out 1 row whose "a.b" begins with "Total"';
const NO_ROWS = 'The file has no rows';

it.each<[file: string, rows: string, fields?: Fields, hint?: string, content?: string]>([
	['blank-before-quotes.csv', QUOTED],
	['blank-behind-quotes.csv', QUOTED.replaceAll('.5"', '.50"')],
	['look-alike.csv', '{"Day":"2026-11-20","spend":"1.50","cost":"2.50"}', LOOK_ALIKE],
	['pandas.csv', '{"spend":"1.5"}{"spend":"2.5"}{"spend":"nan"}', PANDAS, NO_NAME],
	['two-notes.csv', '{"Cost":"1.50"}{"Cost":"2.50"}', COST],
	['quotes-are-text.tsv', PLAIN_QUOTES, { options: { quotes: 'text' } }],
	['one.csv', '{"name":"A"}{"name":"B"}', {}, undefined, ONE_COLUMN],
	['empty.csv', '', {}, NO_ROWS],
	['no-data.csv', '', {}, NO_ROWS],
	['names.json', '{" a":1}{"a":1," a":2}', {}, undefined, '[{" a":1},{"a":1," a":2}]'],
	['nested.ndjson', '{"a":{"b":"x"},"c":2}', SKIP, LEFT_OUT, NESTED],
	['failed.csv', '{"day":"2026-11-20"}', {}, undefined, ERRORS],
])('of the file %s, %s is sent', async (file, expected, fields = {}, hint, content) => {
	const { rows, hints, refusal } = await readFile(content ?? stored(file), fields, file);
	expect([rows.map(({ json }) => json).join(''), refusal]).toEqual([expected, undefined]);
	expect(rows.filter(({ problem }) => problem)).toEqual([]);
	expect(hintsAside(hints)).toEqual(hint === undefined ? [] : [expect.stringContaining(hint)]);
});

it.each<[file: string, refusal: Code, content?: string]>([
	['pandas.json', 'file.noTable'],
	['row-names.csv', 'file.moreCells'],
	['sentences.csv', 'file.moreCells'],
	['caret.csv', 'file.delimiter'],
	['two-encodings.csv', 'file.damaged'],
	['old.xls', 'file.workbook'],
	['mail.csv', 'file.oneColumn', 'Hello Ann,\nyour report is ready.\nThe link expires.\n'],
])('the file %s is refused as %s', async (file, refusal, content = '') => {
	expect((await readFile(content || stored(file), {}, file)).refusal).toBe(refusal);
});

const leftOut = (name: string) => ({ columns: columns(['n'], [name, '', 'leaveOut']) });

it.each<[items: object[], fields: Fields]>([
	[[{ n: 1, email: 'a@b.example' }], leftOut('emial')],
	[[{ n: 1, campaign: { name: 'x' } }], leftOut('campaign.nmae')],
])('the items %j are refused with %j, which names no column', async (...given) => {
	await expect(read(...given)).rejects.toMatchObject({ code: 'column.unknown' });
});

const MOMENT = '2026-11-20T14:22:05.123Z';
const TABLE = { day: '2026-11-20', id: 5, createdAt: MOMENT, updatedAt: new Date(MOMENT) };
const ID = { columns: columns(['ID']) };
const json = (rowsJson: unknown) => ({ dataMode: 'json', rowsJson });

it.each<[item: object, fields: Fields, rows: string[], hint: string]>([
	[TABLE, {}, ['{"day":"2026-11-20"}'], 'added the columns "id", "createdAt" and "updatedAt"'],
	[TABLE, ID, ['{"day":"2026-11-20","id":5}'], '"createdAt" and "updatedAt"'],
	[{ __EMPTY: 0, Day: 'x', n: 5 }, {}, ['{"Day":"x","n":5}'], 'added the columns "__EMPTY"'],
	[{}, json({ products: [{ a: 1 }] }), ['{"a":1}'], 'only value is the list "products"'],
])('the item %j with %j is sent as %j, with a hint', async (item, fields, ...expected) => {
	const { rows, hints } = await read([item], fields);
	const [jsons, hint] = expected;
	expect(rows.map((row) => sent(row).json)).toEqual(jsons);
	expect(hintsAside(hints)).toEqual([expect.stringContaining(hint)]);
});
