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
	/** What a call of the store takes after it has had its effect. */
	moment(): Promise<void>;
	tell(what: string): void;
}

/**
 * @param isAlone whether no other run, and no request of one that died, may change what the service holds
 * @returns whether it ended well. @throws what it told wrongly
 */
export async function tryOnce(
	life: Life,
	execution: Execution,
	settings: Settings,
	deeds: Deeds,
	isAlone: boolean,
	{ service, stored, moment, tell }: Surroundings,
): Promise<boolean> {
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
		processed: stored,
	});
	tell(`pushes ${JSON.stringify({ rows, ...settings })}`);
	const helpers = context.helpers as unknown as Record<string, (...given: never[]) => unknown>;
	for (const name of ['checkProcessedAndRecord', 'clearAllProcessedItems', 'removeProcessed']) {
		const call = helpers[name]!;
		helpers[name] = async (...given) => {
			const result = await call(...given);
			tell(`${name} ${JSON.stringify([given, result])}`);
			await moment();
			return result;
		};
	}
	helpers.httpRequestWithAuthentication = async (_: string, { body }: { body: Buffer }) =>
		await service.answer(life, deeds, body, faulty, tell);
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

const fileOf = (rows: readonly SheetRow[]) => {
	const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
	return { binary: { data: { data: Buffer.from(text).toString('base64') } } };
};
