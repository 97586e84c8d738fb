import { itemOperation } from '../../n8n/operation';
import { addressProblem, plainAddress } from '../../service/auth/addresses';
import { readCredential } from '../../service/auth/credentials';
import { PAGES } from '../../service/endpoints';
import { InvalidValue } from '../../errors/invalidInput';

const REMEDY = 'Open the credential and correct it.';

export const getIntegrationLink = itemOperation({
	value: 'getLink',
	name: 'Get Link',
	action: 'Get the link to the integrations app',
	description: 'Get the address where the merchant connects data providers. Nothing is sent.',
	fields: [],

	read: () => undefined,

	/** "Endpoints" 3. */
	async execute({ client }, _, item, output) {
		const credential = await readCredential(client.context, 'merchantDataOAuth2Api');
		const { appUrl = '', accountId = '', clientId = '' } = credential;
		const problem = addressProblem(appUrl);
		if (problem !== undefined) {
			const what = `in the credential ${problem}`;
			throw new InvalidValue('credential.address', 'App URL', what, REMEDY);
		}
		const query = new URLSearchParams({
			'account-id': String(accountId).trim(),
			'app-id': clientId,
		});
		const url = `${plainAddress(appUrl)}${PAGES.miniApp}?${query.toString()}`;
		output.accept({ json: { url }, pairedItem: { item } });
	},
});
