const { default: Sequencer } = require('@jest/test-sequencer');

/** Small files that take long, with which jest ends if it has no times of a run before: most start other programs. */
const LONG = /test.(package.(contributing|package|description)|unit.delivery.sent.snapshot)\.test/;

module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = (test) => LONG.test(test.path);
		return super.sort(tests).toSorted((a, b) => isLong(b) - isLong(a));
	}
};
