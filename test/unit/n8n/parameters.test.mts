import { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { listedNames, readDelimiter } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { pushFields } from '../../../nodes/MerchantData/resources/push/form.ts';
import { createContext } from '../../kit/execution.mts';
import { refusal, refusedFor } from '../../kit/refusal.mts';

it('checks a value against the field of its name that is shown', () => {
	const { context, node } = createContext({ parameters: { dataMode: 'binary' } });
	node.type += 'Tool';
	const { field } = new Execution(context, pushFields);
	expect(refusal(() => field('dataMode', 0)).message).toBe(
		'"Data Mode" must be one of json, defineBelow, but is the text "binary"',
	);
});

it('reads names between commas, each once', () => {
	expect([...listedNames('Columns', ' a, b c,,a , ')]).toEqual(['a', 'b c']);
	expect(listedNames('Columns', '').size).toBe(0);
	for (const typed of [undefined, null, 5, ['a'], {}]) {
		expect(refusal(() => listedNames('Columns', typed))).toEqual({
			message: '"Columns" is not a text',
			remedy: 'Enter names, separated by commas.',
		});
	}
});

it('takes a list of entries that is hidden for empty, a text as it is, and leaves hidden values alone', () => {
	const parameters = {
		dataMode: 'json',
		columns: { column: [{ name: 'a' }] },
		binaryPropertyName: 5,
	};
	const { field } = new Execution(createContext({ parameters }).context, pushFields);
	expect([field('columns', 0), field('binaryPropertyName', 0)]).toEqual([{ column: [] }, 5]);
	const inFile = createContext({ parameters: { ...parameters, dataMode: 'binary' } });
	const shown = new Execution(inFile.context, pushFields);
	expect(shown.field('columns', 0)).toEqual({ column: [expect.objectContaining({ name: 'a' })] });
	expect(shown.field('binaryPropertyName', 0)).toBe(5);
});

it.each([
	['\\t', '\t'],
	['\t', '\t'],
	[';', ';'],
	['', ''],
])('reads the delimiter %j', (typed, delimiter) => {
	expect(readDelimiter(typed, true)).toBe(delimiter);
});

it.each(['', '"', ';;', 'a;', '\n', '\r'])(
	'%j is no delimiter where there must be one',
	(typed) => {
		const read = () => readDelimiter(typed, false);
		expect(refusedFor(read)).toEqual({ code: 'setting.wrongValue', label: 'Delimiter' });
	},
);
