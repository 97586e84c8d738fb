import type { PushExecution } from '../../../nodes/MerchantData/rows/fields/fields.ts';
import type { DataMode } from '../../../nodes/MerchantData/rows/columns.ts';

/** The types are what is tested here: `npm run check:types` fails if an expected error is none. */
it('gives what is declared, and nothing else can be asked for', () => {
	const values: Record<string, unknown> = {
		dataMode: 'json',
		columns: { column: [{ name: 'Cost', sendAs: 'text' }] },
		options: { retryServerErrors: true, batchSize: 2, timeout: 1 },
	};
	const { field, isFixed } = {
		field: (name: string) => values[name],
		isFixed: () => true,
	} as unknown as PushExecution;

	const mode: DataMode = field('dataMode', 0);
	const name: unknown = field('binaryPropertyName', 0);
	const { retryServerErrors, batchSize, timeout } = field('options', 0);
	const read: [boolean, number, number] = [retryServerErrors, batchSize, timeout];
	expect([mode, name, ...read]).toEqual(['json', undefined, true, 2, 1]);
	// @ts-expect-error: no field has this name.
	field('shops', 0);
	// @ts-expect-error: nor this.
	isFixed('modus');
	// @ts-expect-error: the mode is none of these.
	const fast: 'fast' = field('dataMode', 0);
	// @ts-expect-error: an expression may give anything.
	const text: string = field('binaryPropertyName', 0);
	// @ts-expect-error: no option has this name.
	expect([fast, text, field('options', 0).depth]).toEqual(['json', undefined, undefined]);

	const { column } = field('columns', 0);
	const columns: ReadonlyArray<{ name: string; sendAs: string }> = column;
	expect(columns).toEqual([{ name: 'Cost', sendAs: 'text' }]);
	// @ts-expect-error: no group has this name.
	expect(field('columns', 0).columns).toBeUndefined();
	// @ts-expect-error: no part has this name.
	expect(column[0]?.path).toBeUndefined();
	// @ts-expect-error: a column is not sent as this.
	const other: 'color' | undefined = column[0]?.sendAs;
	expect(other).toBe('text');
});
