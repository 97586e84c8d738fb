import type fc from 'fast-check';

/**
 * Hundreds of examples of a property take seconds, thousands of times. What breaks is nearly always
 * noticed by the first; the share of what is noticed comes out a little too low at most.
 */
const EXAMPLES = 20;

jest.mock('fast-check', () => {
	const { default: actual } = jest.requireActual<{ default: typeof fc }>('fast-check');
	const assert = (property: fc.IRawProperty<unknown>, parameters?: fc.Parameters<unknown>) =>
		actual.assert(property, {
			...parameters,
			numRuns: Math.min(parameters?.numRuns ?? EXAMPLES, EXAMPLES),
			// The smallest example is not looked for.
			endOnFailure: true,
		});
	return { __esModule: true, default: { ...actual, assert } };
});
