import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';
import { ERROR_TABLE } from '../../nodes/MerchantData/service/errors/errorTable.ts';
import { filesOf, PAGES, read } from '../kit/repository.mts';

/** One name for one thing, and n8n's own words. */

const TEXTS: string[][] = [
	['the node', JSON.stringify(new MerchantData().description)],
	['the trigger', JSON.stringify(new MerchantDataTrigger().description)],
	['the key', JSON.stringify(new MerchantDataApi().properties)],
	['the OAuth2 credential', JSON.stringify(new MerchantDataOAuth2Api().properties)],
	['the errors', JSON.stringify(ERROR_TABLE)],
	...[...PAGES, ...filesOf('examples/*.json')].map((path) => [path, read(path)]),
];

it.each(TEXTS)('%s: has the usual words', (_, text) => {
	expect(text).not.toMatch(/e-mail|compliance request|data[- ]deletion request|auto-map/i);
	expect(text).not.toMatch(/\ban SQL\b/);
});

it('calls its actions as n8n calls its own: a verb first, capitals in acronyms only, each but once', () => {
	const actions = resources.flatMap(({ operations }) => operations.map(({ action }) => action));
	expect(actions).toEqual(
		actions.map(() => expect.stringMatching(/^[A-Z][a-z]+( ([a-z]+|AI|API|SMS|SQL))+$/)),
	);
	expect(new Set(actions).size).toBe(actions.length);
});

it.each(['emails', 'phones'])('says what separates %s', (name) => {
	const field = new MerchantData().description.properties.find((each) => each.name === name);
	expect(field?.description).toContain('separated by commas, semicolons or line breaks');
});
