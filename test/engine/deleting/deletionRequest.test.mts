import type { FaultLike } from '../../../sandbox/index.mts';
import { stopClock } from '../../kit/clock.mts';
import type { RunOptions, RunResult } from '../../kit/engine.mts';
import { textsIn } from '../../kit/leaks.mts';
import { create } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

const people = [
	{ emails: 'ann@example.com' },
	{ phones: '+44 20 7946 0000' },
	{ emails: ['bob@example.com', 'Zoë@example.com'], phones: '0123-45678' },
];
const NAMES = ['ann@example', 'bob@example', '7946', '45678', 'zoë', 'zo\\u00eb'];

/** Everything that leaves the node or is written down about it. */
function leftBehind({ success, error, hints, thrown, logs, errorWorkflowInput }: RunResult) {
	// On the error branch n8n puts the input item's own fields beside the error.
	const ofNode = [...success, ...error].map(({ json }) => json.error ?? json);
	return [...textsIn([ofNode, hints, thrown, logs, errorWorkflowInput])].join('\n');
}

function expectNobodyIn(result: RunResult): void {
	const text = leftBehind(result).toLowerCase();
	for (const name of NAMES) expect(text).not.toContain(name);
}

// The digits of a time may hold those of a phone number.
beforeEach(() => stopClock('2026-06-30T12:00:00Z'));
afterEach(() => void jest.useRealTimers());

it('a contact that cannot be sent is named by its position alone', async () => {
	// As a spreadsheet shortens +44 20 7946 0000.
	const items = [people[0]!, { phones: ['+44 20 7946 0001', '4,42E+11'] }, people[1]!];
	const stopped = await stage.run({ parameters: create(), items });
	expect(stopped.thrown?.message).toContain(
		'First, contact 2: Entry 2 of "Phones" is not a phone number',
	);
	expect(stage.sandbox.log).toEqual([]);
	expectNobodyIn(stopped);
});

it('an address does not come back in another spelling of the service', async () => {
	const items = [{ emails: ['jane.doe+x@gmail.com', 'jo@xn--bcher-kva.example'], phones: [] }];
	const body = {
		message: 'Deleted JaneDoe@GoogleMail.com, ｊｏ＠ｂücher.example',
		people: [{ user: 'jane.doe+x', domain: 'gmail.com' }, { jo: 'bücher.example' }],
	};
	for (const status of [200, 400]) {
		stage.sandbox.fail('compliance', { status, body });
		const result = await stage.run({ parameters: create(), items });
		const text = leftBehind(result).toLowerCase();
		expect(text).toContain('deleted [redacted], [redacted]');
		expect(text).not.toMatch(/jane|doe|gmail|googlemail|cher\.|"jo"/);
	}
});

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
	'people do not come back with %s: %j',
	async (_, fault) => {
		const emails = people.flatMap((each) => each.emails ?? []);
		const items = [{ emails, phones: ['+44 20 7946 0000', '0123-45678'] }];
		const parameters = create({ allowAsTool: true });
		for (const how of [{}, { onError: 'continueErrorOutput' }, { toolCalls: [{}] }] as const) {
			stage.sandbox.fail('compliance', fault);
			const result = await stage.run({ parameters, items, ...(how as Partial<RunOptions>) });
			if (fault !== 'lostAnswer') expect(leftBehind(result)).toContain('[redacted]');
			expectNobodyIn(result);
		}
	},
);
