/** Cuts rows into request bodies ("Resources", data push request). Pure: texts in, bytes out. */

export interface BatchLimits {
	/** Most rows in a request. */
	rows: number;
	/** Most bytes in a request that holds more than one row. */
	bytes: number;
	/** Most bytes in a request at all. */
	bytesOfOneRow: number;
}

export interface Batch {
	/** How many rows it holds: none where the first one alone is larger than a request may be. */
	rows: number;
	/** The body of the request, as it goes over the wire. */
	body: Buffer;
}

/** UTF-8 takes at most three bytes for a unit of a JavaScript string. */
const MOST_BYTES_OF_A_UNIT = 3;

/**
 * Takes as many rows as fit into one request.
 * @param start index of the first row
 * @param end index after the last row that may be taken
 * @param jsonOf the JSON of a row
 */
export function cutBatch(
	shop: string,
	start: number,
	end: number,
	jsonOf: (index: number) => string,
	limits: BatchLimits,
): Batch {
	const after = ']}';
	let text = `{"shop":${JSON.stringify(shop)},"data":[`;
	let rows = 0;
	// Not less than the true size, which is measured only where this one is too large: measuring
	// every row would take a third of the time of writing it.
	let bytes = MOST_BYTES_OF_A_UNIT * (text.length + after.length);
	for (let index = start; index < end && rows < limits.rows; index++) {
		const longer = text + (rows > 0 ? ',' : '') + jsonOf(index);
		const most = rows > 0 ? limits.bytes : limits.bytesOfOneRow;
		bytes += MOST_BYTES_OF_A_UNIT * (longer.length - text.length);
		if (bytes > most) bytes = Buffer.byteLength(longer + after);
		if (bytes > most) break;
		text = longer;
		rows++;
	}
	return { rows, body: Buffer.from(text + after) };
}
