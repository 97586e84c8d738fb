import { asciiDomain } from '../../../nodes/MerchantData/shared/asciiDomain.ts';

it.each([
	['Example.COM', 'example.com'],
	['xn--bcher-kva.example', 'xn--bcher-kva.example'],
	['b\u00fccher.example', 'xn--bcher-kva.example'],
	['B\u00dcCHER.Example', 'xn--bcher-kva.example'],
	['1.2', '1.2'],
	['', ''],
	['a..-b', 'a..-b'],
	['A_b.example', 'a_b.example'],
])('compares %s as %s', (domain, ascii) => {
	expect(asciiDomain(domain)).toBe(ascii);
});

it.each(['\u00e4 b', '\u00e4:x', '\ud800'])(
	'leaves %j, which is no domain, in lower case',
	(text) => {
		expect(asciiDomain(text.toUpperCase())).toBe(text);
	},
);
