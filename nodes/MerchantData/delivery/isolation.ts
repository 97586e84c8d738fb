import type { Row } from '../mapping/row';
import type { DeliveryOptions, Settled } from './requestFormat';
import type { Sent } from './sent/sent';

/** After so many rows that were refused alone for one reason, with none accepted in between, the search ends. */
const ENOUGH = 10;

/** Finds the bad rows of requests that were refused with 400: these are sent again in parts. */
export class Isolation {
	/** By shop, how many rows were refused alone since one was accepted, and the answer to them. */
	private readonly refusedAlone = new Map<string, { said: string; rows: number }>();

	/** @param continues whether the node goes on after a failure. If not, it isolates the rows of one request only. */
	constructor(
		private readonly options: DeliveryOptions,
		private readonly continues: boolean,
		private readonly sent: Sent,
	) {}

	learn(result: Settled): void {
		const [{ shop }] = result.rows;
		if (result.outcome === 'accepted') this.refusedAlone.delete(shop);
		else if (result.status === 400 && result.rows.length === 1) {
			// A service may name the row, the time or the request: words with digits are left out.
			const said = (result.answer?.text ?? '').replace(/\w*\d\w*/g, '#');
			const alone = this.refusedAlone.get(shop);
			const before = alone?.said === said ? alone.rows : 0;
			this.refusedAlone.set(shop, { said, rows: before + 1 });
		}
	}

	/** Whether a request is sent again in parts. @param hasBegun whether it is such a part itself */
	isNeeded(result: Settled, hasBegun: boolean): boolean {
		const { rows } = result;
		if (result.outcome === 'accepted' || result.status !== 400 || rows.length === 1) return false;
		const replaces = this.options.ifSentAgain === 'replaces';
		// If the answer names the bad rows, the others may have been stored, and would be there twice.
		const isSafe = replaces || !result.answer?.rowErrors?.length;
		const isOn = replaces || this.options.isolateRejectedRows === true;
		if (!isOn || !isSafe || this.aloneOf(rows) >= ENOUGH) return false;
		return hasBegun || this.continues || this.sent.beginIsolation();
	}

	/**
	 * The parts of a refused request that are still to be sent. After a row that was refused alone, the next row goes
	 * alone as well, because the commonest fault is one that all rows have. After enough of them, the rest goes together.
	 */
	nextParts(parts: ReadonlyArray<readonly Row[]>): Array<readonly Row[]> {
		const [next, ...rest] = parts;
		const alone = this.aloneOf(next);
		if (alone >= ENOUGH) return [parts.flat()];
		return alone > 0 && next.length > 1 ? [next.slice(0, 1), next.slice(1), ...rest] : [...parts];
	}

	private aloneOf([{ shop }]: readonly Row[]): number {
		return this.refusedAlone.get(shop)?.rows ?? 0;
	}
}
