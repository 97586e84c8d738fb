const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that start other programs: small files, with which jest ends if it has no times of a run before. */
const LONG = /test.package.(contributing|package|description)\.test/;

module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = (test) => LONG.test(test.path);
		return super.sort(tests).toSorted((a, b) => isLong(b) - isLong(a));
	}
};
