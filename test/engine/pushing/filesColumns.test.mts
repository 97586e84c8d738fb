import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import type { RunOptions } from '../../kit/engine.mts';
import { FIRST, pushFiles, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** The columns of files: their names, what separates them, and those that name a shop. */

const stage = sharedStage();

const arrived = () => stage.sandbox.pushed('ads').map(({ row }) => row);

async function run(
	text: string,
	{ numberColumns = '', fieldsToIgnore = '', ...options }: IDataObject = {},
	{ name = 'rows.csv', ...more }: Partial<RunOptions> & { name?: string } = {},
) {
	return await stage.run({
		parameters: pushFiles(options, { numberColumns, fieldsToIgnore }),
		files: [{ data: await stored(text, name) }],
		...more,
	});
}

const FORMATS: ReadonlyArray<[format: string, text: string]> = [
	['CSV', ' Spend ,isNew,Note\n1.50,yes,x\n'],
	['NDJSON', '{"Spend":"1.50","isNew":"yes","Note":"x"}\n{"Spend":"1.50","isNew":"yes"}\n'],
	['JSON', '[{"isNew":"yes"},{"Spend":"1.50","Note":"x"}]'],
];

describe.each(FORMATS)('names of columns of a %s file', (_, text) => {
	it('match in any case and with blanks around them', async () => {
		const { thrown } = await run(text, {
			numberColumns: ' SPEND ',
			booleanColumns: 'ISNEW',
			fieldsToIgnore: 'note ,',
		});
		expect(thrown).toBeUndefined();
		const [first] = stage.sandbox.requests('ads');
		expect(first!.text).toMatch(/"Spend":1\.50/);
		expect(first!.text).toMatch(/"isNew":true/);
		expect(first!.text).not.toMatch(/note/i);
	});

	it.each([['Number Columns', { numberColumns: 'spend, clicks' }, '"clicks", which is no column']])(
		'that none has are refused with the list of columns: %s, %j',
		async (field, options, told) => {
			const message = `"${field}" names ${told} of the file`;
			const { thrown } = await run(text, options);
			expect(thrown?.message).toContain(message);
			const [, list] = /The columns of the file: (.*?)\./.exec(thrown?.description ?? '') ?? [];
			expect(list!.split(', ').sort()).toEqual(['Note', 'Spend', 'isNew']);

			const result = await run(text, options, { onError: 'continueErrorOutput' });
			const { rows, rejected } = result.success[0]!.json;
			expect(rejected).toBe(rows);
			expect(result.error).toHaveLength(rows as number);
			for (const { json } of result.error)
				expect(json.error).toMatchObject({ message, outcome: 'rejected' });
			expect(stage.sandbox.requests('ads')).toEqual([]);
		},
	);
});

describe('the delimiter', () => {
	// A tab and a comma both make two cells of each line.
	const TIE = 'a\tb,c\n1\t2,5\n';

	it('is the one that the name of the file says', async () => {
		for (const name of ['rows.tsv', 'ROWS.TSV']) await run(TIE, {}, { name });
		expect(arrived()).toEqual([
			{ a: '1', 'b,c': '2,5' },
			{ a: '1', 'b,c': '2,5' },
		]);
	});

	it('is asked for where it may be one or another, and never a comma without a word', async () => {
		const { thrown } = await run(TIE);
		expect(thrown?.message).toBe(
			'"Delimiter" is not set, and the cells of the file may be separated by "," or by "\\t"',
		);
		expect(thrown?.description).toContain('Set "Delimiter" in the options');
		const { error } = await run(TIE, {}, { onError: 'continueErrorOutput' });
		expect(error.map(({ json }) => (json.error as IDataObject).outcome)).toEqual(['rejected']);
		expect(stage.sandbox.requests('ads')).toEqual([]);
		await run(TIE, { delimiter: '\\t' });
		await run(TIE, { delimiter: ',' });
		expect(arrived()).toEqual([
			{ a: '1', 'b,c': '2,5' },
			{ 'a\tb': '1\t2', c: '5' },
		]);
	});
});

describe('a column that names a shop', () => {
	const SPELLINGS = ['Shop Domain', ' store '];

	it.each(SPELLINGS)('keeps the rows of another shop back: %s', async (column) => {
		const text = `n,${column}\n1,${FIRST}\n2,https://${SECOND}/\n3,Berlin\n4,\n`;
		const { thrown } = await run(text);
		expect(thrown?.message).toContain('1 of 4 rows cannot be sent. First, line 3: ');
		expect(thrown?.message).toContain(`but the row would go to ${FIRST}`);
		expect(stage.sandbox.requests('ads')).toEqual([]);
		await run(text, {}, { onError: 'continueErrorOutput' });
		expect(arrived().map((row) => (row as { n: string }).n)).toEqual(['1', '3', '4']);
	});

	it.each(SPELLINGS)('is not looked at where it is not sent: %s', async (column) => {
		const { thrown } = await run(`n,${column}\n1,${SECOND}\n`, { fieldsToIgnore: column });
		expect(thrown).toBeUndefined();
		expect(arrived()).toEqual([{ n: '1' }]);
	});
});

describe('texts that look like thousands', () => {
	const HINT = /1\.234/;
	it.each([false, true])('are asked about, of a file, too; preview: %s', async (preview) => {
		const files = [{ data: await stored('spend,clicks\n1.234,1\n12.500,2\n') }];
		const parameters = pushFiles({}, { preview, numberColumns: 'spend,clicks' });
		const { hints } = await stage.run({ parameters, files });
		expect(hints.map(({ message }) => message).join('\n')).toMatch(HINT);
		const exact = pushFiles({}, { preview, numberColumns: 'spend', numberFormat: 'pointComma' });
		const { hints: none } = await stage.run({ parameters: exact, files });
		expect(none.map(({ message }) => message).join('\n')).not.toMatch(HINT);
	});
});
