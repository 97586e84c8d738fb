import { check } from '../../../nodes/MerchantData/delivery/cut.ts';
import { outcomeError, refusedError } from '../../../nodes/MerchantData/delivery/stopErrors.ts';
import type { PushedFile, Row } from '../../../nodes/MerchantData/rows/row.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { failure, fileOf, line, node, refused, row, sourceOf } from './road.mts';

describe('rows that cannot be sent', () => {
	const WHAT_NOW = 'Nothing was sent. Correct this and execute again.';
	const OTHERS =
		'To send the others all the same, set On Error to "Continue (using error output)", and connect a node to the Error Branch, or these rows are lost.';
	async function errorFor(rows: readonly Row[], hasEarlier = false, files?: PushedFile[]) {
		const source = sourceOf([], { rows: () => [rows.slice(0, 2), [], rows.slice(2)], files });
		return refusedError(node, await check(source), source, 'rows', hasEarlier);
	}

	it('says of one row what is wrong and what to do', async () => {
		expect(await errorFor([row(0), refused(1), row(2)])).toMatchObject({
			message: '1 of 3 rows cannot be sent. First, row 2: No 1',
			description: `Mend it. ${WHAT_NOW} ${OTHERS}`,
			outcome: 'rejected',
			context: { itemIndex: 1 },
		});
	});

	it('names the first ten of several by place, and how many more there are', async () => {
		const named = (count: number) =>
			Array.from({ length: count }, (_, item) => `row ${item + 1}: No ${item}`).join('; ');
		for (const [count, more] of [
			[10, ''],
			[12, '; 2 more'],
		] as const) {
			const error = await errorFor(Array.from({ length: count }, (_, item) => refused(item)));
			expect(error.message).toBe(`${count} of ${count} rows cannot be sent. First, row 1: No 0`);
			expect(error.description).toBe(`Mend it. What is wrong: ${named(10)}${more}. ${WHAT_NOW}`);
		}
	});

	it('names rows together that are wrong in one way', async () => {
		const free = () => ({ problem: new InvalidInput('Is bad') });
		const rows = [refused(0, free()), refused(1), refused(2, free())];
		const { message, description } = await errorFor(rows);
		expect(message).toBe('3 of 3 rows cannot be sent. First, row 1: Is bad');
		expect(description).toBe(`What is wrong: row 1, row 3: Is bad; row 2: No 1. ${WHAT_NOW}`);
	});

	it('does not say to execute again where an earlier try has sent rows', async () => {
		expect((await errorFor([row(0), refused(1)], true)).description).toMatch(
			/^Mend it\. Nothing was sent this time, but an earlier try has sent rows: do not execute again\. Correct this, save, and choose "Retry with currently saved workflow" in the list of executions\. To send the others all the same/,
		);
	});

	it('says what is wrong with a file that is refused, and of several which', async () => {
		const refusal = new InvalidInput('The file is no good', 'Take another.');
		const [good, bad] = [fileOf(), fileOf({ item: 1, refusal })];
		const rows = [line(0), refused(1), refused(2)];
		expect(await errorFor(rows, false, [bad])).toMatchObject({
			message: 'The file is no good',
			description: `Take another. ${WHAT_NOW}`,
			outcome: 'rejected',
			context: { itemIndex: 1 },
		});
		const { message, description } = await errorFor(rows, true, [good, bad]);
		expect(message).toBe('Item 2: The file is no good');
		expect(description).toMatch(
			/^Take another\. Nothing was sent this time, .* do not execute again/,
		);
		expect(description).toContain(OTHERS);
	});

	it('says once where a line is that could not be read', async () => {
		const problem = new InvalidInput('It cannot be read: line 4 holds nonsense');
		const { message } = await errorFor([line(2, { problem })]);
		expect(message).toBe(
			'1 of 1 rows cannot be sent. First, It cannot be read: line 4 holds nonsense',
		);
		// Another number is not its line.
		const other = await errorFor([line(12, { problem })]);
		expect(other.message).toContain('First, row 1: It cannot');
	});
});

const NO_ROWS = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };

type Failed = [outcome: FailedOutcome, status: number | null, rows: number];

/** The error after so many accepted rows and such failures, of so many rows in all. */
function errorAfter(
	accepted: number,
	failed: Failed[],
	total: number,
	{ type = node.type, ...options }: { type?: string; isolateRejectedRows?: boolean } = {},
) {
	const counts = { ...NO_ROWS, accepted };
	for (const [outcome, , rows] of failed) counts[outcome] += rows;
	counts.notSent = total - accepted - counts.rejected - counts.unknown;
	const [[outcome, status]] = failed as [Failed];
	const first = failure(outcome, status, 7);
	return outcomeError({ ...node, type }, 'rows', counts, first, 'row 8', options);
}

