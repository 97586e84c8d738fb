import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installHost } from '../../../scripts/hosts/install.mts';
import type { ExampleCase } from './case.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import { MANUAL, type ExampleStage } from './stage.mts';

const COLUMNS = ['product', 'orders', 'pieces', 'revenue', 'currency', 'last_sold'];

/** SheetJS, which each n8n has under a name of its own. */
const LIBRARY = { 'n8n-2': '@e965/xlsx', 'n8n-1': 'xlsx' };

interface Cell {
	t: string;
	v: unknown;
	f?: string;
	w?: string;
}
type Sheet = Record<string, Cell>;
interface Xlsx {
	read(data: Buffer, options: object): { SheetNames: string[]; Sheets: Record<string, Sheet> };
	utils: { sheet_to_json(sheet: Sheet, options: object): unknown[][] };
}

async function sheetJs({ n8n }: ExampleStage): Promise<Xlsx> {
	const host = join(await installHost(n8n), 'node_modules', 'n8n-nodes-base', 'package.json');
	return createRequire(host)(LIBRARY[n8n.line]) as Xlsx;
}

/** Products that a spreadsheet could take for something else. */
const ODD = ['=1+1', '+49 30 901820', '007', '<b>&"\'', '_x0041_', 'Tee\u0007tasse'];

export const workbookCase: ExampleCase = {
	file: 'all-shops-to-spreadsheet.json',
	async run(stage, file) {
		const { folder, production } = stage;
		const { database, shops } = production;
		const [shop = '', , empty = ''] = shops;
		const insert = database.prepare('INSERT INTO all_orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
		ODD.forEach((product, n) =>
			insert.run(shop, `odd-${n}`, daysAgo(2), 'Ada', product, 1, 1000 + n, 'EUR'),
		);
		const rename = database.prepare('UPDATE all_orders SET shop = ? WHERE shop = ?');
		rename.run('elsewhere.example', empty);
		try {
			await stage.run(await stage.load(file), MANUAL);
			const [{ body } = {}] = production.requests('sql');
			const { query, period } = body as { query: string; period: Record<string, string> };
			const own = (name: string) =>
				database
					.prepare(
						query
							.replace('FROM orders', 'FROM all_orders')
							.replace('WHERE', 'WHERE shop = @shop AND'),
					)
					.all({ shop: name, ...period })
					.map((row) => COLUMNS.map((column) => row[column]));

			const xlsx = await sheetJs(stage);
			const path = join(folder, `all-shops-${daysAgo(0)}.xlsx`);
			const { SheetNames, Sheets } = xlsx.read(readFileSync(path), { UTC: true });
			assert.deepEqual(SheetNames, ['All shops', ...shops]);
			const rowsOf = (name: string) => {
				const sheet = Sheets[name] ?? {};
				for (const { f } of Object.values(sheet)) assert.equal(f, undefined);
				return xlsx.utils.sheet_to_json(sheet, { header: 1, raw: true });
			};
			// Days are numbers in the file.
			const dayNumber = (day: unknown) => Date.parse(String(day)) / 86_400_000 + 25_569;
			const inFile = (row: unknown[]) =>
				row.map((value, index) =>
					COLUMNS[index] === 'last_sold'
						? dayNumber(value)
						: typeof value === 'string'
							? value.replace('\u0007', '')
							: value,
				);
			const expected = shops.map((name) => own(name).map(inFile));
			assert.equal(expected[2]?.length, 0);
			assert.ok(
				ODD.every((product) =>
					expected[0]?.some(([name]) => name === product.replace('\u0007', '')),
				),
			);
			shops.forEach((name, index) => {
				assert.deepEqual(rowsOf(name), [COLUMNS, ...(expected[index] ?? [])]);
			});
			const all = shops.flatMap((name, index) =>
				(expected[index] ?? []).map((row) => [name, ...row]),
			);
			assert.deepEqual(rowsOf('All shops'), [['shop', ...COLUMNS], ...all]);
			return `${all.length} products in ${SheetNames.length} sheets of ${path}`;
		} finally {
			rename.run(empty, 'elsewhere.example');
			database.prepare("DELETE FROM all_orders WHERE order_id LIKE 'odd-%'").run();
		}
	},
};
