const { TestEnvironment } = require('jest-environment-node');

const { [Symbol.hasInstance]: isInstance } = Function.prototype;

/** To the tests, an error of what is loaded once for the process is an error, too. */
function acceptErrorsOfProcess(TestsError) {
	Object.defineProperty(TestsError, Symbol.hasInstance, {
		value(thing) {
			return isInstance.call(this, thing) || (this === TestsError && thing instanceof Error);
		},
	});
}

/**
 * Gives the tests what loads a module once for each process: for a change, only the package's own are
 * loaded again. And leaves out what comes after the first test that fails: that one has noticed the
 * change. Jest has no such switch for the tests of one file.
 */
module.exports = class extends TestEnvironment {
	#hasFailed = false;

	constructor(config, context) {
		super(config, context);
		this.global.loadOnce = require;
		// Stryker names the tests that reach a change, each beginning with its file.
		const names = config.globalConfig.testNamePattern?.replaceAll('\\', '');
		this.global.isWanted = (file) => names === undefined || names.includes(file);
		acceptErrorsOfProcess(this.global.Error);
	}

	handleTestEvent({ name, test }) {
		if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
		if (name === 'test_done' && test.errors.length > 0) this.#hasFailed = true;
	}
};
