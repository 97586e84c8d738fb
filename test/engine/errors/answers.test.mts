import fc from 'fast-check';
import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { keyFields, oauthFields } from '../../../scripts/credentialFields.mts';
import { bytesOf } from '../../kit/binaryData.mts';
import type { RunResult } from '../../kit/engine.mts';
import { leaks, textsIn } from '../../kit/leaks.mts';
import { namesWith, sandboxNameOf } from '../../kit/endpoints.mts';
import { type EndpointName, OPERATIONS, SHOP } from '../../kit/operations.mts';
import { outcomesIn } from '../../kit/outcomes.mts';
import { ascending, create, itemsOf } from '../../kit/pushing.mts';
import { createMerchantDataEngine } from '../../kit/stage.mts';
import {
	jsonValue,
	type Met,
	type OddService,
	type Reply,
	reply,
	startOddService,
} from './oddService.mts';

/**
 * Whatever a service answers, the node tells the truth about it, keeps secrets and people to
 * itself, and ends in time. Scenarios are drawn for ANSWERS_SECONDS; one that fails is printed with its seed
 * and path, by which ANSWERS_SEED and ANSWERS_PATH draw it again.
 */

/** Scenarios mostly wait, so some go side by side. */
const SIDE_BY_SIDE = 6;
const seconds = Number(process.env.ANSWERS_SECONDS ?? 10);
/** What n8n itself and a busy machine take, beyond what is waited for. */
const SLACK_MS = 6_000;

const parametersOf = (operation: EndpointName): IDataObject =>
	operation === 'createDeletionRequest' ? create() : OPERATIONS[operation];

/** What a header may hold and JSON, HTML and addresses escape. */
const secretOf = (name: string) => `${name}"\\<&+/=%41{}';${name}`;
const SECRETS = {
	apiKey: secretOf('ApiKey'),
	clientSecret: secretOf('ClientSecret'),
	tokenEnd: secretOf('TokenEnd'),
};

const script = fc.record({
	own: fc.array(reply, { minLength: 1, maxLength: 5 }),
	grantedShops: fc.array(reply, { maxLength: 2 }),
	apiKey: fc.array(reply, { maxLength: 1 }),
	token: fc.oneof(
		{ weight: 3, arbitrary: fc.constant<Reply[]>([]) },
		{ weight: 1, arbitrary: fc.array(reply, { minLength: 1, maxLength: 2 }) },
	),
});

const limits = fc.record({
	timeout: fc.constantFrom(0.15, 0.3, 0.6),
	maxWait: fc.constantFrom(0, 1),
});

const ofPush: fc.Arbitrary<IDataObject> = fc.record({
	batchSize: fc.integer({ min: 1, max: 4 }),
	output: fc.constantFrom('requests', 'rows'),
	isolateRejectedRows: fc.boolean(),
	maxParallelRequests: fc.constantFrom(1, 2, 16),
});
/** Pushes have those of {@link ofPush}. */
const own: Partial<Record<EndpointName, fc.Arbitrary<IDataObject>>> = {
	grantedShops: fc.constant({}),
	inspectApiKey: fc.constant({}),
	createDeletionRequest: fc.record({
		combine: fc.boolean(),
		maxIdentifiers: fc.integer({ min: 1, max: 6 }),
		maxParallelRequests: fc.constantFrom(1, 16),
	}),
	sql: fc.oneof<Array<fc.Arbitrary<IDataObject>>>(
		fc.record({ splitBy: fc.constantFrom('none', 'day') }),
		fc.record({ simplify: fc.constant(false) }),
		fc.record({ outputFormat: fc.constantFrom('json', 'csv', 'ndjson') }),
	),
};

const scenario = fc
	.constantFrom<EndpointName>(
		...namesWith(),
		// More often, because they can lose or double data.
		'pushAds',
		'createDeletionRequest',
		'sql',
	)
	.chain((operation) =>
		fc.record({
			operation: fc.constant(operation),
			script,
			isExpired: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
			isGranted: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
			limits,
			options: own[operation] ?? ofPush,
			onError: fc.constantFrom('stopWorkflow', 'continueErrorOutput', 'continueRegularOutput'),
			people: fc.array(fc.constantFrom('email', 'phone', 'both'), { minLength: 1, maxLength: 5 }),
			notes: fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), {
				minLength: 1,
				maxLength: 9,
			}),
			answered: fc.array(
				fc.dictionary(
					fc.string().map((column) => `c${column}`),
					jsonValue,
					{ minKeys: 1, noNullPrototype: true },
				),
			),
		}),
	);

