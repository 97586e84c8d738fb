import { assignments } from '../../kit/columns.mts';
import { limited } from '../../kit/client.mts';
import { createContext, useFakeTime } from '../../kit/execution.mts';
import { createNode, numbersOf, ok, rows } from '../../kit/pushNode.mts';
import { MemoryProcessedData } from '../../kit/processedData.mts';

useFakeTime();

const ON = { ifSentAgain: 'replaces', onlyChanged: true };
const OFF = { onlyChanged: false };
const MAY_DOUBLE = { ifSentAgain: 'mayDouble' };
const NO_WAIT = { maxWait: 0 };
const LOST = { throws: { code: 'ECONNRESET' } };

type Given = Partial<Parameters<ReturnType<typeof createNode>['run']>[0]>;

/** A node whose executions follow one another. */
function createComparingNode() {
	const processed = new MemoryProcessedData();
	const { number } = createContext({});
	return {
		processed,
		/** One execution, of two rows unless told otherwise. */
		run: async (given: Given = {}, account = number) =>
			await createNode({ number: account, processed }).run({
				items: rows(2),
				service: ok,
				...given,
				parameters: { ...ON, ...given.parameters },
			}),
	};
}

const MORE = { items: rows(3) };
const CORRECTED = {
	items: rows(2).map((each) => (each.n === 1 ? { ...each, filler: 'x' } : each)),
};
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
	[
		'other values of added fields',
		[withField('1'), BOTH],
		[withField('1'), []],
		[withField('2'), BOTH],
	],
	['what was refused', [{ ...CORRECTED, service: () => ({ status: 422 }) }, [1]], [CORRECTED, [1]]],
	[
		'what was lost',
		[{ ...CORRECTED, service: () => LOST, options: NO_WAIT }, [1]],
		[CORRECTED, [1]],
	],
	['all after a run with the switch off', [{ parameters: OFF }, BOTH], [{}, BOTH]],
	['all after one that may double', [{ parameters: MAY_DOUBLE }, BOTH], [{}, BOTH]],
	['nothing for a preview', [{ ...MORE, parameters: { preview: true } }, []], [MORE, [2]]],
	['nothing if a row stops it', [{ items: rows(3, ''), continues: false }, []], [MORE, [2]]],
	[
		'all for an agent, which notes nothing',
		[agentWith(2), BOTH],
		[agentWith(3), [0, 1, 2]],
		[MORE, [2]],
	],
	[
		'what "Rows at Most" left, as that counts all rows',
		[{ options: { rowsAtMost: 1 } }, []],
		[{}, [1]],
	],
	['rows of a file', [{ isFile: true }, []], [{ ...MORE, isFile: true }, [2]]],
])('after a run that sent two rows, a push of only what changed sends %s', async (_, ...runs) => {
	const node = createComparingNode();
	for (const [given, expected] of [[{}, BOTH] as const, ...runs])
		expect(numbersOf((await node.run(given)).sent).flat()).toEqual(expected);
});

it('another account gets all rows', async () => {
	const node = createComparingNode();
	await node.run();
	expect(numbersOf((await node.run({}, createContext({}).number)).sent)).toEqual([[0, 1]]);
	// It has replaced what was known of the first one.
	expect(numbersOf((await node.run()).sent)).toEqual([[0, 1]]);
});

it('n8n is not called for an agent, a preview or a refusal before sending, otherwise at both ends of a run', async () => {
	const calls = async (given: Given) => {
		const { processed, run } = createComparingNode();
		await run(given);
		return [processed.calls, processed.count('node')];
	};
	expect(await calls(agentWith(2))).toEqual([0, 0]);
	expect(await calls({ parameters: { preview: true } })).toEqual([0, 0]);
	expect(await calls({ items: rows(1, ''), continues: false })).toEqual([0, 0]);
	expect(await calls({ parameters: OFF })).toEqual([3, 0]);
	expect(await calls({ parameters: MAY_DOUBLE })).toEqual([3, 0]);
	// Checked, cleared, noted; noted again, and the marks taken away: what is left are the target and two rows.
	expect(await calls({})).toEqual([5, 3]);
});

it('a run without changed rows waits for no permit', async () => {
	const node = createComparingNode();
	await node.run();
	const { sent } = await node.run({
		...agentWith(1),
		service: () => limited(99),
		options: NO_WAIT,
	});
	expect(sent).toHaveLength(1);
	expect(await node.run()).toMatchObject({ sent: [], tookMs: 0, error: undefined });
});

it('unchanged rows are counted in the item of a file, in a hint, and in an item if there is no other', async () => {
	const told = async (given: Given) => {
		const node = createComparingNode();
		await node.run({ isFile: given.isFile });
		const { items, hints } = await node.run(given);
		return [
			items.map(({ json }) => json),
			items.map(({ pairedItem }) => pairedItem),
			hints[0],
		] as const;
	};
	const all = 'Nothing was sent: all 2 rows are the same as in the last run';
	const some = '2 of 3 rows have not changed since the last run and were not sent';
	expect(await told({})).toEqual([[{ unchanged: 2 }], [{ item: 0 }], all]);
	const [jsons, links, hint] = await told({ items: rows(3) });
	expect([jsons, links, hint]).toMatchObject([[{ rows: 1 }], [[{ item: 2 }]], some]);
	const file = { rows: 3, accepted: 1, notSent: 0, unchanged: 2, requests: 1 };
	expect(await told({ items: rows(3), isFile: true })).toMatchObject([[file], [{ item: 0 }], some]);
	expect((await told({ isFile: true }))[0]).toMatchObject([{ rows: 2, accepted: 0, unchanged: 2 }]);
});

describe('a hint says that all rows were sent', () => {
	/** The hints of a run after one that had the same rows, and what was sent. */
	async function hintsOf(spoil: (processed: MemoryProcessedData) => void) {
		const node = createComparingNode();
		await node.run();
		spoil(node.processed);
		const { hints, sent, error } = await node.run();
		expect([numbersOf(sent).flat(), error]).toEqual([[0, 1], undefined]);
		return hints;
	}
	const failsAt =
		(method: 'checkProcessedAndRecord' | 'removeProcessed', call: number) =>
		(processed: MemoryProcessedData) => {
			const { [method]: real } = processed as unknown as Record<
				string,
				(...all: unknown[]) => unknown
			>;
			let calls = 0;
			Object.assign(processed, {
				[method]: async (...all: unknown[]) => {
					if (++calls === call) throw new Error('the database is busy');
					return await real!.apply(processed, all);
				},
			});
		};

	it('if n8n cannot look up those of the last run', async () => {
		expect(await hintsOf(failsAt('checkProcessedAndRecord', 1))).toContain(
			'Rows were not compared with the last run, because n8n could not look up the rows of the last run: the database is busy',
		);
		expect(await hintsOf(failsAt('checkProcessedAndRecord', 2))).toContainEqual(
			expect.stringContaining('could not look up the rows of the last run') as string,
		);
	});

	it('if another run of the node had not ended', async () => {
		const node = createComparingNode();
		await node.run();
		// What a run that was killed leaves.
		await node.processed.checkProcessedAndRecord(['running'], 'node');
		const reason =
			'Rows were not compared with the last run, because another run of this node had not ended';
		for (const isLast of [false, true]) {
			const { hints, sent } = await node.run();
			expect(numbersOf(sent)).toEqual([[0, 1]]);
			// The next one sends all as well, because this one was not alone.
			expect(hints.includes(reason)).toBe(!isLast);
		}
		expect((await node.run()).sent).toEqual([]);
	});
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
