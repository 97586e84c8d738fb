import { hasScope, scopeNames } from '../../service/answers/scopes';
import type { CredentialName, Endpoint, EndpointName } from '../../service/endpoints';
import { ENDPOINTS } from '../../service/endpoints';

/** The endpoints of the values of "Used For". The specification names the scope of each. */
const USES = {
	adData: 'pushAds',
	emailSmsData: 'pushEmailSms',
	sql: 'sql',
} as const satisfies Record<string, EndpointName>;

export type Use = keyof typeof USES;

/** The scopes in a token answer (RFC 6749, 5.1). Undefined if it names none. */
export function consentedScopes(told: unknown): string[] | undefined {
	const names = scopeNames(told) ?? [];
	return names.length > 0 ? names : undefined;
}

/** The endpoints in use whose scope is not among those of the credential. */
export function missingScopes(
	credential: CredentialName,
	uses: readonly Use[],
	scopes: readonly string[],
): Endpoint[] {
	return uses
		.map((use): Endpoint => ENDPOINTS[USES[use]])
		.filter((endpoint) => endpoint.credential === credential && !hasScope(scopes, endpoint.scope!));
}
