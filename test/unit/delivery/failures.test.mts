import { unknownSinceEarlierTry } from '../../../nodes/MerchantData/delivery/failures.ts';
import { node } from './failure.mts';

it('what an earlier try may have sent is unknown, and not sent again', () => {
	const found = unknownSinceEarlierTry(node, 4);
	expect(found).toMatchObject({ outcome: 'unknown', status: null });
	expect(found.error).toMatchObject({
		outcome: 'unknown',
		message:
			'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again',
		description: 'Check at the service whether it is there before you send it again.',
		context: { itemIndex: 4 },
	});
	expect(found.error.status).toBeUndefined();
});
