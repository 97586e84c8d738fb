import type { FaultLike } from '../../../sandbox/index.mts';
import { create, expectNobodyIn, leftBehind, people } from './deleting.mts';
import { stopClock } from '../../kit/clock.mts';
import { failuresOf } from '../../kit/operations.mts';
import { FIRST, IN_TURN, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

const bodies = () => stage.sandbox.requests('compliance').map(({ body }) => body);

it.each([
	[{ emails: 'ann@example.com, bob@example' }, 'Entry 2 of "Emails" is not an email address'],
	// As a spreadsheet shortens +44 20 7946 0000.
	[{ phones: ['+44 20 7946 0001', '4,42E+11'] }, 'Entry 2 of "Phones" is not a phone number'],
])('%j is named by its position, not its value, before anything is sent', async (bad, message) => {
	const items = [people[0]!, bad, people[1]!];
	const stopped = await stage.run({ parameters: create(), items });
	expect(stopped.thrown?.message).toBe(
		`1 of 3 contacts cannot be sent. First, contact 2: ${message}`,
	);
	expect(stopped.thrown?.description).toContain('Nothing was sent. Correct this');
	expect(bodies()).toEqual([]);
	expectNobodyIn(stopped);

	const result = await stage.run({ parameters: create(), items, onError: 'continueErrorOutput' });
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }],
		[{ item: 2 }],
	]);
	const description =
		'It may be shortened by a spreadsheet, masked, a date, two values in one, or have a label, quotes or letters that do not belong there. Correct it or remove it. It is not shown here, because it is personal data.';
	expect(failuresOf(result)).toEqual([
		{ message, description, outcome: 'rejected', status: null, shop: FIRST },
	]);
	expectNobodyIn(result);
});

it('joins the items of a shop, each spelling once, without splitting an item', async () => {
	const items = [
		{ shop: FIRST, emails: 'a@example.com, b@example.com' },
		{ shop: SECOND, emails: 'a@example.com' },
		{ shop: FIRST, emails: 'A@example.com, a@example.com', phones: '12345' },
		{ shop: FIRST, emails: 'c@example.com, d@example.com' },
	];
	const options = { ...IN_TURN, combine: true, maxIdentifiers: 5 };
	await stage.run({ parameters: create(options, { shopDomain: '={{ $json.shop }}' }), items });
	const emailsOf = (names: string) => [...names].map((name) => `${name}@example.com`);
	// Each shop has an order of its own.
	const bodiesOf = (name: string) =>
		bodies().filter((body) => (body as { shop: string }).shop === name);
	expect(bodiesOf(FIRST)).toEqual([
		{ shop: FIRST, emails: emailsOf('abA'), phones: ['12345'] },
		{ shop: FIRST, emails: emailsOf('cd') },
	]);
	expect(bodiesOf(SECOND)).toEqual([{ shop: SECOND, emails: emailsOf('a') }]);
});

it('the people are asked for again in each loop iteration', async () => {
	await stage.run({ parameters: create(), items: people, loops: 2 });
	expect(stage.sandbox.deletionRequests()).toHaveLength(6);
});

describe('people do not come back', () => {
	// The digits of a time may hold those of a phone number.
	beforeEach(() => stopClock('2026-06-30T12:00:00Z'));
	afterEach(() => void jest.useRealTimers());

	/** What a service might say, with the people as they were sent and as it might write them. */
	const echo = {
		message:
			'Cannot delete ANN@EXAMPLE.COM, ann%40example.com, +442079460000, +44 20 7946 0000, bob@example.com, zo\u00eb@example.com, 012345678',
		ann: ['ann@example.com'],
	};
	const escapedEcho = JSON.stringify(echo).replace(/ë/g, '\\u00eb');
	const bodies = [echo, escapedEcho, `<html><body>${echo.message}</body></html>`];
	const headers = { 'content-type': 'application/json' };
	const answers = [200, 400, 403, 500].flatMap((status) =>
		bodies.map((body) => [`an answer of ${status}`, { status, body, headers }] as const),
	);

	it.each<readonly [string, FaultLike]>([...answers, ['a lost answer', 'lostAnswer']])(
		'with %s: %j',
		async (_, fault) => {
			const emails = people.flatMap((each) => each.emails ?? []);
			const items = [{ emails, phones: ['+44 20 7946 0000', '0123-45678'] }];
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				stage.sandbox.fail('compliance', fault);
				const result = await stage.run({ parameters: create(), items, onError });
				if (fault !== 'lostAnswer') expect(leftBehind(result)).toContain('[redacted]');
				expectNobodyIn(result);
			}
		},
	);
});
