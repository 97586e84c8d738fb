import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/MerchantData/resources/index.ts';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

it('lists every operation with its credential', () => {
	const section = readme.slice(readme.indexOf('## Operations'), readme.indexOf('## Pushing rows'));
	const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \| (OAuth2|API key) \|/gm)];
	const listed = rows.map(([, resource, operation, credential]) => [
		resource,
		operation,
		credential,
	]);
	const offered = resources.flatMap(({ name, credential, operations }) =>
		operations.map((operation) => [
			name,
			operation.name,
			credential === 'merchantDataApi' ? 'API key' : 'OAuth2',
		]),
	);
	expect(listed).toEqual(offered);
});
