import type { IDataObject } from 'n8n-workflow';
import type { Sending } from '../../service/call';
import type { FailedOutcome, Outcome } from '../../service/errors/statusRow';

/** The part of a request that n8n keeps. */
export interface StoredEntry {
	shop: string;
	/** The credential and address that it went to. An entry counts for the same target only. */
	target: string;
	/** The rows that it carried, as `rangesOf` writes them. Rows of many shops may alternate. */
	ranges: string;
	count: number;
	/** A digest of its body. */
	digest: string;
	state: 'inFlight' | Outcome;
	/** A later attempt makes the output item of an accepted request from it. */
	receipt?: IDataObject;
}

/** One request: begun before it is sent, settled after it. Only here is its state written. */
export class LedgerEntry implements Sending {
	constructor(private readonly own: StoredEntry) {}

	get stored(): Readonly<StoredEntry> {
		return this.own;
	}

	get mayHaveArrived(): boolean {
		return ['inFlight', 'accepted', 'unknown'].includes(this.own.state);
	}

	/** Undefined unless the request was accepted. */
	get receipt(): IDataObject | undefined {
		const { state, receipt = {} } = this.own;
		return state === 'accepted' ? receipt : undefined;
	}

	attempt(state: 'inFlight' | Outcome): void {
		// Once nobody knows whether it has arrived, only success or its end changes that.
		if (this.own.state !== 'unknown' || state === 'accepted') this.own.state = state;
	}

	end(outcome: FailedOutcome): void {
		this.own.state = outcome;
	}

	accept(receipt: IDataObject): void {
		this.own.state = 'accepted';
		this.own.receipt = receipt;
	}
}
