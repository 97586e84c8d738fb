import type { Execution } from '../../n8n/execution';
import type { CredentialName } from '../../service/endpoints';
import type { Check, Input } from './case';
import { gatherEvidence } from './evidence';
import { type Finding, skipped } from './finding';
import { API_KEY, KEY_SCOPES, SQL } from './keyChecks';
import { ADDRESS, ANSWER_TIME, CLOCK } from './serviceChecks';
import { ACCESS_TOKEN, CONSENTED_SCOPES, GRANTED_SHOPS } from './tokenChecks';

/** In this order, by credential. */
const CHECKS: Record<CredentialName, readonly Check[]> = {
	merchantDataOAuth2Api: [
		ADDRESS,
		ANSWER_TIME,
		CLOCK,
		ACCESS_TOKEN,
		GRANTED_SHOPS,
		CONSENTED_SCOPES,
	],
	merchantDataApi: [ADDRESS, ANSWER_TIME, CLOCK, API_KEY, KEY_SCOPES, SQL],
};

const LABELS: Record<CredentialName, string> = {
	merchantDataOAuth2Api: 'Merchant Data OAuth2 API',
	merchantDataApi: 'Merchant Data API',
};

/** One item of the operation. */
export interface Checked extends Finding {
	check: string;
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
	for (const { check, needs, find } of CHECKS[credential]) {
		let finding: Finding;
		if (evidence === undefined) {
			finding = skipped('No credential of this type is chosen in the node');
		} else if (evidence.stuckAt !== undefined && needs.includes(evidence.stuckAt)) {
			finding = skipped(`Not checked, because there is a problem with the ${evidence.stuckAt}`);
		} else {
			finding = await find({ execution, input, item, evidence });
		}
		checked.push({ check, credential: chosen?.name ?? LABELS[credential], ...finding });
	}
	return checked;
}
