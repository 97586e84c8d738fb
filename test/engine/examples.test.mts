import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { stopClock } from '../kit/clock.mts';
import { sharedStage } from '../kit/stage.mts';

/**
 * What the examples' own nodes ask the service at a known time, and what all examples have in
 * common. `npm run test:examples` runs them whole, in a real n8n.
 */

interface ExampleNode {
	id: string;
	name: string;
	type: string;
	position: [x: number, y: number];
	parameters: IDataObject;
	credentials?: unknown;
}

interface Example {
	file: string;
	nodes: ExampleNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const folder = join(__dirname, '../../examples');
const examples = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file): Example => {
		const workflow = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example;
		return { ...workflow, file };
	});

function parametersOf(file: string, nodeName: string): IDataObject {
	const node = examples
		.find((example) => example.file === file)
		?.nodes.find(({ name }) => name === nodeName);
	if (!node) throw new Error(`${file} has no node "${nodeName}"`);
	return node.parameters;
}

describe('with a stopped clock', () => {
	afterEach(() => jest.useRealTimers());
	const stage = sharedStage();

	const asked = () =>
		stage.sandbox
			.requests('sql')
			.map(({ body }) => body as { shopId: string; period: { startDate: string; endDate: string } })
			.map(({ shopId, period }) => [shopId, period.startDate, period.endDate]);

	// 23:30 in London; in Auckland and on Kiritimati it is the next day already.
	it.each([
		['UTC', '2026-03-30'],
		['Pacific/Auckland', '2026-03-31'],
		['America/New_York', '2026-03-30'],
		['Pacific/Kiritimati', '2026-03-31'],
	])("asks for yesterday's numbers as the clocks of %s say", async (timezone, day) => {
		stopClock('2026-03-31T22:30:00Z');
		const { status, success } = await stage.run({
			parameters: parametersOf('yesterdays-numbers-to-a-spreadsheet.json', "Yesterday's numbers"),
			items: [{ folder: '/tmp', shop: 'harbour-goods.example' }],
			settings: { timezone },
		});
		expect(status).toBe('success');
		expect(asked()).toEqual([['harbour-goods.example', day, day]]);
		expect(success.length).toBeGreaterThan(0);
		expect(new Set(success.map(({ json }) => json.date))).toEqual(new Set([day]));
	});

	it.each([
		['2026-06-29T07:00:00Z', '2026-06-22', '2026-06-28'],
		['2026-01-05T07:00:00Z', '2025-12-29', '2026-01-04'],
		// By hand on a Wednesday.
		['2026-07-01T12:00:00Z', '2026-06-22', '2026-06-28'],
		// Sunday evening in UTC is Monday in Auckland.
		['2026-06-28T19:00:00Z', '2026-06-22', '2026-06-28', 'Pacific/Auckland'],
	])(
		'asks for the last week of each granted shop at %s',
		async (now, first, last, zone = 'UTC') => {
			stopClock(now);
			stage.connect();
			const file = 'one-report-per-granted-shop.json';
			const settings = { timezone: zone };
			const shops = await stage.run({
				parameters: parametersOf(file, 'Get granted shops'),
				settings,
			});
			const items = shops.success.map(({ json }) => json);
			const parameters = parametersOf(file, 'Ad spend of last week');
			const { success } = await stage.run({ parameters, items, settings });
			const granted = stage.sandbox.settings.grantedShops;
			expect(asked()).toEqual(granted.map((shop) => [shop, first, last]));
			expect(success.map(({ binary }) => binary?.data?.fileName)).toEqual(
				granted.map((shop) => `${shop}_${first}_${last}.csv`),
			);
		},
	);
});

const NOTE = 'n8n-nodes-base.stickyNote';
/** What a node takes up on the canvas, with its name below it. */
const [WIDTH, HEIGHT] = [180, 150];

describe.each(examples)('$file', ({ nodes, connections }) => {
	const notes = nodes.filter(({ type }) => type === NOTE);
	const steps = nodes.filter(({ type }) => type !== NOTE);

	it('has one note that explains it, beside the nodes', () => {
		expect(notes).toHaveLength(1);
		const { parameters, position } = notes[0]!;
		expect(parameters.content).toMatch(/^## /);
		expect(parameters.content).toMatch(/\*\*Before /);
		const bottom = position[1] + Number(parameters.height);
		for (const step of steps) expect(step.position[1]).toBeGreaterThan(bottom);
	});

	it('has nodes that do not overlap', () => {
		for (const [index, one] of steps.entries()) {
			for (const other of steps.slice(index + 1)) {
				const [x, y] = [0, 1].map((axis) => Math.abs(one.position[axis]! - other.position[axis]!));
				expect([one.name, other.name, x! >= WIDTH || y! >= HEIGHT]).toEqual([
					one.name,
					other.name,
					true,
				]);
			}
		}
	});

	it('has unique names and ids, and connects every node', () => {
		const names = nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		const targets = Object.values(connections)
			.flatMap((outputs) => Object.values(outputs).flat(2))
			.map(({ node }) => node);
		const connected = [...Object.keys(connections), ...targets];
		expect(new Set(connected)).toEqual(new Set(steps.map(({ name }) => name)));
	});

	it('holds no credential', () => {
		for (const node of nodes) expect(node.credentials).toBeUndefined();
	});
});
