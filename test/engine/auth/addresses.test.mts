import type { IDataObject } from 'n8n-workflow';
import type { Stage } from '../../kit/stage.mts';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	failuresOf,
	onStage,
	OF_ITEM,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

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
					for (const operation of ALL_OPERATIONS) {
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

/** Everything a workflow can pass that might end in an address. */
const HOSTILE = [
	...[
		'@evil.example',
		'//evil.example/',
		'\\\\evil.example',
		'https://evil.example',
		'../../../evil',
	],
	...[
		'a.example/../../evil',
		'x.example?host=evil.example#',
		'evil.example:443',
		'%2f%2fevil.example',
	],
];

it(
	'no parameter changes the host or the path',
	onStage(async (stage) => {
		const paths = new Set<string>();
		for (const operation of ALL_OPERATIONS.filter((name) => !['shops', 'apiKey'].includes(name))) {
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
		expect(paths.size).toBeLessThan(ALL_OPERATIONS.length);
	}),
);
