import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Ledger } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Sending } from '../../../nodes/MerchantData/service/call.ts';
import type { EndpointName } from '../../../nodes/MerchantData/service/endpoints.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { inputsOf, inspectionOf, row } from './road.mts';

const FIRST_TRY = {
	run: 0,
	endpoint: 'pushAds' as EndpointName,
	target: 'account at a' as string | undefined,
	type: 'merchantData',
};

/** What n8n keeps of an execution from try to try. */
function createExecutionData() {
	let nodeContext: IDataObject = {};
	return {
		/** Begins a try of the node. */
		open(given: Partial<typeof FIRST_TRY> = {}) {
			const { run, endpoint, target, type } = { ...FIRST_TRY, ...given };
			const context = {
				getNode: () => ({ type }),
				getContext: (name: string) => (name === 'node' ? nodeContext : {}),
				getWorkflowDataProxy: () => ({ $runIndex: run }),
			};
			return new Ledger(context as unknown as IExecuteFunctions, endpoint, target);
		},
		/** The process dies, or the execution is stored and retried. */
		store() {
			nodeContext = JSON.parse(JSON.stringify(nodeContext)) as IDataObject;
			return nodeContext;
		},
	};
}

type State = Sending['state'];

/** The rows of items from one to another. */
const rowsOf = (from: number, to = from, shop = 'a') =>
	Array.from({ length: to - from + 1 }, (_, index) => row(from + index, { shop }));

/** Notes a request that came to this. */
const send = (ledger: Ledger, rows: readonly Row[], state: State = 'accepted') =>
	Object.assign(ledger.begin(rows), { state });

/** What a try knows of the items from 0 on. */
const known = (ledger: Ledger, count: number, shop = 'a') =>
	Array.from({ length: count }, (_, item) => ledger.earlier(row(item, { shop }))?.state);

it('knows nothing at first, nor of what this try sends', () => {
	const ledger = createExecutionData().open();
	send(ledger, rowsOf(0), 'inFlight');
	expect([known(ledger, 1), ledger.hasEarlier]).toEqual([[undefined], false]);
});

it('an entry names exactly its rows, by item and place', () => {
	const places = '0.0 0.1 0.3 0.5 0.6 1.0 1.1 3.0 4.0 4.1 5.1 6.0';
	const ranges = '0.0-1 0.3 0.5-6 1.0-1 3.0 4.0-1 5.1 6.0';
	const rows = places.split(' ').map((place) => {
		const [item, ordinal] = place.split('.').map(Number);
		return row(item!, { ordinal });
	});
	expect(createExecutionData().open().begin(rows)).toMatchObject({ ranges, count: rows.length });
});

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

it("an agent's call has a ledger of its own, in memory, for calls side by side share run and places", () => {
	const data = createExecutionData();
	const tool = { type: 'merchantDataTool' };
	const [one, other] = [data.open(tool), data.open(tool)];
	send(one, rowsOf(0));
	for (const ledger of [other, data.open(tool)]) expect(known(ledger, 1)).toEqual([undefined]);
	expect(data.store()).toEqual({});
});

describe('an input item', () => {
	/** The items that a try finds to be others, given the fingerprints of those from 0 on. */
	function othersOf(ledger: Ledger, ...fingerprints: string[]) {
		const refusal = undefined;
		const inputs = inputsOf(
			...fingerprints.map((fingerprint) => ({ fingerprint, rows: 3, refusal })),
		);
		const compared = ledger.compare(inspectionOf([], { inputs }));
		const others = [...compared.inputs].filter(([, { isOther }]) => isOther);
		for (const [, input] of others)
			expect(input.refusal!.message).toMatch(/^The input item gives other/);
		return others.map(([item]) => item);
	}
	/** Notes the fingerprints of the items from 0 on. */
	function noteInputs(ledger: Ledger, ...fingerprints: string[]) {
		const inputs = inputsOf(...fingerprints.map((fingerprint) => ({ fingerprint })));
		ledger.noteInputs(inspectionOf([], { inputs }));
	}

	it('is known again, and is another one only if rows of the first were sent', () => {
		const data = createExecutionData();
		const first = data.open();
		noteInputs(first, 'a', 'b', 'c');
		send(first, rowsOf(0), 'inFlight');
		send(first, rowsOf(1), 'rejected');
		// An item may be any of the request.
		send(first, rowsOf(2, 3));
		data.store();
		const second = data.open();
		expect(othersOf(second, 'a', 'b', 'c')).toEqual([]);
		expect(othersOf(second, 'x', 'x', 'x')).toEqual([0, 2]);
		expect(othersOf(data.open({ run: 1 }), 'x', 'x', 'x')).toEqual([]);
	});

	it('that is another one stays so, until it is the first one again', () => {
		const data = createExecutionData();
		const first = data.open();
		noteInputs(first, 'a', 'b');
		send(first, rowsOf(0));
		const second = data.open();
		const inputs = inputsOf({ fingerprint: 'x' }, { fingerprint: 'c' });
		second.noteInputs(second.compare(inspectionOf([], { inputs })));
		send(second, rowsOf(1));
		data.store();
		expect(othersOf(data.open(), 'x', 'b')).toEqual([0, 1]);
		expect(othersOf(data.open(), 'a', 'c')).toEqual([]);
	});

	it('has one row if it is not noted: it is another one if it had more, or has more now', () => {
		const data = createExecutionData();
		const first = data.open();
		noteInputs(first, '3 rows');
		send(first, rowsOf(0, 1));
		const second = data.open();
		expect(othersOf(second)).toEqual([0]);
		expect(othersOf(second, '3 rows', '2 rows')).toEqual([1]);
		const inputs = inputsOf({ fingerprint: '3 rows' });
		const inspection = inspectionOf([], { inputs });
		expect(second.compare(inspection)).toEqual(inspection);
	});

	it('is another one though it was sent to another target', () => {
		const data = createExecutionData();
		noteInputs(data.open(), 'a');
		send(data.open({ target: 'account at b' }), rowsOf(0));
		// What is sent here now would be taken for the rows of the first there.
		expect(othersOf(data.open(), 'x')).toEqual([0]);
	});

	it('keeps the reason for which it is refused already, and the inspection is left as it is', () => {
		const data = createExecutionData();
		send(data.open(), rowsOf(0, 1));
		const own = new InvalidInput('It is no good');
		const inspection = inspectionOf([], { inputs: inputsOf({ refusal: own, rows: 7 }) });
		const compared = data.open().compare(inspection);
		expect(compared.inputs.get(0)).toMatchObject({ refusal: own, rows: 7, isOther: true });
		expect(inspection.inputs).toEqual(inputsOf({ refusal: own, rows: 7 }));
	});
});
