import type { PushExecution } from '../fields/fields';
import type { Batch, Piece } from '../rows/batches';

/** Hints at the columns of what is sent, which goes to the service as it is. */

/** Most rows that are looked at. */
const SAMPLE_ROWS = 1_000;
/** A longer body would take long to parse. The default is 1 MiB. */
const MOST_BYTES = 16 * 1_024 * 1_024;
/** Most characters of a list of names. */
const MOST_SHOWN = 200;

const CAMEL_CASE = /^\p{Ll}[\p{L}\p{N}]*$/u;

/** Digits that may be a number: with decimals, or with separators between the thousands. */
const NUMBER =
	/^-?(?:(?:0|[1-9]\d*)(?:[.,]\d+)?|[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+,\d+))$/;
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** What has more is an id: a JavaScript number could not hold it. */
const MOST_DIGITS = 15;

const looksLikeNumber = (text: string): boolean =>
	text.length <= MOST_DIGITS + MOST_DIGITS / 3 &&
	NUMBER.test(text) &&
	!DATE.test(text) &&
	text.replace(/\D/g, '').length <= MOST_DIGITS;

/** What to do about numbers that are texts, by the Data Mode. */
const REMEDIES: Record<string, string> = {
	autoMapInputData: 'list them in "Number Columns"',
	binary: 'list them in "Number Columns"',
	defineBelow: 'choose the type Number for them',
	json: 'write them without quotes',
};

/** What is known of the columns of the rows that were looked at. */
export interface ColumnSample {
	/** Looks at what goes by. */
	watch<Entry>(pieces: AsyncIterable<Piece<Entry>>): AsyncGenerator<Piece<Entry>, void>;
	hint(execution: Pick<PushExecution, 'field' | 'hint'>): void;
}

export function createColumnSample(): ColumnSample {
	/** Whether all values of a column look like numbers, and one of them is a text; undefined without values. */
	const columns = new Map<string, 'numbers' | 'textNumbers' | 'other' | undefined>();
	let left = SAMPLE_ROWS;

	function look({ body }: Batch): void {
		if (body.length > MOST_BYTES) return;
		const { data } = JSON.parse(body.toString()) as { data: object[] };
		for (const row of data.slice(0, left)) {
			for (const [name, value] of Object.entries(row))
				columns.set(name, kindWith(columns.get(name), value));
		}
		left -= Math.min(left, data.length);
	}

	function kindWith(kind: ReturnType<typeof columns.get>, value: unknown): typeof kind {
		if (kind === 'other' || value === null || value === '') return kind;
		if (typeof value === 'number') return kind ?? 'numbers';
		return typeof value === 'string' && looksLikeNumber(value.trim()) ? 'textNumbers' : 'other';
	}

	return {
		async *watch(pieces) {
			for await (const piece of pieces) {
				if (left > 0 && piece.kind === 'batch') look(piece);
				yield piece;
			}
		},
		hint({ field, hint }) {
			const named = (isMeant: (name: string) => boolean) =>
				[...columns.keys()].filter(isMeant).join(', ').slice(0, MOST_SHOWN);
			const numbers = named((name) => columns.get(name) === 'textNumbers');
			if (numbers !== '') {
				hint(
					`Sent as text although they look like numbers: ${numbers}. To send numbers, ${REMEDIES[field('dataMode', 0)]}.`,
				);
			}
			const others = named((name) => !CAMEL_CASE.test(name));
			if (others !== '') hint(`Names that are not camelCase: ${others}.`);
		},
	};
}
