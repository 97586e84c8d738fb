import {
	knownPeople,
	lettersAndDigits,
	untagged,
} from '../../../../nodes/MerchantData/service/redaction/people.ts';

it.each<[sent: string[], text: string, whole: string[]]>([
	[['Jane.Doe+x@A-b.example'], '', ['janedoeabexample']],
	[['+44 (20) 7946-0000'], '', ['442079460000']],
	[['j@gmail.com'], '', ['jgmailcom', 'jgooglemailcom']],
	[['j@GoogleMail.com'], '', ['jgmailcom', 'jgooglemailcom']],
	[['jo@bücher.example'], '', ['jobücherexample', 'joxnbcherkvaexample']],
	[['jo@xn--bcher-kva.example'], 'of bücher.example', ['jobücherexample', 'joxnbcherkvaexample']],
	[['jo@xn--bcher-kva.example'], 'of büchner.example', ['joxnbcherkvaexample']],
])('%j is known, in the answer %j, by %j', (sent, text, whole) => {
	expect([...knownPeople(sent, text).whole].sort()).toEqual(whole);
});

it('knows the domains of each local part, and each domain by its spellings', () => {
	const { domainsOf, spelledDomains } = knownPeople(
		['jo@gmail.com', 'jo+x@a.example', '---@a.example', '+4420'],
		'',
	);
	expect([...domainsOf]).toEqual([['jo', new Set(['gmail.com', 'a.example'])]]);
	expect([...spelledDomains]).toEqual([
		['gmailcom', 'gmail.com'],
		['googlemailcom', 'gmail.com'],
		['aexample', 'a.example'],
	]);
});

it.each([
	['jane.doe+x@a.example', 'jane.doe@a.example'],
	['ann+a+b@x, zoë+1@y', 'ann@x, zoë@y'],
	['+44 20, +x@a.example', '+44 20, +x@a.example'],
	['1+1 "+"@', '1+1 "+"@'],
])('takes the tags of addresses out of %s', (text, expected) => {
	expect(untagged(text)).toBe(expected);
});

it('takes letters with their marks, and digits, in small letters', () => {
	expect(lettersAndDigits('Zoë+A.b_7-山@')).toBe('zoëab7山');
});
