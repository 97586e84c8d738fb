import { outcomeError, refusedError } from '../../../nodes/MerchantData/delivery/stopErrors.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import type { Inspection } from '../../../nodes/MerchantData/rows/source.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/errorTable.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { failure, inputsOf, inspectionOf, line, node, refused, row, sourceOf } from './road.mts';

const RETRY = 'choose "Retry with currently saved workflow" in the list of executions';
const BRANCH =
	'set On Error to "Continue (using error output)", and connect a node to the Error Branch, or';
const NOT_AGAIN = 'Do not execute again, or rows are sent twice. Instead:';

describe('rows that cannot be sent', () => {
	const WHAT_NOW = 'Nothing was sent. Correct this and execute again.';
	const OTHERS = `To send the others all the same, ${BRANCH} these rows are lost.`;
	const errorFor = (
		rows: readonly Row[],
		hasEarlier = false,
		learned?: Partial<Inspection>,
		of = node,
	) => refusedError(of, inspectionOf(rows, learned), sourceOf([]), 'rows', hasEarlier);

	it('says of one row what is wrong and what to do', () => {
		expect(errorFor([row(0), refused(1), row(2)])).toMatchObject({
			message: '1 of 3 rows cannot be sent. First, row 2: No 1',
			description: `Mend it. ${WHAT_NOW} ${OTHERS}`,
			outcome: 'rejected',
			context: { itemIndex: 1 },
		});
	});

	it('names the first ten of several by place, and how many more there are', () => {
		const named = (count: number) =>
			Array.from({ length: count }, (_, item) => `row ${item + 1}: No ${item}`).join('; ');
		for (const [count, more] of [
			[10, ''],
			[12, '; 2 more'],
		] as const) {
			const error = errorFor(Array.from({ length: count }, (_, item) => refused(item)));
			expect(error.message).toBe(`${count} of ${count} rows cannot be sent. First, row 1: No 0`);
			expect(error.description).toBe(`Mend it. What is wrong: ${named(10)}${more}. ${WHAT_NOW}`);
		}
	});

	it('names rows together that are wrong in one way', () => {
		const free = () => ({ problem: new InvalidInput('Is bad') });
		const rows = [refused(0, free()), refused(1), refused(2, free())];
		const { message, description } = errorFor(rows);
		expect(message).toBe('3 of 3 rows cannot be sent. First, row 1: Is bad');
		expect(description).toBe(`What is wrong: row 1, row 3: Is bad; row 2: No 1. ${WHAT_NOW}`);
	});

	it('does not say to execute again if an earlier try has sent rows', () => {
		expect(errorFor([row(0), refused(1)], true).description).toBe(
			`Mend it. ${NOT_AGAIN} 1. Correct this. 2. Save, and ${RETRY}. It sends only what no earlier try has sent. ${OTHERS}`,
		);
	});

	it('says what is wrong with an input item that is refused, and of several which', () => {
		const refusal = new InvalidInput('The file is no good', 'Take another.');
		const rows = [row(0), row(1), refused(2)];
		expect(errorFor(rows, false, { inputs: inputsOf({ rows: 3, refusal }) })).toMatchObject({
			message: 'The file is no good',
			description: `Take another. ${WHAT_NOW}`,
			outcome: 'rejected',
			context: { itemIndex: 0 },
		});
		const inputs = inputsOf({}, { refusal });
		expect(errorFor(rows, false, { inputs })).toMatchObject({
			message: 'Item 2: The file is no good',
			description: `Take another. ${WHAT_NOW} ${OTHERS}`,
			context: { itemIndex: 1 },
		});
		const all = inputsOf({ refusal, rows: 2 }, { refusal });
		expect(errorFor(rows, false, { inputs: all })).toMatchObject({
			message: 'Item 1: The file is no good',
			description: `Take another. ${WHAT_NOW}`,
		});
		// Other items have one row each.
		const one = inputsOf({ refusal });
		expect(errorFor(rows, false, { inputs: one }).message).toBe('Item 1: The file is no good');
	});

	it('tells an agent to call the tool again', () => {
		const tool = { ...node, type: 'n8n-nodes-merchant-data.merchantDataTool' };
		const refused = [row(0, { problem: new InvalidInput('"a" is bad', 'Mend it.') }), row(1)];
		expect(errorFor(refused, false, {}, tool).description).toBe(
			'Mend it. Nothing was sent. Correct this and call the tool again.',
		);
	});

	it('says once where a line is that could not be read', () => {
		const problem = new InvalidInput('It cannot be read: line 4 holds nonsense');
		const { message } = errorFor([line(2, { problem })]);
		expect(message).toBe(
			'1 of 1 rows cannot be sent. First, It cannot be read: line 4 holds nonsense',
		);
		// Another number is not its line.
		const other = errorFor([line(12, { problem })]);
		expect(other.message).toContain('First, row 1: It cannot');
	});
});

