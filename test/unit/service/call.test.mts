import type { INode } from 'n8n-workflow';
import { acceptedAnswer } from '../../../nodes/MerchantData/service/call.ts';
import { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { answerOf } from '../../kit/client.mts';

it('gives the answer of what was accepted, and throws the error of what was not', () => {
	const answer = answerOf(200, {});
	expect(acceptedAnswer({ outcome: 'accepted', answer })).toBe(answer);
	const node = { name: 'Merchant Data', type: 'merchantData' } as INode;
	const details = { message: 'No.', description: '', outcome: 'rejected', itemIndex: 0 } as const;
	const error = new ServiceError(node, details);
	expect(() => acceptedAnswer({ outcome: 'rejected', status: 400, error })).toThrow(error);
});
