import { sharedStage } from '../support/stage.mts';
import { create, expectNobodyIn, leftBehind, people } from './deleting.mts';

const stage = sharedStage();

describe('people', () => {
	/** What a service might say, with the people as they were sent and as it might write them. */
	const echo = {
		message:
			'Cannot delete ANN@EXAMPLE.COM, ann%40example.com, +442079460000, +44 20 7946 0000, bob@example.com, zo\u00eb@example.com, 012345678',
		ann: ['ann@example.com'],
	};
	const escapedEcho = JSON.stringify(echo).replace(/ë/g, '\\u00eb');
	const items = [
		{
			emails: people.flatMap(({ emails = [] }) => emails),
			phones: ['+44 20 7946 0000', '0123-45678'],
		},
	];

	it.each([200, 400, 401, 403, 404, 500])(
		'do not come back with an answer of %d',
		async (status) => {
			for (const body of [echo, escapedEcho, `<html><body>${echo.message}</body></html>`]) {
				const answer = { status, body, headers: { 'content-type': 'application/json' } };
				for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
					stage.sandbox.fail('compliance', answer);
					const result = await stage.run({ parameters: create(), items, onError });
					expect(leftBehind(result)).toContain('[redacted]');
					expectNobodyIn(result);
				}
			}
		},
	);

	it('are not in the error of a lost answer', async () => {
		stage.sandbox.fail('compliance', 'lostAnswer');
		const result = await stage.run({ parameters: create(), items });
		expect(result.thrown?.message).toContain('1 unknown');
		expectNobodyIn(result);
	});
});
