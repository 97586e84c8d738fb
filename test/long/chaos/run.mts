import type { IDataObject } from 'n8n-workflow';
import { outcomesIn } from '../../kit/outcomes.mts';
import type { RunResult } from '../../kit/engine.mts';
import { createStage, shop, type Stage } from '../../kit/stage.mts';
import {
	FAULT_PROBABILITY,
	FAULTS,
	UNCHANGED,
	USES_OF_A_TOKEN,
	type Variant,
} from './variants.mts';

export interface ChaosOptions {
	variant: Variant;
	rows: number;
	batchSize: number;
	/** Decides which requests meet which fault. */
	seed: number;
}

/** What the node said of the rows, and what the service has of them. */
export type ChaosReport = Awaited<ReturnType<typeof runChaos>>;

const COUNT = 'SELECT count(*) AS rows FROM all_pushed_ads';

type Outcome = 'accepted' | 'rejected' | 'unknown' | 'notSent';
type Counts = Record<Outcome, number>;

/** Pushes numbered rows through the node while the service fails, and compares what both say. */
export async function runChaos(options: ChaosOptions) {
	const { variant, rows, seed } = options;
	const stage = await createStage({ logRows: false });
	const { sandbox } = stage;
	const expiry = setInterval(() => sandbox.expireUsedAccessTokens(USES_OF_A_TOKEN), 5);
	try {
		sandbox.chaos({ endpoints: ['ads'], probability: FAULT_PROBABILITY, faults: FAULTS, seed });
		const started = Date.now();
		const runs = await push(stage, options);
		const requests = sandbox.requests('ads');
		const read = variant.onError ? outcomesOfItems : outcomesOfMessage;
		const said = read(runs.at(-1)!, rows);
		return {
			requests: requests.length,
			faults: requests.filter(({ fault }) => fault !== null).length,
			/** The first, and retries of failed ones. */
			executions: runs.length,
			...said.counts,
			atService: Number(sandbox.database.prepare(COUNT).get()!.rows),
			...compare(said, sandbox, variant, rows),
			seconds: Math.round((Date.now() - started) / 1_000),
		};
	} finally {
		clearInterval(expiry);
		await stage.close();
	}
}

/** Runs the workflow and, if it stops at an error, retries it. */
async function push(
	{ sandbox: { shops }, engine, run }: Stage,
	{ variant, rows, batchSize }: ChaosOptions,
) {
	const { parameters, badEvery: _, replaces: __, ...setup } = variant;
	const runs = [
		await run({
			...setup,
			items: Array.from({ length: rows }, (_, number) => ({
				number,
				shop: shops[number % shops.length]!,
				day: `${String((number % 30) + 1).padStart(2, '0')}.06.2026`,
				...(isBad(variant, number) && { amount: 'many' }),
			})),
			parameters: {
				resource: 'adData',
				operation: 'push',
				dataMode: 'autoMapInputData',
				shop: shop(shops[0]!),
				columns: UNCHANGED,
				...parameters,
				options: { batchSize, output: 'rows' },
			},
		}),
	];
	// Each retry gets past at least one request that has failed.
	const most = rows / batchSize + shops.length;
	while (runs.length - 1 < most && outcomesIn(runs.at(-1)!.thrown?.message, rows)?.notSent)
		runs.push(await engine.retry(runs.at(-1)!));
	return runs;
}

/** Whether a row cannot be sent. */
export const isBad = ({ badEvery = 0 }: Variant, number: number): boolean =>
	badEvery > 0 && number % badEvery === 0;

interface Said {
	counts: Counts;
	/** Per row, how often it was reported as accepted and as unknown; none if only counts are known. */
	byRow?: { accepted: Uint8Array; unknown: Uint8Array };
}

/** The outcome of each row, from the items on both branches. */
function outcomesOfItems({ success, error }: RunResult, rows: number): Said {
	const counts: Counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	const byRow = { accepted: new Uint8Array(rows), unknown: new Uint8Array(rows) };
	const note = ({ outcome, row }: IDataObject) => {
		counts[outcome as Outcome]++;
		if (outcome === 'accepted' || outcome === 'unknown')
			byRow[outcome][Number((row as IDataObject).number)]!++;
	};
	for (const { json } of success) note(json);
	// n8n joins an error item with its input item, which is the row.
	for (const { json } of error) note({ row: json, ...(json.error as unknown as IDataObject) });
	return { counts, byRow };
}

function outcomesOfMessage({ success, thrown }: RunResult, rows: number): Said {
	const all = { accepted: success.length, rejected: 0, unknown: 0, notSent: 0 };
	const { total: _, ...counts } = outcomesIn(thrown?.message, rows) ?? { total: rows, ...all };
	const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
	if (total !== rows) throw new Error(`The outcomes make ${total}, not ${rows} rows`);
	return { counts };
}

/**
 * @returns rows reported as accepted that the service does not have, or of which nothing was said; and rows
 *   that it has more often than was reported, unknown ones allowed for
 */
function compare(
	{ counts, byRow }: Said,
	{ database }: Stage['sandbox'],
	{ loops: times = 1, replaces }: Variant,
	rows: number,
) {
	const stored = new Uint8Array(rows);
	const found = database
		.prepare(`SELECT row ->> 'number' AS number, count(*) AS times FROM all_pushed_ads GROUP BY 1`)
		.all();
	for (const row of found) stored[Number(row.number)] = replaces ? 1 : Number(row.times);

	if (!byRow) {
		const atService = stored.reduce((sum, count) => sum + Math.min(count, 1), 0);
		const again = stored.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
		const { accepted, unknown } = counts;
		return {
			lost: Math.max(0, accepted - atService),
			doubled: again + Math.max(0, atService - accepted - unknown),
		};
	}
	let lost = times * rows - Object.values(counts).reduce((sum, count) => sum + count, 0);
	let doubled = 0;
	stored.forEach((count, row) => {
		const accepted = byRow.accepted[row]!;
		lost += Math.max(0, accepted - count);
		doubled += Math.max(0, count - accepted - byRow.unknown[row]!);
	});
	return { lost, doubled };
}