const NO_ROWS = { accepted: 0, rejected: 0, unknown: 0, notSent: 0, alreadySent: 0 };

interface Stopped {
	counts: Partial<typeof NO_ROWS>;
	first: [outcome: FailedOutcome, status: number | null];
	/** How many rows the request had that failed first. */
	rows?: number;
	hasEarlier?: boolean;
	isolateRejectedRows?: boolean;
	skipSentRows?: boolean;
	places?: string[];
	isPartly?: boolean;
	type?: string;
	/** What the error of the request says. */
	said?: object;
}

/** The error of a node that stopped. */
function errorAfter({ counts, first: [outcome, status], rows = 2, ...given }: Stopped) {
	const { type = node.type, hasEarlier = false, isolateRejectedRows, skipSentRows, said } = given;
	const failed = failure(outcome, status, 7);
	Object.assign(failed.error, said);
	return outcomeError(
		{ ...node, type },
		{
			noun: 'rows',
			counts: { ...NO_ROWS, ...counts },
			first: { ...failed, rows: Array.from({ length: rows }, (_, item) => row(item)) },
			places: given.places ?? ['row 8'],
			isPartly: given.isPartly ?? false,
			hasEarlier,
			options: { isolateRejectedRows, skipSentRows },
		},
	);
}

it('counts every outcome in one error, which is that of the first failure', () => {
	const counts = { accepted: 3, rejected: 7, unknown: 4, notSent: 6 };
	expect(errorAfter({ counts, first: ['rejected', 400] })).toMatchObject({
		message:
			'400: no. Of 20 rows: 3 accepted, 7 rejected, 4 unknown, 6 not sent. First rejected: row 8.',
		description: expect.stringMatching(/^Do it well\. Do not/) as string,
		status: 400,
		outcome: 'rejected',
		context: { itemIndex: 7 },
	});
});

