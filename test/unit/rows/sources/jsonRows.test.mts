import { all, read, told } from './reading.mts';

const NO_OBJECT = 'holds something other than an object';
const unread = (line: number, text: string) =>
	expect.stringContaining(`"Input Binary Field" cannot be read: line ${line} ${text}`) as string;

describe.each<[string, (...rows: string[]) => string]>([
	['json', (...rows) => `[${rows.join(',\n')}]`],
	['ndjson', (...rows) => rows.join('\n')],
])('the rows of a file of %s', (fileFormat, textOf) => {
	const rowsOf = async (rows: string[], fields: object = {}) =>
		await read(textOf(...rows), { fileFormat, ...fields });

	it('are sent with what they say, an empty text as well', async () => {
		const { rows, source } = await rowsOf(
			['{ "a" : 1.5, "b":"", "c":null }', '{}', '{"n":"1.50","x":1}', '{"n":"-"}', '{"n":""}'],
			{ numberColumns: 'N', fieldsToIgnore: 'x', options: { emptyValues: '-' } },
		);
		expect(rows.map(told)).toEqual([
			[0, 1, '{"a":1.5,"b":"","c":null}'],
			[2, 3, '{"n":1.50}'],
			[4, 5, '{"n":null}'],
		]);
		expect(source.skipped()).toBe(2);
	});

	it('go on behind one that is no object, or cannot be sent', async () => {
		const { rows } = await rowsOf(['7', '{"n":"x"}', '[]', '{"n":1}'], { numberColumns: 'n' });
		expect(rows.map(told)).toEqual([
			[0, 1, '', unread(1, NO_OBJECT)],
			[1, 2, '{"n":"x"}', expect.stringContaining('"n" holds "x"')],
			[2, 3, '', unread(3, NO_OBJECT)],
			[3, 4, '{"n":1}'],
		]);
	});

	it('name columns, of which the form may name those of any row', async () => {
		const rows = ['{"a":1}', '{"b":2}'];
		expect(await rowsOf(rows, { numberColumns: 'B' })).toMatchObject({ refusal: undefined });
		const { refusal, file, rows: first, source } = await rowsOf(rows, { numberColumns: 'c' });
		expect(refusal).toBe('"Number Columns" names "c", which is no column of the file');
		expect(file.refusal!.remedy).toContain('The columns of the file: a, b.');
		expect(first.map(({ problem }) => problem)).toEqual([undefined, undefined]);
		expect((await all(source.rows())).map(told)).toEqual([
			[0, 1, '{"a":1}', refusal],
			[1, 2, '{"b":2}', refusal],
		]);
	});

	it('go to the shops that they name', async () => {
		const { rows, refusal } = await rowsOf(
			['{"Shop":"b.example","a":1}', '{"a":2}', '{"shop":5,"a":3}', '{"shop":"c.example"}'],
			{ shopColumn: 'shop' },
		);
		expect(refusal).toBeUndefined();
		expect(rows.map((row) => [row.shop, ...told(row)])).toEqual([
			['b.example', 0, 1, '{"a":1}'],
			['', 1, 2, '{"a":2}', '"shop" is empty'],
			['', 2, 3, '{"shop":5,"a":3}', '"shop" is not a text'],
		]);
		const ofBoth = await rowsOf(
			['{"SHOP":"b.example","n":1}', '{"Shop":"c.example","n":2}', '{"shop":"d.example","SHOP":1}'],
			{ shopColumn: 'SHOP' },
		);
		expect(ofBoth.rows.map((row) => [row.shop, ...told(row)])).toEqual([
			['b.example', 0, 1, '{"n":1}'],
			['c.example', 1, 2, '{"n":2}'],
			['', 2, 3, '{"shop":"d.example","SHOP":1}', '"SHOP" is not a text'],
		]);
		// A name that is empty is a name.
		const unnamed = await rowsOf(['{"":"b.example","a":1}', '{"shop":"b.example"}'], {
			shopColumn: 'shop',
		});
		expect(unnamed.rows.map(told)).toEqual([[0, 1, '{"":"b.example","a":1}', '"shop" is empty']]);
		expect((await rowsOf(['{"a":1}'], { shopColumn: 'shop' })).refusal).toBe(
			'"Shop Column" names "shop", which is no column of the file',
		);
	});
});
