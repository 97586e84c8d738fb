import type { InvalidInput } from '../errors/invalidInput';
import type { Layout } from '../mapping/columns';
import type { Profile } from '../mapping/profile/profile';
import type { Row } from '../mapping/row';
import type { RowMaker } from '../mapping/rowMaker';

/**
 * Makes a row, and shows it to the profile, which only the first reading has.
 * @param problem why it cannot be read. @param refusal why no row can be sent
 * @returns undefined if it is left out
 */
export function madeRow(
	maker: RowMaker,
	profile: Profile | undefined,
	row: Row,
	layout: Layout,
	values: readonly unknown[],
	problem?: InvalidInput,
	refusal?: InvalidInput,
): Row | undefined {
	const leftOut = maker.leavesOut(layout, values, problem);
	if (leftOut) {
		profile?.leaveOut(row, layout, values, leftOut.rule);
		return undefined;
	}
	const made = maker.make(row, layout, values, problem, refusal);
	if (problem) profile?.seeBroken(layout, values);
	else profile?.see(made, layout, values);
	return made;
}
