import { shopDomain, shopIdentity } from '../../../nodes/MerchantData/service/shopDomain.ts';
import { refusal } from '../../kit/refusal.mts';
import { texts } from '../../kit/texts.mts';

const REMEDY = expect.stringMatching(/^Give the domain alone, such as .*\.$/) as string;

const words = (text: string) => text.trim().split(/\s+/);

it.each([
	...words('my-shop.example.com 1.2 My-Shop.Example 店.example हिन्दी.example บ้าน.example'),
	...words('my_shop.example.com _a_.b_c'),
])('takes the plain domain %s as it is', (domain) => {
	expect(shopDomain(domain)).toBe(domain);
	// Else a granted shop could be chosen, and not be pushed to.
	expect(shopIdentity(domain)).toBeDefined();
});

it.each([
	' käse.example.com\n',
	...words('käse.example.com// //käse.example.com ka\u0308se.example.com'),
	...words('https://käse.example.com HTTP://käse.example.com/'),
	...['\u200e', '\u200b', '\u00ad'].map((sign) => `${sign}käse${sign}.example.com ${sign}`),
])('reduces %j to the domain', (typed) => {
	expect(shopDomain(typed)).toBe('käse.example.com');
});

// "No leading or trailing slashes, no URL wrapping, no special characters."
it.each([
	...words(`
		https://my-shop.example.com/admin https://my-shop.example.com?x=1
		https://user@my-shop.example.com https://my-shop.example.com:8443 https:my-shop.example.com
		ftp://my-shop.example.com my-shop.example.com/admin my-shop -shop.example shop.example-
		shop.example. shop..example shop.example;drop
	`),
	'see https://my-shop.example.com',
	'my shop.example',
	// A mark belongs to no letter.
	'\u0301a.example',
	'a.\u094dx',
])('refuses %j', (typed) => {
	const message = `"Shop" is not a plain shop domain: "${typed}"`;
	expect(refusal(() => shopDomain(typed))).toEqual({ message, remedy: REMEDY });
});

it.each<[unknown, string]>([
	...[undefined, null, '', ' \n'].map((value): [unknown, string] => [value, '']),
	...[7, {}, ['a.example']].map((value): [unknown, string] => [value, REMEDY]),
])('refuses %j as empty or as not a text', (value, remedy) => {
	const problem = remedy === '' ? 'is empty' : 'is not a text';
	expect(refusal(() => shopDomain(value))).toEqual({ message: `"Shop" ${problem}`, remedy });
});

it('quotes at most 100 characters of a refused value', () => {
	const { message } = refusal(() => shopDomain('x'.repeat(5_000)));
	expect(message).toBe(`"Shop" is not a plain shop domain: "${'x'.repeat(100)}"`);
});

describe('the identity of a shop', () => {
	it.each([
		...texts('k\u00e4se.example | K\u00c4SE.Example | ka\u0308se.example | xn--kse-qla.example'),
		...texts('k\u00e4se.example. | //k\u00e4se.example/ | k\u00e4se.example/admin'),
		...texts('HTTP://k\u00e4se.example:443/admin?x=1#y | https://xn--kse-qla.example./'),
		...texts('shopify+app-1.0://k\u00e4se.example | \ufeffk\u00e4se.\u200bexample'),
		' k\u00e4se.example\n',
	])('is the same, written as %j', (text) => {
		expect(shopIdentity(text)).toBe('xn--kse-qla.example');
	});

	it.each(words('my_shop.example 1.2 a.b x--y.example _a_.b_c'))('of %s is as it is', (text) => {
		expect(shopIdentity(text)).toBe(text);
	});

	it.each([
		...['', 'My Shop!.example', 'shop.\u2028\ud800.example'],
		...words('shop 12345 1http://shop.example shop..example -shop.example shop.example-'),
		...words('ann@shop.example %%.example k\u00e4se,example.de'),
	])('is not in %j', (text) => {
		expect(shopIdentity(text)).toBeUndefined();
	});
});
