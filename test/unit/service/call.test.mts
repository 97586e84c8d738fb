import { acceptedAnswer } from '../../../nodes/MerchantData/service/call.ts';
import type { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { answerOf } from '../../kit/client.mts';

it('gives the answer of what was accepted, and throws the error of what was not', () => {
	const answer = answerOf(200, {});
	expect(acceptedAnswer({ outcome: 'accepted', answer })).toBe(answer);
	const error = new Error('No.') as ServiceError;
	expect(() => acceptedAnswer({ outcome: 'rejected', status: 400, error })).toThrow(error);
});
