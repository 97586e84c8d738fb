import type { IDataObject } from 'n8n-workflow';
import {
	type Endpoint,
	type EndpointName,
	ENDPOINTS,
} from '../../nodes/MerchantData/service/endpoints.ts';
import { type Endpoint as SandboxEndpoint, PATHS } from '../../sandbox/literals.mts';

/** The endpoint table, from which tests take their lists: an endpoint that is added is tested. */

export const endpoints: Readonly<Record<EndpointName, Endpoint>> = ENDPOINTS;

export const namesWith = (wanted: Partial<Endpoint> = {}): EndpointName[] =>
	(Object.keys(ENDPOINTS) as EndpointName[]).filter((name) =>
		Object.entries(wanted).every(([fact, value]) => endpoints[name][fact as 'label'] === value),
	);

export const PUSHES = namesWith({ carries: 'rows' });

/** What the sandbox calls an endpoint. */
export const sandboxNameOf = (name: EndpointName) =>
	(Object.keys(PATHS) as SandboxEndpoint[]).find((each) => PATHS[each] === endpoints[name].path)!;

/** The parameters of a push of the input items. */
export const parametersOfPush = (name: EndpointName, shop: string): IDataObject => ({
	resource: endpoints[name].usedFor!.value,
	operation: 'push',
	...(endpoints[name].credential === 'merchantDataApi'
		? { shopDomain: shop }
		: { shop: { __rl: true, mode: 'domain', value: shop } }),
	dataMode: 'autoMapInputData',
});
