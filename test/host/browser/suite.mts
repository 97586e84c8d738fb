import { join } from 'node:path';
import { ROOT } from '../../../scripts/paths.mts';
import { startStage } from '../../kit/host.mts';
import type { Results, Suite } from '../suite.mts';
import { actions } from './actions.mts';
import { agentSteps } from './agentSteps.mts';
import { chromiumPath } from './chromium.mts';
import { journey } from './journey.mts';
import { screens } from './screens.mts';
import { publishing } from './triggerSteps.mts';
import { walk } from './walk.mts';

/**
 * A user's way through n8n's editor, in Chromium. On 2.x all of it, with pictures for the docs; on 1.x
 * what both editors show. The steps of the journey go together: `--only journey` takes them all.
 */

const IMAGES = join(ROOT, 'docs', 'images');

export const browser: Suite = async ({ only, versions }) => {
	// Before n8n is installed and started for nothing.
	chromiumPath();
	const results: Results = [];
	for (const n8n of versions) {
		const hasJourney = n8n.line === 'n8n-2' && 'journey'.includes(only);
		const wanted = [...screens, ...actions, ...publishing, ...agentSteps].filter(([name]) =>
			name.includes(only),
		);
		const steps = [...(hasJourney ? journey : []), ...wanted];
		if (steps.length === 0) continue;
		const stage = await startStage(n8n, `browser-${n8n.name}`);
		try {
			console.log(`\n  n8n ${n8n.version}`);
			results.push(...(await walk(stage, steps, n8n.line === 'n8n-2' ? IMAGES : undefined)));
		} finally {
			await stage.close();
		}
	}
	return results;
};
