import assert from 'node:assert/strict';
import { makeTable, type Saved } from '../../../scripts/editor.mts';
import { adRow, daysAgo, queuedRows } from '../../../scripts/examples.mts';
import {
	assertSame,
	MANUAL,
	nothingSent,
	pushed,
	SHOP,
	type ExampleCase,
	type ExampleStage,
} from './stage.mts';
import type { Cell } from './standIns/googleSheets.mts';
import type { Properties } from './standIns/hubSpot.mts';

type Rows = Array<Record<string, unknown>>;

/** The campaign of the only row with a value that the service refuses, and that value. */
const BAD = 'Limón';
const REFUSED = { field: 'channel', value: 'TikTok Ads' };

/** What became of each row, by its campaign. */
const outcomes = (rows: Rows) =>
	Object.fromEntries(rows.map(({ campaign, pushOutcome }) => [campaign, pushOutcome]));

/** The outcomes of the queue's rows where one campaign has another one. */
const allBut = (campaign: string, outcome: string) => ({
	...outcomes(queuedRows().map((row) => ({ ...row, pushOutcome: 'accepted' }))),
	...(campaign && { [campaign]: outcome }),
});

/** Runs a queue of which the service refuses a row. @param read the rows as they are kept */
async function refuseOne(stage: ExampleStage, workflow: Saved, read: () => Promise<Rows>) {
	stage.production.set({ rejectRows: REFUSED });
	await stage.run(workflow, MANUAL);
	stage.production.set({ rejectRows: null });
	const rows = await read();
	assert.deepEqual(outcomes(rows), allBut(BAD, 'rejected'));
	const refused = rows.find(({ campaign }) => campaign === BAD);
	assert.match(`${refused?.pushStatus} ${refused?.pushMessage}`, /^400 400 Bad Request/);
	const others = queuedRows().filter(({ campaign }) => campaign !== BAD);
	assertSame(pushed(stage), others.map(adRow));
}

