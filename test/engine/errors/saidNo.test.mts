import type { IDataObject } from 'n8n-workflow';
import { ENDPOINT_OF, failuresOf, IN_TURN, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** A 2xx whose body says no leaves nobody knowing what became of the data, and is no receipt. */

const stage = sharedStage();

const LOGIN = '<!doctype html><html><head><title>Please sign in</title></head></html>';
const SAID: Array<[body: string, told: string]> = [
	['{"success":false}', 'The answer says that the request failed: {"success":false}'],
	['{"error":"no such feed"}', 'The answer says that the request failed: no such feed'],
	[LOGIN, 'The answer is a web page or XML: Please sign in'],
];
const WRITES = [
	['push', 'ad data'],
	['pushEmailSms', 'email/SMS data'],
	['compliance', 'deletion request'],
] as const;
const CASES = WRITES.flatMap(([name, label]) =>
	SAID.map(([body, told]) => ({
		name,
		body,
		message: `200 Contradictory Answer (${label}): ${told}`,
	})),
);
const LOOK_IT_UP = /not known whether it did\. Look it up there before you send it again/;
const TWO: IDataObject[] = [{ n: 0 }, { n: 1 }];

const sent = (name: (typeof WRITES)[number][0]) => stage.sandbox.requests(ENDPOINT_OF[name]).length;

it.each(CASES)('$name: $body stops a node, once', async ({ name, body, message }) => {
	stage.sandbox.fail(ENDPOINT_OF[name], { status: 200, body });
	const { thrown, success } = await stage.run({
		parameters: parametersOf(name),
		items: TWO.slice(0, 1),
	});
	expect(thrown).toMatchObject({ outcome: 'unknown', status: 200 });
	expect(thrown!.message).toContain(message);
	expect(thrown!.message).toMatch(/Of 1 \w+: 1 unknown\./);
	expect(thrown!.description).toMatch(LOOK_IT_UP);
	expect(success).toEqual([]);
	expect(sent(name)).toBe(1);
});

it.each(CASES)('$name: $body goes to the error output', async ({ name, body, message }) => {
	stage.sandbox.fail(ENDPOINT_OF[name], { status: 200, body });
	const parameters = parametersOf(name, {
		...IN_TURN,
		...(name === 'compliance' ? { combine: false } : { batchSize: 1, retryServerErrors: true }),
	});
	const result = await stage.run({ parameters, items: TWO, onError: 'continueErrorOutput' });
	expect(failuresOf(result)).toEqual([
		expect.objectContaining({
			message: expect.stringContaining(message) as string,
			outcome: 'unknown',
			status: 200,
		}),
	]);
	// The next request goes out, and has a receipt.
	expect(result.success).toHaveLength(1);
	expect(sent(name)).toBe(2);
});

it('is not sent again by a retry of the execution', async () => {
	stage.sandbox.fail('ads', { status: 200, body: '{"success":false}' });
	const failed = await stage.run({ parameters: parametersOf('push'), items: TWO });
	const { thrown } = await stage.engine.retry(failed);
	expect(thrown!.message).toContain('Sent by an earlier try');
	expect(sent('push')).toBe(1);
});
