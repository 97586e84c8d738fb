import type { Field } from './field';

/** The shop where the credential is OAuth2, so that the granted ones can be listed. */
export const grantedShopField = {
	displayName: 'Shop',
	name: 'shop',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The shop that the rows belong to; an expression can take it from each item',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a shop…',
			typeOptions: { searchListMethod: 'searchShops', searchable: true },
		},
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			placeholder: 'e.g. my-shop.example.com',
		},
	],
} as const satisfies Field;
