import type { IExecuteFunctions } from 'n8n-workflow';
import { type Place, placeText } from '../errors/place';
import type { Row } from '../mapping/row';
import { type Inspection, InspectionBuilder, type Source } from './source';
import { FileOfRows, type FileSettings } from './fileOfRows';

/** The rows of the files of all input items, read once to inspect them and again to send them. */
export class FilesSource implements Source {
	readonly files: readonly FileOfRows[];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: FileSettings,
	) {
		const placeOf = (row: Row) => placeText(this.placeOf(row));
		const items = [...context.getInputData().keys()];
		this.files = items.map((item) => new FileOfRows(context, item, settings, placeOf));
	}

	async inspect(): Promise<Inspection> {
		const inspection = new InspectionBuilder(this.settings.rowsAtMost);
		for (const file of this.files) if (!this.isCancelled) await file.inspect(inspection);
		return inspection.end();
	}

	async *rows({ inputs }: Inspection): AsyncGenerator<Iterable<Row>> {
		for (const file of this.files) {
			const input = inputs.get(file.item);
			// A cancelled execution has not inspected it.
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
		return this.context.getExecutionCancelSignal()?.aborted ?? false;
	}
}
