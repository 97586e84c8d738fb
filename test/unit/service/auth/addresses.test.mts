import { runInNewContext } from 'node:vm';
import {
	type AddressFields,
	addressProblem,
	apiAddress,
	apiUrlExpression,
	baseUrlProblem,
	baseUrlProblemIn,
} from '../../../../nodes/MerchantData/service/auth/addresses.ts';

const words = (text: string) => text.trim().split(/\s+/);

const USABLE = [
	' https://10.0.0.7 ',
	...words(`
		https://api.example.com HTTPS://api.example.com:8443/base/ https://api.example.com:65535/a/b
		https://api.example.com/api/version https://api.v2.example.com/my-api/v2
		https://[2001:db8::7]:443 http://localhost HTTP://LOCALHOST/ http://localhost:4010/base
		http://127.0.0.1:4010 http://127.12.255.254 http://[::1]:4010/
	`),
];

/** By the reason for the refusal. */
const UNUSABLE: Record<string, Array<string | undefined>> = {
	'is empty': ['', '  ', undefined],
	'plain http would send secrets in clear text': words(`
		http://api.example.com http://localhost.example.com http://example.com/localhost
		http://127.0.0.1.example.com http://127.0.0 http://127.0.0.1000 http://128.0.0.1
		http://[::2] http://localhost@example.com
	`),
	'must begin with https://': words(`
		api.example.com localhost:4010 //localhost ftp://localhost x-http://localhost
		https:/api.example.com
	`),
	'is not an address such as https://api.example.com': [
		'https://a.example/a\tb',
		...words(`
			https:// https:///api http://localhost: http://localhost:4010.example.com
			https://api.example.com:123456 https://api.example.com:port https://a.example#x
			https://user:pass@api.example.com https://api.example.com?x=
		`),
	],
	'contains the path of an endpoint': words(`
		https://api.example.com/api/v2/users https://api.example.com/base/api/v3/x
		http://localhost:4010/api/v1
	`),
	'is an expression that cannot be resolved': ['=https://a.example', 'https://{{ $json.host }}'],
};

/** Only a parser finds that these are wrong. */
const NO_URL = words(`
	https://api.example.com:65536 http://127.0.0.1:70000 https://1.2.3.400 https://a<b
	https://%00 https://[::7::]
`);

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

it.each(USABLE)('takes the address %j', (address) => {
	expect(addressProblem(address)).toBeUndefined();
	expect(urlOf({ baseUrl: address })).toBe(`${address.trim().replace(/\/$/, '')}/api/v2/x`);
});

it.each(
	Object.entries(UNUSABLE).flatMap(([problem, typed]) => typed.map((each) => [each, problem])),
)('refuses %j, here and in the expression for n8n: %s', (address, problem) => {
	const told = baseUrlProblem({ baseUrl: address });
	expect(told).toBe(`The base URL ${addressProblem(address ?? '')}`);
	expect(told).toContain(problem);
	expect(urlOf({ baseUrl: address })).toBe(told);
	const staging = { environment: 'staging', stagingBaseUrl: address };
	expect(urlOf(staging, '$credentials')).toBe(told);
	expect(baseUrlProblemIn(`Some error: ${told}!`)).toBe(told);
});

it.each(NO_URL)('refuses %s', (address) => expect(addressProblem(address)).toBeDefined());

it.each(['', '/', '///', '/ ', '/api/v2', '//api/v2/', '/API/V2//'])(
	'takes an address that ends in %j',
	(end) => {
		const baseUrl = ` https://api.example.com//base${end}`;
		expect(apiAddress({ baseUrl })).toBe('https://api.example.com//base');
		expect(urlOf({ baseUrl })).toBe('https://api.example.com//base/api/v2/x');
	},
);

const both = { baseUrl: 'https://live.example/', stagingBaseUrl: 'https://staging.example/' };

it.each([
	['staging', 'https://staging.example'],
	['production', 'https://live.example'],
	[undefined, 'https://live.example'],
])('uses for the environment %s only %s', (environment, address) => {
	const credential = { ...both, environment };
	expect(apiAddress(credential)).toBe(address);
	for (const fields of ['$self', '$credentials'] as const)
		expect(urlOf(credential, fields)).toBe(`${address}/api/v2/x`);
	const missing = environment === 'staging' ? 'stagingBaseUrl' : 'baseUrl';
	expect(apiAddress({ ...credential, [missing]: undefined })).toBe('');
});
