/** Cuts rows into request bodies ("Resources", data push request). Pure: texts in, bytes out. */

export interface BatchLimits {
	/** Most rows in a request. */
	rows: number;
	/** Most bytes in a request that holds more than one row. */
	bytes: number;
	/** Most bytes in a request at all. */
	bytesOfOneRow: number;
}

const BETWEEN_ROWS = ',';

function envelope(shop: string): [before: string, after: string] {
	return [`{"shop":${JSON.stringify(shop)},"data":[`, ']}'];
}

/**
 * Takes as many rows as fit into one request.
 * @param start index of the first row
 * @param end index after the last row that may be taken
 * @param jsonOf the JSON of a row
 * @returns the JSON of the rows taken; none where the first one alone is larger than a request may be
 */
export function cutBatch(
	shop: string,
	start: number,
	end: number,
	jsonOf: (index: number) => string,
	limits: BatchLimits,
): string[] {
	const rows: string[] = [];
	let bytes = Buffer.byteLength(envelope(shop).join(''));
	for (let index = start; index < end && rows.length < limits.rows; index++) {
		const row = jsonOf(index);
		bytes += Buffer.byteLength(row) + (rows.length > 0 ? BETWEEN_ROWS.length : 0);
		if (bytes > (rows.length > 0 ? limits.bytes : limits.bytesOfOneRow)) break;
		rows.push(row);
	}
	return rows;
}

/** The body of a request, as it goes over the wire. */
export function batchBody(shop: string, rows: readonly string[]): Buffer {
	const [before, after] = envelope(shop);
	return Buffer.from(before + rows.join(BETWEEN_ROWS) + after);
}
