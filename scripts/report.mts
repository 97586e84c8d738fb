import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mts';

/** What git prints; undefined if it fails, as in a copy of the files that is no repository. */
function git(...args: string[]): string | undefined {
	const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
	return status === 0 ? stdout.trim() : undefined;
}

function currentCommit(): string {
	const commit = git('rev-parse', '--short', 'HEAD');
	if (commit === undefined) return 'an unknown commit';
	// The docs are not what is measured, and another report may have been written since.
	const changes = git('status', '--porcelain', '--', '.', ':!docs');
	return changes === ''
		? `commit ${commit}`
		: `commit ${commit}, with changes that are not committed`;
}

/** The code that is measured: it is read when the program starts, because measuring takes long. */
const MEASURED = currentCommit();

/** A page of `docs/reports/`, which begins with how it was made, and of what. @param parts in Markdown */
export function reportText(title: string, command: string, ...parts: string[]): string {
	const origin = `Written by \`${command}\` of ${MEASURED}. Do not edit it.`;
	return `${[`# ${title}`, origin, ...parts].join('\n\n').trimEnd()}\n`;
}

/** @param name of the page, such as `benchmarks` */
export function writeReport(name: string, text: string): void {
	const folder = join(ROOT, 'docs', 'reports');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${name}.md`), text);
}
