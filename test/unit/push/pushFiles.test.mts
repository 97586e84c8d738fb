import fc from 'fast-check';
import { PREVIEWED } from '../../../nodes/MerchantData/delivery/deliver.ts';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { pushFields } from '../../../nodes/MerchantData/push/fields/fields.ts';
import { push } from '../../../nodes/MerchantData/push/push.ts';
import { ended } from '../../kit/execution.mts';
import { createNode, isOpen, rows, type Service } from '../../kit/pushNode.mts';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const COUNT = 12;
const items = rows(1);
const fileOf = (count: number) =>
	`n\n${Array.from({ length: count }, (_, n) => `${n}\n`).join('')}`;
const file = fileOf(COUNT);
const OPTIONS = { batchSize: 2, maxRetries: 0 };
const parameters = { numberColumns: 'n' };
const numbers = Array.from({ length: COUNT }, (_, n) => n);
const ok: Service = () => ({});

type Told = Array<{
	json: { error?: { rowIndex: number; outcome: string } } & Record<string, unknown>;
	binary?: unknown;
}>;

describe.each([1, 3])('a file of six batches, %d at once', (maxParallelRequests) => {
	const options = { ...OPTIONS, maxParallelRequests };

	// Answers come every 10 ms: at their borders, and while they are awaited.
	const moments = Array.from({ length: 14 }, (_, at) => at * 5 + 1);

	it.each(moments.flatMap((at) => [[at, true] as const, [at, false] as const]))(
		'whose node dies after %d ms: nothing is lost or doubled (taken: %s)',
		async (at, isTaken) => {
			const node = createNode();
			const stored: number[] = [];
			let hasDied = false;
			const service: Service = ({ rows: sent }) => {
				if (!hasDied) setTimeout(() => !hasDied && stored.push(...sent), 9);
				return { afterMs: 10 };
			};
			const given = { items, file, parameters, options, service };
			const first = node.start(given);
			const ends = ended(first.running);
			let inFlight: number[] = [];
			let recover = () => node.store();
			setTimeout(() => {
				recover = node.die();
				hasDied = true;
				inFlight = first.sent.filter(isOpen).flatMap(({ rows: sent }) => sent);
				for (const n of inFlight) if (isTaken && !stored.includes(n)) stored.push(n);
			}, at);
			await ends;
			await jest.advanceTimersByTimeAsync(200);
			recover();

			const second = await node.run({
				...given,
				service: ({ rows: sent }) => (stored.push(...sent), {}),
			});
			const [summary, ...others] = second.output.items() as unknown as Told;
			const unknown = others.map(({ json }) => json.error!.rowIndex);
			expect(unknown).toEqual(inFlight);
			expect(summary!.json).toMatchObject({
				rows: COUNT,
				accepted: COUNT - unknown.length,
				unknown: unknown.length,
				rejected: 0,
				notSent: 0,
				requests: (COUNT - unknown.length) / 2,
			});
			const sure = numbers.filter((n) => !inFlight.includes(n));
			expect(stored.filter((n) => !inFlight.includes(n)).sort((a, b) => a - b)).toEqual(sure);
			expect(new Set(stored).size).toBe(stored.length);
		},
	);
});

it('tells what became of each row, whatever the service answers, and gives those back that failed', async () => {
	const replies = [{}, { status: 400 }, { status: 413 }, {}, { status: 500 }, {}];
	const { output } = await createNode().run({
		items,
		file,
		parameters,
		options: { ...OPTIONS, maxParallelRequests: 1 },
		service: (_, index) => replies[index % replies.length]!,
	});
	const [summary, ...others] = output.items() as unknown as Told;
	const {
		rows: total,
		accepted,
		rejected,
		unknown,
		notSent,
	} = summary!.json as Record<string, number>;
	expect(total).toBe(COUNT);
	expect(accepted! + rejected! + unknown! + notSent!).toBe(COUNT);
	expect(others).toHaveLength(COUNT - accepted!);
	const failed = others.map(({ json }) => json.error!.rowIndex);
	expect(summary!.binary).toEqual({
		failedRows: { data: failed.map((n) => `{"n":${n}}\n`).join('') },
	});
});