describe('what to do', () => {
	const NOTHING =
		'Nothing has arrived at the service. Once the cause is corrected or gone, execute again.';
	const REST = `Save, and ${RETRY}. It sends only the rest (3).`;
	const PLAIN = `${NOT_AGAIN} once the cause is gone, ${RETRY}. It sends only the rest (3).`;
	const CORRECTED = `${NOT_AGAIN} 1. Correct the cause. 2. ${REST}`;
	const LOST = `Set${BRANCH.slice('set'.length)} the rejected rows are lost.`;
	const BY_BRANCH = `${NOT_AGAIN} 1. ${LOST} 2. ${REST}`;
	const ISOLATE =
		'1. Turn on "Isolate Rejected Rows" in the options: it finds the bad rows, and sends the good ones beside them.';
	const LOOK_UP = (unknown: number) =>
		`Do not execute again, or rows may be sent twice. Instead: 1. Look up the unknown rows (${unknown}) at the service: they may have arrived, and it may show them only after 20 minutes. 2. Send those that are missing in a new execution, and no others. (If the service overwrites what it has, sending all of them again does no harm.)`;
	const isolated = { isolateRejectedRows: true };
	const together = { isolateRejectedRows: false };

	it.each<[Stopped['first'], Omit<Stopped, 'counts' | 'first'>]>([
		[['rejected', 400], isolated],
		// Deletion requests have no such option, and a row alone cannot be isolated.
		[['rejected', 400], {}],
		[['rejected', 400], { ...together, rows: 1 }],
		[['rejected', 413], together],
		[['rejected', 403], together],
		[['rejected', 429], together],
		[['notSent', null], together],
	])('if nothing was sent is to correct the cause, and to execute again: %j, %j', (...given) => {
		const [first, more] = given;
		const { description } = errorAfter({ counts: { rejected: 1, notSent: 2 }, first, ...more });
		expect(description).toBe(`Do it well. ${NOTHING}`);
	});

	it.each<[string, Stopped['first'], Omit<Stopped, 'counts' | 'first'>, string]>([
		['the quota was used up', ['rejected', 429], together, PLAIN],
		['the service was not available', ['rejected', 503], together, PLAIN],
		['the service could not be reached', ['notSent', null], together, PLAIN],
		['the credential was wrong', ['rejected', 401], together, CORRECTED],
		['the shop was not granted', ['rejected', 403], together, CORRECTED],
		['the address was wrong', ['rejected', 404], together, CORRECTED],
		['the address was another', ['rejected', 302], together, CORRECTED],
		['a 500 came of the shop', ['rejected', 500], together, CORRECTED],
		['a row was refused', ['rejected', 400], isolated, BY_BRANCH],
		['a row was refused alone', ['rejected', 400], { ...together, rows: 1 }, BY_BRANCH],
		['a row was too large', ['rejected', 413], together, BY_BRANCH],
		['contacts were refused', ['rejected', 422], {}, BY_BRANCH],
	])('if rows were accepted and %s is not to execute again', (_, first, more, advice) => {
		const counts = { accepted: 2, rejected: 1, notSent: 2 };
		expect(errorAfter({ counts, first, ...more }).description).toBe(`Do it well. ${advice}`);
	});

	it('if the service named rows, claims that none has arrived no more', () => {
		const given = { first: ['rejected', 400] as Stopped['first'], isPartly: true, ...together };
		const { description } = errorAfter({ ...given, counts: { rejected: 2, notSent: 1 } });
		expect(description).toMatch(
			/^Do it well\. 1\. Correct the rows that the service names\. 2\. If it/,
		);
		const counts = { accepted: 2, rejected: 2, notSent: 1 };
		expect(errorAfter({ ...given, counts }).description).toBe(
			`Do it well. ${NOT_AGAIN} 1. If the service does not overwrite what it has, look up which of the rejected rows are there. 2. ${LOST} 3. ${REST}`,
		);
	});

	it('if one bad row may have refused many is to isolate it first', () => {
		const given = { first: ['rejected', 400] as Stopped['first'], ...together };
		expect(errorAfter({ ...given, counts: { rejected: 2, notSent: 1 } }).description).toBe(
			`Do it well. Nothing has arrived at the service. ${ISOLATE} 2. Execute again.`,
		);
		const counts = { accepted: 2, rejected: 2, notSent: 1 };
		expect(errorAfter({ ...given, counts }).description).toBe(
			`Do it well. ${NOT_AGAIN} ${ISOLATE} 2. ${LOST} 3. ${REST}`,
		);
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

	it('after a 503 without unknown rows may be to try again later', () => {
		const said = { explanation: 'Try again later.' };
		const { description } = errorAfter({ counts: { notSent: 1 }, first: ['rejected', 503], said });
		expect(description).toBe(`Try again later. ${NOTHING}`);
	});

	it('if an earlier try has sent rows is not to execute again', () => {
		const counts = { notSent: 3 };
		const { description } = errorAfter({ counts, first: ['notSent', null], hasEarlier: true });
		expect(description).toBe(`Do it well. ${PLAIN}`);
	});

	it('if rows that were sent are skipped is to execute again', () => {
		const skipping = { skipSentRows: true };
		const again =
			'Once the cause is corrected or gone, execute again: as "Skip Rows Already Sent" is on, only the rest (3) is sent.';
		const counts = { accepted: 2, rejected: 1, notSent: 2, alreadySent: 5 };
		const error = errorAfter({ counts, first: ['rejected', 503], ...skipping });
		expect(error.description).toBe(`Do it well. ${again}`);
		expect(error.message).toContain(
			'Of 10 rows: 2 accepted, 1 rejected, 2 not sent, 5 had been sent by earlier runs.',
		);
		const isolating = errorAfter({ counts, first: ['rejected', 400], ...skipping, ...together });
		expect(isolating.description).toBe(`Do it well. ${ISOLATE.slice('1. '.length)} ${again}`);
		const unknown = errorAfter({
			counts: { ...counts, unknown: 4 },
			first: ['unknown', 502],
			...skipping,
		});
		expect(unknown.description).toBe(
			`Do it well. ${again} The unknown rows (4) may have arrived, and are not sent again. Look them up at the service, and send those that are missing with that field turned off.`,
		);
	});

	it('is for an agent what it can do itself', () => {
		const type = 'n8n-nodes-merchant-data.merchantDataTool';
		const given = { first: ['rejected', 400] as Stopped['first'], type };
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
