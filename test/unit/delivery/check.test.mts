import { check, throwIfRefused } from '../../../nodes/MerchantData/delivery/check.ts';
import type { Row, Source } from '../../../nodes/MerchantData/rows/row.ts';
import type { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { node } from './failure.mts';
import { fileOf, line, refused, row, sourceOf } from './road.mts';

/** What ends a node that stops at errors. */
async function thrownFor(source: Source, hasEarlier = false): Promise<unknown> {
	const checked = await check(source);
	try {
		return throwIfRefused(node, checked, source, 'rows', hasEarlier);
	} catch (error) {
		return error;
	}
}

describe('the rows that cannot be sent', () => {
	it('are counted in all chunks, and the first are kept', async () => {
		const rows = Array.from({ length: 30 }, (_, item) => (item % 2 ? refused(item) : row(item)));
		const chunks = [rows.slice(0, 7), [], rows.slice(7)];
		const { total, refused: count, first } = await check(sourceOf([], { rows: () => chunks }));
		expect([total, count]).toEqual([30, 15]);
		expect(first.map(({ item }) => item)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
	});

	it('may be none', async () => {
		expect(await check(sourceOf([]))).toEqual({ total: 0, refused: 0, first: [] });
		expect(await check(sourceOf([row(0)]))).toEqual({ total: 1, refused: 0, first: [] });
	});
});

describe('the error that ends the node', () => {
	const WHAT_NOW =
		'Nothing was sent. Correct this and execute again. To send the others all the same, set On Error to "Continue (using error output)", and connect a node to the Error Branch, or these rows are lost.';
	const errorFor = async (rows: readonly Row[], hasEarlier = false) =>
		(await thrownFor(sourceOf(rows), hasEarlier)) as ServiceError;

	it('says of one row what is wrong and what to do', async () => {
		expect(await errorFor([row(0), refused(1), row(2)])).toMatchObject({
			message: '1 of 3 rows cannot be sent. First, row 2: No 1',
			description: `Mend it. ${WHAT_NOW}`,
			outcome: 'rejected',
			context: { itemIndex: 1 },
		});
	});

	it('names the first ten of several by place, and how many more there are', async () => {
		const two = [refused(1, { problem: new InvalidInput('Is bad') }), refused(3)];
		expect((await errorFor(two)).description).toBe(
			`What is wrong: row 2: Is bad; row 4: No 3. ${WHAT_NOW}`,
		);
		const named = (count: number) =>
			Array.from({ length: count }, (_, item) => `row ${item + 1}: No ${item}`).join('; ');
		const ofTwelve = await errorFor(Array.from({ length: 12 }, (_, item) => refused(item)));
		expect(ofTwelve.message).toBe('12 of 12 rows cannot be sent. First, row 1: No 0');
		expect(ofTwelve.description).toBe(`Mend it. What is wrong: ${named(10)}; 2 more. ${WHAT_NOW}`);
		const ofTen = await errorFor(Array.from({ length: 10 }, (_, item) => refused(item)));
		expect(ofTen.description).toBe(`Mend it. What is wrong: ${named(10)}. ${WHAT_NOW}`);
	});

	it('does not say to execute again where an earlier try has sent rows', async () => {
		expect((await errorFor([row(0), refused(1)], true)).description).toMatch(
			/^Mend it\. Nothing was sent this time, but an earlier try has sent rows: do not execute again\. Correct this, save, and choose "Retry with currently saved workflow" in the list of executions\. To send the others all the same/,
		);
	});

	it('says once where a line is that could not be read', async () => {
		const problem = new InvalidInput('It cannot be read: line 4 holds nonsense');
		const { message } = await errorFor([line(2, { problem })]);
		expect(message).toBe(
			'1 of 1 rows cannot be sent. First, It cannot be read: line 4 holds nonsense',
		);
		// Another number is not its line.
		const other = await errorFor([line(12, { problem })]);
		expect(other.message).toContain('First, row 1: It cannot');
	});
});

it('the first file that is refused ends the node, whatever its rows are', async () => {
	const [first, second] = [new InvalidInput('1'), new InvalidInput('2')];
	const files = [fileOf(), fileOf({ refusal: first }), fileOf({ refusal: second })];
	expect(await thrownFor(sourceOf([refused(0)], { files }))).toBe(first);
	expect(await thrownFor(sourceOf([row(0)], { files: [fileOf()] }))).toBeUndefined();
	expect(await thrownFor(sourceOf([row(0)]))).toBeUndefined();
});
