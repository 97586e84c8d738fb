import type { PushExecution } from '../../../nodes/MerchantData/resources/push/form.ts';
import type { DataMode } from '../../../nodes/MerchantData/mapping/columns.ts';

/** This tests types: `npm run check:types` fails if there is no expected error. */
it('the types of fields allow what is declared, and nothing else', () => {
	function read({ field, isFixed }: PushExecution) {
		const { isolateRejectedRows, batchSize, timeout } = field('options', 0);
		const options: [boolean, number, number] = [isolateRejectedRows, batchSize, timeout];
		const mode: DataMode = field('dataMode', 0);
		const { column } = field('columns', 0);
		const columns: ReadonlyArray<{ name: string; sendAs: string }> = column;
		// @ts-expect-error: no field has this name.
		field('shops', 0);
		// @ts-expect-error: nor this.
		isFixed('modus');
		// @ts-expect-error: the mode is none of these.
		const fast: 'fast' = mode;
		// @ts-expect-error: an expression may give anything.
		const text: string = field('binaryPropertyName', 0);
		// @ts-expect-error: no option has this name.
		void field('options', 0).depth;
		// @ts-expect-error: no group has this name.
		void field('columns', 0).columns;
		// @ts-expect-error: no part has this name.
		void column[0].path;
		// @ts-expect-error: a column is not sent as this.
		const other: 'color' = column[0].sendAs;
		return [options, columns, fast, text, other];
	}
	expect(read).toBeInstanceOf(Function);
});
