import { outcomeError, refusedError } from '../../../nodes/MerchantData/delivery/stopErrors.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import type { Inspection } from '../../../nodes/MerchantData/rows/source.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/errorTable.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { failure, inputsOf, inspectionOf, node, refused, row, sourceOf } from './road.mts';

const RETRY = 'choose "Retry with currently saved workflow" in the list of executions';
const BRANCH =
	'set On Error to "Continue (using error output)", and connect a node to the Error Branch, or';
const NOT_AGAIN = 'Do not execute again, or rows are sent twice. Instead:';

const TOOL = { ...node, type: 'n8n-nodes-merchant-data.merchantDataTool' };

describe('what was found wrong before anything was sent', () => {
	const WHAT_NOW = 'Nothing was sent. Correct this and execute again.';
	const OTHERS = `To send the others all the same, ${BRANCH} these rows are lost.`;
	const errorFor = (rows: readonly Row[], learned: Partial<Inspection>, hasEarlier = false) =>
		refusedError(node, inspectionOf(rows, learned), sourceOf([]), 'rows', hasEarlier);

	const twelve = Array.from({ length: 12 }, (_, item) => refused(item));
	const ten = twelve.slice(0, 10);
	const named = ten.map((_, item) => `row ${item + 1}: No ${item}`).join('; ');
	const ROWS = [row(0), row(1), refused(2)];
	const refusal = new InvalidInput('The file is no good', 'Take another.');

	it.each<[what: string, Row[], first: string, remedy: string]>([
		['one row', ROWS, 'row 3: No 2', `Mend it. ${WHAT_NOW} ${OTHERS}`],
		['ten rows', ten, 'row 1: No 0', `Mend it. What is wrong: ${named}. ${WHAT_NOW}`],
		['ten of many', twelve, 'row 1: No 0', `Mend it. What is wrong: ${named}; 2 more. ${WHAT_NOW}`],
	])('names %s', (_, rows, first, description) => {
		const bad = rows.filter(({ problem }) => problem).length;
		const message = `${bad} of ${rows.length} rows cannot be sent. First, ${first}`;
		expect(errorFor(rows, {})).toMatchObject({ message, description, outcome: 'rejected' });
	});

	it.each<[what: string, Inspection['inputs'], label: string, others: string, item: number]>([
		['that is the only one', inputsOf({ rows: 3, refusal }), '', '', 0],
		['beside another', inputsOf({}, { refusal }), 'Item 2: ', ` ${OTHERS}`, 1],
		['of which none can be sent', inputsOf({ refusal, rows: 2 }, { refusal }), 'Item 1: ', '', 0],
		['beside items of one row', inputsOf({ refusal }), 'Item 1: ', ` ${OTHERS}`, 0],
	])('names a file %s', (_, inputs, label, others, itemIndex) => {
		expect(errorFor(ROWS, { inputs })).toMatchObject({
			message: `${label}The file is no good`,
			description: `Take another. ${WHAT_NOW}${others}`,
			context: { itemIndex },
		});
	});

	it('does not say to execute again if an earlier try has sent rows', () => {
		expect(errorFor([row(0), refused(1)], {}, true)).toMatchObject({
			description: `Mend it. ${NOT_AGAIN} 1. Correct this. 2. Save, and ${RETRY}. It sends only what no earlier try has sent. ${OTHERS}`,
			context: { itemIndex: 1 },
		});
	});

	it('tells an agent to call the tool again', () => {
		const inspection = inspectionOf([refused(0), row(1)]);
		expect(refusedError(TOOL, inspection, sourceOf([]), 'rows', false).description).toBe(
			'Mend it. Nothing was sent. Correct this and call the tool again.',
		);
	});
});

const NO_ROWS = { accepted: 0, rejected: 0, unknown: 0, notSent: 0, alreadySent: 0 };

type Stop = Parameters<typeof outcomeError>[1];
interface Stopped extends Partial<Pick<Stop, 'hasEarlier' | 'isPartly' | 'options' | 'places'>> {
	counts: Partial<typeof NO_ROWS>;
	first: [outcome: FailedOutcome, status: number | null];
	/** How many rows the request had that failed first. */
	rows?: number;
	isTool?: boolean;
	/** What the error of the request says. */
	said?: object;
}

/** The error of a node that stopped. */
function errorAfter({
	counts,
	first: [outcome, status],
	rows = 2,
	isTool,
	said,
	...more
}: Stopped) {
	const failed = failure(outcome, status, 7);
	Object.assign(failed.error, said);
	return outcomeError(isTool ? TOOL : node, {
		noun: 'rows',
		counts: { ...NO_ROWS, ...counts },
		first: { ...failed, rows: Array.from({ length: rows }, (_, item) => row(item)) },
		places: ['row 8'],
		isPartly: false,
		hasEarlier: false,
		options: {},
		...more,
	});
}

