import { isGranted, readGrantedShops } from '../../service/answers/grantedShops';
import { type Check, judgeAnswer, judgeScopes, ok, problem, warning } from './result';
import { consentedScopes } from './scopes';

/** The checks of an OAuth2 credential. */

export const ACCESS_TOKEN: Check = {
	check: 'accessToken',
	problem: 'access token refused',
	needs: ['address'],
	run: ({ evidence }) =>
		judgeAnswer(
			evidence,
			`The service accepts the access token${evidence.isRefreshed ? ', which was refreshed' : ''}`,
			'Check the base URL in the credential, then reconnect it.',
		),
};

const GRANT = 'Check the shop, or have the merchant grant it to your app.';

export const GRANTED_SHOPS: Check = {
	check: 'grantedShops',
	problem: 'shop not granted',
	needs: ['address', 'credential'],
	run({ input: { shop }, evidence: { answer } }) {
		const shops = readGrantedShops(answer);
		if (shops === undefined) return UNREADABLE;
		const names = `The granted shops are: ${shops.map((each) => each.shop).join(', ') || 'none'}`;
		if (shops.length === 0) return problem(names, GRANT);
		if (shop === '') return ok(names);
		const granted = isGranted(answer, shop);
		if (granted === undefined) return UNREADABLE;
		return granted ? ok(names) : problem(`${names}. ${shop} is not among them`, GRANT);
	},
};

const UNREADABLE = warning(
	'A part of the list of granted shops cannot be read',
	'To see the whole list, run "Get many shops" with "Simplify" turned off.',
);

export const CONSENTED_SCOPES: Check = {
	check: 'consentedScopes',
	problem: 'scope missing',
	needs: ['address', 'credential'],
	run: ({ input: { uses }, evidence: { fields } }) =>
		judgeScopes(
			'merchantDataOAuth2Api',
			uses,
			consentedScopes(fields.oauthTokenData?.scope),
			'Choose it under "Scopes" in the credential and reconnect it. The service must have approved your app for it.',
		),
};
