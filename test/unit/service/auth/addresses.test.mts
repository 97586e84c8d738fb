import { runInNewContext } from 'node:vm';
import {
	type AddressFields,
	addressProblem,
	API_ADDRESS_PROBLEM,
	apiAddress,
	apiUrlExpression,
	withoutTrailingSlash,
} from '../../../../nodes/MerchantData/service/auth/addresses.ts';

const USABLE = [
	...['https://api.example.com', 'HTTPS://api.example.com:8443/base/', ' https://10.0.0.7 '],
	...['http://localhost', 'HTTP://LOCALHOST/', 'http://localhost:4010'],
	...['http://localhost:4010/base', 'http://127.0.0.1:4010', 'http://127.12.255.254'],
	...['http://[::1]:4010/', 'https://[2001:db8::7]:443', 'https://api.example.com:1'],
	...['https://api.example.com:65535/a/b', 'https://api.example.com:00443'],
	...['https://münchen.example', 'https://api.example.com/api'],
	...['https://api.example.com/api/version', 'https://api.v2.example.com/my-api/v2'],
	...['https://api.example.com/api/v'],
];

const UNUSABLE = [
	// Beyond the machine, secrets would travel in clear text.
	...['http://api.example.com', 'http://localhost.example.com', 'http://example.com/localhost'],
	...['http://localhost:4010.example.com', 'http://127.0.0.1.example.com', 'http://127.0.0'],
	...['http://127.a.b.c', 'http://127.0.0.1000', 'http://128.0.0.1', 'http://0.0.0.0:80'],
	...['http://[::2]', 'http://localhost:'],
	// No scheme, another one, or no host.
	...['', '  ', 'api.example.com', 'localhost:4010', '//localhost', 'ftp://localhost'],
	...['x-http://localhost', 'x-https://api.example.com', 'https:api.example.com'],
	...['https:/api.example.com', 'https://', 'https:///api', 'https://:443', 'HTTPS:////'],
	// No port.
	...['https://api.example.com:123456', 'https://api.example.com:port'],
	...['https://api.example.com:', 'https://api.example.com:443:443', 'https://[api.example.com]'],
	...['https://[2001:db8::7'],
	// The path of an endpoint.
	...['https://api.example.com/api/v2', 'https://api.example.com/API/V2/'],
	...['https://api.example.com/api/v2/platform/api/sql', 'https://api.example.com/base/api/v3/x'],
	...['http://localhost:4010/api/v2'],
	// More than a place.
	...['https://user:pass@api.example.com', 'https://api.example.com?x='],
	...['https://api.example.com#x', 'https://api.example.com /x', 'http://localhost@example.com'],
	...['https://api.example.com\\base', 'https:\\\\api.example.com'],
	...['https://api.example.com/a\tb'],
];

/** Only a parser tells. */
const NO_URL = [
	...['https://api.example.com:65536', 'https://api.example.com:70000/base'],
	...['http://127.0.0.1:70000', 'https://1.2.3.400', 'https://a<b', 'https://%00'],
	...['https://[::7::]', 'http://127.0.0.999'],
];

/** What n8n makes of the expression for a credential, or the message of its error. */
function urlOf(credential: AddressFields, fields: '$self' | '$credentials' = '$self'): string {
	const code = /^=\{\{(.*)\}\}$/s.exec(apiUrlExpression(fields, '/api/v2/x'))![1]!;
	const extend = (_: unknown, name: string) => {
		throw new Error(`ExpressionExtensionError: Unknown expression function: ${name}`);
	};
	try {
		return runInNewContext(code, { [fields]: credential, extend }) as string;
	} catch (error) {
		return (error as Error).message;
	}
}

describe('an address', () => {
	it.each(USABLE)('is usable: %j', (address) => {
		expect(addressProblem(address)).toBeUndefined();
		expect(urlOf({ baseUrl: address })).toBe(`${address.trim().replace(/\/$/, '')}/api/v2/x`);
	});

	it.each([...UNUSABLE, undefined])('is refused, also where n8n itself opens it: %j', (address) => {
		const problem = addressProblem(address ?? '');
		expect(`The base URL ${problem}`).toBe(API_ADDRESS_PROBLEM);
		expect(urlOf({ baseUrl: address })).toBe(API_ADDRESS_PROBLEM);
		const staging = { environment: 'staging', stagingBaseUrl: address };
		expect(urlOf(staging, '$credentials')).toBe(API_ADDRESS_PROBLEM);
	});

	it.each(NO_URL)('is refused: %s', (address) => {
		expect(addressProblem(address)).toBeDefined();
	});

	it('is refused with the reason, which stands for plain http as well', () => {
		expect(API_ADDRESS_PROBLEM).toMatch(/https:\/\/.*plain http would send secrets in clear text/);
	});

	it.each(['', '/', '///', '/ '])('may end in %j', (end) => {
		expect(withoutTrailingSlash(` https://api.example.com//base${end}`)).toBe(
			'https://api.example.com//base',
		);
		expect(urlOf({ baseUrl: `https://api.example.com//base${end}` })).toBe(
			'https://api.example.com//base/api/v2/x',
		);
	});
});

describe('the environment of the credential', () => {
	const both = { baseUrl: 'https://live.example/', stagingBaseUrl: 'https://staging.example/' };

	it.each([
		['staging', 'https://staging.example'],
		['production', 'https://live.example'],
		[undefined, 'https://live.example'],
	])('%s means %s', (environment, address) => {
		const credential = { ...both, environment };
		expect(apiAddress(credential)).toBe(address);
		for (const fields of ['$self', '$credentials'] as const) {
			expect(urlOf(credential, fields)).toBe(`${address}/api/v2/x`);
		}
	});

	it('never falls back to the address of the other one', () => {
		expect(apiAddress({ ...both, environment: 'staging', stagingBaseUrl: undefined })).toBe('');
		expect(apiAddress({ ...both, baseUrl: undefined })).toBe('');
	});
});
