import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import type { Workflow } from '../../../scripts/hosts/executions.mts';
import { adRow, readCsv, withSpend } from './rows.mts';
import { assertSame, pushed, sending, type ExampleStage } from './stage.mts';

/** The only email since the last one. */
function oneMail({ inbox }: ExampleStage, subject: string): ParsedMail {
	const mails = inbox.mails.splice(0);
	assert.deepEqual(
		mails.map((mail) => mail.subject),
		[subject],
	);
	return mails[0]!;
}

/** An export through some mornings: as it was, corrected, with a refused row, and with what refuses all. */
export async function mornings(stage: ExampleStage, file: string): Promise<void> {
	const { folder, inbox } = stage;
	const path = join(folder, 'ad-spend.csv');
	const rows = readCsv(folder, 'ad-spend.csv').map(adRow);
	const workflow = await stage.load(file);
	await stage.run(workflow);
	assertSame(pushed(stage), rows);
	stage.production.clearLog();
	await stage.run(workflow);
	assert.deepEqual([stage.production.log, inbox.mails], [[], []]);

	const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
	const [, corrected = '', refused = ''] = lines;
	const added = corrected.replace(/2026-\d\d-\d\d/, '2026-06-30');
	const write = (second: string) => {
		const others = lines.slice(3);
		const all = [lines[0], withSpend(corrected, '7.25'), second, ...others, added];
		writeFileSync(path, `${all.join('\n')}\n`);
	};
	write(withSpend(refused, 'n/a'));
	await stage.run(workflow);
	const since = () => pushed(stage).slice(rows.length);
	const now = readCsv(folder, 'ad-spend.csv').map(adRow);
	assertSame(since(), [now[0], now.at(-1)]);
	const count = now.length.toLocaleString('en');
	const { text, attachments } = oneMail(stage, `ad-spend.csv: 1 of ${count} rows not accepted`);
	assert.match(text ?? '', /First reason: line 3\. .*spend.*n\/a.*not a number/);
	const attached = attachments.map(({ filename, content }) => [filename, String(content)]);
	const failed = `\uFEFF${lines[0]}\n${withSpend(refused, 'n/a')}\n`;
	assert.deepEqual(attached, [['ad-spend-not-accepted.csv', failed]]);

	write(withSpend(refused, '1.5'));
	await stage.run(workflow);
	assertSame(since().slice(2), [readCsv(folder, 'ad-spend.csv').map(adRow)[1]]);
	assert.deepEqual(inbox.mails, []);

	writeFileSync(path, 'shop,date\n');
	await stage.run(workflow);
	const none = 'ad-spend.csv: no row was accepted';
	assert.match(oneMail(stage, none).text ?? '', /First reason: .*"spend"/);

	const wrong = ({ nodes }: Workflow) => {
		const push = nodes.find(({ name }) => name === 'Push ad rows')!;
		push.parameters.options = { batchSize: "={{ 'many' }}" };
	};
	await stage.run(await stage.load(file, {}, wrong));
	assert.match(oneMail(stage, none).text ?? '', /First reason: .*"Batch Size"/);
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
