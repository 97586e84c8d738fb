import type { IExecuteFunctions } from 'n8n-workflow';
import {
	type CredentialFields,
	readCredential,
} from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { createRequestContext } from '../../../../nodes/MerchantData/service/requestContext.ts';
import { BASE_URL, createContext } from '../../../kit/execution.mts';

const KEY = 'merchantDataApi';

/** Reads a credential twice that has these values for an item (undefined for none asked for). */
async function read(items: number, fieldsOf: (item?: number) => CredentialFields) {
	const { context } = createContext({ items });
	const asked: Array<number | undefined> = [];
	context.getCredentials = (async (_: string, item?: number) => {
		asked.push(item);
		return await Promise.resolve({ baseUrl: BASE_URL, ...fieldsOf(item) });
	}) as IExecuteFunctions['getCredentials'];
	const requests = createRequestContext(context);
	const outcomes = [];
	for (let time = 0; time < 2; time++) {
		outcomes.push(
			await readCredential(requests, KEY).then(
				({ apiKey }) => apiKey,
				(error: Error & { description?: string }) => error,
			),
		);
	}
	return { outcomes, asked };
}

const REFUSED = {
	message: 'Credential "Key": a value of it depends on the item',
	description: expect.stringContaining('"Loop Over Items" node with a batch size of 1') as string,
};

const thrown = (name: string) => Object.assign(new Error('no such item'), { name });
const failsBehind = (name: string) => (item?: number) => {
	if (item !== undefined) throw thrown(name);
	return { apiKey: 'of-the-first' };
};

it.each([
	[0, []],
	[1, []],
	[2, [3]],
	[3, [3]],
])('with %i items, reads a credential once more, behind them: %j', async (items, behind) => {
	const { outcomes, asked } = await read(items, () => ({ apiKey: 'one-for-all' }));
	expect(outcomes).toEqual(['one-for-all', 'one-for-all']);
	expect(asked).toEqual([undefined, ...behind, undefined]);
});

it.each<[string, (item?: number) => CredentialFields]>([
	['another key', (item) => ({ apiKey: `key ${item}` })],
	['another address', (item) => ({ apiKey: 'k', baseUrl: item ? 'https://b.example' : BASE_URL })],
	['no values at all', failsBehind('ExpressionError')],
])('refuses a credential, each time, that has %s behind the items', async (_, fieldsOf) => {
	const { outcomes, asked } = await read(3, fieldsOf);
	expect(outcomes).toEqual([expect.objectContaining(REFUSED), expect.objectContaining(REFUSED)]);
	expect(asked).toEqual([undefined, 3, undefined]);
});

it('looks at no token, because another execution may have replaced it', async () => {
	const { outcomes } = await read(3, (item) => ({
		apiKey: 'k',
		oauthTokenData: { access_token: `token ${item}` },
	}));
	expect(outcomes).toEqual(['k', 'k']);
});

it('gives the error of n8n where it cannot read the credential again', async () => {
	const { outcomes } = await read(3, failsBehind('QueryFailedError'));
	expect(outcomes).toEqual([thrown('QueryFailedError'), thrown('QueryFailedError')]);
});

it.each<[string, (context: IExecuteFunctions) => void]>([
	[
		'in the editor and in a poll',
		(context) => delete (context as Partial<IExecuteFunctions>).getWorkflowDataProxy,
	],
	[
		'where n8n knows no items',
		(context) => {
			context.getWorkflowDataProxy = () => {
				throw thrown('ExpressionError');
			};
		},
	],
])('does not probe %s', async (_, change) => {
	const { context, reads } = createContext({ items: 3 });
	change(context);
	await readCredential(createRequestContext(context), KEY);
	expect(reads).toHaveLength(1);
});
