import { assignments } from '../../kit/columns.mts';
import { limited } from '../../kit/client.mts';
import { createContext, useFakeTime } from '../../kit/execution.mts';
import { createNode, numbersOf, ok, rows } from '../../kit/pushNode.mts';
import { MemoryProcessedData } from '../../kit/processedData.mts';

useFakeTime();

const ON = { ifSentAgain: 'replaces', onlyChanged: true };
const OFF = { parameters: { onlyChanged: false } };
const MAY_DOUBLE = { parameters: { ifSentAgain: 'mayDouble' } };
const PREVIEW = { parameters: { preview: true } };
const NO_WAIT = { maxWait: 0 };

type Given = Partial<Parameters<ReturnType<typeof createNode>['run']>[0]>;

/** A node whose executions follow one another. */
function createComparingNode() {
	const processed = new MemoryProcessedData();
	const { number } = createContext({});
	return {
		processed,
		/** One execution, of two rows unless told otherwise. */
		async run({ parameters, ...given }: Given = {}, account = number) {
			const node = createNode({ number: account, processed });
			const all = { items: rows(2), service: ok, ...given, parameters: { ...ON, ...parameters } };
			const ran = await node.run(all);
			return { ...ran, numbers: numbersOf(ran.sent).flat() };
		},
	};
}

const MORE = { items: rows(3) };
const CORRECTED = {
	items: rows(2).map((each) => (each.n === 1 ? { ...each, filler: 'x' } : each)),
};
const REFUSED = { ...CORRECTED, service: () => ({ status: 422 }) };
const LOST = {
	...CORRECTED,
	service: () => ({ throws: { code: 'ECONNRESET' } }),
	options: NO_WAIT,
};
/** Without a shop, so that the node stops before it sends. */
const STOPPED = { items: rows(3, ''), continues: false };
/** A call of an agent, with so many rows. */
const agentWith = (count: number): Given => ({
	type: 'merchantDataTool',
	items: rows(1),
	parameters: { dataMode: 'json', shop: 'a.example', rowsJson: JSON.stringify(rows(count)) },
});
const withField = (x: string): Given => ({ parameters: { fieldsToAdd: assignments({ x }) } });
const BOTH = [0, 1];

/** What later runs send after a first one that has sent the two rows. */
it.each<[what: string, ...Array<[run: Given, sent: number[]]>]>([
	['nothing that the last run had', [{}, []], [{}, []]],
	['new rows', [MORE, [2]], [MORE, []]],
	['no rows for their order', [{ items: rows(2).reverse() }, []]],
	['what was corrected', [CORRECTED, [1]], [CORRECTED, []]],
	['what is as it was before', [CORRECTED, [1]], [{}, [1]]],
	['what was gone', [{ items: rows(1) }, []], [{}, [1]]],
	['rows to another shop', [{ items: rows(2, 'b.example') }, BOTH]],
	['all after another endpoint', [{ parameters: { resource: 'emailSmsData' } }, []], [{}, BOTH]],
	['other values of added fields', [withField('1'), BOTH], [withField('1'), []]],
	['what was refused', [REFUSED, [1]], [CORRECTED, [1]]],
	['what was lost', [LOST, [1]], [CORRECTED, [1]]],
	['all after a run with the switch off', [OFF, BOTH], [{}, BOTH]],
	['all after one that may double', [MAY_DOUBLE, BOTH], [{}, BOTH]],
	['nothing for a preview', [{ ...MORE, ...PREVIEW }, []], [MORE, [2]]],
	['nothing if a row stops it', [STOPPED, []], [MORE, [2]]],
	['all for an agent, which notes nothing', [agentWith(3), [0, 1, 2]], [MORE, [2]]],
	['what "Rows at Most" left, which counts all', [{ options: { rowsAtMost: 1 } }, []], [{}, [1]]],
	['rows of a file', [{ isFile: true }, []], [{ ...MORE, isFile: true }, [2]]],
])('after a run that sent two rows, a push of only what changed sends %s', async (_, ...runs) => {
	const node = createComparingNode();
	for (const [given, expected] of [[{}, BOTH] as const, ...runs])
		expect((await node.run(given)).numbers).toEqual(expected);
});

