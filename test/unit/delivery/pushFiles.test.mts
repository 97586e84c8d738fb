import { ended } from '../transport/context.mts';
import { createNode, rows, type Service } from './pushing.mts';

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
const OPTIONS = { batchSize: 2, numberColumns: 'n', maxRetries: 0 };
const numbers = Array.from({ length: COUNT }, (_, n) => n);

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
			const given = { items, file, options, service };
			const first = node.start(given);
			const ends = ended(first.running);
			let inFlight: number[] = [];
			let recover = () => node.store();
			setTimeout(() => {
				recover = node.die();
				hasDied = true;
				inFlight = first.sent
					.filter(({ until }) => until === undefined)
					.flatMap(({ rows: sent }) => sent);
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

it('holds back the reading of a file while its lane is full', async () => {
	const filler = 'x'.repeat(200);
	const long = `n,filler\n${Array.from({ length: 20_000 }, (_, n) => `${n},${filler}\n`).join('')}`;
	const decode = jest.spyOn(Buffer, 'from') as jest.SpyInstance<Buffer, [unknown, unknown?]>;
	const pieces = () => decode.mock.calls.filter(([, encoding]) => encoding === 'base64').length;
	const { running } = createNode().start({
		items,
		file: long,
		options: { ...OPTIONS, batchSize: 500, maxParallelRequests: 1 },
		service: () => ({ afterMs: 10 }),
	});
	await jest.advanceTimersByTimeAsync(50);
	const early = pieces();
	await ended(running);
	// Once to know it, its beginning for the header, and once as it is sent.
	const inAll = (pieces() - 1) / 2;
	expect(inAll).toBeGreaterThan(15);
	expect(early).toBeLessThan(1.5 * inAll);
});
