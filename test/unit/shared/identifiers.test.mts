import { identifiers, joined } from '../../../nodes/MerchantData/shared/identifiers.ts';

it.each<[unknown, string[]]>([
	['a@x.example', ['a@x.example']],
	[' a@x.example ,b@x.example', ['a@x.example', 'b@x.example']],
	[
		'a@x.example\nb@x.example\r\n\r\nc@x.example,,\n',
		['a@x.example', 'b@x.example', 'c@x.example'],
	],
	[
		['a@x.example', ' b@x.example', '', ' ', null, undefined],
		['a@x.example', 'b@x.example'],
	],
	['', []],
	[undefined, []],
	[null, []],
	[[], []],
])('reads the e-mail addresses of %j', (value, expected) => {
	expect(identifiers('emails', value)).toEqual(expected);
});

it.each(["o'neil+tag@mail.x-y.example", 'zoë@bücher.example', 'a@b.c'])(
	'takes the e-mail address %s',
	(email) => {
		expect(identifiers('emails', [email])).toEqual([email]);
	},
);

it.each([
	'ann',
	'ann@',
	'@x.example',
	'ann@example',
	'ann@.example',
	'ann@x..example',
	'ann\ud800@x.example',
	'ann@x\ud800.example',
	'ann@x.',
	'ann@@x.example',
	'ann@x.example@y.example',
	'ann lee@x.example',
	'ann@x y.example',
	'ann@x.exa mple',
	'Ann <ann@x.example>',
	'<ann@x.example>',
	'"ann"@x.example',
	'ann@x.example;bob@x.example',
	'ann@x.example"',
	'ann,bob@x.example',
])('refuses %j, which would delete the data of nobody', (email) => {
	expect(() => identifiers('emails', ['ok@x.example', email])).toThrow(
		expect.objectContaining({
			field: 'Emails',
			message: '"Emails" holds no valid e-mail address as value 2',
		}),
	);
});

it.each(['+44 20 7946 0000', '(020) 7946-0000', '020/7946.0000', '12345', '+12345'])(
	'takes the phone number %s as it is written',
	(phone) => {
		expect(identifiers('phones', `${phone}\n`)).toEqual([phone]);
		expect(identifiers('phones', [phone])).toEqual([phone]);
	},
);

it('takes phone numbers that came as numbers', () => {
	expect(identifiers('phones', 442079460000)).toEqual(['442079460000']);
	expect(identifiers('phones', [442079460000, '12345'])).toEqual(['442079460000', '12345']);
});

it.each([
	'1234',
	'1-2-3-4',
	'+',
	'-----',
	'++12345',
	'12345+',
	'12345x',
	'x12345',
	'12x345',
	'#12345',
	'12345\n67890',
	'12345\t67890',
])('refuses the phone number %s', (phone) => {
	expect(() => identifiers('phones', [phone])).toThrow(
		expect.objectContaining({
			field: 'Phones',
			message: '"Phones" holds no valid phone number as value 1',
		}),
	);
});

it.each<[unknown, string]>([
	[true, '"Emails" is neither a text nor a list'],
	[{ email: 'a@x.example' }, '"Emails" is neither a text nor a list'],
	[['a@x.example', { email: 'b@x.example' }], '"Emails" holds no text as value 2'],
	[[['a@x.example']], '"Emails" holds no text as value 1'],
	[[7], '"Emails" holds no valid e-mail address as value 1'],
])(
	'says of %j which value is wrong and never repeats a value, which is a person’s',
	(value, message) => {
		expect(() => identifiers('emails', value)).toThrow(
			expect.objectContaining({ field: 'Emails', message }),
		);
	},
);

describe('a person given twice', () => {
	const EMAILS = ['Ann@X.example', 'bob@x.example', 'ann@x.example'];

	it('is asked for once, in the first spelling', () => {
		const once = ['Ann@X.example', 'bob@x.example'];
		expect(identifiers('emails', EMAILS.join())).toEqual(once);
		expect(joined('emails', [EMAILS.slice(0, 2), EMAILS.slice(2)])).toEqual(once);
	});

	it('is told apart from another whose address only looks alike', () => {
		const two = ['strasse@x.example', 'straße@x.example'];
		expect(identifiers('emails', two)).toEqual(two);
		expect(joined('emails', [two, two])).toEqual(two);
	});

	it('by phone is known by the same spelling only, because the form of numbers is not specified', () => {
		const phones = ['+44 2079', '+442079', '+44 2079'];
		expect(identifiers('phones', phones)).toEqual(phones.slice(0, 2));
		expect(joined('phones', [phones, phones])).toEqual(phones.slice(0, 2));
	});
});
