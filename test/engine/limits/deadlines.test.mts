import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import type { Stage } from '../../kit/stage.mts';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	type Failure,
	failuresOf,
	isRead,
	onStage,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

/** Runs an operation whose every request meets the fault. @param timeout in seconds */
async function run(
	stage: Stage,
	name: OperationName,
	fault: FaultLike,
	{ timeout = 30, ...others }: IDataObject = {},
) {
	const endpoint = ENDPOINT_OF[name];
	stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
	const result = await stage.run({
		parameters: { ...parametersOf(name, { timeout }), ...others },
		items: [{ campaign: 'Spring' }],
		onError: 'continueErrorOutput',
	});
	return { ...result, sent: stage.sandbox.requests(endpoint).length };
}

it.concurrent.each(ALL_OPERATIONS)(
	'a text whose body does not end is given up after the timeout: %s',
	async (operation) => {
		await onStage(async (stage) => {
			const fault = isRead(operation) ? 'trickledBody' : 'stalledBody';
			const result = await run(stage, operation, fault, { timeout: 0.5 });
			const [{ outcome, message }] = failuresOf(result) as [Failure];
			expect(outcome).toBe('unknown');
			// Only what is read is asked for once more. On a busy machine a request may end before the service
			// has seen it.
			expect(message).toMatch(isRead(operation) ? /ETIMEDOUT, after 2 tries/ : /ETIMEDOUT\)/);
			expect(result.sent).toBeLessThanOrEqual(isRead(operation) ? 2 : 1);
		})();
	},
);

it.each<[FaultLike, RegExp]>([
	['falseGzip', /Z_DATA_ERROR/],
	['brokenBody', /did not answer/],
])(
	'it is unknown what became of a push whose answer cannot be read: %s',
	async (fault, message) => {
		await onStage(async (stage) => {
			const result = await run(stage, 'push', fault);
			expect(failuresOf(result)).toMatchObject([{ outcome: 'unknown' }]);
			expect(failuresOf(result)[0]!.message).toMatch(message);
			expect(stage.sandbox.pushed('ads')).toHaveLength(1);
			expect(result.sent).toBe(1);
		})();
	},
);

// That it breaks off otherwise is in the tests of sql.
it.concurrent.each(['csv', 'json', 'ndjson'])(
	'a file is an error if its body stalls: %s',
	async (outputFormat) => {
		await onStage(async (stage) => {
			const result = await run(stage, 'sql', 'stalledBody', { outputFormat, timeout: 3 });
			const message = /could not be put into a file.*timeout of 3 s exceeded/;
			expect(failuresOf(result)).toMatchObject([{ message: expect.stringMatching(message) }]);
		})();
	},
);
