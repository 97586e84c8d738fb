import type { INodePropertyMode } from 'n8n-workflow';
import type { Field, Fields } from '../../../nodes/MerchantData/shared/field.ts';
import {
	agentNotice,
	grantedShopField,
	optionsField,
	shopDomainField,
} from '../../../nodes/MerchantData/shared/fields.ts';
import { shopDomain } from '../../../nodes/MerchantData/shared/shopDomain.ts';

type Shown = Pick<INodePropertyMode, 'displayName' | 'placeholder'> & { type: string };

const optionsOf = (own: Fields = []) => optionsField(own).options as Fields;

const FIELDS: ReadonlyArray<[credential: string, field: Field, shown: readonly Shown[]]> = [
	['OAuth2', grantedShopField, grantedShopField.modes],
	['an API key', shopDomainField, [shopDomainField]],
];

it('chosen from a list, the shop is a required resource locator that starts with the list', () => {
	expect(grantedShopField).toMatchObject({ name: 'shop', type: 'resourceLocator', required: true });
	expect(grantedShopField.modes.map(({ name }) => name)).toEqual(['list', 'domain']);
	expect(grantedShopField.default).toEqual({ mode: 'list', value: '' });
});

it('typed, the shop is a required text under another name', () => {
	expect(shopDomainField).toMatchObject({ name: 'shopDomain', type: 'string', required: true });
	expect(shopDomainField.default).toBe('');
});

it('the form of a tool, and no other, says which fields the agent may fill in', () => {
	expect(agentNotice('Rows')).toMatchObject({
		displayName:
			'For the agent to fill in a field, press the button with the stars beside it: Rows.',
		type: 'notice',
		displayOptions: { show: { '@tool': [true] } },
	});
});

describe.each(FIELDS)('the Shop field where the credential is %s', (_, field, shown) => {
	it('has the label under which errors name it', () => {
		expect(() => shopDomain('')).toThrow(`"${field.displayName}" is empty`);
	});

	it('tells people and AI agents what to put in', () => {
		expect(field.description).toMatch(/\bshop\b.*\w$/);
		for (const { displayName, placeholder } of shown) {
			expect(displayName).toMatch(/^[A-Z]\w+/);
			expect(placeholder).toMatch(/\w/);
		}
	});

	it('shows an example of a domain that it would take', () => {
		const mode = shown.find(({ type }) => type === 'string')!;
		expect(shopDomain(mode.placeholder!.replace(/^e\.g\. /, ''))).toMatch(/example\.com$/);
	});
});

it('lets people search the granted shops where the credential can list them', () => {
	expect(grantedShopField.modes).toContainEqual(
		expect.objectContaining({
			type: 'list',
			typeOptions: { searchListMethod: 'searchShops', searchable: true },
		}),
	);
});

describe('the options of an operation that calls the service', () => {
	it.each([
		['maxWait', 'Max Wait (Seconds)', 300, { minValue: 0 }],
		// A timeout of 0 would be none at all.
		['timeout', 'Timeout (Seconds)', 300, { minValue: 0.1 }],
	])(
		'bound a request by %s, labelled "%s", %i unless said otherwise',
		(name, label, value, typeOptions) => {
			expect(optionsOf()).toContainEqual({
				name,
				displayName: label,
				type: 'number',
				default: value,
				typeOptions,
				description: expect.stringMatching(/^How (often|long) .{20,}/) as string,
			});
		},
	);

	it('are left out of a saved workflow until someone adds one', () => {
		expect(optionsField()).toMatchObject({
			name: 'options',
			displayName: 'Options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
		});
	});

	it('stand in the order of their labels, the operation’s own among them', () => {
		const own = ['Zone', 'Batch Size', 'Preview'].map<Field>((displayName) => ({
			displayName,
			name: displayName,
			type: 'string',
			default: '',
		}));
		const labels = (options: Fields) => options.map(({ displayName }) => displayName);
		const bounds = ['Max Wait (Seconds)', 'Timeout (Seconds)'];
		const all = ['Batch Size', 'Max Wait (Seconds)', 'Preview', 'Timeout (Seconds)', 'Zone'];
		expect(labels(optionsOf(own))).toStrictEqual(all);
		// One operation's options are not another's.
		expect(labels(optionsOf())).toStrictEqual(bounds);
		expect(labels(own)).toEqual(['Zone', 'Batch Size', 'Preview']);
	});
});
