import { lineUp, type Turn } from '../../../nodes/MerchantData/transport/rateGate.ts';
import { createWaiter } from '../../../nodes/MerchantData/transport/waiter.ts';
import { ended } from './context.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

let gates = 0;

/** A gate of its own, and when which request passed it. */
function newGate() {
	const key = `gate ${++gates}`;
	const started = Date.now();
	const passed: Array<[name: string, at: number]> = [];

	/** Lines up, and notes the time at which the request may be sent. */
	const comes = async (name: string, turn: Turn, patienceMs = 60_000) => {
		const mayGo = await turn.comes(() => patienceMs);
		if (mayGo) passed.push([name, Date.now() - started]);
		return mayGo;
	};
	const join = (signal?: AbortSignal) => lineUp(key, createWaiter(signal));
	return { passed, comes, join };
}

const advance = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

describe('requests to an endpoint of which nothing is known', () => {
	it('pass one at a time, in order, each as soon as the one before is answered', async () => {
		const { passed, comes, join } = newGate();
		const turns = [join(), join(), join()];
		turns.forEach((turn, index) => void comes(`${index}`, turn));
		await advance(100);
		turns[0]!.answered(true);
		await advance(150);
		turns[1]!.answered(false);
		await advance(0);
		expect(passed).toEqual([
			['0', 0],
			['1', 100],
			['2', 250],
		]);
	});

	it('do not wait longer than a second for a slow answer', async () => {
		const { passed, comes, join } = newGate();
		for (const name of ['slow', 'second', 'third']) void comes(name, join());
		await advance(5_000);
		expect(passed).toEqual([
			['slow', 0],
			['second', 1_000],
			['third', 2_000],
		]);
	});

	it('do not wait for one that gave its place up', async () => {
		const { passed, comes, join } = newGate();
		const gone = join();
		void comes('gone', gone);
		void comes('next', join());
		await advance(50);
		gone.leave();
		await advance(0);
		expect(passed).toEqual([
			['gone', 0],
			['next', 50],
		]);
	});

	it('wait for the repetition of one before, whose first sending was answered', async () => {
		const { passed, comes, join } = newGate();
		const [first, slow, last] = [join(), join(), join()];
		void comes('first', first);
		void comes('slow', slow);
		await advance(100);
		first.answered(false);
		void comes('repetition', first);
		void comes('last', last);
		// A second after the first sending, whose place was given up long ago.
		await advance(950);
		expect(passed.map(([name]) => name)).toEqual(['first', 'slow']);
		await advance(60);
		first.answered(true);
		await advance(0);
		expect(passed.slice(2)).toEqual([
			['repetition', 1_100],
			['last', 1_110],
		]);
	});
});

it.each<[string, number, (turn: Turn) => void]>([
	['answered', 100, (turn) => turn.answered(false)],
	['refused', 150, (turn) => turn.refused(50)],
])('a repetition has a second of its own, after one that was %s', async (_, sentAt, end) => {
	const { passed, comes, join } = newGate();
	const turn = join();
	void comes('first', turn);
	await advance(100);
	end(turn);
	void comes('repetition', turn);
	void comes('next', join());
	await advance(2_000);
	expect(passed).toEqual([
		['first', 0],
		['repetition', sentAt],
		['next', sentAt + 1_000],
	]);
});

