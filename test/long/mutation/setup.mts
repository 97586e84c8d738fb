import type fc from 'fast-check';
import type * as Luxon from 'luxon';
import type * as n8nWorkflow from 'n8n-workflow';

declare const loadOnce: NodeJS.Require;

/** n8n-workflow with the timers of the tests, which may be fake. */
jest.mock('n8n-workflow', () => ({
	...(loadOnce('n8n-workflow') as typeof n8nWorkflow),
	sleep: async (ms: number, signal?: AbortSignal) =>
		await new Promise<void>((resolve, reject) => {
			const timer = setTimeout(resolve, ms);
			signal?.addEventListener('abort', () => {
				clearTimeout(timer);
				reject(signal.reason as Error);
			});
		}),
}));

/** luxon with the clock of the tests, which may be stopped. */
jest.mock('luxon', () => {
	const luxon = loadOnce('luxon') as typeof Luxon;
	luxon.Settings.now = () => Date.now();
	return luxon;
});

/** Hundreds of examples take seconds, thousands of times. The first ones notice nearly all that breaks. */
const EXAMPLES = 20;

jest.mock('fast-check', () => {
	const { default: actual } = loadOnce('fast-check') as { default: typeof fc };
	const assert = (property: fc.IRawProperty<unknown>, parameters?: fc.Parameters<unknown>) =>
		actual.assert(property, {
			...parameters,
			numRuns: Math.min(parameters?.numRuns ?? EXAMPLES, EXAMPLES),
			// The smallest example is not looked for.
			endOnFailure: true,
		});
	return { __esModule: true, default: { ...actual, assert } };
});
