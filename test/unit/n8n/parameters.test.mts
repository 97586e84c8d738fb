import { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { listedNames, readDelimiter } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { pushFields } from '../../../nodes/MerchantData/resources/push/form.ts';
import { createContext } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';

it('checks a value against the field of its name that is shown', () => {
	const tool = { type: 'merchantDataTool', parameters: { dataMode: 'binary' } };
	const { field } = new Execution(createContext(tool).context, pushFields);
	const message = '"Data Mode" must be one of json, defineBelow, but is the text "binary"';
	expect(refusal(() => field('dataMode', 0)).message).toBe(message);
});

it('reads names between commas, each once', () => {
	expect([...listedNames('Columns', ' a, b c,,a , ')]).toEqual(['a', 'b c']);
	expect(listedNames('Columns', '').size).toBe(0);
	const message = '"Columns" is not a text';
	const remedy = 'Enter names, separated by commas.';
	expect(refusal(() => listedNames('Columns', ['a']))).toEqual({ message, remedy });
});

it('takes a list of entries that is hidden for empty, a text as it is, and leaves hidden values alone', () => {
	const read = (dataMode: string) => {
		const column = [{ name: 'a' }];
		const parameters = { dataMode, columns: { column }, binaryPropertyName: 5 };
		const { field } = new Execution(createContext({ parameters }).context, pushFields);
		return [field('columns', 0), field('binaryPropertyName', 0)];
	};
	expect(read('json')).toEqual([{ column: [] }, 5]);
	expect(read('binary')).toMatchObject([{ column: [{ name: 'a' }] }, 5]);
});

it('reads a delimiter, which may be empty for some formats', () => {
	const read = (typed: string) => readDelimiter(typed, true);
	expect(['\\t', '\t', ';', ''].map(read)).toEqual(['\t', '\t', ';', '']);
	expect(readDelimiter(';', false)).toBe(';');
});

it.each(['', '"', ';;', '\n', '\r'])('%j is not a delimiter where there must be one', (typed) => {
	const refused = expect.objectContaining({ code: 'setting.wrongValue', label: 'Delimiter' });
	expect(() => readDelimiter(typed, false)).toThrow(refused as Error);
});
