import { optionsIn } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import type { Fields } from '../../../nodes/MerchantData/n8n/field.ts';
import { optionsField, UNBOUNDED_UNLESS_ADDED } from '../../../nodes/MerchantData/n8n/fields.ts';

it.each([
	['300 s unless said otherwise', optionsField(), 300],
	['as many seconds as are said', optionsField([], 30), 30],
])('options bound a request by %s, and never by a timeout of 0', (_, { options }, seconds) => {
	const bounds = (options as Fields).map((each) => [each.name, each.default, each.typeOptions]);
	const [maxWait, timeout] = [{ minValue: 0 }, { minValue: 0.1 }];
	expect(bounds).toEqual([
		['maxWait', seconds, maxWait],
		['timeout', seconds, timeout],
	]);
});

/** Numbers that apply by default. */
const BY_DEFAULT = 'batchSize fromLine maxIdentifiers maxParallelRequests maxWait timeout';

it('lists every number in the options as a default or as a limit that is added', () => {
	const all = resources.flatMap(({ operations }) =>
		operations.flatMap((each) => optionsIn(each.fields)),
	);
	const numbers = all.filter(({ type }) => type === 'number').map(({ name }) => name);
	const expected = new Set([...BY_DEFAULT.split(' '), ...UNBOUNDED_UNLESS_ADDED]);
	expect(new Set(numbers)).toEqual(expected);
});
