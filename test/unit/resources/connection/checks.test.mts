import { checkConnection } from '../../../../nodes/MerchantData/resources/connection/check.ts';
import { CHECKS } from '../../../../nodes/MerchantData/resources/connection/checks.ts';

it('checks name each credential as the form does', () => {
	const [credentials] = checkConnection.fields;
	const { options } = credentials as { options: ReadonlyArray<Record<'name' | 'value', string>> };
	const labels = Object.entries(CHECKS).map(([value, { label: name }]) => ({ name, value }));
	expect(options.filter(({ value }) => value !== 'both')).toEqual(
		expect.arrayContaining(labels) as object[],
	);
	expect(options).toHaveLength(labels.length + 1);
});
