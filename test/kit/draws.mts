/** Of the examples of a long property, a tenth is enough on a machine of one's own. `.ci/run` draws all of them. */
const SHARE = Number(process.env.TEST_DRAWS ?? 0.1);

/** How many examples are drawn of so many. @param least even of few */
export const draws = (all: number, least = 0): number =>
	Math.min(all, Math.max(least, Math.ceil(all * SHARE)));
