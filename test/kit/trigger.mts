import type { IDataObject, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';
import type { Poll } from '../../nodes/MerchantData/trigger/diff.ts';
import { poll } from '../../nodes/MerchantData/trigger/poll.ts';
import { createContext, ended, type Script, SHOP } from './execution.mts';

/** How a poll reaches the trigger: by its activation, by hand, or with data of its own. */
interface Way {
	mode?: 'trigger' | 'manual';
	activation?: WorkflowActivateMode;
	/** The static data that n8n read for it; by default what all polls share. */
	data?: IDataObject;
}

export const PARAMETERS: IDataObject = {
	shopDomain: SHOP,
	query: 'SELECT 1 WHERE date BETWEEN @startDate AND @endDate',
	event: 'newRows',
	keyColumns: 'id',
	lookBackDays: 7,
	startWith: 'onlyNew',
	options: {},
};

/** A poll that `diff` compares, but for its rows. */
export const POLL: Omit<Poll, 'rows'> = {
	identity: 'shop',
	reading: 'query',
	end: 100,
	lookBackDays: 7,
	event: 'newOrChangedRows',
	startsWithAll: false,
	columns: { key: ['id'], ignore: [] },
	maxRowsPerRun: 1_000,
};

let workflows = 0;

/** The trigger of a workflow as n8n polls it, under the fake clock. @param own values of its fields */
export function createTrigger(own: IDataObject = {}, script: Script = {}) {
	const n8n = createContext({ ...script, parameters: { ...PARAMETERS, ...own } });
	const id = `workflow-${++workflows}`;
	const shared: IDataObject = {};
	let commits = 0;
	const log = (level: string) => (line: string) => void n8n.log.push(`${level}: ${line}`);

	function activate({ mode = 'trigger', activation = 'activate', data = shared }: Way = {}) {
		const context = Object.assign(Object.create(n8n.context) as IPollFunctions, {
			logger: { info: log('info'), warn: log('warn'), error: log('error') },
			getMode: () => mode,
			getActivationMode: () => activation,
			getWorkflow: () => ({ id }),
			getTimezone: () => 'UTC',
			getWorkflowStaticData: (of: string) => (of === 'node' ? data : {}),
			__commitCursor: async () => await Promise.resolve(void commits++),
		});
		return {
			context,
			/** A poll to its end. @returns the rows that start the workflow; null if none do */
			async poll() {
				const { value, error } = await ended(poll(context));
				return {
					rows: value === undefined ? undefined : (value?.[0]?.map(({ json }) => json) ?? null),
					error: error as
						| (Error & { description?: string; failure?: { cause: string }; context: IDataObject })
						| undefined,
				};
			},
		};
	}

	return {
		...n8n,
		data: shared,
		activate,
		/** How often a poll asked n8n to keep its cursor. */
		commits: () => commits,
		queries: () =>
			n8n.requests.map(({ options }) => JSON.parse(String(options.body)) as { period: object }),
	};
}
