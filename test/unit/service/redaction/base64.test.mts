import { ofBase64 } from '../../../../nodes/MerchantData/service/redaction/base64.ts';

const base64 = (text: string, kind: 'base64' | 'base64url' = 'base64') =>
	Buffer.from(text).toString(kind).replace(/=+$/, '');

it.each([
	'{"shop":"harbour-goods.example"}',
	'>>>???~~~ and more',
	'zoë@bücher.example',
	'two\nlines\tand a tab',
])('reads %j', (text) => {
	expect(ofBase64(base64(text))).toBe(text);
	expect(ofBase64(base64(text, 'base64url'))).toBe(text);
});

it('reads a text that is cut off in the middle of a character', () => {
	const cut = Buffer.from('zoë@bücher.example ë').subarray(0, -1);
	expect(ofBase64(cut.toString('base64'))).toBe('zoë@bücher.example \ufffd');
});

it.each([
	['a word', 'internationalization'],
	['a name with a number', 'spring_campaign_17'],
	['a UUID', '123e4567-e89b-12d3-a456-426614174000'],
	['bytes that are no UTF-8', Buffer.from('abc\xffabcabc', 'latin1').toString('base64')],
	['bytes with control characters', base64('abc\0abcabc')],
	['bytes with the last control characters', base64('abc\x1fabcabc')],
	['bytes of few ASCII characters', base64('ëëëëëëëëëëëë')],
])('leaves %s as it is', (_, run) => {
	expect(ofBase64(run)).toBe(run);
});

it('looks at the first groups only, of which half are enough', () => {
	const half = 'abcabcabcabcëëëëëë';
	expect(ofBase64(base64(half))).toBe(half);
	expect(ofBase64(base64(`${'abc'.repeat(8)}${'ë'.repeat(60)}`))).toContain('ëë');
});
