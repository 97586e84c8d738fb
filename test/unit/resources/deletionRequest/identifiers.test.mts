import {
	identifiers as identifiersOf,
	joined,
} from '../../../../nodes/MerchantData/resources/deletionRequest/identifiers.ts';
import type { InvalidInput } from '../../../../nodes/MerchantData/shared/invalidValue.ts';

/** Those of a field; the first problem is thrown. */
const identifiers = (kind: 'emails' | 'phones', value: unknown, onRepeat?: () => void) =>
	identifiersOf(
		kind,
		value,
		(problem) => {
			throw problem;
		},
		onRepeat,
	);

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
	['a@x.example;b@x.example; ;c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
	['', []],
	[undefined, []],
	[null, []],
	[[], []],
])('reads the email addresses of %j', (value, expected) => {
	expect(identifiers('emails', value)).toEqual(expected);
});

it.each(["o'neil+tag@mail.x-y.example", 'zoë@bücher.example', 'a@b.c'])(
	'takes the email address %s',
	(email) => {
		expect(identifiers('emails', [email])).toEqual([email]);
	},
);

// What comes along when text is pasted from web pages, mails and tables.
it.each([
	'\u200bann@x.example',
	'ann@x.example\ufeff',
	'\u202aann@x.example\u202c',
	'\u2066ann@\u200fx.example\u2069',
	'an\u00adn@x.exam\u00adple',
	'an\u2060n@x.example',
	'\u00a0ann@x.example\u3000',
	'\u2003ann@x.example\u2028',
	'\u200b \u00a0ann@x.example \u200b ',
	'\u0000ann@x.example\u0007',
	'ann@x.example\ufe0f',
])('strips what is invisible from %j', (email) => {
	expect(identifiers('emails', [email])).toEqual(['ann@x.example']);
	expect(identifiers('emails', `${email};${email},${email}`)).toEqual(['ann@x.example']);
});

it('sends a letter and its accent as the one character that it looks like', () => {
	expect(identifiers('emails', ['zoe\u0308@x.example'])).toEqual(['zo\u00eb@x.example']);
});

it('takes values that are invisible for none', () => {
	expect(identifiers('emails', '\u200b; \u00a0, \ufeff\u00ad')).toEqual([]);
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

it('strips what is invisible from phone numbers, and sends spaces as plain ones', () => {
	const pasted = '\u202a+44\u00a020\u202f7946\u200b 0000\u202c';
	expect(identifiers('phones', [pasted])).toEqual(['+44 20 7946 0000']);
});

it.each<[unknown, string]>([
	[true, '"Emails" is neither a text nor a list'],
	[{ email: 'a@x.example' }, '"Emails" is neither a text nor a list'],
	[['a@x.example', { email: 'b@x.example' }], 'The 2nd entry of "Emails" is not a text'],
	[[['a@x.example']], 'The 1st entry of "Emails" is not a text'],
	[[7], 'The 1st entry of "Emails" is not an email address: it has no @'],
])(
	'says of %j which value is wrong and never repeats a value, which is a person’s',
	(value, message) => {
		expect(() => identifiers('emails', value)).toThrow(
			expect.objectContaining({ field: 'Emails', message }),
		);
	},
);

it('tells of each entry that is none, and how to go on', () => {
	const problems: InvalidInput[] = [];
	const entries = 'a,b@x.example,c,d,e,f,g,h,i,j,k';
	identifiersOf('emails', entries, (problem) => problems.push(problem));
	expect(problems.map(({ message }) => message.slice(0, 8))).toEqual(
		['1st', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', '10th', '11th'].map((place) =>
			`The ${place} `.slice(0, 8),
		),
	);
	expect(problems[0]!.remedy).toBe(
		'Correct it or remove it. (It is not shown, so that it does not stand in logs.)',
	);
});

describe('a person given twice', () => {
	const EMAILS = ['Ann@X.example', 'bob@x.example', 'ann@x.example'];

	it('is asked for once in each spelling', () => {
		expect(identifiers('emails', [...EMAILS, ...EMAILS])).toEqual(EMAILS);
		expect(joined([EMAILS.slice(0, 2), EMAILS])).toEqual(EMAILS);
	});

	it('in the same spelling is counted', () => {
		const onRepeat = jest.fn<void, []>();
		identifiers('emails', [...EMAILS, EMAILS[0]].join(';'), onRepeat);
		expect(onRepeat).toHaveBeenCalledTimes(1);
		joined([EMAILS, EMAILS], onRepeat);
		expect(onRepeat).toHaveBeenCalledTimes(1 + 3);
	});

	it('is told apart from another whose address only looks alike', () => {
		const two = ['strasse@x.example', 'straße@x.example'];
		expect(identifiers('emails', two)).toEqual(two);
		expect(joined([two, two])).toEqual(two);
	});

	it('by phone is known by the same spelling only, because the form of numbers is not specified', () => {
		const phones = ['+44 2079', '+442079', '+44 2079'];
		expect(identifiers('phones', phones)).toEqual(phones.slice(0, 2));
		expect(joined([phones, phones])).toEqual(phones.slice(0, 2));
	});
});
