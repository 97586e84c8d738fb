import type { ColumnSettings } from '../../../nodes/MerchantData/mapping/columns.ts';
import { missingRefusal, noColumn } from '../../../nodes/MerchantData/mapping/missingColumns.ts';
import { entry, settingsOf } from './settings.mts';

const FORM = {
	entries: [entry('a'), entry('y', { isLeftOut: true })],
	shopColumn: 's',
	skipRules: [{ column: 'k' }, { column: '' }],
};

const NO_A = 'There are no columns "a" (Columns), "c" (Columns)';

it.each<[names: string[], settings: Partial<ColumnSettings>, message: string | undefined]>([
	[['b'], { entries: [entry('a'), entry('c')] }, NO_A],
	[['a'], { entries: [entry('a'), entry('c')] }, undefined],
	// It would be sent under another name, and without the other, every row would be left out.
	[['a'], FORM, 'There are no columns "k" (Rows to Skip), "y" (Columns)'],
	// What "Always Output Data" gives.
	[[], FORM, undefined],
	[['b'], { shopColumn: 's', skipRules: [{ column: 'k', text: 'x' }] }, undefined],
])('rows with %j and the settings %j are refused: %s', (names, settings, message) => {
	expect(missingRefusal(settingsOf(settings), names)?.message).toBe(message);
});

it('an error about a missing column shortens long names', () => {
	const [x, long] = ['x'.repeat(101), 'a'.repeat(400)];
	expect(noColumn([[x, 'Columns']], ['b, c', 'd', 'e', long])).toMatchObject({
		message: `There is no column "${x.slice(1)}" (Columns)`,
		remedy: `Correct or remove it in the form. The columns are: "b, c", "d", "e" and "${long.slice(0, 278)}.`,
	});
});