export const chainCases: ExampleCase[] = [
	{
		file: 'google-sheet-to-ads.json',
		async run(stage, file) {
			const { sheet } = stage;
			const rows = queuedRows();
			const header = Object.keys(rows[0] ?? {});
			const cells = rows.map((row) => Object.values(row) as Cell[]);
			// A line that somebody left empty: row numbers count it.
			sheet.fill([header, ...cells.slice(0, 2), [], ...cells.slice(2)]);
			const records = () => sheet.records().filter(({ shop }) => shop !== undefined);
			const workflow = await stage.load(file);
			await refuseOne(stage, workflow, async () => records());
			assert.deepEqual(
				records().map((record) => Object.fromEntries(header.map((name) => [name, record[name]]))),
				rows,
			);
			// Its own columns are A to I.
			for (const write of sheet.writes) assert.match(write, /^(PUT .*!1:1|POST .*![JKL]\d+)$/);

			await stage.run(workflow, MANUAL);
			assertSame(pushed(stage), rows.map(adRow));
			assert.deepEqual(outcomes(records()), allBut('', ''));
			assert.ok(records().every(({ pushMessage }) => pushMessage === undefined));
			await nothingSent(stage, workflow);

			sheet.fill([header, ...cells]);
			sheet.refuses = 'accepted';
			assert.match(await stage.fails(workflow), /^Write the outcome/);
			sheet.refuses = undefined;
			await nothingSent(stage, workflow);
			assert.ok(records().every(({ pushOutcome }) => pushOutcome === 'unknown'));
			return `${rows.length} rows, one of them refused and corrected: all at the service once, each with its outcome; the third run sent nothing`;
		},
	},
	{
		file: 'data-table-to-ads.json',
		async run(stage, file) {
			const table = await makeTable(stage, file);
			const workflow = await stage.load(file);
			await refuseOne(stage, workflow, async () => await table.rows());
			await table.update('campaign', BAD, { campaign: 'Limón 2' });
			await stage.run(workflow, MANUAL);
			assert.ok((await table.rows()).every(({ pushOutcome }) => pushOutcome === 'accepted'));
			assert.equal(pushed(stage).length, queuedRows().length);
			await nothingSent(stage, workflow);

			await table.update('campaign', 'Limón 2', { pushOutcome: '' });
			stage.production.fail('ads', 'lostAnswer');
			await stage.run(workflow, MANUAL);
			assert.equal(outcomes(await table.rows())['Limón 2'], 'unknown');
			await nothingSent(stage, workflow);
			return 'one row refused and corrected: all at the service once; the third run sent nothing, nor was a row sent again whose answer was lost';
		},
	},
	{
		file: 'hubspot-contacts-to-deletion.json',
		async run(stage, file) {
			const { hubSpot, production } = stage;
			const asked = { deletion_request: 'asked' };
			const both = { email: 'nathan@example.com', phone: '+44 20 7946 0000' };
			const people: Properties[] = [
				{ ...both, ...asked },
				{ phone: '+44 20 7946 0001', ...asked },
				{ email: 'sam@example.com', phone: 'ask at the desk', ...asked },
				{ email: 'ada@example.com' },
				{ email: 'kim@example.com', deletion_request: 'accepted' },
			];
			people.forEach((each, index) => hubSpot.contacts.set(String(101 + index), { ...each }));
			const workflow = await stage.load(file);
			const states = () => [...hubSpot.contacts.values()].map((each) => each.deletion_request);

			assert.match(await stage.fails(workflow), /^Stop: not all accepted: .*not accepted: 1\./);
			const requests = production.requests('compliance').map(({ body }) => body);
			assertSame(requests, [
				{ shop: SHOP, emails: [both.email], phones: [both.phone] },
				{ shop: SHOP, phones: ['+44 20 7946 0001'] },
			]);
			assert.deepEqual(states(), ['accepted', 'accepted', 'rejected', undefined, 'accepted']);
			assert.deepEqual(hubSpot.notes.map(({ contact }) => contact).sort(), ['101', '102', '103']);
			const note = hubSpot.notes.find(({ contact }) => contact === '103');
			assert.match(note?.text ?? '', /not accepted.*Phones/);
			assert.doesNotMatch(JSON.stringify(hubSpot.notes), /example\.com|7946|desk/);

			Object.assign(hubSpot.contacts.get('103') ?? {}, { phone: '', ...asked });
			await stage.run(workflow, MANUAL);
			assert.equal(states()[2], 'accepted');
			assert.equal(hubSpot.notes.length, 4);
			await nothingSent(stage, workflow);
			assert.equal(hubSpot.notes.length, 4);
			return 'three contacts, one of them corrected: a request and a note for each; the third run sent nothing';
		},
	},
	{
		file: 'orders-by-day-to-google-sheet.json',
		async run(stage, file) {
			const { production, sheet } = stage;
			const { database } = production;
			const day = (days: number, changes = {}) => ({
				date: daysAgo(days),
				orders: 2,
				pieces: 3,
				revenue: 24.95,
				...changes,
			});
			const workflow = await stage.load(file);
			await stage.run(workflow, MANUAL);
			const week = [7, 6, 5, 4, 3, 2, 1].map((days) => day(days));
			assert.deepEqual(sheet.records(), week);

			// As it would be some days later: old days stay, late orders and new days come in.
			const older = day(30, { orders: 1 });
			const [header = [], ...rows] = sheet.rows;
			sheet.fill([header, Object.values(older), ...rows.slice(0, 5)]);
			const late = 'late-order';
			database
				.prepare('INSERT INTO all_orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
				.run(SHOP, late, daysAgo(4), 'Ada', 'Cup', 1, 10, 'EUR');
			try {
				const changed = day(4, { orders: 3, pieces: 4, revenue: 34.95 });
				const wanted = [older, ...week.with(3, changed)];
				for (let run = 0; run < 2; run++) {
					await stage.run(workflow, MANUAL);
					assert.deepEqual(sheet.records(), wanted);
				}
			} finally {
				database.prepare('DELETE FROM all_orders WHERE order_id = ?').run(late);
			}
			return 'seven days, one row each; a late order changed its day, new days were added below, a third run changed nothing';
		},
	},
];
