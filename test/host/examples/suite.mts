import { readdirSync } from 'node:fs';
import type { N8n } from '../../../scripts/hosts/install.mts';
import { check, onVersions, type Results, type Suite } from '../suite.mts';
import { CASES, TOOL_ARGUMENTS } from './cases.mts';
import { startModel } from './model.mts';
import { takePictures, takesPictures } from './pictures.mts';
import { EXAMPLES_FOLDER, startExampleStage } from './stage.mts';

/**
 * Every workflow of `examples/` in a real n8n, asserting on what the service received; in the pinned 2.x
 * with a picture of its canvas. Both lines run at the same time.
 */

const LIMIT_MS = 300_000;

async function runVersion(n8n: N8n, only: string): Promise<Results> {
	const wanted = CASES.filter(({ file }) => file.includes(only));
	const model = await startModel(TOOL_ARGUMENTS);
	try {
		const stage = await startExampleStage(n8n, model);
		try {
			const results: Results = [];
			for (const { file: name, run } of wanted) {
				const problem = await check(`${n8n.version.padEnd(8)}  ${name}`, LIMIT_MS, async () => {
					await stage.reset();
					return await run(stage, name);
				});
				results.push({ name, problem });
			}
			if (takesPictures(n8n))
				await takePictures(
					stage,
					wanted.map(({ file }) => file),
				);
			return results;
		} finally {
			await stage.close();
		}
	} finally {
		await model.close();
	}
}

export const examples: Suite = async ({ only, versions }) => {
	const files = readdirSync(EXAMPLES_FOLDER).filter((file) => file.endsWith('.json'));
	const untested = files.filter((file) => !CASES.some((known) => known.file === file));
	if (untested.length > 0) throw new Error(`No test runs ${untested.join(', ')}`);

	return (await onVersions(versions, async (n8n) => await runVersion(n8n, only))).flat();
};
