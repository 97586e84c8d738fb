import type { IDataObject } from 'n8n-workflow';
import type { Life } from '../../../kit/processes.mts';
import { run } from '../../../../nodes/MerchantData/n8n/run.ts';
import { resources } from '../../../../nodes/MerchantData/resources/index.ts';
import { createContext } from '../../../kit/execution.mts';
import type { MemoryProcessedData } from '../../../kit/processedData.mts';
import {
	type Deeds,
	FORMS,
	type ReplacingService,
	type SheetRow,
	storedAs,
} from '../../../kit/replacingService.mts';
import { checkTold, toldOf, toldOfError } from './told.mts';

/** One try of an execution of a push with *It Replaces the Earlier One*. */

/** An execution, of which there may be several tries. */
export interface Execution {
	readonly rows: readonly SheetRow[];
	readonly isFile: boolean;
	nodeContext: IDataObject;
	/** What tries have had accepted, by key. */
	readonly accepted: Map<string, string>;
}

export interface Settings {
	onlyChanged: boolean;
	form: number;
	continues: boolean;
	tries: number;
	faulty: number;
	options: IDataObject;
}

/** What surrounds a try. */
interface Surroundings {
	readonly service: ReplacingService;
	readonly stored: MemoryProcessedData;
	/** Whether no other run, and no request of one that died, may change what the service holds. */
	readonly isAlone: boolean;
	/** What a call of the store takes after it has had its effect. */
	moment(): Promise<void>;
	tell(what: string): void;
}

/** @returns whether it ended well. @throws what it told wrongly */
export async function tryOnce(
	life: Life,
	execution: Execution,
	settings: Settings,
	deeds: Deeds,
	n8n: Surroundings,
): Promise<boolean> {
	const { service, isAlone, tell } = n8n;
	const { rows, isFile } = execution;
	const { form, continues, onlyChanged, options, faulty } = settings;
	const { parameters, sent } = FORMS[form]!;
	const earlier = new Map(execution.accepted);
	const { context } = createContext({
		number: 1,
		continues,
		getContext: () => execution.nodeContext,
		items: isFile ? 1 : rows,
		files: isFile ? [fileOf(rows)] : [],
		resolve: (_, item) => rows[item]!.shop,
		parameters: {
			resource: 'adData',
			operation: 'push',
			ifSentAgain: 'replaces',
			onlyChanged,
			...(isFile
				? { dataMode: 'binary', fileFormat: 'ndjson', shopColumn: 'shop' }
				: { dataMode: 'autoMapInputData', shop: '={{ $json.shop }}' }),
			otherColumns: 'send',
			...parameters,
			options: { ...options, ...(isFile && { output: 'files' }) },
		},
	});
	tell(`pushes ${JSON.stringify({ rows, ...settings })}`);
	const store = storeOf(n8n);
	Object.assign(context.helpers, {
		checkProcessedAndRecord: async (values: string[], _: string, kept: object) =>
			await store.check(values, kept),
		clearAllProcessedItems: async () => await store.clear(),
		removeProcessed: async (values: string[]) => await store.remove(values),
		httpRequestWithAuthentication: async (
			_: string,
			{ url, body }: { url: string; body: Buffer },
		) =>
			url.endsWith('/data-in/ads')
				? await service.answer(life, deeds, body, faulty, tell)
				: { statusCode: 404, headers: {}, body: [Buffer.from('{}')] },
	});
	const told = await run(context, resources).then(
		([items = []]) => toldOf(items, rows.length, isFile),
		toldOfError,
	);
	tell(`told ${JSON.stringify({ ...told.counts, ...[...told.outcomes] })}`);
	checkTold(told, {
		rows: rows.map((row) => ({ key: row.key, stored: storedAs(sent(row)) })),
		deeds,
		earlier,
		holds: isAlone ? service.stored : undefined,
	});
	return told.isWell;
}

/** n8n's store as a run calls it. */
function storeOf({ stored, moment, tell }: Surroundings) {
	const after = async <T,>(call: Promise<T>, ...said: unknown[]) => {
		const result = await call;
		tell(`stored ${JSON.stringify([...said, result])}`);
		await moment();
		return result;
	};
	return {
		check: async (values: string[], kept: object) =>
			await after(stored.checkProcessedAndRecord(values, 'node', kept)),
		clear: async () => await after(stored.clear('node'), 'clear'),
		remove: async (values: string[]) => await after(stored.removeProcessed(values, 'node'), values),
	};
}

const fileOf = (rows: readonly SheetRow[]) => {
	const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
	return { binary: { data: { data: Buffer.from(text).toString('base64') } } };
};
