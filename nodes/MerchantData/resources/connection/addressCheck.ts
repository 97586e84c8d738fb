import { type Check, failed, ok, problem, skipped, warning } from './result';

/** The check of the service's address and certificate, the same for both credentials. */
export const ADDRESS: Check = {
	check: 'address',
	problem: 'address',
	needs: [],
	run({ evidence: { address, result, answer, stuckAt, fields } }) {
		if (stuckAt === 'address') {
			return result.outcome === 'accepted'
				? problem(`${address} answers with a web page`, 'Check the base URL in the credential.')
				: failed(result);
		}
		if (answer === undefined) return skipped('Not checked, because there was no answer');
		// Plain http is allowed for this machine only.
		if (!address.startsWith('https:')) return ok(`${address} answers (without a certificate)`);
		if (fields.ignoreSSLIssues === true) {
			return warning(
				`${address} answers, and its certificate is not checked`,
				'Turn "Ignore SSL Issues" off in the credential: it is for test systems.',
			);
		}
		return ok(`${address} answers, and its certificate is trusted`);
	},
};
