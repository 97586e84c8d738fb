import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { daysAgo } from '../../../scripts/examples.mts';
import { installHost } from '../../../scripts/hosts/install.mts';
import { MANUAL, type ExampleCase, type ExampleStage } from './stage.mts';

/** SheetJS, which each n8n has under a name of its own. */
const LIBRARY = { 'n8n-2': '@e965/xlsx', 'n8n-1': 'xlsx' };

type Sheet = Record<string, { f?: string }>;
interface Xlsx {
	read(data: Buffer, options: object): { SheetNames: string[]; Sheets: Record<string, Sheet> };
	utils: { sheet_to_json(sheet: Sheet, options: object): unknown[][] };
}

async function sheetJs({ n8n }: ExampleStage): Promise<Xlsx> {
	const host = join(await installHost(n8n), 'node_modules', 'n8n-nodes-base', 'package.json');
	return createRequire(host)(LIBRARY[n8n.line]) as Xlsx;
}

/** Products that a spreadsheet could take for something else. */
const ODD = ['=1+1', '+49 30 901820', '007', '<b>&"\'', '_x0041_'];

export const workbookCase: ExampleCase = {
	file: 'all-shops-to-spreadsheet.json',
	async run(stage, file) {
		const { folder, production } = stage;
		const { database, shops } = production;
		const insert = database.prepare('INSERT INTO all_orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
		ODD.forEach((product, n) =>
			insert.run(shops[0]!, `odd-${n}`, daysAgo(2), 'Ada', product, 1, 1000 + n, 'EUR'),
		);
		const rename = database.prepare('UPDATE all_orders SET shop = ? WHERE shop = ?');
		rename.run('elsewhere.example', shops[2]!);
		try {
			await stage.run(await stage.load(file), MANUAL);
			const xlsx = await sheetJs(stage);
			const path = join(folder, `all-shops-${daysAgo(0)}.xlsx`);
			const { SheetNames, Sheets } = xlsx.read(readFileSync(path), { UTC: true });
			assert.deepEqual(SheetNames, ['All shops', ...shops]);
			const [all = [], first = [], second = [], empty = []] = SheetNames.map((name) => {
				const sheet = Sheets[name] ?? {};
				for (const { f } of Object.values(sheet)) assert.equal(f, undefined);
				return xlsx.utils.sheet_to_json(sheet, { header: 1, raw: true });
			});
			const columns = ['product', 'orders', 'pieces', 'revenue', 'currency', 'last_sold'];
			// Days are numbers in the file.
			const day = Date.parse(daysAgo(2)) / 86_400_000 + 25_569;
			assert.deepEqual(empty, [columns]);
			assert.equal(second.length, 3);
			assert.deepEqual(
				first.slice(1, 6),
				ODD.map((product, n) => [product, 1, 1, 1000 + n, 'EUR', day]).reverse(),
			);
			const rows = [first, second].map((sheet) => sheet.slice(1));
			const named = rows.flatMap((own, index) => own.map((row) => [shops[index], ...row]));
			assert.deepEqual(all, [['shop', ...columns], ...named]);
			return `${named.length} products in ${SheetNames.length} sheets of ${path}`;
		} finally {
			rename.run(shops[2]!, 'elsewhere.example');
			database.prepare("DELETE FROM all_orders WHERE order_id LIKE 'odd-%'").run();
		}
	},
};
