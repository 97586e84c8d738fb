import { hasScope, scopeNames } from '../../service/answers/scopes';
import type { CredentialName, Endpoint, EndpointName } from '../../service/endpoints';
import { ENDPOINTS } from '../../service/endpoints';
import { type Finding, ok, problem, skipped } from './finding';

/** What needs a scope whose name is specified, as the field "Used For" has it. */
export const USES = {
	adData: 'pushAds',
	emailSmsData: 'pushEmailSms',
	sql: 'sql',
} as const satisfies Record<string, EndpointName>;

export type Use = keyof typeof USES;

/** The scopes that a token answer tells (RFC 6749, 5.1); undefined for none. */
export function consentedScopes(told: unknown): string[] | undefined {
	const names = scopeNames(told) ?? [];
	return names.length > 0 ? names : undefined;
}

/** The endpoints in use whose scope is not among those of the credential. */
export function lacking(
	credential: CredentialName,
	uses: readonly Use[],
	told: readonly string[],
): Endpoint[] {
	return uses
		.map((use): Endpoint => ENDPOINTS[USES[use]])
		.filter((endpoint) => endpoint.credential === credential && !hasScope(told, endpoint.scope!));
}

/**
 * Holds what a credential may do against what it is used for.
 * @param told the scopes of the credential, where the service told them
 * @param remedy what to do about one that is missing
 */
export function judgeScopes(
	credential: CredentialName,
	uses: readonly Use[],
	told: readonly string[] | undefined,
	remedy: string,
): Finding {
	if (told === undefined) return skipped('The service did not tell the scopes');
	const granted = `The scopes are: ${told.join(', ') || 'none'}`;
	const missing = lacking(credential, uses, told).map(
		({ label, scopeLabel }) => `"${scopeLabel}" (for ${label})`,
	);
	if (missing.length === 0) return ok(granted);
	return problem(
		`${granted}. Missing: ${missing.join(', ')}`,
		`${remedy} If the connection is not used for it, take it out of "Used For" in this node.`,
	);
}
