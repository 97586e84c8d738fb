import { RequestContext } from '../../../nodes/MerchantData/service/requestContext.ts';
import { createContext } from '../../kit/execution.mts';

it('holds what all requests of an execution share, and no cancel signal if n8n has none', () => {
	const { signal } = new AbortController();
	const { context: n8n } = createContext({ signal });
	const context = new RequestContext(n8n);
	expect(context).toMatchObject({ n8n, cancelSignal: signal });
	expect(context.waitBudget.signal).toBe(signal);
	const { getExecutionCancelSignal: _, ...poll } = n8n as unknown as Record<string, unknown>;
	expect(new RequestContext(poll as never).cancelSignal).toBeUndefined();
});
