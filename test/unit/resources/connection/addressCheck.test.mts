import { ADDRESS as CHECK } from '../../../../nodes/MerchantData/resources/connection/addressCheck.ts';
import type { Evidence } from '../../../../nodes/MerchantData/resources/connection/evidence.ts';
import type { Result } from '../../../../nodes/MerchantData/service/call.ts';
import { accepted, ADDRESS, evidenceOf, refused, resultOf } from './cases.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

it.each<[what: string, result: Result, more: Partial<Evidence>, says: object]>([
	[
		'ok where the certificate is trusted',
		accepted({}),
		{},
		{
			status: 'ok',
			found: `${ADDRESS} answers, and its certificate is trusted`,
			remedy: 'Nothing to do',
		},
	],
	[
		'ok where the answer is about the credential',
		refused(401),
		{ stuckAt: 'credential' },
		{ status: 'ok', found: `${ADDRESS} answers, and its certificate is trusted` },
	],
	[
		'ok on this machine, without a certificate',
		accepted({}),
		{ address: 'http://127.0.0.1:5001', fields: { ignoreSSLIssues: true } },
		{ status: 'ok', found: 'http://127.0.0.1:5001 answers (without a certificate)' },
	],
	[
		'a warning where nobody checks the certificate',
		accepted({}),
		{ fields: { ignoreSSLIssues: true } },
		{
			status: 'warning',
			found: `${ADDRESS} answers, and its certificate is not checked`,
			remedy: 'Turn "Ignore SSL Issues" off in the credential: it is for test systems.',
		},
	],
	[
		'a problem where a page comes instead of an answer',
		accepted('<html></html>'),
		{ stuckAt: 'address' },
		{
			status: 'problem',
			found: `${ADDRESS} answers with a web page`,
			remedy: 'Check the base URL in the credential.',
		},
	],
	[
		'a problem where the address does not answer as the service',
		refused(404),
		{ stuckAt: 'address' },
		{ status: 'problem', found: 'It failed', remedy: 'Mend it.' },
	],
	[
		'skipped where nothing was sent',
		refused(null),
		{ stuckAt: 'credential' },
		{
			status: 'skipped',
			found: 'Not checked, because there was no answer',
			remedy: 'Nothing to do',
		},
	],
])('is %s', async (_, result, more, says) => {
	expect(await resultOf(CHECK, evidenceOf(result, more))).toMatchObject({ ...says, requests: [] });
});

it('is checked whatever else has failed', () => {
	expect(CHECK).toMatchObject({ check: 'address', needs: [] });
});
