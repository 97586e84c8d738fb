const { TestEnvironment } = require('jest-environment-node');

/**
 * Leaves out what comes after the first test that fails: that one has noticed the change. Jest has no such
 * switch for the tests of one file.
 */
module.exports = class extends TestEnvironment {
	#hasFailed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
		if (name === 'test_done' && test.errors.length > 0) this.#hasFailed = true;
	}
};
