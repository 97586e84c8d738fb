import type { FaultLike } from '../../../sandbox/index.mts';
import { assignments, columns } from '../../kit/columns.mts';
import { SHOP_OF_ITEM } from '../../kit/stage.mts';
import type { NodeSetup } from '../../kit/workflow.mts';

/** A fifth of all requests meets one of these. */
export const FAULT_PROBABILITY = 0.2;
export const FAULTS: FaultLike[] = [
	{ status: 429, headers: { 'retry-after': '0' } },
	500,
	'reset',
	'lostAnswer',
];
/** An access token expires after so many requests: more than are open at once, so that none meets two ends. */
export const USES_OF_A_TOKEN = 40;

/** A way in which people run a push: settings of the node. */
export interface Variant extends Partial<NodeSetup> {
	/** Each so many-th row cannot be sent. */
	badEvery?: number;
	/** Whether a row may be sent twice, because the service replaces it. */
	replaces?: true;
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
	fields: assignments(
		{ number: '={{ $json.number }}', pushedAt: '={{ $now.toMillis() }}' },
		'number',
	),
};
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const MANY_SHOPS = { shop: SHOP_OF_ITEM };
const ERROR_OUTPUT = { onError: 'continueErrorOutput', parameters: MANY_SHOPS } as const;

/** Where the error output is off, a failed execution is retried as from the list of executions. */
export const VARIANTS: Record<string, Variant> = {
	'stops at an error': {},
	'Retry On Fail 3': RETRY,
	'error output': ERROR_OUTPUT,
	'error output, bad rows': { ...ERROR_OUTPUT, badEvery: 7 },
	'columns mapped, stops at an error': { parameters: MAPPED },
	'It Replaces, error output': {
		...ERROR_OUTPUT,
		replaces: true,
		parameters: { ...MANY_SHOPS, ifSentAgain: 'replaces' },
	},
	'It Replaces, Send Only What Changed, stops at an error': {
		replaces: true,
		parameters: { ifSentAgain: 'replaces', onlyChanged: true },
	},
	// Takes longest: each try resolves the expressions of all rows again.
	'$now in a field, Retry On Fail 3': { ...RETRY, parameters: NOW },
	'three loop iterations': { ...ERROR_OUTPUT, loops: 3 },
};