it('counts every outcome in one error, which is that of the first failure', () => {
	const failed: Failed[] = [
		['rejected', 400, 2],
		['unknown', null, 4],
		['notSent', null, 1],
		['rejected', 403, 5],
	];
	const counts = '3 accepted, 7 rejected, 4 unknown, 6 not sent';
	const advice = `${NOT_AGAIN(3)} 1. ${LOOK_UP(4)} 2. ${BRANCH} 3. ${RETRY('the rest (13)')}`;
	expect(errorAfter(3, failed, 20)).toMatchObject({
		message: `400: no. Of 20 rows: ${counts}. First rejected: row 8.`,
		description: `Do it well. ${advice}`,
		status: 400,
		outcome: 'rejected',
		context: { itemIndex: 7 },
	});
});

const AGAIN = 'Nothing has arrived at the service. Correct the cause and execute again.';
const NOT_AGAIN = (rows: number) =>
	`Do not execute again: that would send the accepted rows (${rows}) once more. Instead:`;
const RETRY = (rest: string) =>
	`Save, and choose "Retry with currently saved workflow" in the list of executions: it sends only ${rest}.`;
const BRANCH =
	'Set On Error to "Continue (using error output)", and connect a node to the Error Branch, or the rejected rows are lost.';
const LOOK_UP = (rows: number) =>
	`Look up the unknown rows (${rows}) at the service: they may have arrived, and Retry does not send them again.`;
const CORRECTED = `${NOT_AGAIN(2)} 1. Correct the cause. 2. ${RETRY('the rest (3)')}`;
const NOT_TWICE = `Do not execute again: that could send the unknown rows twice. Instead: 1. ${LOOK_UP(1)} 2. ${RETRY('the other rows (2)')}`;
const ISOLATE = '"Isolate Rejected Rows" in the options finds the rows that are meant.';

describe('what to do', () => {
	it.each<[number, Failed, total: number, isolateRejectedRows: boolean | undefined, string]>([
		[0, ['rejected', 400, 1], 3, true, AGAIN],
		[0, ['rejected', 400, 2], 2, undefined, AGAIN],
		[0, ['rejected', 400, 2], 2, false, `${ISOLATE} ${AGAIN}`],
		[0, ['rejected', 413, 2], 2, false, AGAIN],
		[0, ['notSent', 400, 2], 2, false, AGAIN],
		[2, ['notSent', null, 1], 5, true, `${NOT_AGAIN(2)} 1. ${RETRY('the rest (3)')}`],
		[2, ['rejected', 400, 1], 5, true, `${NOT_AGAIN(2)} 1. ${BRANCH} 2. ${RETRY('the rest (3)')}`],
		[2, ['rejected', 401, 1], 5, true, CORRECTED],
		[2, ['rejected', 403, 1], 5, true, CORRECTED],
		[2, ['rejected', 404, 1], 5, true, CORRECTED],
		[2, ['unknown', 500, 1], 3, true, `${NOT_AGAIN(2)} 1. ${LOOK_UP(1)}`],
		[0, ['unknown', null, 1], 3, true, NOT_TWICE],
	])('after %d accepted and %j of %d rows (isolated: %s)', (...given) => {
		const [accepted, failed, total, isolateRejectedRows, advice] = given;
		const { description } = errorAfter(accepted, [failed], total, { isolateRejectedRows });
		expect(description).toBe(`Do it well. ${advice}`);
	});

	it('is for an agent what it can do itself', () => {
		const type = 'n8n-nodes-merchant-data.merchantDataTool';
		expect(errorAfter(3, [['rejected', 400, 2]], 5, { type }).description).toBe(
			'Do it well. Do not send the accepted rows (3) again.',
		);
		expect(errorAfter(0, [['rejected', 400, 2]], 5, { type }).description).toBe('Do it well.');
	});
});

it('names no status where there was no answer, and keeps the block for support last', () => {
	const none = failure('unknown', null, 0);
	Object.assign(none.error, {
		message: 'No answer. None',
		explanation: '',
		supportBlock: '\nBLOCK',
	});
	const counts = { ...NO_ROWS, unknown: 1 };
	const error = outcomeError(node, 'contacts', counts, none, 'contact 1', {});
	expect(error.message).toBe(
		'No answer. None. Of 1 contacts: 1 unknown. First unknown: contact 1.',
	);
	expect(error.status).toBeUndefined();
	expect(error.description).toMatch(/^Do not execute again: that could send.*\nBLOCK$/s);
});
