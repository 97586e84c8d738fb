import type { Evidence } from '../../../../nodes/MerchantData/resources/connection/evidence.ts';
import {
	failed,
	judgeAnswer,
	judgeScopes,
} from '../../../../nodes/MerchantData/resources/connection/result.ts';
import type { Failure, Result } from '../../../../nodes/MerchantData/service/call.ts';
import { accepted, evidenceOf, refused } from './cases.mts';

const FAILED = { status: 'problem', found: 'It failed', remedy: 'Mend it.' };

it('tells of a failed request in the words of its error', () => {
	const failure = refused(401) as Failure;
	expect(failed(failure)).toEqual(FAILED);
	expect(failed({ ...failure, error: { message: 'No' } as Failure['error'] })).toEqual({
		status: 'problem',
		found: 'No',
		remedy: 'Check the address in the credential, and try again.',
	});
});

it.each<[what: string, result: Result, more: Partial<Evidence>, says: object]>([
	[
		'an accepted request',
		accepted({}),
		{},
		{ status: 'ok', found: 'It is good', remedy: 'Nothing to do' },
	],
	['a refused one', refused(401), {}, FAILED],
	[
		'a good status with an answer that says no',
		accepted({ error: 'no such user' }),
		{ odd: 'says that the request failed' },
		{
			status: 'problem',
			found: 'The answer says that the request failed: no such user',
			remedy: 'Look again.',
		},
	],
])('judges %s', (_, result, more, says) => {
	expect(judgeAnswer(evidenceOf(result, more), 'It is good', 'Look again.')).toEqual(says);
});

it.each([
	[
		undefined,
		{
			status: 'skipped',
			found: 'The service did not say which scopes there are',
			remedy: 'Nothing to do',
		},
	],
	[
		['ads:write', 'email-sms:write'],
		{ status: 'ok', found: 'The scopes are: ads:write, email-sms:write', remedy: 'Nothing to do' },
	],
	[
		['read_data'],
		{
			status: 'problem',
			found:
				'The scopes are: read_data. Missing: "Ads: Write" (for ad data), "Email/SMS: Write" (for email/SMS data)',
			remedy: 'Add it. If you do not need this, remove it from "Used For" in this node.',
		},
	],
	[
		[],
		{
			status: 'problem',
			found: expect.stringMatching(/^The scopes are: none\. Missing: /) as string,
		},
	],
])('compares the scopes %j with the uses', (scopes, says) => {
	const uses = ['adData', 'emailSmsData', 'sql'] as const;
	expect(judgeScopes('merchantDataOAuth2Api', uses, scopes, 'Add it.')).toMatchObject(says);
});
