import { RequestContext } from '../../../nodes/MerchantData/service/requestContext.ts';
import { createContext } from '../../kit/execution.mts';

it('holds what all requests of an execution share, with nothing learned or waited for yet', () => {
	const { signal } = new AbortController();
	const n8n = createContext({ signal }).context;
	const context = new RequestContext(n8n);
	expect(context.n8n).toBe(n8n);
	expect(context.cancelSignal).toBe(signal);
	expect(context.waitBudget).toMatchObject({ signal, pauses: 0, waitedMs: 0 });
	expect(context.redactor.redact('access-token-1')).toBe('access-token-1');
});

it('has no cancel signal where n8n has none, as in polls', () => {
	const { context: n8n } = createContext({});
	const { getExecutionCancelSignal: _, ...poll } = n8n as unknown as Record<string, unknown>;
	const { cancelSignal, waitBudget } = new RequestContext(poll as never);
	expect([cancelSignal, waitBudget.signal]).toEqual([undefined, undefined]);
});
