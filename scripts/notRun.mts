import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from './examples.mts';
import type { Workflow } from './hosts/executions.mts';
import { ROOT } from './paths.mts';

/** Why `npm start` does not run an example, from the first node that fits. */
const REASONS: ReadonlyArray<[node: RegExp, reason: string]> = [
	[/\.googleSheets$/, 'needs an account at Google'],
	[/\.hubspot$/, 'needs an account at HubSpot'],
	[/\.lmChatOpenAi$/, 'needs an account at OpenAI'],
	[/\.emailSend$/, 'needs a mail server'],
	[/\.merchantDataTrigger$/, 'starts by itself, with rows that come or change later'],
	[/\.webhook$/, 'starts when somebody opens or calls its address'],
	[/\.formTrigger$/, 'starts when somebody fills in its form'],
	[/\.httpRequest$/, 'needs the address of an endpoint that you know'],
	[/\.scheduleTrigger$/, 'starts by the clock'],
];

/**
 * The examples that `npm start` does not run. Tests run them: `npm run test:examples`.
 * @returns each file with the reason
 */
export function examplesNotRun(): Array<{ file: string; reason: string }> {
	const folder = join(ROOT, 'examples');
	const run = EXAMPLES.map(({ file }) => file);
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json') && !run.includes(file))
		.map((file) => {
			const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow;
			const [, reason] = REASONS.find(([node]) => nodes.some(({ type }) => node.test(type))) ?? [];
			if (reason === undefined) throw new Error(`Nothing says why ${file} is not run`);
			return { file, reason };
		});
}