describe('what to do', () => {
	const NOTHING = 'Nothing has arrived at the service. Execute again once the cause is gone.';
	const REST = `Save, and ${RETRY}. It sends only the rest (3).`;
	const PLAIN = `${NOT_AGAIN} once the cause is gone, ${RETRY}. It sends only the rest (3).`;
	const CORRECTED = `${NOT_AGAIN} 1. Correct the cause. 2. ${REST}`;
	const LOST = `Set${BRANCH.slice('set'.length)} the rejected rows are lost.`;
	const BY_BRANCH = `${NOT_AGAIN} 1. ${LOST} 2. ${REST}`;
	const ISOLATE =
		'1. Turn on "Isolate Rejected Rows" in the options: it finds the bad rows, and sends the good ones beside them.';
	const LOOK_UP = (unknown: number) =>
		`Do not execute again, or rows may be sent twice. Instead: 1. Look up the unknown rows (${unknown}) at the service: they may have arrived, and it may show them only after 20 minutes. 2. Send those that are missing in a new execution, and no others. (If the service overwrites what it has, sending all of them again does no harm.)`;
	const together = { options: { isolateRejectedRows: false } };
	const isolated = { options: { isolateRejectedRows: true } };
	const PARTLY =
		'1. Correct the rows that the service names. 2. If it overwrites what it has, execute again. If not, look up which rows are there (it may show them only after 20 minutes), and send the others in a new execution.';
	const LOOKED_UP = `${NOT_AGAIN} 1. If the service does not overwrite what it has, look up which of the rejected rows are there. 2. ${LOST} 3. ${REST}`;
	const BAD_ONE = `Nothing has arrived at the service. ${ISOLATE} 2. Execute again.`;
	const BAD_ONES = `${NOT_AGAIN} ${ISOLATE} 2. ${LOST} 3. ${REST}`;
	type More = Omit<Stopped, 'counts' | 'first'>;

	it.each<[what: string, Stopped['first'], More, nothingSent: string, someSent: string]>([
		['the quota was used up', ['rejected', 429], together, NOTHING, PLAIN],
		['the service could not be reached', ['notSent', null], together, NOTHING, PLAIN],
		['an earlier try has sent rows', ['notSent', null], { hasEarlier: true }, PLAIN, PLAIN],
		['the credential was wrong', ['rejected', 401], together, NOTHING, CORRECTED],
		['a row was refused', ['rejected', 400], isolated, NOTHING, BY_BRANCH],
		['a row was refused alone', ['rejected', 400], { ...together, rows: 1 }, NOTHING, BY_BRANCH],
		// Deletion requests have no such option.
		['contacts were refused', ['rejected', 400], {}, NOTHING, BY_BRANCH],
		['one row may be bad', ['rejected', 400], together, BAD_ONE, BAD_ONES],
		['rows are named', ['rejected', 400], { ...together, isPartly: true }, PARTLY, LOOKED_UP],
	])('after %s', (_, first, more, nothingSent, someSent) => {
		const said = { explanation: 'Try again later.' };
		const [none, some] = [0, 2].map((accepted) =>
			errorAfter({ counts: { accepted, rejected: 1, notSent: 2 }, first, said, ...more }),
		);
		expect(none!.description).toBe(`Try again later. ${nothingSent}`);
		expect(some!.description).toBe(`Try again later. ${someSent}`);
	});

	it.each<[Stopped['first'], Partial<typeof NO_ROWS>, rest: string]>([
		[['unknown', 500], { accepted: 2, unknown: 1 }, ''],
		[['unknown', null], { unknown: 1 }, ''],
		[['unknown', 502], { unknown: 1, notSent: 2 }, '(2)'],
		[['rejected', 429], { accepted: 2, unknown: 1, rejected: 4, notSent: 2 }, '(6)'],
	])('if rows are unknown is to look them up, and never to try again: %j, %j', (...given) => {
		const [first, counts, rest] = given;
		const said = { explanation: 'It failed. Try again later. If it stays so, ask.' };
		const retry = ` 3. Then ${RETRY}. It sends only the other rows ${rest}.`;
		expect(errorAfter({ counts, first, said }).description).toBe(
			`It failed. If it stays so, ask. ${LOOK_UP(1)}${rest === '' ? '' : retry}`,
		);
	});

	it('if rows that were sent are skipped is to execute again', () => {
		const again =
			'Once the cause is corrected or gone, execute again: as "Skip Rows Already Sent" is on, only the rest (3) is sent.';
		const told = (first: Stopped['first'], unknown = 0, options: Stop['options'] = {}) => {
			const counts = { accepted: 2, rejected: 1, unknown, notSent: 2, alreadySent: 5 };
			return errorAfter({ counts, first, options: { skipSentRows: true, ...options } });
		};
		expect(told(['rejected', 503])).toMatchObject({
			description: `Do it well. ${again}`,
			message: expect.stringContaining(
				'Of 10 rows: 2 accepted, 1 rejected, 2 not sent, 5 had been sent by earlier runs.',
			) as string,
		});
		expect(told(['rejected', 400], 0, together.options).description).toBe(
			`Do it well. ${ISOLATE.slice('1. '.length)} ${again}`,
		);
		expect(told(['unknown', 502], 4).description).toBe(
			`Do it well. ${again} The unknown rows (4) may have arrived, and are not sent again. Look them up at the service, and send those that are missing with that field turned off.`,
		);
	});

	it('is for an agent what it can do itself', () => {
		const given = { first: ['rejected', 400] as Stopped['first'], isTool: true };
		const places = ['row 2', 'row 5'];
		const told = (counts: Stopped['counts']) =>
			errorAfter({ ...given, counts, places }).description;
		expect(told({ accepted: 3, rejected: 2 })).toBe(
			'Do it well. Do not send the accepted rows (3) again. Not accepted: row 2, row 5.',
		);
		expect(told({ accepted: 3, rejected: 9 })).toMatch(/row 2, row 5 and others\.$/);
		expect(told({ rejected: 2 })).toBe('Do it well.');
		expect(told({ unknown: 2 })).toBe(
			'Do it well. Do not send the unknown rows (2) again: they may have arrived. Look them up at the service first.',
		);
	});
});

it('names no status if there was no answer, and keeps the block for support last', () => {
	const said = { message: 'No answer. None', explanation: '', supportBlock: '\nBLOCK' };
	const error = errorAfter({ counts: { unknown: 1 }, first: ['unknown', null], said });
	expect(error.message).toBe('No answer. None. Of 1 rows: 1 unknown. First unknown: row 8.');
	expect(error.status).toBeUndefined();
	expect(error.description).toMatch(/^Do not execute again.*\nBLOCK$/s);
});
