import type { PushExecution } from '../resources/push/form';
import { type Place, placeText } from '../mapping/place';
import type { Row } from '../mapping/row';
import { type Inspection, InspectionBuilder, type Source } from './source';
import { FileOfRows } from './fileOfRows';
import { readFileSettings } from '../resources/push/settings';

/** The rows of the files of all input items: read once to inspect them, and once more to send them. */
export class FilesSource implements Source {
	readonly files: readonly FileOfRows[];

	constructor(private readonly execution: PushExecution) {
		const settings = readFileSettings(execution);
		const placeOf = (row: Row) => placeText(this.placeOf(row));
		const items = [...execution.context.getInputData().keys()];
		this.files = items.map((item) => new FileOfRows(execution, item, settings, placeOf));
	}

	async inspect(): Promise<Inspection> {
		const inspection = new InspectionBuilder(this.execution.nodeField('options').rowsAtMost);
		for (const file of this.files) if (!this.isCancelled) await file.inspect(inspection);
		return inspection;
	}

	async *rows({ inputs }: Inspection): AsyncGenerator<Iterable<Row>> {
		for (const file of this.files) {
			const input = inputs.get(file.item);
			// A cancelled execution has not looked at it.
			if (!input) return;
			for await (const chunk of file.rows(input)) {
				if (this.isCancelled) return;
				yield chunk;
			}
		}
	}

	placeOf({ item, line }: Row): Place {
		if (line === undefined) return { what: 'item', number: item + 1 };
		return { what: 'line', number: line, ...(this.files.length > 1 && { item: item + 1 }) };
	}

	private get isCancelled(): boolean {
		return this.execution.client.context.cancelSignal?.aborted ?? false;
	}
}
