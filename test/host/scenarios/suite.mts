import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type N8n, PINNED } from '../../../scripts/hosts/install.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { startStage } from '../../kit/host.mts';
import { onVersions, type Suite } from '../suite.mts';
import { type Column, markdown, runScenarios } from './table.mts';

/** The scenarios, on both lines at the same time; all of them on both write docs/scenarios.md. */

async function runVersion(n8n: N8n, only: string): Promise<Column> {
	const stage = await startStage(n8n, n8n.name);
	try {
		return await runScenarios(stage, only);
	} finally {
		await stage.close();
	}
}

export const scenarios: Suite = async ({ only, versions }) => {
	const columns = await onVersions(versions, async (n8n) => await runVersion(n8n, only));
	if (only === '' && Object.values(PINNED).every((n8n) => versions.includes(n8n))) {
		mkdirSync(join(ROOT, 'docs'), { recursive: true });
		writeFileSync(join(ROOT, 'docs', 'scenarios.md'), markdown(columns));
	}
	return columns.flatMap(({ cells }) => [...cells].map(([name, problem]) => ({ name, problem })));
};
