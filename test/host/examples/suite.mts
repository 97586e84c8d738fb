import assert from 'node:assert/strict';
import { oauthFields } from '../../../scripts/credentialFields.mts';
import { reconnect, tryExample } from '../../../scripts/editor.mts';
import { EXAMPLE_FILES, EXAMPLES } from '../../../scripts/examples.mts';
import type { N8n } from '../../../scripts/hosts/install.mts';
import { closing } from '../../kit/host.mts';
import { check, type Results, type Suite } from '../suite.mts';
import { CASES, TOOL_ARGUMENTS } from './cases.mts';
import { takePictures } from './pictures.mts';
import { startExampleStage, type ExampleCase } from './stage.mts';

/** Every workflow of `examples/` in a real n8n: at the first click, then what else it promises. */

const LIMIT_MS = 300_000;

/** Each example as it is in the editor, before anything in it was changed. */
const firstClicks: ExampleCase[] = EXAMPLES.map((example) => ({
	file: `first click: ${example.file}`,
	async run(stage) {
		const { text, problem } = await tryExample({ ...stage, sandbox: stage.production }, example);
		assert.equal(problem, undefined, `${text}\n${problem}`);
		return text;
	},
}));

/** What the next start does to credentials that somebody made and connected by hand. */
const nextStart: ExampleCase = {
	file: 'next start: credentials connected by hand',
	async run(stage) {
		const { client, production } = stage;
		const data = oauthFields(production);
		const type = 'merchantDataOAuth2Api';
		const make = async (name: string, changes = {}): Promise<void> => {
			const id = await client.saveCredential({ name, type, data });
			await client.connectOAuth(id);
			await client.saveCredential({ name, type, data: { ...data, ...changes } });
		};
		await make('By hand');
		await make('Of another port', { baseUrl: 'http://127.0.0.1:9' });
		production.reset();
		const left = await reconnect({ ...stage, sandbox: production });
		assert.deepEqual(left, ['Of another port']);
		assert.equal(production.requests('token').length, 1);
		return 'one is connected again, and one is said to need it';
	},
};

/** @param only parts of names, separated by commas */
const isWanted = (name: string, only: string) =>
	only.split(',').some((part) => name.includes(part));

const runVersion = async (n8n: N8n, only: string, pictures?: boolean): Promise<Results> =>
	await closing(async (closers) => {
		const stage = await startExampleStage(closers, n8n, TOOL_ARGUMENTS, pictures);
		const results: Results = [];
		for (const { file, run } of [...firstClicks, ...CASES, nextStart]) {
			const work = async () => {
				await stage.reset();
				return await run(stage, file);
			};
			if (isWanted(file, only)) results.push(await check(file, LIMIT_MS, work, n8n));
		}
		const files = EXAMPLE_FILES.filter((file) => isWanted(file, only));
		if (stage.takesPictures) await takePictures(stage, files);
		return results;
	});

export const examples: Suite = async ({ only, versions, pictures }) => {
	const tested = [...EXAMPLES, ...CASES].map(({ file }) => file);
	const untested = EXAMPLE_FILES.filter((file) => !tested.includes(file));
	if (untested.length > 0) throw new Error(`No test runs ${untested.join(', ')}`);

	const runs = versions.map(async (n8n) => await runVersion(n8n, only, pictures));
	return (await Promise.all(runs)).flat();
};
