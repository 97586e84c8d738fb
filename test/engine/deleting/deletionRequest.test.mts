import { stopClock } from '../../kit/clock.mts';
import type { RunOptions, RunResult } from '../../kit/engine.mts';
import { textsIn } from '../../kit/leaks.mts';
import { create, FIRST } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

// The digits of a time may hold those of a phone number.
beforeEach(() => stopClock('2026-06-30T12:00:00Z'));
afterEach(() => void jest.useRealTimers());

/** Everything that leaves the node or is written down about it. */
function leftBehind({ success, error, hints, thrown, logs, errorWorkflowInput }: RunResult) {
	// On the error branch n8n puts the input item's own fields beside the error.
	const ofNode = [...success, ...error].map(({ json }) => json.error ?? json);
	return [...textsIn([ofNode, hints, thrown, logs, errorWorkflowInput])].join('\n').toLowerCase();
}

function expectNobodyIn(result: RunResult): void {
	for (const name of ['ann@example', 'bob@example', '7946', '45678', 'zoë', 'zo\\u00eb'])
		expect(leftBehind(result)).not.toContain(name);
}

const EMAILS = ['ann@example.com', 'bob@example.com', 'Zoë@example.com'];

const TYPO = '"Emails" is an expression that returns nothing for any item';

it.each<[emails: string, problem: string | undefined]>([
	['={{ $json.emial }}\n', TYPO],
	['= {{ $json.emial }}', TYPO],
	['={{ $json.emial }}, {{ $json.emial2 }}', TYPO],
	['={{ [$json.emial, $json.emial2] }}', TYPO],
	['={{ $json.email }}, {{ $json.email2 }}', undefined],
	['={{ $json.none }}\n', undefined],
	['={{ [$json.none] }}', undefined],
	['={{ $json.nobody }}', undefined],
])('%j deletes no phone number alone because of a mistyped name', async (emails, problem) => {
	const parameters = create({}, { emails, phones: '={{ $json.phone }}' });
	const items = ['+44 20 7946 0000', '0123-45678'].map((phone) => ({
		...{ email: '', none: '', nobody: [] },
		phone,
	}));
	const { thrown } = await stage.run({ parameters, items });
	expect(thrown?.message.replace(/.*?: /, '')).toBe(problem);
	const sent = stage.sandbox.requests('compliance').map(({ body }) => body);
	const each = items.map(({ phone }) => ({ shop: FIRST, phones: [phone] }));
	expect(sent).toEqual(problem ? [] : each);
});

it.each(['ann@example.com', '+44 20 7946 0000'])('a shop that is %s is not shown', async (shop) => {
	const parameters = create({}, { shopDomain: '={{ $json.shop }}' });
	const result = await stage.run({ parameters, items: [{ emails: EMAILS, phones: '', shop }] });
	expect(result.thrown?.message).toContain('"Shop" is not a plain shop domain');
	expectNobodyIn(result);
});

const echo = {
	message:
		'Cannot delete ANN@EXAMPLE.COM, ann%40example.com, +442079460000, +44 20 7946 0000, bob@example.com, zo\u00eb@example.com, 012345678',
	ann: ['ann@example.com'],
};

it.each<[onError: RunOptions['onError'], toolCalls: RunOptions['toolCalls']]>([
	['stopWorkflow', undefined],
	['continueErrorOutput', undefined],
	['stopWorkflow', [{}]],
])('people do not come back with an answer, with On Error %s and the calls %j', async (...how) => {
	const [onError, toolCalls] = how;
	const items = [{ emails: EMAILS, phones: ['+44 20 7946 0000', '0123-45678'] }];
	const parameters = create({ allowAsTool: true });
	for (const status of [200, 400, 500]) {
		stage.sandbox.fail('compliance', { status, body: echo });
		const result = await stage.run({ parameters, items, onError, toolCalls });
		expect(leftBehind(result)).toContain('[redacted]');
		expectNobodyIn(result);
	}
});
