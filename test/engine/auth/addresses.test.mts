import type { IDataObject } from 'n8n-workflow';
import type { Stage } from '../../kit/stage.mts';
import {
	ENDPOINT_OF,
	failuresOf,
	onStage,
	OF_ITEM,
	OPERATIONS,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

const ALL = Object.keys(OPERATIONS) as OperationName[];
const run = async (stage: Stage, operation: OperationName, parameters: IDataObject = {}) =>
	await stage.run({
		parameters: { ...parametersOf(operation, { maxWait: 0 }), ...parameters },
		items: [{ campaign: 'Spring' }],
		onError: 'continueErrorOutput',
	});

describe('a certificate that is not trusted', () => {
	it(
		'is refused unless the credential says otherwise, request by request',
		onStage(
			async (stage) => {
				for (const ignoreSSLIssues of [false, true, false]) {
					stage.change({ ignoreSSLIssues });
					stage.sandbox.clearLog();
					for (const operation of ALL) {
						const result = await run(stage, operation);
						const received = stage.sandbox.requests(ENDPOINT_OF[operation]).length;
						expect([operation, received]).toEqual([operation, ignoreSSLIssues ? 1 : 0]);
						if (ignoreSSLIssues) expect(result.success.length).toBeGreaterThan(0);
						else {
							expect(failuresOf(result)).toMatchObject([
								{
									outcome: 'notSent',
									message: expect.stringMatching(/certificate that is not trusted.*CERT/) as string,
									description: expect.stringContaining('Ignore SSL Issues') as string,
								},
							]);
						}
					}
				}
			},
			{ https: 'selfSigned' },
		),
		30_000,
	);

	it(
		'is treated alike by the token call',
		onStage(
			async (stage) => {
				stage.change({ ignoreSSLIssues: true });
				stage.connect({ expired: true });
				expect(failuresOf(await run(stage, 'shops'))).toEqual([]);
				expect(stage.sandbox.requests('token')).toHaveLength(1);
			},
			{ https: 'selfSigned' },
		),
	);
});

describe('a plain http address', () => {
	it.each(ALL)(
		'beyond loopback is refused before anything is sent: %s',
		async (operation) =>
			await onStage(async (stage) => {
				stage.change({ baseUrl: 'http://api.example.com' });
				const [failure] = failuresOf(await run(stage, operation));
				expect(failure!.message).toContain('plain http would send secrets');
				expect(stage.sandbox.log).toEqual([]);
			})(),
	);
});

/** Everything a workflow can pass that might end in an address. */
const HOSTILE = [
	'@evil.example',
	'//evil.example/',
	'\\\\evil.example',
	'https://evil.example',
	'evil.example/../..',
	'a.example/../../evil',
	'x.example?host=evil.example#',
	'evil.example:443',
	'%2f%2fevil.example',
	'../../../evil',
];

it(
	'no parameter changes the host or the path',
	onStage(async (stage) => {
		const paths = new Set<string>();
		for (const operation of ALL.filter((name) => !['shops', 'apiKey'].includes(name))) {
			await stage.run({
				parameters: { ...parametersOf(operation, { maxWait: 0 }), ...OF_ITEM },
				items: HOSTILE.map((shop) => ({ shop, url: shop, baseURL: shop, host: shop })),
				onError: 'continueErrorOutput',
			});
		}
		for (const { path, headers, endpoint } of stage.sandbox.log) {
			paths.add(path);
			expect(endpoint).not.toBe('unknown');
			expect(`http://${headers.host}`).toBe(stage.sandbox.url);
		}
		expect(paths.size).toBeLessThanOrEqual(5);
	}),
);

it.each(ALL)(
	'redirects are not followed: %s',
	async (operation) =>
		await onStage(async (stage) => {
			for (const status of [301, 302, 303, 307, 308]) {
				const location = `${stage.sandbox.url}/_sandbox/elsewhere`;
				stage.sandbox.fail(ENDPOINT_OF[operation], { status, headers: { location } });
				const [failure] = failuresOf(await run(stage, operation));
				// 303 says that the outcome is told elsewhere.
				const outcome = status === 303 ? 'unknown' : 'rejected';
				expect(failure).toMatchObject({ status, outcome });
				expect(failure!.description).toContain('It was not followed');
			}
			expect(stage.sandbox.requests('elsewhere')).toEqual([]);
		})(),
);
