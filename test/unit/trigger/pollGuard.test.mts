import type { IPollFunctions } from 'n8n-workflow';
import { inTurn, isPollAtStart } from '../../../nodes/MerchantData/trigger/pollGuard.ts';

beforeEach(() => {
	jest.useFakeTimers();
});

const MINUTE_MS = 60_000;
let ids = 0;

/** An activation of a node, whose polls share one context. */
const activationOf = (workflow = `w${++ids}`, mode = 'activate') =>
	({
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: 'trigger' }),
		getActivationMode: () => mode,
	}) as IPollFunctions;

/** Work that ends when it is told to. */
function openWork() {
	let end!: (result: string) => void;
	const done = new Promise<string>((resolve) => (end = resolve));
	return { end, work: async () => await done };
}

const works = async () => await Promise.resolve('rows');
const fails = async () => await Promise.reject(new Error('no'));

it('gives what the work gives', async () => {
	const activation = activationOf();
	expect(await inTurn(activation, works)).toBe('rows');
	expect(await inTurn(activation, works)).toBe('rows');
	await expect(inTurn(activation, fails)).rejects.toThrow('no');
});

it('does one poll at a time; another one waits for it and does nothing', async () => {
	const activation = activationOf();
	const { end, work } = openWork();
	const first = inTurn(activation, work);
	const other = jest.fn(works);
	let isOver = false;
	const second = inTurn(activation, other).finally(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(1_000);
	expect(isOver).toBe(false);
	end('first');
	expect([await first, await second]).toEqual(['first', null]);
	expect(other).not.toHaveBeenCalled();
	expect(await inTurn(activation, other)).toBe('rows');
});

it('lets polls of other activations go on', async () => {
	const { end, work } = openWork();
	const first = inTurn(activationOf(), work);
	expect(await inTurn(activationOf(), works)).toBe('rows');
	end('late');
	expect(await first).toBe('late');
});

it('tells an earlier activation of the node that it is not the latest', async () => {
	const workflow = `w${++ids}`;
	const { end, work } = openWork();
	let isEarlierLatest!: () => boolean;
	const first = inTurn(activationOf(workflow), async (isLatest) => {
		isEarlierLatest = isLatest;
		return await work();
	});
	expect(isEarlierLatest()).toBe(true);
	await inTurn(activationOf(workflow), async (isLatest) => {
		expect([isEarlierLatest(), isLatest()]).toEqual([false, true]);
		return await works();
	});
	expect(isEarlierLatest()).toBe(false);
	end('given up');
	await first;
});

it('tells an activation that it is the latest, whatever other nodes and earlier activations do', async () => {
	const workflow = `w${++ids}`;
	const [earlier, other, later] = [openWork(), openWork(), openWork()];
	const begin = (activation: IPollFunctions, { work }: ReturnType<typeof openWork>) => {
		let isLatest!: () => boolean;
		const result = inTurn(activation, async (tell) => {
			isLatest = tell;
			return await work();
		});
		return { isLatest, result };
	};
	const first = begin(activationOf(workflow), earlier);
	const latest = begin(activationOf(workflow), later);
	const elsewhere = begin(activationOf(), other);
	earlier.end('given up');
	await first.result;
	expect([latest.isLatest(), elsewhere.isLatest()]).toEqual([true, true]);
	later.end('rows');
	other.end('rows');
	await Promise.all([latest.result, elsewhere.result]);
});

it('rests after failures in a row: 2, 4, 8 … 60 minutes, and not after the first', async () => {
	const activation = activationOf();
	const rests: number[] = [];
	for (let failures = 0; failures < 8; failures++) {
		await expect(inTurn(activation, fails)).rejects.toThrow('no');
		let polls = 1;
		for (; polls < 100; polls++) {
			await jest.advanceTimersByTimeAsync(MINUTE_MS);
			const result = await inTurn(activation, async (isLatest) => {
				await Promise.resolve();
				return isLatest() ? 'due' : 'late';
			}).catch(() => 'failed');
			if (result !== null) break;
		}
		rests.push(polls);
		// The poll that told the rest was good: the failures are made again.
		for (let again = 0; again <= failures; again++) {
			await jest.advanceTimersByTimeAsync(60 * MINUTE_MS);
			await expect(inTurn(activation, fails)).rejects.toThrow('no');
		}
		await jest.advanceTimersByTimeAsync(60 * MINUTE_MS);
	}
	expect(rests).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

it.each([
	['init', true],
	['leadershipChange', true],
	['activate', false],
	['update', false],
])('the first poll of an activation by "%s" is at the start of n8n: %s', (mode, isAtStart) => {
	const activation = activationOf(undefined, mode);
	expect(isPollAtStart(activation)).toBe(isAtStart);
	expect(isPollAtStart(activation)).toBe(false);
});
