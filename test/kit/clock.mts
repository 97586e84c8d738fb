/** Stops the clock for nodes, expressions and luxon until `jest.useRealTimers()`. Timers and network go on. */
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
