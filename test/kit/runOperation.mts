import type { IDataObject } from 'n8n-workflow';
import { run } from '../../nodes/MerchantData/n8n/run.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';
import { createContext, ended, type Script } from './execution.mts';

const realTimer = setTimeout;

/**
 * Executes the node under the fake clock, against a service that does what the script says.
 * @param parameters of the node; they choose the operation
 * @param prepare changes the node or its credentials before it runs
 */
export async function runOperation(
	parameters: IDataObject,
	script: Script = {},
	prepare: (n8n: ReturnType<typeof createContext>) => void = () => {},
) {
	// A test may have set a clock of its own.
	if (setTimeout === realTimer) jest.useFakeTimers();
	const nodeContext: IDataObject = {};
	const n8n = createContext({
		getContext: () => nodeContext,
		...script,
		parameters: { options: {}, ...parameters },
	});
	prepare(n8n);
	const { value, error, tookMs } = await ended(run(n8n.context, resources));
	const items = value?.[0] ?? [];
	return {
		...n8n,
		tookMs,
		error: error as (Error & { description?: string; context: IDataObject }) | undefined,
		items,
		/** What was accepted, and what is said of the failures. */
		jsons: items.map(({ json }) => (json.error ?? json) as IDataObject),
		hints: n8n.hints.map((hint) => (hint as { message: string }).message),
		/** The requests, as they were sent. */
		sent: n8n.requests.map(({ path, options: { method, body } }) => ({
			method,
			path,
			body: body === undefined ? undefined : (JSON.parse(String(body)) as unknown),
		})),
	};
}
