import { runInNewContext } from 'node:vm';
import {
	type AddressFields,
	addressProblem,
	apiAddress,
	apiAddressField,
	apiUrlExpression,
	refusalIn,
	withoutTrailingSlash,
} from '../../../../nodes/MerchantData/service/auth/addresses.ts';

const USABLE = [
	'https://api.example.com',
	'HTTPS://api.example.com:8443/base/',
	' https://10.0.0.7 ',
	'http://localhost',
	'HTTP://LOCALHOST/',
	'http://localhost:4010',
	'http://localhost:4010/base',
	'http://127.0.0.1:4010',
	'http://127.12.255.254',
	'http://[::1]:4010/',
	'https://[2001:db8::7]:443',
	'https://api.example.com:1',
	'https://api.example.com:65535/a/b',
	'https://api.example.com:00443',
	'https://münchen.example',
	'https://api.example.com/api',
	'https://api.example.com/api/version',
	'https://api.v2.example.com/my-api/v2',
	'https://api.example.com/api/v',
];

/** Beyond the machine, secrets would travel in clear text. */
const IN_CLEAR_TEXT = [
	'http://api.example.com',
	'http://localhost.example.com',
	'http://example.com/localhost',
	'http://localhost:4010.example.com',
	'http://127.0.0.1.example.com',
	'http://127.0.0',
	'http://127.a.b.c',
	'http://127.0.0.1000',
	'http://128.0.0.1',
	'http://0.0.0.0:80',
	'http://[::2]',
	'http://localhost:',
];

const NO_ADDRESS = [
	'api.example.com',
	'localhost:4010',
	'//localhost',
	'ftp://localhost',
	'x-http://localhost',
	'x-https://api.example.com',
	'https:api.example.com',
	'https:/api.example.com',
];

const NO_HOST = ['https://', 'https:///api', 'https://:443', 'HTTPS:////'];

const NO_PLACE = [
	'https://api.example.com:0',
	'https://api.example.com:65536',
	'https://api.example.com:70000/base',
	'https://api.example.com:123456',
	'https://api.example.com:port',
	'https://api.example.com:',
	'https://api.example.com:443:443',
	'https://[api.example.com]',
	'https://[2001:db8::7',
	'http://localhost:0',
	'http://127.0.0.1:70000',
];

/** Only a parser tells. */
const NO_URL = [
	'https://1.2.3.400',
	'https://a<b',
	'https://%00',
	'https://[::7::]',
	'http://127.0.0.999',
];

const ENDPOINT_PATHS = [
	'https://api.example.com/api/v2',
	'https://api.example.com/API/V2/',
	'https://api.example.com/api/v2/platform/api/sql',
	'https://api.example.com/base/api/v3/x',
	'http://localhost:4010/api/v2',
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

	it.each(IN_CLEAR_TEXT)('of plain http is refused, with the reason: %s', (address) => {
		expect(addressProblem(address)).toMatch(/^must begin with https:\/\/, because plain http /);
	});

	it.each(NO_ADDRESS)('that starts otherwise is refused: %s', (address) => {
		expect(addressProblem(address)).toBe('must begin with https://');
	});

	it.each([
		...NO_HOST.map((address) => [address, 'has no host']),
		...NO_PLACE.map((address) => [
			address,
			'has a host or a port that is not valid (a port is a number from 1 to 65535)',
		]),
		...NO_URL.map((address) => [address, 'is not a valid address']),
		...ENDPOINT_PATHS.map((address) => [
			address,
			'must end before "/api/": the node adds the path of each endpoint',
		]),
	])('that leads nowhere is refused: %s %s', (address, problem) => {
		expect(addressProblem(address!)).toBe(problem);
	});

	it.each([
		...IN_CLEAR_TEXT,
		...NO_ADDRESS,
		...NO_HOST,
		...NO_PLACE,
		...ENDPOINT_PATHS,
		'',
		undefined,
	])('that cannot be used is refused where n8n itself opens it, too: %s', (address) => {
		const message = urlOf({ baseUrl: address });
		expect(message).toBe(`"Base URL" ${addressProblem(address ?? '')}`);
		expect(refusalIn(`Error: ${message} [line 1]`)).toBe(message);
		const staging = { environment: 'staging', stagingBaseUrl: address };
		const ofStaging = urlOf(staging, '$credentials');
		expect(ofStaging).toBe(message.replace('Base', 'Staging Base'));
		expect(refusalIn(ofStaging)).toBe(ofStaging);
	});

	it.each([
		'https://user:pass@api.example.com',
		'https://api.example.com?x=',
		'https://api.example.com#x',
		'https://api.example.com /x',
		'http://localhost@example.com',
		'https://api.example.com\\base',
		'https:\\\\api.example.com',
		'https://api.example.com/a\tb',
	])('that holds more than a place is refused: %s', (address) => {
		expect(addressProblem(address)).toMatch(/^may contain only /);
		expect(refusalIn(urlOf({ baseUrl: address }))).toMatch(/^"Base URL" may contain only /);
	});

	it.each(['', '  '])('left out is called empty: %j', (address) => {
		expect(addressProblem(address)).toBe('is empty');
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
		['staging', 'https://staging.example', 'Staging Base URL'],
		['production', 'https://live.example', 'Base URL'],
		[undefined, 'https://live.example', 'Base URL'],
	])('%s means %s, typed into %s', (environment, address, label) => {
		const credential = { ...both, environment };
		expect(apiAddress(credential)).toBe(address);
		expect(apiAddressField(credential)).toBe(label);
		for (const fields of ['$self', '$credentials'] as const) {
			expect(urlOf(credential, fields)).toBe(`${address}/api/v2/x`);
		}
	});

	it('never falls back to the address of the other one', () => {
		expect(apiAddress({ ...both, environment: 'staging', stagingBaseUrl: undefined })).toBe('');
		expect(apiAddress({ ...both, baseUrl: undefined })).toBe('');
	});
});

it('takes no other error of n8n for a refusal', () => {
	expect(refusalIn('Credential with ID "7" does not exist')).toBeUndefined();
});
