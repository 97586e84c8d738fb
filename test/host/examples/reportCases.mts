import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { adRow, readCsv } from './rows.mts';
import { assertSame, pushed, sending, type ExampleStage } from './stage.mts';

/** An export through some mornings: as it was, with corrections, and with a row that is refused. */
export async function mornings(stage: ExampleStage, file: string): Promise<void> {
	const { folder } = stage;
	const path = join(folder, 'ad-spend.csv');
	const rows = readCsv(folder, 'ad-spend.csv').map(adRow);
	const workflow = await stage.load(file);
	await stage.run(workflow);
	assertSame(pushed(stage), rows);
	stage.production.clearLog();
	await stage.run(workflow);
	assert.deepEqual(stage.production.log, []);

	const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
	const [, corrected = '', refused = ''] = lines;
	const spendOf = (line: string, spend: string) =>
		line.replace(/,[\d.]+,(\d*,EUR,)/, `,${spend},$1`);
	const added = corrected.replace(/2026-\d\d-\d\d/, '2026-06-30');
	const write = (second: string) => {
		const others = lines.slice(3);
		const all = [lines[0], spendOf(corrected, '7.25'), second, ...others, added];
		writeFileSync(path, `${all.join('\n')}\n`);
	};
	write(spendOf(refused, 'n/a'));
	await stage.run(workflow);
	const since = () => pushed(stage).slice(rows.length);
	const now = readCsv(folder, 'ad-spend.csv').map(adRow);
	assertSame(since(), [now[0], now.at(-1)]);
	const day = DateTime.utc().toISODate();
	const [reason, ...others] = readCsv(folder, `not-accepted-${day}.csv`);
	assert.deepEqual([reason?.line, reason?.outcome, others], ['3', 'rejected', []]);
	assert.match(reason?.message ?? '', /spend.*n\/a.*not a number/);

	write(spendOf(refused, '1.5'));
	await stage.run(workflow);
	assertSame(since().slice(2), [readCsv(folder, 'ad-spend.csv').map(adRow)[1]]);
}

export async function contacts(stage: ExampleStage, file: string): Promise<void> {
	const { folder, production } = stage;
	await stage.run(await stage.load(file, {}, sending));
	const contacts = readCsv(folder, 'contacts.csv');
	const accepted = production.deletionRequests();
	const distinct = (values: string[]) =>
		[...new Set(values.filter(Boolean).map((value) => value.toLowerCase()))].sort();
	const asked = accepted.flatMap(({ emails, phones }) => [...emails, ...phones]);
	const wanted = contacts.flatMap(({ email = '', phone = '' }) => [email, phone]);
	assert.deepEqual(distinct(asked), distinct(wanted));
	assert.equal(accepted.length, 2);
}
