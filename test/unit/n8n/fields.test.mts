import { optionsIn } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import type { Fields } from '../../../nodes/MerchantData/n8n/field.ts';
import { optionsField, UNBOUNDED_UNLESS_ADDED } from '../../../nodes/MerchantData/n8n/fields.ts';

describe('the options of an operation that calls the service', () => {
	const optionsOf = (...given: Parameters<typeof optionsField>) =>
		optionsField(...given).options as Fields;

	it.each([
		['maxWait', 'Max Wait (Seconds)', { minValue: 0 }],
		// A timeout of 0 would be none at all.
		['timeout', 'Timeout (Seconds)', { minValue: 0.1 }],
	])('bound a request by %s, 300 s unless said otherwise', (name, displayName, typeOptions) => {
		const description = expect.stringMatching(/^How long .{20,}/) as string;
		const option = { name, displayName, type: 'number', typeOptions, description };
		expect(optionsOf()).toContainEqual({ ...option, default: 300 });
		expect(optionsOf([], 30)).toContainEqual({ ...option, default: 30 });
	});

	/** Numbers that apply by default. */
	const BY_DEFAULT = [
		'batchSize',
		'fromLine',
		'maxIdentifiers',
		'maxParallelRequests',
		'maxWait',
		'timeout',
	];

	it('list every number as a default or as a limit that is added', () => {
		const all = resources
			.flatMap(({ operations }) => operations)
			.flatMap((each) => optionsIn(each.fields));
		const numbers = all.filter(({ type }) => type === 'number').map(({ name }) => name);
		expect([...new Set(numbers)].sort()).toEqual([...BY_DEFAULT, ...UNBOUNDED_UNLESS_ADDED].sort());
	});
});
