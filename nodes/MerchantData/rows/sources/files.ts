import { asInvalid, type Row } from '../row';
import type { PushExecution } from '../fields/fields';
import { InspectionBuilder } from '../inspect';
import type { Inspection, Source } from '../source';
import { FileOfRows } from './fileOfRows';
import { addedFields, type FileSettings, readFileSettings } from './form';
import { Learned } from './learned';
import { StoredFile } from './storedFile';

/** The rows of the files of all input items: read once to inspect them, and once more to send them. */
export class FilesSource implements Source {
	readonly files: readonly FileOfRows[];

	private readonly execution: PushExecution;

	private readonly settings: FileSettings;

	/** @throws InvalidValue if the form cannot be followed */
	constructor(execution: PushExecution) {
		this.execution = execution;
		this.settings = readFileSettings(execution);
		const items = execution.context.getInputData();
		this.files = items.map((_, item) => this.fileOf(item, items.length > 1));
	}

	async inspect(): Promise<Inspection> {
		const { execution, settings } = this;
		const builder = new InspectionBuilder(execution.nodeField('options').rowsAtMost);
		for (const file of this.files) {
			if (this.isCancelled) break;
			const learned = new Learned(settings.columns);
			builder.seeInput(file.item, await file.inspect(builder, learned));
			for (const hint of learned.sentences(execution)) builder.hint(hint);
		}
		return builder.build();
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

	placeOf({ item, line }: Row): string {
		const ofItem = this.files.length > 1 || line === undefined ? [`item ${item + 1}`] : [];
		return [...ofItem, ...(line === undefined ? [] : [`line ${line}`])].join(', ');
	}

	private fileOf(item: number, isOneOfSeveral: boolean): FileOfRows {
		const { execution, settings } = this;
		const { columns } = settings;
		const stored = new StoredFile(execution, item);
		const place = isOneOfSeveral ? `item ${item + 1}, ` : '';
		const given = { item, place, stored, settings, added: [], shop: '' };
		try {
			const added = addedFields(execution, item, columns.formats);
			// Otherwise, its rows name their shops.
			const shop = columns.shopColumn === undefined ? execution.shop(item) : '';
			return new FileOfRows({ ...given, added, shop });
		} catch (error) {
			return new FileOfRows({ ...given, refusal: asInvalid(error) });
		}
	}

	private get isCancelled(): boolean {
		return this.execution.client.context.cancelSignal?.aborted ?? false;
	}
}
