import type { Execution } from '../../n8n/execution';
import type { CredentialName } from '../../service/endpoints';
import { ADDRESS } from './addressCheck';
import { gatherEvidence } from './evidence';
import { API_KEY, KEY_SCOPES, SQL } from './keyChecks';
import { type Check, type CheckResult, type Input, skipped } from './result';
import { ACCESS_TOKEN, CONSENTED_SCOPES, GRANTED_SHOPS } from './tokenChecks';

/** The checks of each credential, in the order of the items. */
const CHECKS: Record<CredentialName, readonly Check[]> = {
	merchantDataOAuth2Api: [ADDRESS, ACCESS_TOKEN, GRANTED_SHOPS, CONSENTED_SCOPES],
	merchantDataApi: [ADDRESS, API_KEY, KEY_SCOPES, SQL],
};

/** How the credentials are called. */
export const CREDENTIALS = {
	merchantDataOAuth2Api: { label: 'Merchant Data OAuth2 API', type: 'OAuth2' },
	merchantDataApi: { label: 'Merchant Data API', type: 'API key' },
} as const satisfies Record<CredentialName, object>;

/** One output item of the operation. */
export interface Checked extends CheckResult {
	check: string;
	/** What a problem of it is called. */
	problem: string;
	/** The credential's type, in short. */
	type: 'API key' | 'OAuth2';
	/** The name that the user has given the credential. */
	credential: string;
}

/** Checks a credential, which may not be chosen in the node. It does not throw. */
export async function checkCredential(
	execution: Execution,
	credential: CredentialName,
	input: Input,
	item: number,
): Promise<Checked[]> {
	const chosen = execution.context.getNode().credentials?.[credential];
	const evidence = chosen && (await gatherEvidence(execution, credential, input.limits, item));
	const checked: Checked[] = [];
	for (const { check, problem, needs, run } of CHECKS[credential]) {
		let result: CheckResult;
		if (evidence === undefined) {
			result = skipped(
				'No credential of this type is chosen in the node',
				'To have one checked, choose it in the node.',
			);
		} else if (evidence.stuckAt !== undefined && needs.includes(evidence.stuckAt)) {
			result = skipped(
				`Not checked, because there is a problem with the ${evidence.stuckAt}`,
				'Solve that problem first.',
			);
		} else {
			result = await run({ execution, input, item, evidence });
		}
		const { label, type } = CREDENTIALS[credential];
		checked.push({ check, problem, type, credential: chosen?.name ?? label, ...result });
	}
	return checked;
}
