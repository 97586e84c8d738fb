import { parse, stringify } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import type { RunResult } from './engine.mts';
import { shop, type Stage } from './stage.mts';

export { IN_TURN } from './operations.mts';

export const [FIRST, SECOND, THIRD] = [
	'harbour-goods.example',
	'nordlicht-laden.example',
	'casa-limon.example',
] as const;

/** The parameters of a push: auto-mapped rows of the first shop, unless given otherwise. */
export const push = (options: IDataObject = {}, others: IDataObject = {}): IDataObject => ({
	resource: 'adData',
	operation: 'push',
	shop: shop(FIRST),
	dataMode: 'autoMapInputData',
	...others,
	options,
});

/** The parameters of a deletion request for the people of each item. */
export const create = (options: IDataObject = {}, others: IDataObject = {}): IDataObject => ({
	resource: 'deletionRequest',
	operation: 'create',
	shopDomain: FIRST,
	emails: '={{ $json.emails }}',
	phones: '={{ $json.phones }}',
	...others,
	options,
});

/** n8n's setting of a node that is tried three times. */
export const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

/** Items with one row each, which differ in `n`. */
export const rows = (count: number): Array<{ n: number }> =>
	Array.from({ length: count }, (_, n) => ({ n }));

/** The whole numbers from `from` up to, but not including, `to`. */
export const numbers = (from: number, to: number): number[] =>
	Array.from({ length: to - from }, (_, index) => from + index);

export const ascending = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);

export const links = (from: number, to: number): Array<{ item: number }> =>
	numbers(from, to).map((item) => ({ item }));

export const itemsOf = ({ pairedItem }: INodeExecutionData): number[] =>
	[pairedItem ?? []].flat().map((paired) => (typeof paired === 'number' ? paired : paired.item));

export const sentRows = ({ sandbox }: Stage) => sandbox.requests('ads').map((sent) => sent.rows);

export const storedRows = ({ sandbox }: Stage, name?: string): IDataObject[] =>
	sandbox.pushed('ads', name).map(({ row }) => row as IDataObject);

export const storedNumbers = (stage: Stage, name?: string): number[] =>
	storedRows(stage, name).map(({ n }) => n as number);

export const pushFiles = (options: IDataObject = {}, others: IDataObject = {}): IDataObject =>
	push(options, {
		dataMode: 'binary',
		binaryPropertyName: 'data',
		fileFormat: 'autodetect',
		...others,
	});

/** A CSV file of so many rows, which differ in `n`. */
export const csvOf = (count: number): string =>
	`n,name\n${numbers(0, count)
		.map((n) => `${n},row ${n}\n`)
		.join('')}`;

/** A failed execution with other parameters, as "Retry with currently saved workflow" runs it. */
export function changed(failed: RunResult, parameters: IDataObject): RunResult {
	const data = parse(failed.stored) as IRunExecutionData;
	Object.assign(data.executionData!.nodeExecutionStack[0]!.node.parameters, parameters);
	return { ...failed, stored: stringify(data) };
}
