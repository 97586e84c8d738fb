import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Ledger } from '../../../../nodes/MerchantData/delivery/sent/ledger.ts';
import type { EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import type { FailedOutcome } from '../../../../nodes/MerchantData/service/errors/statusRow.ts';
import type { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { InvalidInput } from '../../../../nodes/MerchantData/errors/invalidInput.ts';
import { formatOf, inputsOf, inspectionOf, row, sourceOf } from '../road.mts';

const FIRST_ATTEMPT = {
	run: 0,
	endpoint: 'pushAds' as EndpointName,
	target: 'account at a' as string | undefined,
	type: 'merchantData',
	/** Undefined for a deletion. */
	ifSentAgain: 'mayDouble' as 'mayDouble' | 'replaces' | undefined,
};

/** What n8n keeps of an execution from attempt to attempt. */
function createExecutionData() {
	let nodeContext: IDataObject = {};
	const kept = () => nodeContext as { merchantDataLedger?: { entries: IDataObject[] } };
	return {
		kept,
		/** Begins an attempt of the node. */
		open(given: Partial<typeof FIRST_ATTEMPT> = {}) {
			const { run, endpoint, target, type, ifSentAgain } = { ...FIRST_ATTEMPT, ...given };
			const context = {
				getNode: () => ({ type }),
				getContext: (name: string) => (name === 'node' ? nodeContext : {}),
				getWorkflowDataProxy: () => ({ $runIndex: run }),
			} as unknown as IExecuteFunctions;
			return new Ledger(context, formatOf({ endpoint }), target, { ifSentAgain });
		},
		/** The process dies, or the execution is stored and retried. */
		store() {
			nodeContext = JSON.parse(JSON.stringify(nodeContext)) as IDataObject;
			return kept();
		},
	};
}

/** The rows of items from one to another. */
const rowsOf = (from: number, to = from) =>
	Array.from({ length: to - from + 1 }, (_, index) => row(from + index));

const begin = (ledger: Ledger, rows: readonly Row[]) =>
	ledger.begin(rows, formatOf({}).bodyOf(rows));

/** Notes a request that came to this. */
function send(
	ledger: Ledger,
	rows: readonly Row[],
	end: FailedOutcome | 'accepted' | 'inFlight' = 'accepted',
) {
	const entry = begin(ledger, rows);
	entry.attempt('inFlight');
	if (end === 'accepted') entry.accept({ rows: rows.length });
	else if (end !== 'inFlight') entry.end(end);
}

/** What an attempt knows of the items from 0 on. */
const known = (ledger: Ledger, count: number) =>
	rowsOf(0, count - 1).map((each) => {
		const entry = ledger.earlier(each);
		return entry && (entry.receipt ? 'accepted' : 'unknown');
	});

describe('an entry', () => {
	it('has the places of its rows as ranges of neighbours', () => {
		const ofFirst = [0, 1, 2, 4].map((ordinal) => row(0, { ordinal }));
		const rows = [...ofFirst, row(1, { ordinal: 5 }), row(12)];
		const data = createExecutionData();
		send(data.open(), rows);
		const [{ ranges }] = data.store().merchantDataLedger!.entries as [IDataObject];
		expect(ranges).toBe('0.0-2 0.4 1.5 12.0');
		const later = data.open();
		const others = [row(0, { ordinal: 3 }), row(1), row(12, { ordinal: 1 })];
		expect([...rows, ...others].filter((each) => later.earlier(each))).toEqual(rows);
	});

	it('stays unknown from attempt to attempt of its request, until that is accepted or ends', () => {
		const data = createExecutionData();
		const entry = begin(data.open(), rowsOf(0));
		const state = () => data.kept().merchantDataLedger!.entries[0]!.state;
		const states = (['inFlight', 'unknown', 'inFlight', 'rejected'] as const).map((each) => {
			entry.attempt(each);
			return [state(), entry.mayHaveArrived];
		});
		expect(states).toEqual([['inFlight', true], ...Array<unknown>(3).fill(['unknown', true])]);
		entry.attempt('accepted');
		expect([state(), entry.receipt]).toEqual(['accepted', {}]);
		entry.end('rejected');
		expect([entry.mayHaveArrived, entry.receipt]).toEqual([false, undefined]);
	});

	it.each<[ends: Parameters<typeof send>[2], mayDouble?: string, replaces?: string]>([
		['accepted', 'accepted', 'accepted'],
		['inFlight', 'unknown'],
		['unknown', 'unknown'],
		['rejected'],
		['notSent'],
	])('that ended as %s is %s at the next attempt, and %s if rows replace', (end, ...expected) => {
		const states = (['mayDouble', 'replaces'] as const).map((ifSentAgain) => {
			const data = createExecutionData();
			send(data.open({ ifSentAgain }), rowsOf(0), end);
			data.store();
			return known(data.open({ ifSentAgain }), 1)[0];
		});
		expect(states).toEqual([expected[0], expected[1]]);
	});
});

it.each([['mayDouble'], ['replaces'], [undefined]] as const)(
	'forgets an earlier request of other rows, unless they may be there twice: %s',
	(ifSentAgain) => {
		const data = createExecutionData();
		send(data.open({ ifSentAgain }), rowsOf(0, 2));
		const ledger = data.open({ ifSentAgain });
		const entry = ledger.earlier(row(0))!;
		expect(entry.stored.count).toBe(3);
		const counts = ifSentAgain === 'mayDouble';
		expect(ledger.counts(entry, rowsOf(0, 1))).toBe(counts);
		expect(data.store().merchantDataLedger!.entries).toHaveLength(counts ? 1 : 0);
	},
);

describe('what another target accepted', () => {
	const data = createExecutionData();
	send(data.open({ target: 'account at a' }), rowsOf(0));
	send(data.open({ target: 'account at b' }), rowsOf(1));

	it.each([
		['account at a', ['accepted', undefined]],
		['account at b', [undefined, 'accepted']],
		['account at c', [undefined, undefined]],
		[undefined, ['accepted', 'accepted']],
	])('is kept, and told to that target alone (%s)', (target, states) => {
		expect(known(data.open({ target }), 2)).toEqual(states);
	});
});

it.each([
	['another run, as in a loop', { run: 1 }],
	['another endpoint', { endpoint: 'pushEmailSms' as const }],
])('drops what was noted for %s', (_, other) => {
	const data = createExecutionData();
	send(data.open(), rowsOf(0));
	expect(known(data.open(other), 1)).toEqual([undefined]);
	expect(known(data.open(), 1)).toEqual([undefined]);
	const merchantDataLedger = { run: 0, endpoint: 'pushAds', entries: [], inputs: {} };
	expect(data.store()).toEqual({ merchantDataLedger });
});

it("keeps nothing of an agent's calls, because parallel ones share run and places", () => {
	const data = createExecutionData();
	const tool = { type: 'merchantDataTool' };
	const [one, other] = [data.open(tool), data.open(tool)];
	send(one, rowsOf(0));
	for (const ledger of [other, data.open(tool)]) expect(known(ledger, 1)).toEqual([undefined]);
	expect(data.store()).toEqual({});
});

describe('an input item', () => {
	/** The items that an attempt finds to be others, given the fingerprints of those from 0 on. */
	async function othersOf(ledger: Ledger, ...fingerprints: string[]) {
		const inputs = inputsOf(...fingerprints.map((fingerprint) => ({ fingerprint, rows: 3 })));
		const compared = await ledger.compare(inspectionOf([], { inputs }), sourceOf([]));
		const others = [...compared.inputs].filter(([, { isOther }]) => isOther);
		for (const [, { refusal }] of others)
			expect(refusal!.message).toMatch(/^The input item has other/);
		return others.map(([item]) => item);
	}
	/** Begins an execution whose first attempt notes the fingerprints of the items from 0 on. */
	function begun(...fingerprints: string[]) {
		const data = createExecutionData();
		const first = data.open();
		const inputs = inputsOf(...fingerprints.map((fingerprint) => ({ fingerprint })));
		first.noteInputs(inspectionOf([], { inputs }));
		return { ...data, first };
	}

	it('is known again, and is another one only if rows of the first were sent', async () => {
		const { first, open, store } = begun('a', 'b', 'c');
		send(first, rowsOf(0), 'inFlight');
		send(first, rowsOf(1), 'rejected');
		// An item may be any of the request.
		send(first, rowsOf(2, 3));
		store();
		const second = open();
		expect(await othersOf(second, 'a', 'b', 'c')).toEqual([]);
		expect(await othersOf(second, 'x', 'x', 'x')).toEqual([0, 2]);
	});

	it('that is another one stays so, until it is the first one again', async () => {
		const { first, open, store } = begun('a', 'b');
		send(first, rowsOf(0));
		const second = open();
		const inputs = inputsOf({ fingerprint: 'x' }, { fingerprint: 'c' });
		second.noteInputs(await second.compare(inspectionOf([], { inputs }), sourceOf([])));
		send(second, rowsOf(1));
		store();
		expect(await othersOf(open(), 'x', 'b')).toEqual([0, 1]);
		expect(await othersOf(open(), 'a', 'c')).toEqual([]);
	});

	it('has one row if it is not noted: it is another one if it had more, or has more now', async () => {
		const { first, open } = begun('3 rows');
		send(first, rowsOf(0, 1));
		const second = open();
		expect(await othersOf(second)).toEqual([0]);
		expect(await othersOf(second, '3 rows', '2 rows')).toEqual([1]);
		const inspection = inspectionOf([], { inputs: inputsOf({ fingerprint: '3 rows' }) });
		expect(await second.compare(inspection, sourceOf([]))).toEqual(inspection);
	});

	it('is another one though it was sent to another target', async () => {
		const { open } = begun('a');
		send(open({ target: 'account at b' }), rowsOf(0));
		// What is sent here now would be taken for the rows of the first there.
		expect(await othersOf(open(), 'x')).toEqual([0]);
	});

	it('keeps the reason for which it is refused already, and the inspection is left as it is', async () => {
		const { first, open } = begun();
		send(first, rowsOf(0, 1));
		const own = new InvalidInput('file.noTable', 'It is no good');
		const inspection = inspectionOf([], { inputs: inputsOf({ refusal: own, rows: 7 }) });
		const compared = await open().compare(inspection, sourceOf([]));
		expect(compared.inputs.get(0)).toMatchObject({ refusal: own, rows: 7, isOther: true });
		expect(inspection.inputs).toEqual(inputsOf({ refusal: own, rows: 7 }));
	});

	const shifted = [row(0, { json: '{"n":9}' }), row(1)];
	const later = [...rowsOf(0, 1), row(2, { json: '{"n":9}' })];
	it.each<[now: string, Row[], mayReorder: boolean, 'mayDouble' | 'replaces', others: number[]]>([
		['as they were', rowsOf(0, 2), true, 'mayDouble', []],
		['other rows after those', later, true, 'mayDouble', []],
		['shifted', shifted, true, 'mayDouble', [0, 1]],
		['shifted, in a mode that keeps places', shifted, false, 'mayDouble', []],
		['shifted, and rows replace', shifted, true, 'replaces', []],
	])('that may reorder its rows is compared by them: %s', async (_, rows, ...given) => {
		const [mayReorder, ifSentAgain, expected] = given;
		const { first, open, store } = begun();
		send(first, rowsOf(0, 1));
		send(first, rowsOf(2), 'rejected');
		store();
		const source = sourceOf(rows, { mayReorder });
		const { inputs } = await open({ ifSentAgain }).compare(inspectionOf(rows), source);
		expect([...inputs.keys()]).toEqual(expected);
		const message = '"Rows" has other rows than at the earlier attempt';
		for (const { refusal } of inputs.values())
			expect(refusal).toMatchObject({ code: 'sent.otherRows', message });
	});
});
