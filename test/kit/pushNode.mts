import type { IDataObject } from 'n8n-workflow';
import { pushOperation } from '../../nodes/MerchantData/delivery/push.ts';
import { createExecution } from '../../nodes/MerchantData/n8n/execution.ts';
import { createOutput } from '../../nodes/MerchantData/n8n/output.ts';
import { createContext, ended, type Reply, type SentRequest } from './execution.mts';

export const pushAds = pushOperation('pushAds', 'Push ad data', '');

/** A row that can be told from every other. */
export interface Row {
	n: number;
	shop: string;
	/** It makes the row so much larger. */
	filler?: string;
}

export interface SentPush {
	shop: string;
	/** The rows' numbers. */
	rows: number[];
	bytes: number;
	request: SentRequest;
}

/** Whether it has no answer yet. */
export const isOpen = ({ request }: SentPush): boolean => request.until === undefined;

/** What the service does with a push, or with the question for granted shops. */
export type Service = (sent: SentPush, index: number) => Reply;

export const rows = (count: number, shop = 'a.example'): Row[] =>
	Array.from({ length: count }, (_, n) => ({ n, shop }));

interface Given {
	items: readonly Row[];
	/** The text of a file, which is pushed instead of the items: n8n has it in memory for each of them. */
	file?: string;
	/** The same for a file that n8n keeps elsewhere, and hands out as a stream. */
	storedFile?: string;
	service: Service;
	/** What granted-shops answers. */
	granted?: Reply;
	/** Of the node, beside those that every try has. */
	parameters?: IDataObject;
	options?: IDataObject;
	continues?: boolean;
	signal?: AbortSignal;
}

/** An execution of the node whose tries share the ledger, under the fake clock. */
export function createNode() {
	let nodeContext: IDataObject = {};
	const { number } = createContext({});

	/** One try of the node. */
	function start(given: Given) {
		const { items, file, service, granted = {}, options = {}, continues = true, signal } = given;
		const { storedFile } = given;
		/** By item: each reading of its file, in order. */
		const readings: number[] = [];
		let bytesRead = 0;

		async function* read(item: number, pieceBytes: number) {
			readings.push(item);
			const bytes = Buffer.from(storedFile!);
			for (let at = 0; at < bytes.length; at += pieceBytes) {
				const piece = bytes.subarray(at, at + pieceBytes);
				bytesRead += piece.length;
				yield piece;
			}
		}

		const { parameters } = given;
		const sent: SentPush[] = [];
		let mostOpen = 0;

		function replyTo(request: SentRequest): Reply {
			if (!request.path.endsWith('/data-in/ads')) return granted;
			const body = request.options.body as Buffer;
			const { shop, data } = JSON.parse(String(body)) as { shop: string; data: Row[] };
			const push = { shop, rows: data.map(({ n }) => n), bytes: body.length, request };
			const reply = service(push, sent.length);
			sent.push(push);
			mostOpen = Math.max(mostOpen, sent.filter(isOpen).length);
			return reply;
		}

		const isFile = file !== undefined || storedFile !== undefined;
		const fileOf = (item: number) =>
			storedFile === undefined
				? { data: Buffer.from(file!).toString('base64') }
				: { data: '', id: String(item) };
		const n8n = createContext({
			number,
			signal,
			continues,
			items,
			files: isFile ? items.map((_, item) => ({ binary: { data: fileOf(item) } })) : [],
			openStored: async (id, pieceBytes) => await Promise.resolve(read(Number(id), pieceBytes)),
			replies: replyTo,
			getContext: () => nodeContext,
			parameters: {
				dataMode: isFile ? 'binary' : 'autoMapInputData',
				binaryPropertyName: 'data',
				fileFormat: 'autodetect',
				fieldsToIgnore: 'shop',
				shop: '={{ $json.shop }}',
				options,
				...parameters,
			},
			resolve: (_, item) => items[item]!.shop,
		});
		const { context } = n8n;
		const execution = createExecution(context, pushAds.fields);
		const output = createOutput(context, execution.client.context.redactor);
		return {
			...n8n,
			execution,
			output,
			sent,
			mostOpen: () => mostOpen,
			readings,
			bytesRead: () => bytesRead,
			running: pushAds.executeAll(execution, output),
		};
	}

	return {
		start,
		/** One try, to its end. */
		async run(given: Given) {
			const whole = start(given);
			const { error, tookMs } = await ended(whole.running);
			return {
				...whole,
				error: error as Error | undefined,
				tookMs,
				told: outcomesOf(whole.output.items()),
			};
		},
		/** The process dies, or n8n stores the execution. */
		store() {
			nodeContext = JSON.parse(JSON.stringify(nodeContext)) as IDataObject;
		},
		/** The process dies now; what still runs of it leaves no trace. @returns what comes after it */
		die() {
			const written = JSON.stringify(nodeContext);
			return () => {
				nodeContext = JSON.parse(written) as IDataObject;
			};
		},
	};
}

/** What the output says of each input item, in the order of the output. */
export function outcomesOf(items: Array<{ json: IDataObject; pairedItem?: unknown }>) {
	return items.flatMap(({ json, pairedItem }) => {
		const links = [pairedItem].flat() as Array<{ item: number }>;
		const { outcome = 'accepted' } = (json.error ?? {}) as { outcome?: string };
		return links.map(({ item }) => [item, outcome] as [item: number, outcome: string]);
	});
}
