import { outcomeError, refusedError } from '../../../nodes/MerchantData/delivery/stopErrors.ts';
import { Spans } from '../../../nodes/MerchantData/delivery/spans.ts';
import type { DeliveryOptions } from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { Inspection } from '../../../nodes/MerchantData/input/source.ts';
import { rowOf } from '../../../nodes/MerchantData/service/errors/errorTable.ts';
import type { FailedAnswer } from '../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/statusRow.ts';
import {
	InvalidInput,
	InvalidValue,
	LooksWrong,
} from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { failure, inputsOf, inspectionOf, node, refused, row, sourceOf } from './road.mts';

const RETRY = 'In the list of executions, choose "Retry with currently saved workflow".';

type Options = Pick<DeliveryOptions, 'ifSentAgain' | 'isolateRejectedRows'>;

const TOOL = { ...node, type: 'n8n-nodes-merchant-data.merchantDataTool' };

describe('the error of a node that finds wrong rows before it sends', () => {
	const WHAT_NOW = 'Nothing was sent. Correct this, then execute again.';
	const CALL_AGAIN = 'Nothing was sent. Correct this and call the tool again.';
	const OTHERS =
		'To send the others anyway, set "On Error" to "Continue (using error output)" and connect a node to the Error Branch.';
	const errorFor = (
		rows: readonly Row[],
		learned: Partial<Inspection> = {},
		{ mayDouble = false, on = node } = {},
	) => refusedError(on, inspectionOf(rows, learned), sourceOf([]), 'rows', mayDouble);

	const ROWS = [row(0), row(1), refused(2)];
	const twelve = Array.from({ length: 12 }, (_, item) => refused(item));
	const nine = twelve.slice(1, 10).map((_, item) => `Row ${item + 2}: No ${item + 1}.`);
	const NOT_AGAIN = `Do not execute again, or rows are sent twice. Instead: 1. Correct this. 2. Save the workflow. 3. ${RETRY} It sends only what no earlier attempt has sent.`;
	const refusal = new InvalidInput('file.noTable', 'The file is no good', 'Take another.');
	const lost = (...from: number[]) => from.map((n) => refused(0, { line: n, problem: refusal }));
	const dateIn = (at: number, column: string) => {
		const problem = new InvalidValue('value.notADate', column, `is ${at}`, 'Correct it.');
		return refused(0, { line: at, problem });
	};

	it.each<[what: string, Row[], description: string, how?: Parameters<typeof errorFor>[2]]>([
		['names one row', ROWS, `Mend it. ${WHAT_NOW} ${OTHERS}`],
		['names ten of many', twelve, `Mend it. ${nine.join(' ')} 2 more cannot be sent. ${WHAT_NOW}`],
		[
			'names the first row of each kind of problem, and where the others are',
			[...lost(2, 3, 4), refused(9), ...lost(6)],
			`Take another. Lines 3 to 4 and 6: the same problem. Row 10: No 9. ${WHAT_NOW}`,
		],
		[
			'tells the columns of problems apart',
			[dateIn(2, 'a'), dateIn(3, 'b'), dateIn(4, 'a'), dateIn(5, 'b')],
			`Correct it. Line 4: the same problem. Line 3: "b" is 3. Line 5: the same problem. ${WHAT_NOW}`,
		],
		['does not double rows', ROWS, `Mend it. ${NOT_AGAIN} ${OTHERS}`, { mayDouble: true }],
		['tells an agent to call the tool again', ROWS, `Mend it. ${CALL_AGAIN}`, { on: TOOL }],
	])('%s', (...[, rows, description, how]) => {
		expect(errorFor(rows, {}, how)).toMatchObject({ description, outcome: 'rejected' });
	});

	it('has the code and the item of the first row, and says that rows look wrong if all do', () => {
		const message = 'Row 3 cannot be sent: No 2';
		const about = { code: 'value.wrongType', context: { itemIndex: 2 } };
		expect(errorFor(ROWS)).toMatchObject({ message, ...about });
		const total = refused(3, { problem: new LooksWrong('looksWrong.total', 'A total', '') });
		expect(errorFor([total]).message).toBe('Row 4 looks wrong: A total');
		expect(errorFor([total, refused(4)]).message).toMatch(/^2 of 2 rows cannot be sent\. /);
	});

	it('names no item if nothing of the items can be sent', () => {
		const learned = { refusal, inputs: inputsOf({ rows: 2 }, { rows: 1 }) };
		expect(errorFor([row(0), row(0), row(1)], learned, { mayDouble: true })).toMatchObject({
			message: 'The file is no good',
			description: `Take another. ${NOT_AGAIN}`,
		});
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
});

const NO_ROWS = { accepted: 0, rejected: 0, unknown: 0, notSent: 0, unchanged: 0 };

interface Stopped {
	counts: Partial<typeof NO_ROWS>;
	first?: [outcome: FailedOutcome, status: number | null, text?: string];
	options?: Options;
	/** Spans of the rows that were accepted, such as `1-2 4-9`, and of those that are unknown. */
	accepted?: string;
	unknown?: string;
	noun?: 'contacts' | 'rows';
	hasEarlier?: boolean;
	/** How many rows the request had that failed first. */
	rows?: number;
	isTool?: boolean;
	/** What the error of the request says. */
	said?: object;
}

function spansOf(what: 'contact' | 'line', text = ''): Spans {
	const all = new Spans({ placeOf: ({ inShop: number }) => ({ what, number }) });
	for (const span of text.matchAll(/(\d+)-(\d+)/g)) {
		const [from, to] = span.slice(1).map(Number) as [number, number];
		const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
		all.add(numbers.map((inShop) => row(0, { shop: 'a.example', inShop })));
	}
	return all;
}

/** The error of a node that stopped. */
function errorAfter({ counts: given, first = ['rejected', 400], rows = 2, ...more }: Stopped) {
	const { noun = 'rows', hasEarlier = false, options = { ifSentAgain: 'mayDouble' } } = more;
	const [outcome, status, text] = first;
	const failed = failure(outcome, status, 7);
	if (status !== null) failed.answer = { row: rowOf(status, text) } as FailedAnswer;
	Object.assign(failed.error, more.said);
	const counts = { ...NO_ROWS, ...given };
	const what = noun === 'rows' ? 'line' : 'contact';
	return outcomeError(more.isTool ? TOOL : node, {
		noun,
		total: Object.values(counts).reduce((sum, count) => sum + count, 0),
		counts,
		first: { ...failed, rows: Array.from({ length: rows }, (_, item) => row(item)) },
		place: `${what} 502`,
		spans: { accepted: spansOf(what, more.accepted), unknown: spansOf(what, more.unknown) },
		hasEarlier,
		options,
	});
}

describe('the error of a stopped push', () => {
	const ISOLATE = 'To find the bad rows, turn on "Isolate Rejected Rows" in the options.';
	const NOTHING = 'No row was accepted. Correct the cause, then execute again.';
	const notAgain = (sent: string) => `Do not execute again, or ${sent} sent twice. Instead:`;
	const theRest = (rows: string) => `${RETRY} It sends only the other ${rows}.`;
	const IF_REPLACED =
		'If the service replaces rows, skip these steps. Set "If a Row Is Sent Again" to "It Replaces the Earlier One" and execute again.';
	const BY_BRANCH =
		'If rows are wrong, set "On Error" to "Continue (using error output)" to get them at the Error Branch.';
	const someSent = (sent: string, rest: string) =>
		`${notAgain(sent)} 1. Correct the cause, or wait. ${BY_BRANCH} 2. Save the workflow. 3. ${theRest(rest)} ${IF_REPLACED}`;
	const SOME = someSent('500 rows are', '1,708 rows');
	const FINE = `The rows are fine. ${notAgain('500 rows are')} 1. Correct the credential or the shop, and save. 2. ${theRest('1,708 rows')} ${IF_REPLACED}`;
	const LOOK = '1. Check at the service which of them arrived. They may take 20 minutes to appear.';
	const PUSH = '2. Push the missing ones from a file or list of their own.';
	const OTHERS = 'Correct the cause, then send only the other rows.';
	const together: Options = { ifSentAgain: 'mayDouble', isolateRejectedRows: false };
	const some = { accepted: 500, rejected: 500, notSent: 1_208 };
	const none = { rejected: 500, notSent: 1_708 };

	it.each<[after: string, Stopped, ending: string]>([
		['none was accepted', { counts: none, first: ['rejected', 429] }, NOTHING],
		['one of many may be bad', { counts: none, options: together }, `${NOTHING} ${ISOLATE}`],
		['a row alone was refused', { counts: none, options: together, rows: 1 }, NOTHING],
		['some were accepted', { counts: some }, SOME],
		['the access was refused', { counts: some, first: ['rejected', 401] }, FINE],
		['a page said no', { counts: some, first: ['rejected', 403, '<html></html>'] }, SOME],
		[
			'some are unknown',
			{
				counts: { accepted: 500, unknown: 500, notSent: 1_208 },
				first: ['unknown', 502],
				unknown: '8-507',
			},
			`Do not execute again: 500 rows may be stored (lines 8 to 507 of a.example). Instead: ${LOOK} ${PUSH} 3. ${RETRY} It sends only the other 1,208 rows. ${IF_REPLACED}`,
		],
		[
			'all are unknown',
			{ counts: { unknown: 1 }, first: ['unknown', null], unknown: '8-8' },
			`Do not execute again: 1 row may be stored (line 8 of a.example). Instead: ${LOOK} ${PUSH} ${IF_REPLACED}`,
		],
		[
			'an earlier attempt sent rows that were not read',
			{ counts: { notSent: 3 }, first: ['notSent', null], hasEarlier: true },
			someSent('rows are', '3 rows'),
		],
		['one was accepted', { counts: { accepted: 1, rejected: 1 } }, someSent('1 row is', '1 row')],
	])('says what to do if rows may be there twice and %s', (_, given, ending) => {
		expect(errorAfter(given).description).toBe(`Do it well. ${ending}`);
	});

	it.each<[after: string, Stopped, more: string]>([
		['a refusal', { counts: some }, ''],
		[
			'lost answers',
			{ counts: { unknown: 500, accepted: 7 }, first: ['unknown', 502], unknown: '8-507' },
			' 500 rows may not have arrived (lines 8 to 507 of a.example). The next run sends them.',
		],
		[
			'a lost answer',
			{ counts: { unknown: 1 }, unknown: '8-8' },
			' 1 row may not have arrived (line 8 of a.example). The next run sends it.',
		],
	])('says to execute again if rows replace, after %s', (_, given, more) => {
		const options = { ...given.options, ifSentAgain: 'replaces' as const };
		expect(errorAfter({ hasEarlier: true, ...given, options }).description).toBe(
			`Do it well. Correct the cause, then execute again. Rows that the service already has are replaced.${more}`,
		);
	});

	const OF_PUSHES = /\brows?\b|Sent Again|replaces|Isolate|No contact|stored|[Pp]ush|20 min/;
	const MAY_HAVE_ARRIVED =
		'the request for 2 contacts may have arrived (contacts 1 to 2 of a.example). Instead: 1. Ask the support';

	it.each<Stopped>([
		{ counts: { accepted: 500, rejected: 1_708 } },
		{ counts: { accepted: 500, rejected: 1_708 }, first: ['rejected', 401] },
		{ counts: { rejected: 2 } },
		{ counts: { unknown: 2, notSent: 6 }, first: ['unknown', 502], unknown: '1-2' },
	])('says of a deletion request only what is known, and no field of pushes: %j', (given) => {
		const error = errorAfter({ ...given, noun: 'contacts', options: {} });
		const text = error.message + error.description;
		expect(text).not.toMatch(OF_PUSHES);
		if (given.unknown) expect(text).toContain(MAY_HAVE_ARRIVED);
	});

	it.each<[ending: string, counts: Stopped['counts'], accepted?: string, unknown?: string]>([
		[
			`Do not send again: lines 1 to 500 of a.example (accepted); lines 701 to 720 of a.example (may have arrived). ${OTHERS}`,
			{ accepted: 500, rejected: 200, unknown: 20 },
			'1-500',
			'701-720',
		],
		[
			`Do not send again: line 1 of a.example and line 3 of a.example (accepted). ${OTHERS}`,
			{ accepted: 2, notSent: 3 },
			'1-1 3-3',
		],
		['Do not send again: line 1 of a.example (may have arrived).', { unknown: 1 }, '', '1-1'],
		['No row was accepted. Correct the cause, then call the tool again.', { rejected: 2 }],
	])('tells an agent: %s', (...[ending, counts, accepted, unknown]) => {
		const told = (options?: Options) =>
			errorAfter({ isTool: true, counts, accepted, unknown, options }).description;
		expect(told()).toBe(`Do it well. ${ending}`);
		expect(told({ ifSentAgain: 'replaces' })).toBe(
			'Do it well. Correct the cause, then call the tool again with all rows: stored ones are replaced.',
		);
	});
});

it.each<[became: string, counts: Stopped['counts']]>([
	['2,208 rows, 500 were accepted and 1,708 rejected', { accepted: 500, rejected: 1_708 }],
	['10 rows, 1 was accepted, 2 unknown and 7 unchanged', { accepted: 1, unknown: 2, unchanged: 7 }],
	['7 rows, 7 were not sent', { notSent: 7 }],
])('the error of a stopped push counts all rows: %s', (became, counts) => {
	expect(errorAfter({ counts }).message).toBe(`400: no. Of ${became}. First rejected: line 502`);
});

it('the error of a stopped push names no status without an answer, and has the block for support last', () => {
	const said = { message: 'No answer. None', explanation: '', supportBlock: '\nBLOCK' };
	const error = errorAfter({ counts: { unknown: 1 }, first: ['unknown', null], said });
	expect(error.message).toBe('No answer. None. Of 1 row, 1 was unknown. First unknown: line 502');
	expect(error.status).toBeUndefined();
	expect(error.description).toMatch(/^Do not execute again.*\nBLOCK$/s);
});
