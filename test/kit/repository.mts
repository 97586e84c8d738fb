import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export const readJson = <T,>(path: string): T => JSON.parse(read(path)) as T;

export const filesOf = (...patterns: string[]): string[] =>
	globSync(patterns, { cwd: root }).sort();

/** What people read. */
export const PAGES = filesOf(
	'{,docs/,docs/guide/,docs/reports/}*.md',
	'{examples,sandbox}/README.md',
);

/** A folder for the tests of a file, which goes with them. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'merchant-data-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
