import type { INode } from 'n8n-workflow';
import type {
	DeliveryOptions,
	RequestFormat,
} from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { Output } from '../../../nodes/MerchantData/n8n/output.ts';
import { pushFields } from '../../../nodes/MerchantData/resources/push/form.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import {
	type InspectedInput,
	type Inspection,
	InspectionBuilder,
	type PushedFile,
	type Source,
} from '../../../nodes/MerchantData/input/source.ts';
import type { Failure } from '../../../nodes/MerchantData/service/call.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/statusRow.ts';
import { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { LIMITS } from '../../kit/client.mts';
import { createContext, type Script } from '../../kit/execution.mts';

/** What travels the road, made by hand. */

/** A row of an item, told apart by `n`. */
export function row(item: number, more: Partial<Row> = {}): Row {
	const { json = JSON.stringify({ n: item }) } = more;
	const bytes = Buffer.byteLength(json);
	return { item, ordinal: 0, shop: 'a', json, bytes, digest: '', inShop: item, ...more };
}

/** Of a kind of its own. */
const problemOf = (item: number) =>
	new InvalidInput('value.wrongType', `No ${item}`, 'Mend it.', undefined, `Field ${item}`);

/** One that cannot be sent. */
export const refused = (item: number, more: Partial<Row> = {}): Row =>
	row(item, { problem: problemOf(item), ...more });

/** A row of a file. Its ordinal is `n`, and line 1 holds the header. */
export const line = (ordinal: number, more: Partial<Row> = {}): Row =>
	row(0, {
		ordinal,
		line: ordinal + 2,
		json: JSON.stringify({ n: ordinal }),
		inShop: ordinal,
		...more,
	});

/** The rows of a file from one to another. */
export const lines = (from: number, to: number): Row[] =>
	Array.from({ length: to - from + 1 }, (_, at) => line(from + at));

/** What stands for the rows of a file that its second reading did not give. */
export const unread = (ordinal: number): Row => {
	const problem = new InvalidInput('file.noTable', 'The store broke off', 'Look after it.');
	return line(ordinal, { json: '', problem, isUnread: true });
};

/** What is learned of rows. */
export function inspectionOf(rows: readonly Row[], more: Partial<Inspection> = {}): Inspection {
	const builder = new InspectionBuilder();
	for (const each of rows) builder.see(each);
	return { ...builder.end(), ...more };
}

/** Input items that have rows of their own, the first of them from 0 on. */
export const inputsOf = (...inputs: Array<Partial<InspectedInput>>): Inspection['inputs'] =>
	new Map(inputs.map((input, item) => [item, { rows: 1, fingerprint: 'as ever', ...input }]));

interface Given extends Partial<Source> {
	/** What differs from what the rows say. */
	learned?: Partial<Inspection>;
}

export const sourceOf = (rows: readonly Row[], { learned, ...more }: Given = {}): Source => ({
	inspect: () => Promise.resolve(inspectionOf(rows, learned)),
	rows: () => [rows],
	placeOf: ({ item, line: number }) =>
		number ? { what: 'line', number } : { what: 'row', number: item + 1 },
	...more,
});

/** A file of ten rows, a copy of which has the ordinals of its rows. */
export const fileOf = (more: Partial<PushedFile> = {}): PushedFile => ({
	item: 0,
	name: '',
	copyOf: (isWanted) =>
		Promise.resolve({
			name: 'copy.csv',
			mimeType: 'text/csv',
			content: Buffer.from(`${[...Array(10).keys()].filter(isWanted)}`),
		}),
	...more,
});

/** The numbers of rows. */
export const numbersOf = (rows: readonly Row[]) =>
	rows.map(({ json }) => (JSON.parse(json) as { n: number }).n);

export const node = { name: 'Merchant Data', type: 'merchantData' } as INode;

/** What is known of rows that were not accepted, the first of them of an input item. */
export function failure(outcome: FailedOutcome, status: number | null, itemIndex = 0): Failure {
	const about = { message: `${status}: no.`, description: 'Do it well.' };
	const details = { code: 'service.lost', ...about, outcome, itemIndex } as const;
	const error = new ServiceError(node, { ...details, status: status ?? undefined });
	return { outcome, status, error };
}

/** Options of a push whose rows may double, unless they say otherwise. */
export const optionsOf = (more: Partial<DeliveryOptions> = {}): DeliveryOptions => ({
	...LIMITS,
	output: 'requests',
	ifSentAgain: 'mayDouble',
	...more,
});

/** Rows that go to the endpoint of ad data, ten bytes each. */
export const formatOf = (more: Partial<RequestFormat> = {}): RequestFormat => ({
	endpoint: 'pushAds',
	noun: 'rows',
	limit: { rows: 500, size: 1_000 },
	sizeOf: () => 10,
	bodyOf: (rows) => Buffer.from(JSON.stringify({ shop: rows[0]!.shop, data: numbersOf(rows) })),
	receiptOf: (rows, bytes, status, response) => ({ rows: rows.length, bytes, status, response }),
	supportPayloadOf: (rows) => `${rows.length} rows`,
	...more,
});

/** An execution and its output. */
export function startRoad(script: Script = {}) {
	const n8n = createContext(script);
	const execution = new Execution(n8n.context, pushFields);
	const output = new Output(n8n.context, execution.client.context.redactor);
	const items = () => output.items();
	return { ...n8n, execution, output, items, hints: () => [...execution.hints] };
}
