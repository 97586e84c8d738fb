import { stopClock } from '../../kit/clock.mts';
import { sharedStage } from '../../kit/stage.mts';
import { create, expectNobodyIn, leftBehind, people } from './deleting.mts';

const stage = sharedStage();
// The digits of a time may hold those of a phone number.
beforeEach(() => stopClock('2026-06-30T12:00:00Z'));
afterEach(() => void jest.useRealTimers());

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

	it.each([200, 400, 403, 500])('do not come back with an answer of %d', async (status) => {
		for (const body of [echo, escapedEcho, `<html><body>${echo.message}</body></html>`]) {
			const answer = { status, body, headers: { 'content-type': 'application/json' } };
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				stage.sandbox.fail('compliance', answer);
				const result = await stage.run({ parameters: create(), items, onError });
				expect(leftBehind(result)).toContain('[redacted]');
				expectNobodyIn(result);
			}
		}
	});

	// The same people, as another system may write them.
	const SPELLINGS = [
		{ who: 'zo&#235;@example.com, <b>ANN&#64;example.com</b>, bob&amp;#x40;example.com' },
		{ who: 'zo%c3%ab%40example.com and zo\u00eb@B\u00dcCHER.example' },
		{ who: '442079460000, 44 (20) 7946-0000, 012345678, 01 23-456 78' },
		{ phones: [442079460000], code: 44, order: 44207 },
		{ inner: JSON.stringify({ people: ['Ann@example.com', '+44 20 7946 0000'] }) },
	];

	it.each([200, 400])(
		'do not come back in another spelling with an answer of %d',
		async (status) => {
			const named = [
				{ emails: [...items[0]!.emails, 'zoë@bücher.example'], phones: items[0]!.phones },
			];
			for (const body of SPELLINGS) {
				const escaped = JSON.stringify(body).replace(/[@ë+]/g, (char) => {
					return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
				});
				for (const text of [JSON.stringify(body), escaped]) {
					const headers = { 'content-type': 'application/json' };
					stage.sandbox.fail('compliance', { status, body: text, headers });
					const result = await stage.run({ parameters: create(), items: named });
					expect(leftBehind(result)).toContain('[redacted]');
					expect(leftBehind(result)).not.toMatch(/b.cher/i);
					expectNobodyIn(result);
					// What is JSON stays JSON.
					if (status === 200) expect(result.success[0]!.json.response).toBeInstanceOf(Object);
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
