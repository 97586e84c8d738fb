import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { createClient } from '../../../nodes/MerchantData/service/client.ts';
import { WAITED_IN_VAIN } from '../../../nodes/MerchantData/service/errors/noAnswer.ts';
import { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { asPollError } from '../../../nodes/MerchantData/trigger/poll.ts';
import { createContext } from '../../kit/execution.mts';

const { context, node } = createContext({});
const { redactor } = createClient(context).context;

const told = (error: unknown) =>
	asPollError(context as unknown as IPollFunctions, error, redactor) as Error & {
		failure?: { cause: string };
	};

const answered = (status?: number, message = 'It failed') =>
	new ServiceError(node, { message, description: '', status, outcome: 'rejected', itemIndex: 0 });

it.each([
	['a field', new InvalidValue('Query', 'is empty', ''), 'configuration-invalid'],
	['a credential', new NodeOperationError(node, 'no'), 'credential-invalid'],
	['300', answered(300), 'configuration-invalid'],
	['400', answered(400), 'configuration-invalid'],
	['401', answered(401), 'credential-invalid'],
	['429', answered(429), 'rate-limited'],
	['499', answered(499), 'configuration-invalid'],
	['500', answered(500), 'temporarily-unavailable'],
	['no answer', answered(), 'temporarily-unavailable'],
	['a wait that was too long', answered(undefined, WAITED_IN_VAIN.quota.reason), 'rate-limited'],
	['anything else', new Error('a fault of ours'), undefined],
])('names the cause of %s for n8n, and no item', (_, error, cause) => {
	expect(told(error).failure).toEqual(cause === undefined ? undefined : { cause });
	expect(told(error)).toMatchObject({ context: expect.not.objectContaining({ itemIndex: 0 }) });
});

it('keeps what the error says', () => {
	expect(told(new InvalidValue('Query', 'is empty', 'Write one.'))).toMatchObject({
		message: '"Query" is empty',
		description: 'Write one.',
	});
});
