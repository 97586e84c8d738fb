/**
 * Stops the clock of this test file at an ISO date-time, for nodes, expressions and luxon alike.
 * Timers and network go on. `jest.useRealTimers()` ends it.
 */
export function stopClock(now: string): void {
	jest.useFakeTimers({
		now: new Date(now),
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}
