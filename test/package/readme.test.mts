import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import type { Field, Fields } from '../../nodes/MerchantData/shared/field.ts';
import { pushFields } from '../../nodes/MerchantData/push/fields/fields.ts';
import { sqlFields } from '../../nodes/MerchantData/sql/query/fields.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

const CREDENTIALS = {
	merchantDataApi: 'API key',
	merchantDataOAuth2Api: 'OAuth2',
	both: 'Both',
} as const;

it('lists every operation with its credential', () => {
	const section = readme.slice(readme.indexOf('## Operations'), readme.indexOf('## Pushing rows'));
	const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \| (OAuth2|API key|Both) \|/gm)];
	const listed = rows.map(([, resource, operation, credential]) => [
		resource,
		operation,
		credential,
	]);
	const offered = resources.flatMap(({ name, credential, operations }) =>
		operations.map((operation) => [name, operation.name, CREDENTIALS[credential]]),
	);
	expect(listed).toEqual(offered);
});

const optionsOf = (fields: Fields) =>
	fields.find(({ name }) => name === 'options')!.options as Fields;
const choices = (field: Field | undefined) =>
	(field?.options as INodePropertyOptions[]).map(({ name }) => name);
const defaultOf = (fields: Fields, option: string) =>
	optionsOf(fields).find(({ name }) => name === option)?.default;

/** The first cells of the table under a heading of columns. */
function firstCells(heading: string): string[] {
	const table = readme.slice(readme.indexOf(`| ${heading} |`)).split('\n\n')[0]!;
	const lines = table.split('\n').slice(2);
	return lines.map((line) => line.split('|')[1]!.replaceAll('*', '').trim());
}

it('calls the modes and the outputs of a push as the node does', () => {
	expect(firstCells('Data Mode')).toEqual(
		choices(pushFields.find(({ name }) => name === 'dataMode')),
	);
	expect(firstCells('*Output*')).toEqual(
		choices(optionsOf(pushFields).find(({ name }) => name === 'output')),
	);
});

it('knows the bounds of requests', () => {
	const labels = optionsOf(pushFields).map(({ displayName }) => displayName.replace(/ \(.*/, ''));
	const named = firstCells('Option');
	expect(named).toHaveLength(4);
	expect(labels).toEqual(expect.arrayContaining(named));
	expect(readme).toContain(`| ${(defaultOf(pushFields, 'timeout') as number) / 60} minutes |`);
	expect(readme).toContain(`*Max Retries* | ${String(defaultOf(pushFields, 'maxRetries'))} |`);
	expect(readme).toContain(`*Max Wait* | ${String(defaultOf(pushFields, 'maxWait'))} s |`);
	const [many, sql] = [pushFields, sqlFields].map((each) => defaultOf(each, 'maxParallelRequests'));
	expect(readme).toContain(`*Max Parallel Requests* | ${String(many)}, SQL ${String(sql)} |`);
});
