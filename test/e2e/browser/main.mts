import { join } from 'node:path';
import { ROOT } from '../../../scripts/paths.mts';
import { startStage } from '../stage.mts';
import { chromiumPath } from './chromium.mts';
import { walk } from './journey.mts';

/** `npm run test:browser`: a user's way through the editor of n8n 2.x, in Chromium. */

try {
	// Before n8n is installed and started for nothing.
	chromiumPath();
	const stage = await startStage('n8n-2', 'browser');
	try {
		await walk(stage, join(ROOT, 'docs', 'images'));
	} finally {
		await stage.close();
	}
} catch (error) {
	console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
