import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { FIELDS } from '../n8n/fields.mts';

/** The types are what is tested here: `npm run check:types` fails if an expected error is none. */

const VALUES: Record<string, unknown> = {
	dataMode: 'map',
	columns: { column: [{ name: 'Cost', sendAs: 'text' }] },
	options: { preview: true, limit: 2, timeout: 1 },
};
const { field, isFixed } = {
	field: (name: string) => VALUES[name],
	isFixed: () => true,
} as unknown as Execution<typeof FIELDS>;

it('gives what is declared, and nothing else can be asked for', () => {
	const mode: 'json' | 'map' = field('dataMode', 0);
	const query: unknown = field('query', 0);
	const { preview, limit, timeout } = field('options', 0);
	const read: [boolean, number, number] = [preview, limit, timeout];
	expect([mode, query, ...read]).toEqual(['map', undefined, true, 2, 1]);
	// @ts-expect-error: no field has this name.
	field('shops', 0);
	// @ts-expect-error: nor this.
	isFixed('modus');
	// @ts-expect-error: the mode is none of these.
	const other: 'fast' = field('dataMode', 0);
	// @ts-expect-error: an expression may give anything.
	const text: string = field('query', 0);
	// @ts-expect-error: no option has this name.
	expect([other, text, field('options', 0).depth]).toEqual(['map', undefined, undefined]);
});

it('gives the entries of a fixed collection, with the types of their parts', () => {
	const { column } = field('columns', 0);
	const columns: ReadonlyArray<{ name: string; sendAs: 'asIs' | 'text' }> = column;
	expect(columns).toEqual([{ name: 'Cost', sendAs: 'text' }]);
	// @ts-expect-error: no group has this name.
	expect(field('columns', 0).columns).toBeUndefined();
	// @ts-expect-error: no part has this name.
	expect(column[0]?.field).toBeUndefined();
	// @ts-expect-error: a column is not sent as this.
	const other: 'date' | undefined = column[0]?.sendAs;
	expect(other).toBe('text');
});
