import type { INode } from 'n8n-workflow';
import {
	outcomeFields,
	ServiceError,
} from '../../../../nodes/MerchantData/service/errors/serviceError.ts';

const node = { id: '1', name: 'Merchant Data', parameters: {} } as unknown as INode;

it.each([
	'429 Rate Limit Exceeded (SQL query): slow down',
	// n8n would put texts of its own in the place of these.
	'The service could not be reached (ad data, ECONNREFUSED)',
	'502 Bad Gateway (ad data): Bad Gateway',
])('keeps our words, even where n8n has others: %s', (message) => {
	const error = new ServiceError(node, { message, description: message, outcome: 'unknown' });
	expect(error).toMatchObject({ message, description: message, outcome: 'unknown' });
	// Where the editor looks for the full message.
	expect(new Set(error.messages)).toEqual(new Set([message]));
});

it('tells n8n the status and the item, and callers what became of the data', () => {
	const error = new ServiceError(node, {
		message: 'No',
		description: 'Ask again.',
		status: 403,
		outcome: 'rejected',
		itemIndex: 3,
	});
	expect(error).toMatchObject({ httpCode: '403', status: 403, outcome: 'rejected' });
	expect(error.context.itemIndex).toBe(3);
});

it('keeps the block for support apart, which stands last', () => {
	const details = { message: 'No', outcome: 'rejected', description: 'Ask.' } as const;
	const error = new ServiceError(node, { ...details, supportBlock: '\n\n--- Block' });
	expect(error).toMatchObject({ explanation: 'Ask.', supportBlock: '\n\n--- Block' });
	expect(error.description).toBe('Ask.\n\n--- Block');
	expect(new ServiceError(node, details).description).toBe('Ask.');
});

it('names no status where there was no answer', () => {
	const error = new ServiceError(node, {
		message: 'The service did not answer (ECONNRESET)',
		description: 'Status 500 is what another request got.',
		outcome: 'unknown',
	});
	expect([error.status, error.httpCode]).toEqual([undefined, null]);
	expect(error.context).not.toHaveProperty('itemIndex');
});

it.each([
	[{ outcome: 'rejected', status: 403 } as const, { outcome: 'rejected', status: 403 }],
	[{ outcome: 'unknown' } as const, { outcome: 'unknown' }],
])('gives what an item says of the request: %j', (details, fields) => {
	const error = new ServiceError(node, { message: 'No', description: '', ...details });
	expect(outcomeFields(error)).toStrictEqual(fields);
});

it('says nothing of an error that is not of the service', () => {
	expect(outcomeFields(new TypeError('No'))).toStrictEqual({});
});