describe('after a refusal', () => {
	it('nothing passes until the time that the service named, then who was refused first', async () => {
		const { passed, comes, join } = newGate();
		const [refused, next] = [join(), join()];
		void comes('refused', refused);
		void comes('next', next);
		await advance(100);
		refused.refused(5_000);
		void comes('again', refused);
		await advance(5_300);
		expect(passed).toEqual([
			['refused', 0],
			['again', 5_100],
		]);
		refused.answered(true);
		await advance(0);
		expect(passed.at(-1)).toEqual(['next', 5_400]);
	});

	it('the longest of several waits counts', async () => {
		const { comes, join } = newGate();
		const [long, short] = [join(), join()];
		long.refused(5_000);
		short.refused(1_000);
		expect(await ended(comes('after', join()))).toEqual({ value: true, tookMs: 5_000 });
	});

	it.each([
		['gives up at once', 999, false, 0],
		['waits', 1_000, true, 1_000],
	])(
		'a request %s before a gate closed for 1,000 ms, if it has patience for %i ms',
		async (_, patienceMs, mayGo, tookMs) => {
			const { comes, join } = newGate();
			join().refused(1_000);
			expect(await ended(comes('request', join(), patienceMs))).toEqual({ value: mayGo, tookMs });
		},
	);

	it('who was in line when it came is asked for its patience again', async () => {
		const { comes, join } = newGate();
		const first = join();
		void comes('first', first);
		const second = ended(comes('second', join(), 1_000));
		first.refused(60_000);
		first.leave();
		expect((await second).value).toBe(false);
	});

	it('who gives up does not let those behind pass those before', async () => {
		const { passed, comes, join } = newGate();
		const first = join();
		void comes('first', first);
		await advance(0);
		join().refused(500);
		expect(await comes('impatient', join(), 499)).toBe(false);
		void comes('last', join());
		await advance(700);
		expect(passed).toEqual([['first', 0]]);
		first.answered(true);
		await advance(0);
		expect(passed.at(-1)).toEqual(['last', 700]);
	});

	it('who gave up may line up anew', async () => {
		const { comes, join } = newGate();
		join().refused(1_000);
		const turn = join();
		expect((await ended(comes('impatient', turn, 0))).value).toBe(false);
		expect(await ended(comes('patient', turn, 1_000))).toEqual({ value: true, tookMs: 1_000 });
	});
});

describe('a cancelled execution', () => {
	it.each([
		['while the gate is closed', 60_000],
		['while it stands in line', 0],
	])('sends nothing more: it gives up within a slice %s', async (_, closedMs) => {
		const { passed, comes, join } = newGate();
		const first = join();
		void comes('first', first);
		await advance(0);
		if (closedMs > 0) first.refused(closedMs);
		const abort = new AbortController();
		setTimeout(() => abort.abort(), 450);
		expect(await ended(comes('cancelled', join(abort.signal)))).toEqual({
			value: false,
			tookMs: 600,
		});
		expect(passed).toEqual([['first', 0]]);
	});
});

describe('an endpoint that has answered often', () => {
	/** A gate through which so many requests have gone, and were accepted. */
	async function gateAfter(accepted: number) {
		const gate = newGate();
		const turn = gate.join();
		for (let count = 0; count < accepted; count++) turn.answered(true);
		await advance(0);
		return gate;
	}

	it.each([
		[49, ['first']],
		[50, ['first', 'second', 'third']],
	])('lets everything pass at once, after %i accepted requests', async (accepted, names) => {
		const { passed, comes, join } = await gateAfter(accepted);
		for (const name of ['first', 'second', 'third']) void comes(name, join());
		await advance(0);
		expect(passed.map(([name]) => name)).toEqual(names);
	});

	it('is trusted for what it accepted, not for what it said no to', async () => {
		const { passed, comes, join } = await gateAfter(49);
		join().answered(false);
		void comes('first', join());
		void comes('second', join());
		await advance(0);
		expect(passed).toHaveLength(1);
	});

	it('is not trusted any more once it refuses', async () => {
		const { passed, comes, join } = await gateAfter(50);
		join().refused(1_000);
		void comes('first', join());
		void comes('second', join());
		await advance(1_500);
		expect(passed).toEqual([['first', 1_000]]);
	});

	it('still gets nothing from a cancelled execution', async () => {
		const { comes, join } = await gateAfter(50);
		expect(await comes('cancelled', join(AbortSignal.abort()))).toBe(false);
	});
});
