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

it('refuses an answer that has a problem', () => {
	const problem = () => acceptedValue(accepted('[1]'), (value) => `is ${String(value)}`);
	expect(problem).toThrow(
		expect.objectContaining({
			code: 'service.contradiction',
			description: expect.stringContaining('Check the base URL in the credential') as string,
		}),
	);
	expect(() => acceptedValue(accepted('{"success":false}'))).toThrow(
		expect.objectContaining({ code: 'service.contradiction' }),
	);
});
