import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Ledger } from '../../../../nodes/MerchantData/delivery/sent/ledger.ts';
import type { EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import type { FailedOutcome } from '../../../../nodes/MerchantData/service/errors/statusRow.ts';
import type { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import type { Source } from '../../../../nodes/MerchantData/input/source.ts';
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
const rowsOf = (from: number, to = from, shop = 'a') =>
	Array.from({ length: to - from + 1 }, (_, index) => row(from + index, { shop }));

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
const known = (ledger: Ledger, count: number, shop = 'a') =>
	Array.from({ length: count }, (_, item) => {
		const entry = ledger.earlier(row(item, { shop }));
		return entry && (entry.receipt ? 'accepted' : 'unknown');
	});

it('knows nothing at first, nor of what this attempt sends', () => {
	const ledger = createExecutionData().open();
	send(ledger, rowsOf(0), 'inFlight');
	expect([known(ledger, 1), ledger.hasEarlier]).toEqual([[undefined], false]);
});

describe('an entry', () => {
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

	it.each<[ends: Parameters<typeof send>[2], mayDouble: string | undefined, replaces?: string]>([
		['accepted', 'accepted', 'accepted'],
		['inFlight', 'unknown'],
		['unknown', 'unknown'],
		['rejected', undefined],
		['notSent', undefined],
	])('that ended as %s is %s at the next attempt, and %s if rows replace', (end, ...expected) => {
		const [mayDouble, replaces] = (['mayDouble', 'replaces'] as const).map((ifSentAgain) => {
			const data = createExecutionData();
			send(data.open({ ifSentAgain }), rowsOf(0), end);
			data.store();
			return known(data.open({ ifSentAgain }), 1)[0];
		});
		expect([mayDouble, replaces]).toEqual([expected[0], expected[1]]);
	});
});

it('notes how many rows a request has', () => {
	expect(begin(createExecutionData().open(), rowsOf(0, 2)).stored.count).toBe(3);
});

it.each([['mayDouble'], ['replaces'], [undefined]] as const)(
	'forgets an earlier request of other rows, unless they may be there twice: %s',
	(ifSentAgain) => {
		const data = createExecutionData();
		send(data.open({ ifSentAgain }), rowsOf(0, 2));
		const ledger = data.open({ ifSentAgain });
		const counts = ifSentAgain === 'mayDouble';
		expect(ledger.counts(ledger.earlier(row(0))!, rowsOf(0, 1))).toBe(counts);
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
		const refusal = undefined;
		const inputs = inputsOf(
			...fingerprints.map((fingerprint) => ({ fingerprint, rows: 3, refusal })),
		);
		const compared = await ledger.compare(inspectionOf([], { inputs }), sourceOf([]));
		const others = [...compared.inputs].filter(([, { isOther }]) => isOther);
		for (const [, input] of others)
			expect(input.refusal!.message).toMatch(/^The input item has other/);
		return others.map(([item]) => item);
	}
	/** Notes the fingerprints of the items from 0 on. */
	function noteInputs(ledger: Ledger, ...fingerprints: string[]) {
		const inputs = inputsOf(...fingerprints.map((fingerprint) => ({ fingerprint })));
		ledger.noteInputs(inspectionOf([], { inputs }));
	}

	it('is known again, and is another one only if rows of the first were sent', async () => {
		const data = createExecutionData();
		const first = data.open();
		noteInputs(first, 'a', 'b', 'c');
		send(first, rowsOf(0), 'inFlight');
		send(first, rowsOf(1), 'rejected');
		// An item may be any of the request.
		send(first, rowsOf(2, 3));
		data.store();
		const second = data.open();
		expect(await othersOf(second, 'a', 'b', 'c')).toEqual([]);
		expect(await othersOf(second, 'x', 'x', 'x')).toEqual([0, 2]);
		expect(await othersOf(data.open({ run: 1 }), 'x', 'x', 'x')).toEqual([]);
	});

	it('that is another one stays so, until it is the first one again', async () => {
		const data = createExecutionData();
		const first = data.open();
		noteInputs(first, 'a', 'b');
		send(first, rowsOf(0));
		const second = data.open();
		const inputs = inputsOf({ fingerprint: 'x' }, { fingerprint: 'c' });
		second.noteInputs(await second.compare(inspectionOf([], { inputs }), sourceOf([])));
		send(second, rowsOf(1));
		data.store();
		expect(await othersOf(data.open(), 'x', 'b')).toEqual([0, 1]);
		expect(await othersOf(data.open(), 'a', 'c')).toEqual([]);
	});

	it('has one row if it is not noted: it is another one if it had more, or has more now', async () => {
		const data = createExecutionData();
		const first = data.open();
		noteInputs(first, '3 rows');
		send(first, rowsOf(0, 1));
		const second = data.open();
		expect(await othersOf(second)).toEqual([0]);
		expect(await othersOf(second, '3 rows', '2 rows')).toEqual([1]);
		const inputs = inputsOf({ fingerprint: '3 rows' });
		const inspection = inspectionOf([], { inputs });
		expect(await second.compare(inspection, sourceOf([]))).toEqual(inspection);
	});

	it('is another one though it was sent to another target', async () => {
		const data = createExecutionData();
		noteInputs(data.open(), 'a');
		send(data.open({ target: 'account at b' }), rowsOf(0));
		// What is sent here now would be taken for the rows of the first there.
		expect(await othersOf(data.open(), 'x')).toEqual([0]);
	});

	it('keeps the reason for which it is refused already, and the inspection is left as it is', async () => {
		const data = createExecutionData();
		send(data.open(), rowsOf(0, 1));
		const own = new InvalidInput('file.noTable', 'It is no good');
		const inspection = inspectionOf([], { inputs: inputsOf({ refusal: own, rows: 7 }) });
		const compared = await data.open().compare(inspection, sourceOf([]));
		expect(compared.inputs.get(0)).toMatchObject({ refusal: own, rows: 7, isOther: true });
		expect(inspection.inputs).toEqual(inputsOf({ refusal: own, rows: 7 }));
	});

	it.each<[now: string, rows: Row[], more: Partial<Source>, others: number[]]>([
		['as they were', rowsOf(0, 2), { mayReorder: true }, []],
		['other rows after those', [...rowsOf(0, 1), row(2, { json: '9' })], { mayReorder: true }, []],
		['shifted', [row(0, { json: '{"n":9}' }), row(1)], { mayReorder: true }, [0, 1]],
		['shifted, in a mode that keeps places', [row(0, { json: '9' }), row(1)], {}, []],
	])('that may reorder its rows is compared by them: %s', async (_, rows, more, expected) => {
		const data = createExecutionData();
		const first = data.open();
		send(first, rowsOf(0, 1));
		send(first, rowsOf(2), 'rejected');
		data.store();
		const { inputs } = await data.open().compare(inspectionOf(rows), sourceOf(rows, more));
		expect([...inputs.keys()]).toEqual(expected);
		const message = '"Rows" has other rows than at the earlier attempt';
		for (const { refusal } of inputs.values())
			expect(refusal).toMatchObject({ code: 'sent.otherRows', message });
	});
});
