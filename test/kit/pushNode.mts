import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { limited } from './client.mts';
import { sentAs } from './columns.mts';
import type { MemoryProcessedData } from './processedData.mts';
import { createContext, type Reply, type SentRequest } from './execution.mts';
import { runOperation } from './runOperation.mts';

/** A row that differs from every other. */
export interface Row {
	n: number;
	shop: string;
	filler?: string;
}

export interface SentPush {
	shop: string;
	rows: number[];
	bytes: number;
	request: SentRequest;
}

export type Service = (sent: SentPush, index: number) => Reply;

/** What a request meets, and how long it takes; whether a lost or broken one was taken. */
interface Meeting {
	reply: Reply;
	afterMs: number;
	isTaken: boolean;
}

export const meetingsWith = (...statuses: number[]): fc.Arbitrary<Meeting> =>
	fc.record({
		reply: fc.constantFrom<Reply>(
			{},
			{},
			...statuses.map((status) => ({ status })),
			...['ECONNREFUSED', 'ECONNRESET'].map((code) => ({ throws: { code } })),
			limited(2),
		),
		afterMs: fc.integer({ min: 1, max: 500 }),
		isTaken: fc.boolean(),
	});

/** Whether rows were stored, and whether the node can know it. */
export function fateOf({ reply, isTaken }: Meeting) {
	const { code } = (reply.throws ?? {}) as { code?: string };
	const isLost = code === 'ECONNRESET' || [500, 502].includes(reply.status ?? 0);
	const isGood = reply.status === undefined && reply.throws === undefined;
	return { isLost, isGood, isStored: isGood || (isLost && isTaken) };
}

export const rows = (count: number, shop = 'a.example'): Row[] =>
	Array.from({ length: count }, (_, n) => ({ n, shop }));

interface Given {
	items: readonly Row[];
	/** Whether they are the rows of a file, which names their shops. */
	isFile?: boolean;
	service: Service;
	/** Parameters of the node, in addition to those of every attempt. */
	parameters?: IDataObject;
	options?: IDataObject;
	continues?: boolean;
	type?: string;
	/** When the process dies, ms; what still runs of it leaves no trace. */
	diesAt?: number;
}

/** The node of an execution whose tries share the ledger, under the fake clock. @param shared with other executions */
export function createNode(shared?: { number: number; processed: MemoryProcessedData }) {
	let stored = '{}';
	const { number } = shared ?? createContext({});

	async function run(given: Given) {
		const { items, isFile = false, service, parameters, options = {}, continues, diesAt } = given;
		const nodeContext = JSON.parse(stored) as IDataObject;
		const sent: SentPush[] = [];
		const openPushes = () => sent.filter(({ request }) => request.until === undefined);
		let mostOpen = 0;
		let inFlight: number[] | undefined;

		function replyTo(request: SentRequest): Reply {
			if (!request.path.endsWith('/data-in/ads') || inFlight) return {};
			const body = request.options.body as Buffer;
			const { shop, data } = JSON.parse(String(body)) as { shop: string; data: Row[] };
			const push = { shop, rows: data.map(({ n }) => n), bytes: body.length, request };
			const reply = service(push, sent.length);
			sent.push(push);
			mostOpen = Math.max(mostOpen, openPushes().length);
			return reply;
		}

		function die() {
			stored = JSON.stringify(nodeContext);
			inFlight = openPushes().flatMap((push) => push.rows);
		}
		const death = diesAt === undefined ? undefined : setTimeout(die, diesAt);
		const file = items.map((row) => `${JSON.stringify(row)}\n`).join('');
		const whole = await runOperation(
			{
				resource: 'adData',
				operation: 'push',
				options,
				...(isFile
					? { dataMode: 'binary', shopColumn: 'shop' }
					: {
							dataMode: 'autoMapInputData',
							columns: sentAs('leaveOut', 'shop'),
							shop: '={{ $json.shop }}',
						}),
				...parameters,
			},
			{
				number,
				continues,
				replies: replyTo,
				getContext: () => nodeContext,
				processed: shared?.processed,
				items: isFile ? 1 : items,
				files: isFile ? [{ binary: { data: { data: Buffer.from(file).toString('base64') } } }] : [],
				resolve: (_, item) => items[item]!.shop,
				type: given.type,
			},
		);
		clearTimeout(death);
		if (!inFlight) stored = JSON.stringify(nodeContext);
		return {
			...whole,
			sent,
			mostOpen,
			/** The rows that were in flight when the process died, if it did. */
			inFlight,
			told: isFile ? toldOfFile(whole.items, items) : toldOfItems(whole.items),
		};
	}
	return { run };
}

type Output = Awaited<ReturnType<typeof runOperation>>['items'];
type Told = Array<[row: number, outcome: string]>;

const failureIn = ({ json }: Output[number]) =>
	json.error as { outcome: string; rowIndex: number } | undefined;

const toldOfItems = (output: Output) =>
	output.flatMap((item) => {
		const links = [item.pairedItem ?? []].flat() as Array<{ item: number }>;
		return links.map((link) => [link.item, failureIn(item)?.outcome ?? 'accepted']);
	}) as Told;

/** Rows of a file that were accepted have no items of their own. */
function toldOfFile(output: Output, items: readonly Row[]): Told {
	const failed = output.flatMap((item) => failureIn(item) ?? []);
	const accepted = items.filter(({ n }) => !failed.some(({ rowIndex }) => rowIndex === n));
	return [
		...accepted.map(({ n }) => [n, 'accepted']),
		...failed.map(({ rowIndex, outcome }) => [rowIndex, outcome]),
	] as Told;
}

export const ok: Service = () => ({});
export const numbersOf = (sent: readonly SentPush[]) => sent.map((push) => push.rows);
