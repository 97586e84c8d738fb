import { type EndpointName, ENDPOINTS } from '../../../../nodes/MerchantData/service/endpoints.ts';
import { createCircuitBreaker } from '../../../../nodes/MerchantData/service/errors/circuitBreaker.ts';
import type { Finding } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const OAUTH: EndpointName[] = ['grantedShops', 'pushAds', 'pushEmailSms'];
const API_KEY: EndpointName[] = ['createDeletionRequest', 'sql', 'inspectApiKey'];

const finding = (cause: Finding['cause']): Finding => ({ cause, text: '' });

it.each<[string, EndpointName, number, Finding | undefined, EndpointName[]]>([
	['everything with a token that is refused', 'pushAds', 401, undefined, OAUTH],
	['everything with a key that is refused', 'sql', 401, finding('keyLacksScope'), API_KEY],
	['a push whose scope is missing', 'pushAds', 403, finding('shopGranted'), ['pushAds']],
	['nothing after a push to a shop not granted', 'pushAds', 403, finding('shopNotGranted'), []],
	['nothing after a 403 that nobody can explain', 'pushAds', 403, finding('unclear'), []],
	['nothing after a 403 that nobody looked into', 'sql', 403, undefined, []],
	['nothing after a 500 for a granted shop', 'pushAds', 500, finding('shopGranted'), []],
	['nothing after a refused row', 'pushAds', 400, undefined, []],
])('stops %s', (_, endpoint, status, cause, stopped) => {
	const circuit = createCircuitBreaker();
	circuit.learn(ENDPOINTS[endpoint], status, cause, 'the first error');
	const open = NAMES.filter((name) => circuit.whyOpen(ENDPOINTS[name]) === 'the first error');
	expect(open).toEqual(stopped);
	expect(NAMES.filter((name) => circuit.whyOpen(ENDPOINTS[name]) !== undefined)).toEqual(stopped);
});
