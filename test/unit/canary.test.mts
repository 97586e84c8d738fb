import { lineOf } from '../../scripts/hosts/versions.mts';
import { allHold, resultTable } from '../host/result.mts';

/** `npm run canary`: which n8n is run, and what the end says of it. */

it.each([
	['1.119.2', 'n8n-1'],
	['2.41.3', 'n8n-2'],
	['10.0.0-rc.1', 'n8n-2'],
])('takes %s for %s', (version, line) => {
	expect(lineOf(version)).toBe(line);
	expect(() => lineOf('0.236.0')).toThrow('n8n 0.236.0 is neither 1.x nor newer');
});

const good = { name: 'A key passes', problem: undefined };
const bad = { name: 'orders.json', problem: 'a | b is wrong\nexpected: c' };

it('says what holds, and of what fails the first line of the reason', () => {
	expect(resultTable('n8n 2.10.0', [good, bad])).toBe(`| n8n 2.10.0 | Result |
| --- | --- |
| A key passes | holds |
| orders.json | fails: a \\| b is wrong |

1 of 2 hold.
`);
});

it('is content when all hold, and not when nothing was run', () => {
	expect(allHold([good, good])).toBe(true);
	expect(allHold([good, bad])).toBe(false);
	expect(allHold([])).toBe(false);
});
