import './inProcess.mts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteFunctions } from 'n8n-workflow';
import { startNullSink } from './nullSink.mts';
import { rows, SHOP } from './nodes/rows.mts';
import type { Bound } from './section.mts';

/**
 * Peak heap of a push above its input items: measured with forced collection whenever a request has
 * arrived and at the end, in the engine of n8n 2.x. `node bench/heap.mts [rows] [output]` prints it as
 * a bound.
 */

const ROWS = Number(process.argv[2] ?? 200_000);
const OUTPUT = process.argv[3] ?? 'requests';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const { createEngine } = await import('../test/kit/engine.mts');
const { MerchantDataOAuth2Api } = await import(
	'../credentials/MerchantDataOAuth2Api.credentials.ts'
);
const { MerchantData } = await import('../nodes/MerchantData/MerchantData.node.ts');

let base = 0;
let peak = 0;
function heap(): number {
	collect();
	return process.memoryUsage().heapUsed;
}

/** The node, with the heap read when its items are there and when its output is. */
class Measured extends MerchantData {
	override async execute(this: IExecuteFunctions) {
		base = heap();
		peak = base;
		const output = await new MerchantData().execute.call(this);
		peak = Math.max(peak, heap());
		return output;
	}
}

let requests = 0;
const sink = await startNullSink(() => {
	// A collection takes as long as hundreds of requests; what stays grows from one to the next.
	if (base > 0 && ++requests % 20 === 0) peak = Math.max(peak, heap());
});
const engine = createEngine(Measured, [MerchantDataOAuth2Api]);
const credential = engine.addCredential('merchantDataOAuth2Api', {
	environment: 'production',
	baseUrl: sink.url,
	oauthTokenData: { access_token: 'access-token-1' },
});
const push = async (count: number) => {
	const result = await engine.run({
		items: rows(count),
		credentials: [credential],
		parameters: {
			resource: 'adData',
			operation: 'push',
			dataMode: 'autoMapInputData',
			shop: { __rl: true, mode: 'domain', value: SHOP },
			options: { output: OUTPUT },
		},
	});
	if (result.thrown) throw result.thrown;
};

await push(2_000);
base = 0;
await push(ROWS);
const bound: Bound = {
	text: `peak heap above the items, ${ROWS.toLocaleString('en')} rows`,
	measured: (peak - base) / 1024 / 1024,
	limit: 24,
	kind: 'most',
	unit: 'MB',
};
console.log(JSON.stringify(bound));
sink.close();
process.exit();
