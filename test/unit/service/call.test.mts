import {
	acceptedAnswer,
	acceptedValue,
	type Result,
} from '../../../nodes/MerchantData/service/call.ts';

const accepted = (text: string) =>
	({ outcome: 'accepted', answer: { status: 200, text } }) as unknown as Result;
const error = new Error('refused');
const refused = { outcome: 'rejected', status: 400, error } as unknown as Result;

it('gives the answer of an accepted request, and throws the error of any other', () => {
	expect(acceptedAnswer(accepted('[]'))).toEqual({ status: 200, text: '[]' });
	expect(acceptedValue(accepted('{"shops":["a.example"]}'))).toEqual({ shops: ['a.example'] });
	expect(() => acceptedAnswer(refused)).toThrow(error);
	expect(() => acceptedValue(refused)).toThrow(error);
});

const isOdd = (value: unknown) => `is ${JSON.stringify(value)}`;
it.each<[text: string, message: string, problemIn?: typeof isOdd]>([
	['[1]', 'The answer is [1]: [1]', isOdd],
	['{"success":false,"message":"full"}', 'The answer says that the request failed: full'],
	['<html><title>Sign in</title></html>', 'The answer is a web page or XML: Sign in'],
])('refuses the answer %j if it has a problem', (...given) => {
	const [text, message, problemIn] = given;
	expect(() => acceptedValue(accepted(text), problemIn)).toThrow(
		expect.objectContaining({
			code: 'service.contradiction',
			message,
			description: expect.stringMatching(/^Check the base URL in the credential, and/) as string,
		}),
	);
});

it.each(['', 'null', '[{"error":"a column"}]', '"queued"'])('takes %j as it is', (text) => {
	const value: unknown = text === '' ? null : JSON.parse(text);
	expect(acceptedValue(accepted(text))).toEqual(value);
	expect(acceptedValue(accepted(text), () => undefined)).toEqual(value);
});
