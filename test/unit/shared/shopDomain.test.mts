import { shopDomain } from '../../../nodes/MerchantData/shared/shopDomain.ts';

const refusalOf = (value: unknown) => {
	try {
		return `accepted: ${shopDomain(value)}`;
	} catch (error) {
		return error;
	}
};

it.each([
	'my-shop.example.com',
	'a.b',
	'1.2',
	'x--y.example',
	'My-Shop.Example',
	'käse-läden.example',
	'店.example',
])('takes the plain domain %s as it is', (domain) => {
	expect(shopDomain(domain)).toBe(domain);
	expect(shopDomain({ __rl: true, mode: 'list', value: domain })).toBe(domain);
});

it.each([
	' my-shop.example.com\n',
	'my-shop.example.com//',
	'//my-shop.example.com',
	'https://my-shop.example.com',
	'http://my-shop.example.com/',
	'HTTPS://my-shop.example.com',
])('reduces %j, which holds nothing but the domain, to the domain', (typed) => {
	expect(shopDomain(typed)).toBe('my-shop.example.com');
});

// "No leading or trailing slashes, no URL wrapping, no special characters."
it.each([
	'https://my-shop.example.com/admin',
	'https://my-shop.example.com//',
	'https://my-shop.example.com?x=1',
	'https://my-shop.example.com#top',
	'https://user@my-shop.example.com',
	'https://my-shop.example.com:8443',
	'see https://my-shop.example.com',
	'https:my-shop.example.com',
	'ftp://my-shop.example.com',
	'my-shop.example.com/admin',
	'my-shop.example.com/de.de',
	'my-shop',
	'-shop.example',
	'shop-.example',
	'shop.-example',
	'shop.example-',
	'.shop.example',
	'shop.example.',
	'shop..example',
	'my_shop.example',
	'my shop.example',
	'shop.example;drop',
])('refuses %j rather than guess which shop is meant', (typed) => {
	expect(refusalOf(typed)).toMatchObject({
		field: 'Shop',
		message: `"Shop" is not a plain shop domain: "${typed}"`,
		remedy: expect.stringMatching(/^Give the domain alone, such as .*\.$/) as string,
	});
});

it.each<[unknown, string]>([
	[undefined, 'is empty'],
	[null, 'is empty'],
	['', 'is empty'],
	[' \n', 'is empty'],
	[{ mode: 'list', value: '' }, 'is empty'],
	[{ mode: 'domain', value: undefined }, 'is empty'],
	[7, 'is not a text'],
	[{}, 'is not a text'],
	[['a.example'], 'is not a text'],
	[{ mode: 'domain', value: { shop: 'a.example' } }, 'is not a text'],
])('says what is wrong with %j and how a shop is written', (value, problem) => {
	expect(refusalOf(value)).toMatchObject({
		field: 'Shop',
		message: `"Shop" ${problem}`,
		remedy: expect.stringMatching(/^Give the domain of the shop, such as .*\.$/) as string,
	});
});

it('quotes no more than the beginning of what was put into the field by mistake', () => {
	expect(refusalOf('x'.repeat(5_000))).toHaveProperty(
		'message',
		`"Shop" is not a plain shop domain: "${'x'.repeat(100)}"`,
	);
});
