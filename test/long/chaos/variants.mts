import type { FaultLike } from '../../../sandbox/index.mts';
import { assignments, columns } from '../../kit/columns.mts';
import type { NodeSetup } from '../../kit/workflow.mts';

/** A fifth of all requests meets one of these. */
export const FAULT_PROBABILITY = 0.2;
export const FAULTS: FaultLike[] = [
	{ status: 429, headers: { 'retry-after': '0' } },
	500,
	'reset',
	'lostAnswer',
];
/**
 * An access token expires after so many requests. They are more than are open at once, so that a request
 * meets the end of one token at most, however slow the machine is.
 */
export const USES_OF_A_TOKEN = 40;

/** A way in which people run a push. */
export interface Variant {
	/** Settings of the node. */
	setup: Partial<NodeSetup>;
	/** How often each row is pushed. */
	times: number;
	/** Each so many-th row cannot be sent. */
	badEvery?: number;
}

/** Rows that name another shop than theirs would not be sent. */
const OWN = [
	['shop', '', 'leaveOut'],
	['amount', '', 'number'],
] as const;
export const UNCHANGED = columns(...OWN);
/** Names, types and nesting of their own. */
const MAPPED = {
	columns: columns(...OWN, ['number', 'number', 'text'], ['day', 'event.date', 'date']),
	dateFormat: 'dayDots',
	fieldsToAdd: assignments({ 'event.currency': 'EUR' }),
};
const NOW = {
	dataMode: 'defineBelow',
	fields: {
		assignments: [
			{ id: '1', name: 'number', type: 'number', value: '={{ $json.number }}' },
			{ id: '2', name: 'pushedAt', type: 'number', value: '={{ $now.toMillis() }}' },
		],
	},
};
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const MANY_SHOPS = { shop: { __rl: true, mode: 'domain', value: '={{ $json.shop }}' } };
const ERROR_OUTPUT = { onError: 'continueErrorOutput', parameters: MANY_SHOPS } as const;

/** Where the error output is off, a failed execution is retried as from the list of executions. */
export const VARIANTS: Record<string, Variant> = {
	'stops at an error': { setup: {}, times: 1 },
	'Retry On Fail 3': { setup: RETRY, times: 1 },
	'error output': { setup: ERROR_OUTPUT, times: 1 },
	'error output, bad rows': { setup: ERROR_OUTPUT, times: 1, badEvery: 7 },
	'columns mapped, error output': {
		setup: { ...ERROR_OUTPUT, parameters: { ...MANY_SHOPS, ...MAPPED } },
		times: 1,
	},
	'columns mapped, stops at an error': { setup: { parameters: MAPPED }, times: 1 },
	'Skip Rows Already Sent, error output': {
		setup: { ...ERROR_OUTPUT, parameters: { ...MANY_SHOPS, skipSentRows: true } },
		times: 1,
	},
	'Skip Rows Already Sent, stops at an error': {
		setup: { parameters: { skipSentRows: true } },
		times: 1,
	},
	// Takes longest: each try resolves the expressions of all rows again.
	'$now in a field, Retry On Fail 3': { setup: { ...RETRY, parameters: NOW }, times: 1 },
	'three loop iterations': { setup: { ...ERROR_OUTPUT, loops: 3 }, times: 3 },
};
