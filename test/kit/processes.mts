import { AsyncLocalStorage } from 'node:async_hooks';
import { random } from '../../sandbox/random.mts';
import type * as queueModule from '../../nodes/MerchantData/lib/permits.ts';
import type * as snapshotModule from '../../nodes/MerchantData/delivery/sent/snapshot.ts';

/**
 * Processes of n8n in simulated time. What waits (n8n's sleep, and all that fakes do with `sleep`) ends in the order
 * of its time, so that runs are interleaved at each await; and a process, with all of its runs, may die at the end of any wait. A test file must import this before the node.
 */

export class Chance {
	readonly next: () => number;

	constructor(seed: number) {
		this.next = random(seed);
	}

	below(bound: number): number {
		return Math.floor(this.next() * bound);
	}

	is(probability: number): boolean {
		return this.next() < probability;
	}

	of<T>(choices: readonly T[]): T {
		return choices[this.below(choices.length)]!;
	}
}

let lives = 0;
let processes = 0;

/** A run in a process. */
export class Life {
	readonly number = ++lives;
	isOver = false;
	/** The number of the wait at whose end its process dies. */
	diesAt = Infinity;
	waits = 0;
	/** Requests that the service has not carried out yet. */
	readonly inFlight = new Set<() => void>();

	readonly process: Process;

	constructor(process: Process) {
		this.process = process;
		process.lives.add(this);
	}
}

export class Process {
	readonly lives = new Set<Life>();
	/** What it remembers is its own. */
	readonly snapshot = freshSnapshotModule();

	readonly number = ++processes;
}

interface Wait {
	at: number;
	tie: number;
	life: Life;
	end(): void;
}

/** The run whose code is being executed. */
const current = new AsyncLocalStorage<Life>();
let simulation: Simulation;

export class Simulation {
	now = 0;
	private readonly waits = new Set<Wait>();
	/** Waits of no run. */
	private readonly network: Life;

	readonly chance: Chance;
	private readonly onDeath: (life: Life) => void;

	constructor(chance: Chance, onDeath: (life: Life) => void) {
		this.chance = chance;
		this.onDeath = onDeath;
		simulation = this;
		this.network = new Life(this.newProcess());
	}

	newProcess(): Process {
		return new Process();
	}

	/** Starts a run. @param work its code, which does not throw */
	start(life: Life, work: () => Promise<void>): void {
		void current.run(life, async () => {
			await work();
			this.end(life);
		});
	}

	/** Lets time pass until the runs have ended or died. */
	async settle(lives: readonly Life[]): Promise<void> {
		let idle = 0;
		while (lives.some(({ isOver }) => !isOver)) {
			await new Promise((end) => setImmediate(end));
			idle = this.step() ? 0 : idle + 1;
			if (idle > 1_000) throw new Error('It waits for what never comes');
		}
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		const life = current.getStore() ?? this.network;
		await new Promise<void>((end, fail) => {
			const wait: Wait = { at: this.now + ms, tie: this.chance.next(), life, end };
			const abort = () => this.waits.delete(wait) && fail(new Error('aborted'));
			signal?.addEventListener('abort', abort);
			this.waits.add(wait);
		});
	}

	async moment(mostMs: number): Promise<void> {
		await this.sleep(this.chance.below(mostMs + 1));
	}

	/** Schedules what happens elsewhere, even after a death. */
	later(ms: number, happen: () => void): void {
		this.waits.add({ at: this.now + ms, tie: 0, life: this.network, end: happen });
	}

	private step(): boolean {
		let next: Wait | undefined;
		for (const wait of this.waits)
			if (!next || wait.at < next.at || (wait.at === next.at && wait.tie < next.tie)) next = wait;
		if (!next) return false;
		this.waits.delete(next);
		const { life, at, end } = next;
		this.now = Math.max(this.now, at);
		if (++life.waits === life.diesAt) this.die(life);
		else end();
		return true;
	}

	private die(life: Life): void {
		for (const each of life.process.lives) {
			this.end(each);
			this.onDeath(each);
		}
	}

	/** Whoever is dead never continues. */
	private end(life: Life): void {
		life.isOver = true;
		life.process.lives.delete(life);
		for (const wait of this.waits) if (wait.life === life) this.waits.delete(wait);
	}
}

function freshSnapshotModule(): typeof snapshotModule {
	let fresh: typeof snapshotModule;
	const path = '../../nodes/MerchantData/delivery/sent/snapshot.ts';
	jest.isolateModules(() => (fresh = jest.requireActual(path)));
	return fresh!;
}

jest.mock('../../nodes/MerchantData/delivery/sent/snapshot.ts', () => ({
	get Snapshot() {
		return current.getStore()!.process.snapshot.Snapshot;
	},
}));
jest.mock('../../nodes/MerchantData/lib/permits.ts', () => {
	const real = jest.requireActual<typeof queueModule>('../../nodes/MerchantData/lib/permits.ts');
	const acquire: typeof real.acquire = async (key, ...others) =>
		await real.acquire(`${current.getStore()!.process.number} ${key}`, ...others);
	return { ...real, acquire };
});
jest.mock('n8n-workflow', () => {
	const sleep = async (ms: number, signal?: AbortSignal) => await simulation.sleep(ms, signal);
	return { ...jest.requireActual<object>('n8n-workflow'), sleep, sleepWithAbort: sleep };
});

/** Makes the tests of a file use simulated time. */
export function useSimulatedTime(): void {
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => simulation.now);
		jest.spyOn(Math, 'random').mockImplementation(() => simulation.chance.next());
	});
	afterEach(() => jest.restoreAllMocks());
}
