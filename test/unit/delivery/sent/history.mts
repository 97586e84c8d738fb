// First, so that the node is loaded with simulated time.
import { Chance, Life, type Process, Simulation } from '../../../kit/processes.mts';
import { MemoryProcessedData } from '../../../kit/processedData.mts';
import {
	Deeds,
	edited,
	FORMS,
	ReplacingService,
	type SheetRow,
	storedAs,
} from '../../../kit/replacingService.mts';
import { type Execution, type Settings, tryOnce } from './tryOnce.mts';

/** A random history of a sheet that is pushed with *It Replaces the Earlier One*, and what must hold in it. */

/** How many runs there are at once, in how many processes, and whether these may die. */
export interface Variant {
	runs: number;
	processes: number;
	mayDie: boolean;
}

const AN_HOUR_MS = 3_600_000;

export class History {
	readonly trace: string[] = [];
	/** Rows that the last run sent, although the one before it had the same. */
	sentAgain = 0;
	private readonly chance: Chance;
	/** How long n8n's database takes to read, to write or to answer. */
	private readonly slowestMs: number;
	private readonly simulation: Simulation;
	private readonly service: ReplacingService;
	private readonly stored: MemoryProcessedData;
	private readonly processes: Process[];
	private readonly executions: Execution[] = [];
	private readonly runs = new Map<Life, Execution>();
	private readonly moment = async () => await this.simulation.moment(this.slowestMs);
	private rows: readonly SheetRow[] = [];
	/** Requests of dead processes that the service carries out later. */
	private readonly late: Array<() => void> = [];

	constructor(
		seed: number,
		private readonly variant: Variant,
	) {
		this.chance = new Chance(seed);
		this.simulation = new Simulation(this.chance, (life) => this.bury(life));
		this.service = new ReplacingService(this.simulation);
		this.slowestMs = this.chance.of([5, 50, 500]);
		this.stored = new MemoryProcessedData(this.moment);
		this.processes = Array.from({ length: variant.processes }, () => this.simulation.newProcess());
	}

	/** @throws what does not hold */
	async play(): Promise<void> {
		const { chance } = this;
		for (let step = 2 + chance.below(4); step > 0; step--) {
			await this.runAtOnce(chance.is(this.variant.runs > 2 ? 0.8 : 0.5) ? this.variant.runs : 1);
			this.simulation.now += chance.of([0, AN_HOUR_MS]);
		}
		this.simulation.now += AN_HOUR_MS;
		const form = chance.below(FORMS.length);
		for (let good = 0; good < 2; good++) {
			this.rows = edited(this.rows, chance, false);
			const onlyChanged = chance.is(0.9);
			await this.runWell({ ...this.settings(0), onlyChanged, form });
		}
		const comparing = { onlyChanged: true, form };
		await this.runWell({ ...this.settings(0), ...comparing });
		const again = await this.runWell({ ...this.settings(0), ...comparing });
		this.sentAgain = again.requested.size;
	}

	/** A run after the faults. */
	private async runWell(settings: Settings): Promise<Deeds> {
		const life = new Life(this.chance.of(this.processes));
		const execution = this.newExecution();
		const deeds = new Deeds(execution.accepted);
		const isAlone = this.late.length === 0;
		const work = async () => void (await this.tryOnce(life, execution, settings, isAlone, deeds));
		await this.settle([life], [work]);
		if (!isAlone) return deeds;
		for (const row of execution.rows) {
			const expected = storedAs(FORMS[settings.form]!.sent(row));
			const found = this.service.stored.get(row.key);
			if (found !== expected) throw new Error(`It holds ${found}, not ${expected}`);
		}
		return deeds;
	}

	private async runAtOnce(count: number): Promise<void> {
		const { chance, variant } = this;
		const lives: Life[] = [];
		const works: Array<() => Promise<void>> = [];
		for (let at = 0; at < count; at++) {
			this.rows = edited(this.rows, chance, true);
			const isRetry = this.executions.length > 0 && chance.is(0.3);
			const execution = isRetry ? chance.of(this.executions) : this.newExecution();
			if ([...this.runs.values()].includes(execution)) continue;
			const life = new Life(chance.of(this.processes));
			const startsAt = at === 0 ? 0 : chance.below(chance.of([20, 300, 3_000, 100_000]));
			if (variant.mayDie && chance.is(count === 1 ? 0.6 : 0.3))
				life.diesAt = 1 + chance.below(chance.of([12, 30, 60]));
			lives.push(life);
			this.runs.set(life, execution);
			works.push(this.workOf(life, execution, startsAt, count === 1 && this.late.length === 0));
		}
		await this.settle(lives, works);
		this.runs.clear();
	}

	private workOf(life: Life, execution: Execution, startsAt: number, isAlone: boolean) {
		const settings = this.settings(this.chance.of([0, 0.2, 0.6]));
		return async () => {
			if (startsAt > 0) await this.simulation.sleep(startsAt);
			for (let left = settings.tries; left > 0; left--)
				if (await this.tryOnce(life, execution, settings, isAlone)) break;
		};
	}

	private settings(faulty: number): Settings {
		const { chance } = this;
		return {
			onlyChanged: chance.is(0.75),
			form: chance.is(0.8) ? 0 : chance.below(FORMS.length),
			continues: chance.is(0.6),
			tries: 1 + chance.below(2),
			faulty,
			options: {
				batchSize: 1 + chance.below(4),
				maxParallelRequests: 1 + chance.below(4),
				maxWait: faulty === 0 ? 3_600 : chance.of([0, 10, 3_600]),
				output: chance.of(['requests', 'rows', 'columns']),
			},
		};
	}

	/** Lets runs run until they have ended or died. @throws what they throw */
	private async settle(lives: readonly Life[], works: ReadonlyArray<() => Promise<void>>) {
		let wrong: Error | undefined;
		for (const [at, life] of lives.entries()) {
			const work = works[at]!;
			this.simulation.start(life, async () => {
				await work().catch((error: Error) => (wrong ??= error));
			});
		}
		const late = this.late.splice(0);
		for (const carryOut of late) this.simulation.later(this.chance.below(1_000), carryOut);
		await this.simulation.settle(lives);
		for (const carryOut of late) carryOut();
		if (wrong) throw wrong;
	}

	private bury(life: Life): void {
		const { chance, processes } = this;
		const at = processes.indexOf(life.process);
		if (at >= 0) processes[at] = this.simulation.newProcess();
		const execution = this.runs.get(life);
		this.tell(life, 'dies');
		if (execution && chance.is(0.5)) execution.nodeContext = {};
		for (const carryOut of life.inFlight) {
			if (chance.is(0.2)) continue;
			if (this.runs.size === 1 && chance.is(0.7)) this.late.push(carryOut);
			else carryOut();
		}
	}

	private newExecution(): Execution {
		const { rows, chance } = this;
		const execution = { rows, isFile: chance.is(0.2), nodeContext: {}, accepted: new Map() };
		this.executions.push(execution);
		return execution;
	}

	private async tryOnce(
		life: Life,
		execution: Execution,
		settings: Settings,
		isAlone: boolean,
		deeds = new Deeds(execution.accepted),
	): Promise<boolean> {
		const { service, stored, moment } = this;
		const n8n = { service, stored, moment, tell: (what: string) => this.tell(life, what) };
		return await tryOnce(life, execution, settings, deeds, isAlone, n8n);
	}

	private tell(life: Life, what: string): void {
		const at = Math.round(this.simulation.now);
		this.trace.push(`${at} run ${life.number} in process ${life.process.number} ${what}`);
	}
}
