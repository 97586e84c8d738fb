/** The transform of what is loaded once per worker, by Node itself: see `environment.cjs`. */
exports.process = (_source, path) => ({
	code: `module.exports = requireOnce(${JSON.stringify(path)});`,
});
