import { join } from 'node:path';
import { freePort } from '../../../scripts/hosts/host.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { type Stage, withStage } from '../../kit/host.mts';
import type { Results, Suite } from '../suite.mts';
import { actions, publishing } from './actions.mts';
import { chromiumPath } from './chromium.mts';
import { beginning, journey } from './journey.mts';
import { refusedPart, screens } from './screens.mts';
import { walk } from './walk.mts';

/**
 * A user's way through n8n's editor, in Chromium. On 2.x all of it, with pictures for the docs if they are asked for; on 1.x
 * if its editor differs. The steps of the journey go together: `--only journey` takes them all.
 */

const IMAGES = join(ROOT, 'docs', 'images');
const STEPS = {
	'n8n-2': { together: journey, others: [...screens, ...actions, publishing] },
	'n8n-1': { together: beginning, others: [...refusedPart, publishing] },
};

export const browser: Suite = async ({ only, versions, pictures }) => {
	// Before n8n is started for nothing.
	chromiumPath();
	const results: Results = [];
	for (const n8n of versions) {
		const { together, others } = STEPS[n8n.line];
		const steps = [
			...('journey'.includes(only) ? together : []),
			...others.filter(([name]) => name.includes(only)),
		];
		if (steps.length === 0) continue;
		// Pictures show the address of the sandbox.
		const port = pictures ? await freePort(4010) : undefined;
		const images = pictures && n8n.line === 'n8n-2' ? IMAGES : undefined;
		const take = async (stage: Stage) => await walk(stage, steps, images);
		results.push(...(await withStage(take, n8n, `browser-${n8n.name}`, {}, port)));
	}
	return results;
};