type Scenario = typeof scenario extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const engine = createMerchantDataEngine();

/** The real one: jest gives tests a copy, which hears of nothing. */
const realProcess = process.getBuiltinModule('node:process');
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
beforeAll(() => void realProcess.on('unhandledRejection', note).on('uncaughtException', note));
afterAll(() => void realProcess.off('unhandledRejection', note).off('uncaughtException', note));

const isPush = (operation: EndpointName) => !own[operation];

function inputOf({ operation, notes, people }: Scenario): IDataObject[] {
	if (isPush(operation)) return notes.map((note, number) => ({ note, number }));
	if (operation !== 'createDeletionRequest') return [{}];
	return people.map((has, item) => ({
		emails: has === 'phone' ? [] : [`${item}o'q+zë@bü-${item}.example`],
		phones: has === 'email' ? [] : [`+44 20 7946018${item}`],
	}));
}

async function play(drawn: Scenario): Promise<void> {
	const { operation, isExpired, isGranted, limits, options, onError, answered } = drawn;
	const { own: ofOwn, ...others } = drawn.script;
	const service = await startOddService({
		script: { ...others, [sandboxNameOf(operation)]: ofOwn },
		secrets: SECRETS,
		rows: answered,
		granted: { accountId: isGranted ? SHOP : 'other.example', additionalShopIds: ['more.example'] },
		isGranted,
		isExpired,
	});
	const { url, oauthTokenData } = service;
	const { clientSecret, apiKey } = SECRETS;
	const client = { accountId: 'account', clientId: 'client', clientSecret };
	const likeSandbox = { url, ...client, apiKeys: { full: apiKey } } as unknown as Sandbox;
	const credentials = [
		engine.credentials.add('merchantDataOAuth2Api', {
			...oauthFields(likeSandbox),
			oauthTokenData,
		}),
		engine.credentials.add('merchantDataApi', keyFields(likeSandbox)),
	];
	const items = inputOf(drawn);
	const { outputFormat = 'items', ...own } = options;
	try {
		const started = performance.now();
		const result = await engine.run({
			credentials,
			items,
			onError,
			parameters: { ...parametersOf(operation), outputFormat, options: { ...limits, ...own } },
		});
		const took = performance.now() - started;
		checkOutcomes(drawn, items, service, result);
		// Deeper than the stack, n8n could not show it.
		expect(() => JSON.stringify([result.success, result.error])).not.toThrow();
		await checkTraces(drawn, items, service, result);
		expect(uncaught.splice(0)).toEqual([]);
		expect(took).toBeLessThan(longest(drawn, service));
	} finally {
		await service.close();
	}
}

/** Milliseconds that an execution may take whose requests go one after another. */
function longest({ limits }: Scenario, { met }: OddService): number {
	const { maxWait } = limits;
	const timeout = limits.timeout * 1_000;
	const unauthorized = met.filter(({ reply: { status } }) => status === 401).length;
	const waits = (unauthorized + 1) * (maxWait * 1_000 + timeout);
	return (met.length + 1) * timeout + waits + SLACK_MS;
}

/** What a request carried, as numbers of rows or items. */
function carried({ operation }: Scenario, items: IDataObject[], { body }: Met): number[] {
	const sent = JSON.parse(body) as { data?: IDataObject[]; emails?: string[]; phones?: string[] };
	if (isPush(operation)) return sent.data!.map(({ number }) => Number(number));
	return items.flatMap(({ emails, phones }, item) => {
		const [email] = emails as string[];
		const [phone] = phones as string[];
		const has = (list: string[] | undefined, value: string | undefined) =>
			value === undefined ||
			list?.some((each) => each.toLowerCase() === value.toLowerCase()) === true;
		return has(sent.emails, email) && has(sent.phones, phone) ? [item] : [];
	});
}

