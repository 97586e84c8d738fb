import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { read, root, temporaryFolder } from '../kit/repository.mts';

const folder = temporaryFolder();

/** Runs code with scripts/progress.mjs in a process of its own, as npm runs each script. */
const inProcess = (code: string) =>
	execFileSync(process.execPath, ['--input-type=module', '-'], {
		cwd: root,
		input: `import { beginning, noteBeginning } from './scripts/progress.mjs';\n${code}`,
		encoding: 'utf8',
	});

it('npm start measures its time from before the installation', () => {
	const file = JSON.stringify(join(folder, 'cache', 'beginning'));
	const before = Date.now();
	inProcess(`noteBeginning(${file})`);
	const noted = Date.now();
	const [ofNpm, alone] = JSON.parse(
		inProcess(`console.log(JSON.stringify([beginning(${file}, true), beginning(${file}, false)]))`),
	) as [number, number];
	expect(ofNpm).toBeGreaterThanOrEqual(before);
	expect(ofNpm).toBeLessThanOrEqual(noted);
	expect(alone).toBeGreaterThanOrEqual(noted);
	const setup = read('scripts/setup.mjs');
	expect(setup.indexOf('noteBeginning(')).toBeLessThan(setup.indexOf("'Dependencies'"));
});