it('holds back the reading of a file while its limiter is full', async () => {
	const filler = 'x'.repeat(200);
	const long = `n,filler\n${Array.from({ length: 20_000 }, (_, n) => `${n},${filler}\n`).join('')}`;
	const { running, bytesRead } = createNode().start({
		items,
		storedFile: long,
		parameters,
		options: { ...OPTIONS, batchSize: 500, maxParallelRequests: 1 },
		service: () => ({ afterMs: 10 }),
	});
	await jest.advanceTimersByTimeAsync(50);
	const early = bytesRead();
	await ended(running);
	// Once to know it, its beginning for the header, and once as it is sent.
	expect(early).toBeLessThan(1.5 * long.length);
	expect(bytesRead()).toBeGreaterThanOrEqual(2 * long.length);
});

describe('before anything is sent', () => {
	it.each([
		['whose shop is unknown', file, '', { message: '"Shop" is empty', shop: null }],
		[
			'that cannot be read at all',
			'n,n\n1,2\n',
			'a.example',
			{ message: expect.stringContaining('two columns named "n"') as string, shop: 'a.example' },
		],
	])('a file %s is told of', async (_, text, shop, told) => {
		const { output, sent } = await createNode().run({
			items: [{ n: 0, shop }],
			file: text,
			service: ok,
		});
		expect(sent).toEqual([]);
		expect(output.items()).toEqual([
			{
				json: {
					error: { ...told, description: expect.any(String), outcome: 'notSent', status: null },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('names of columns that the file does not have are hinted at', async () => {
		const { execution } = await createNode().run({
			items,
			file,
			parameters: { numberColumns: 'n,clicks' },
			service: ok,
		});
		expect(execution.hints).toContain(
			'"Number Columns" names fields that no file has: clicks. Correct these names, or remove them.',
		);
	});

	it('a preview shows what would be, of each file', async () => {
		const { context, output, execution, sent } = await createNode().run({
			items: rows(2),
			file: fileOf(3),
			parameters: { ...parameters, preview: true },
			options: OPTIONS,
			service: ok,
		});
		expect(sent).toEqual([]);
		expect(execution.hints).toContain(PREVIEWED);
		const shown = [0, 1].flatMap((item) => [
			{ json: { preview: true, rows: 2, firstRow: { n: 0 } }, pairedItem: [{ item }] },
			{ json: { preview: true, rows: 1, firstRow: { n: 2 } }, pairedItem: [{ item }] },
		]);
		expect(output.items()).toMatchObject(shown);
		// However many hints there are.
		const other = createExecution(context, pushFields);
		for (const n of Array(20).keys()) other.hint(`Hint ${n}`);
		await push(other, output, 'pushAds');
		expect(other.hints).toContain(PREVIEWED);
	});
});

it.each([
	[false, [[0, 1]], { accepted: 2, rejected: 1, notSent: 2 }],
	[
		true,
		[
			[0, 1],
			[3, 4],
		],
		{ accepted: 4, rejected: 1, notSent: 0 },
	],
])(
	'goes on behind a record that cannot be read only where that is chosen (%s)',
	async (skipRecordsWithErrors, batches, counts) => {
		const { output, sent } = await createNode().run({
			items,
			file: 'n\n0\n1\n2,x\n3\n4\n',
			parameters,
			options: { ...OPTIONS, skipRecordsWithErrors },
			service: ok,
		});
		expect(sent.map((each) => each.rows)).toEqual(batches);
		expect(output.items()[0]!.json).toMatchObject({ rows: 5, ...counts });
	},
);

/** Lines of a file, and whether each can be read and sent. */
const lines = fc.array(fc.constantFrom('good', 'wide', 'typed', 'quoted'), { maxLength: 30 });
const WRITTEN = {
	good: (n: number) => `${n}`,
	wide: (n: number) => `${n},x`,
	typed: () => 'x',
	quoted: (n: number) => `"${n}"x`,
};

it('with "Skip Records with Errors" all good rows arrive once, whatever On Error is', async () => {
	await fc.assert(
		fc.asyncProperty(
			lines,
			fc.boolean(),
			fc.integer({ min: 1, max: 4 }),
			async (kinds, continues, batchSize) => {
				const good = kinds.flatMap((kind, n) => (kind === 'good' ? [n] : []));
				const { sent, output, error } = await createNode().run({
					items,
					file: `n\n${kinds.map((kind, n) => `${WRITTEN[kind](n)}\n`).join('')}`,
					parameters,
					options: { ...OPTIONS, batchSize, skipRecordsWithErrors: true },
					service: ok,
					continues,
				});
				expect(error).toBeUndefined();
				expect(sent.flatMap((each) => each.rows)).toEqual(good);
				const told = output.items() as unknown as Told;
				const rejected = kinds.length - good.length;
				expect(told[0]!.json).toMatchObject({ accepted: good.length, rejected, notSent: 0 });
				expect(told).toHaveLength(continues ? 1 + rejected : 1);
			},
		),
	);
});

it('gives an item for each request where that is chosen, with its answer', async () => {
	const { output, sent } = await createNode().run({
		items,
		file: fileOf(3),
		parameters,
		options: { ...OPTIONS, output: 'requests' },
		service: ({ rows: [n] }) => ({ status: 201, body: `{"first":${n}}` }),
	});
	expect(output.items()).toEqual(
		sent.map(({ rows: [n, ...more], bytes }) => ({
			json: {
				shop: 'a.example',
				rows: 1 + more.length,
				bytes,
				status: 201,
				response: { first: n },
			},
			pairedItem: { item: 0 },
		})),
	);
	expect(sent).toHaveLength(2);
});

describe('a rerun', () => {
	const failsOnce: Service = ({ rows: [n] }) => ({ status: n === 6 ? 400 : 200 });
	const given = { items, file, parameters, options: { ...OPTIONS, maxParallelRequests: 1 } };

	it('adds what it sends to what was sent', async () => {
		const node = createNode();
		const first = await node.run({ ...given, service: failsOnce });
		node.store();
		const second = await node.run({ ...given, service: ok });
		expect(second.sent.map((each) => each.rows)).toEqual([[6, 7]]);
		const good = [...first.sent.filter((each) => !each.rows.includes(6)), ...second.sent];
		expect(second.output.items().map(({ json }) => json)).toEqual([
			{
				shop: 'a.example',
				...{ rows: COUNT, accepted: COUNT, rejected: 0, unknown: 0, notSent: 0 },
				requests: 6,
				bytes: good.reduce((sum, { bytes }) => sum + bytes, 0),
			},
		]);
	});

	it('with another file sends nothing of it, and says why', async () => {
		const node = createNode();
		await node.run({ ...given, service: failsOnce });
		node.store();
		const { output, sent } = await node.run({ ...given, file: fileOf(COUNT - 1), service: ok });
		expect(sent).toEqual([]);
		expect(output.items()).toEqual([
			{
				json: {
					error: {
						message:
							'"Input Binary Field" holds another file than at an earlier try of this execution, or is read in another way',
						description:
							'It is not known which of its rows were sent, so nothing was sent. Undo the change, or start a new execution with the rows that are still to be sent.',
						outcome: 'notSent',
						status: null,
						shop: 'a.example',
					},
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('what is left of two files once the push is over', () => {
	const long = (n: number) => `${JSON.stringify({ n, filler: 'x'.repeat(60_000) })}\n`;
	// The last row cannot be sent, which would be told if it was come to.
	const given = {
		items: rows(2),
		storedFile: `{"n":0}\n${long(1)}${long(2)}{}\n`,
		options: { batchSize: 1, maxParallelRequests: 1 },
	};

	it('is counted, where the node stops at a failure', async () => {
		const { error, sent, readings } = await createNode().run({
			...given,
			service: () => ({ status: 400 }),
			continues: false,
		});
		expect(sent).toHaveLength(1);
		expect(error!.message).toContain(
			'Of 8 rows: 1 rejected, 7 not sent. First rejected: row 0 of item 0 (line 1), shop a.example.',
		);
		// Both to know them, the first to send it, both to count their rows.
		expect(readings).toEqual([0, 1, 0, 0, 1]);
	});

	it('is not read, where somebody stops the execution', async () => {
		const stop = new AbortController();
		const { output, execution, sent, readings } = await createNode().run({
			...given,
			signal: stop.signal,
			service() {
				stop.abort();
				return {};
			},
		});
		expect(sent).toHaveLength(1);
		const told = output.items() as unknown as Told;
		expect(
			told.map(({ json: { rows: all, accepted, error } }) => error ?? [all, accepted]),
		).toEqual([
			[2, 1],
			[0, 0],
			expect.objectContaining({ outcome: 'notSent', rowIndex: 1, line: 2 }),
		]);
		expect(execution.hints).toContain(
			'The execution was stopped: what is left of its files was not read',
		);
		// Both to know them, and the first to send it.
		expect(readings).toEqual([0, 1, 0]);
	});
});
