import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PINNED } from '../../../scripts/hosts/install.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { onVersions, type Suite } from '../suite.mts';
import { markdown, runScenarios } from './table.mts';

/** The scenarios, on both lines at the same time; all of them on both write docs/scenarios.md. */

export const scenarios: Suite = async ({ only, versions }) => {
	const columns = await onVersions(versions, async (n8n) => await runScenarios(n8n, only));
	if (only === '' && Object.values(PINNED).every((n8n) => versions.includes(n8n))) {
		mkdirSync(join(ROOT, 'docs'), { recursive: true });
		writeFileSync(join(ROOT, 'docs', 'scenarios.md'), markdown(columns));
	}
	return columns.flatMap(({ cells }) => [...cells].map(([name, problem]) => ({ name, problem })));
};
