import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Row, RowFile } from '../rows/row';

/**
 * Writes rows of a file that were not accepted into an NDJSON file that can be pushed again. n8n stores it
 * while the rows come, so that they are not held.
 */
export class FailedRows {
	private readonly file: RowFile;

	private readonly lines: Buffer[] = [];

	private isOver = false;

	/** Resolves when there are lines, or no more will come. */
	private wake = () => {};

	private stored: Promise<IBinaryData> | undefined;

	private readonly context: IExecuteFunctions;

	constructor(context: IExecuteFunctions, file: RowFile) {
		this.context = context;
		this.file = file;
	}

	/** Rows that could not be read are left out. */
	add(rows: readonly Row[]): void {
		const text = rows.map((row) => this.lineOf(row)).join('');
		if (text === '') return;
		this.lines.push(Buffer.from(text));
		this.wake();
		if (this.stored) return;
		this.stored = this.store();
		// Whoever ends it hears of its failure.
		this.stored.catch(() => {});
	}

	/**
	 * No more rows come.
	 * @returns the file, or undefined where there were no rows
	 * @throws where n8n cannot store it
	 */
	async end(): Promise<IBinaryData | undefined> {
		this.isOver = true;
		this.wake();
		return await this.stored;
	}

	private lineOf({ json, problem, shop }: Row): string {
		if (json === '') return '';
		const { shopColumn } = this.file;
		// A row that was refused here has the column as it was given.
		if (shopColumn === undefined || problem) return `${json}\n`;
		return `{${JSON.stringify(shopColumn)}:${JSON.stringify(shop)},${json.slice(1)}\n`;
	}

	private async store(): Promise<IBinaryData> {
		const name = `${this.file.name.replace(/(\.\w+)?(\.gz)?$/, '')}-not-accepted.ndjson`;
		const content = await this.file.content(this.all());
		return await this.context.helpers.prepareBinaryData(content, name, 'application/x-ndjson');
	}

	private async *all(): AsyncGenerator<Buffer> {
		for (;;) {
			// Together: n8n writes each piece to its storage by itself.
			while (this.lines.length > 0) yield Buffer.concat(this.lines.splice(0));
			if (this.isOver) return;
			await new Promise<void>((resolve) => (this.wake = resolve));
		}
	}
}
