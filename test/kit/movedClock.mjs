import { readFileSync } from 'node:fs';

/**
 * Moves the clock of a process that loads this first (`node --import`): its dates are as many milliseconds
 * ahead as the file says that `MOVED_CLOCK` names. Timers and `performance` go on as they are.
 */

const { MOVED_CLOCK = '' } = process.env;
const READ_AGAIN_MS = 100;
const RealDate = Date;
// Libraries set `Date.now` to what they found there.
const realNow = Date.now.bind(Date);
let aheadMs = 0;
let readAt = -Infinity;

function now() {
	if (performance.now() - readAt > READ_AGAIN_MS) {
		readAt = performance.now();
		aheadMs = Number(readFileSync(MOVED_CLOCK, 'utf8'));
	}
	return realNow() + aheadMs;
}

globalThis.Date = new Proxy(RealDate, {
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
	apply: () => new RealDate(now()).toString(),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