const isError = ({ json }: INodeExecutionData) => 'error' in json;

function checkOutcomes(
	drawn: Scenario,
	items: IDataObject[],
	service: OddService,
	result: RunResult,
) {
	const { operation, onError } = drawn;
	if (!isPush(operation) && operation !== 'createDeletionRequest') return;
	const numbersIn = (met: Met[]) => met.flatMap((each) => carried(drawn, items, each));
	const sent = service.met.filter(
		({ endpoint, took }) => took && endpoint === sandboxNameOf(operation),
	);
	const taken = numbersIn(sent);
	const well = numbersIn(
		sent.filter(
			({ reply: { status, delivery } }) => status < 300 && !/noAnswer|silence/.test(delivery.kind),
		),
	);
	const all = items.map((_, number) => number);

	// Nothing is doubled.
	expect(taken).toHaveLength(new Set(taken).size);

	if (result.status !== 'success') {
		expect(onError).toBe('stopWorkflow');
		const counts = outcomesIn(result.thrown?.message, items.length)!;
		const { total, accepted, rejected, unknown, notSent } = counts;
		expect([total, accepted + rejected + unknown + notSent]).toEqual([items.length, items.length]);
		expect(accepted).toBeLessThanOrEqual(new Set(well).size);
		expect(rejected + notSent).toBeLessThanOrEqual(total - new Set(taken).size);
		return;
	}
	/** Each outcome with the numbers of the rows or items that it is said of. */
	const said: Record<string, number[]> = { accepted: [], rejected: [], unknown: [], notSent: [] };
	for (const item of [...result.success, ...result.error]) {
		const error = item.json.error as { outcome: string } | undefined;
		said[error ? error.outcome : 'accepted']!.push(...itemsOf(item));
	}
	if (onError !== 'continueRegularOutput') expect(result.success.filter(isError)).toEqual([]);
	expect(ascending(Object.values(said).flat())).toEqual(all);
	expect(said.accepted!.filter((number) => !well.includes(number))).toEqual([]);
	const refused = [...said.rejected!, ...said.notSent!];
	expect(refused.filter((number) => taken.includes(number))).toEqual([]);
}

/** Nothing that leaves the node or that n8n keeps, logs and files included, holds a secret or a person. */
async function checkTraces(
	{ operation }: Scenario,
	items: IDataObject[],
	{ tokens }: OddService,
	{ hints, thrown, logs, errorWorkflowInput, stored, success, error }: RunResult,
): Promise<void> {
	// Input items and parameters contain people, which are the user's own.
	const input = ['emails', 'phones', 'parameters', 'number'];
	const kept = parse(stored) as { resultData: unknown; executionData?: { contextData?: unknown } };
	const told: unknown = errorWorkflowInput && JSON.parse(errorWorkflowInput);
	const left = [success, error, hints, thrown, logs, told];
	const texts = [...textsIn([kept.resultData, kept.executionData?.contextData, ...left], input)];
	for (const { binary = {} } of [...success, ...error])
		for (const file of Object.values(binary)) texts.push(String(await bytesOf(file)));
	const people = items.flatMap(({ emails, phones }) => [emails ?? [], phones ?? []].flat());
	const wanted = [SECRETS.apiKey, SECRETS.clientSecret, ...tokens];
	if (operation === 'createDeletionRequest') wanted.push(...(people as string[]));
	expect(leaks(texts, wanted)).toEqual([]);
}

it('an execution tells the truth, keeps secrets and ends in time, whatever the service answers', async () => {
	const { ANSWERS_SEED: seed, ANSWERS_PATH: path } = process.env;
	const bounds = { numRuns: 10_000, interruptAfterTimeLimit: seconds * 1_000 };
	const again = seed ? { seed: Number(seed), path } : {};
	const ends = await Promise.allSettled(
		Array.from({ length: seed ? 1 : SIDE_BY_SIDE }, async () => {
			await fc.assert(fc.asyncProperty(scenario, play), { ...bounds, ...again });
		}),
	);
	for (const end of ends) if (end.status === 'rejected') throw end.reason;
}, 3_600_000);