it('another account gets all rows', async () => {
	const node = createComparingNode();
	await node.run();
	expect((await node.run({}, createContext({}).number)).numbers).toEqual(BOTH);
	// It has replaced what was known of the first one.
	expect((await node.run()).numbers).toEqual(BOTH);
});

it.each<[what: string, Given, calls: number, stored: number]>([
	['not called for an agent', agentWith(2), 0, 0],
	['not called for a preview', PREVIEW, 0, 0],
	['not called for a refusal before sending', STOPPED, 0, 0],
	['emptied at both ends with the switch off', OFF, 3, 0],
	['emptied at both ends of a run that may double', MAY_DOUBLE, 3, 0],
	// Checked, cleared, noted; noted again, and the marks taken away: what is left are the target and two rows.
	['left with what was sent', {}, 5, 3],
])("n8n's store is %s", async (_, given, calls, stored) => {
	const { processed, run } = createComparingNode();
	await run(given);
	expect([processed.calls, processed.count('node')]).toEqual([calls, stored]);
});

it('a run without changed rows waits for no permit', async () => {
	const node = createComparingNode();
	await node.run();
	const service = () => limited(99);
	expect((await node.run({ ...MORE, service, options: NO_WAIT })).numbers).toEqual([2]);
	expect(await node.run()).toMatchObject({ sent: [], tookMs: 0, error: undefined });
});

const ALL = 'Nothing was sent: all 2 rows are the same as in the last run';
const ONE_OF_THREE = { rows: 3, accepted: 1, notSent: 0, unchanged: 2, requests: 1 };
const SOME = '2 of 3 rows have not changed since the last run and were not sent';

it.each<[what: string, Given, json: object, item: number, hint: string]>([
	['an item if there is no other', {}, { unchanged: 2 }, 0, ALL],
	['a hint', MORE, { rows: 1 }, 2, SOME],
	['the item of a file', { isFile: true }, { rows: 2, accepted: 0, unchanged: 2 }, 0, ALL],
	['the item of a file with others', { ...MORE, isFile: true }, ONE_OF_THREE, 0, SOME],
])('unchanged rows are counted in %s', async (_, given, json, item, hint) => {
	const node = createComparingNode();
	await node.run({ isFile: given.isFile });
	const { items, hints } = await node.run(given);
	expect(items).toMatchObject([{ json }]);
	expect([[items[0]!.pairedItem].flat(), hints]).toEqual([[{ item }], [hint]]);
});

const WHY_ALL = 'Rows were not compared with the last run, because';

it.each([1, 2])('all rows are sent if call %i of n8n fails, and a hint says why', async (call) => {
	const { processed, run } = createComparingNode();
	await run();
	const check = jest.spyOn(processed, 'checkProcessedAndRecord');
	const { checkProcessedAndRecord: real } = MemoryProcessedData.prototype;
	for (let good = 1; good < call; good++) check.mockImplementationOnce(real);
	check.mockRejectedValueOnce(new Error('the database is busy'));
	const { numbers, error, hints } = await run();
	expect([numbers, error]).toEqual([BOTH, undefined]);
	const reason = 'n8n could not look up the rows of the last run: the database is busy';
	expect(hints).toContain(`${WHY_ALL} ${reason}`);
});

it('all rows are sent if another run of the node had not ended, and a hint says so', async () => {
	const { processed, run } = createComparingNode();
	await run();
	// What a run that was killed leaves.
	await processed.checkProcessedAndRecord(['running'], 'node');
	// The next one sends all as well, because this one was not alone.
	for (const isLast of [false, true]) {
		const { hints, numbers } = await run();
		expect(numbers).toEqual(BOTH);
		expect(hints.includes(`${WHY_ALL} another run of this node had not ended`)).toBe(!isLast);
	}
	expect((await run()).numbers).toEqual([]);
});

it('a hint says what to do if n8n cannot note what was sent', async () => {
	const node = createComparingNode();
	node.processed.removeProcessed = async () => await Promise.reject(new Error('busy'));
	const { hints, items } = await node.run();
	expect(items).toHaveLength(1);
	expect(hints).toContain(
		'n8n could not note which rows were sent: busy. Execute once with "Send Only What Changed" off.',
	);
});
