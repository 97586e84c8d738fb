import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Execution } from '../../runtime/execution';
import { FailedAnswer, refuseFailure } from './answer';
import { writeCsv } from './csv';
import type { Row } from './rows';
import { BrokenJson, type JsonProblem, wholeJson } from './wholeJson';
import type { Job } from './window';

/** What becomes of an answer as a file of n8n's. */
export type Binary = NonNullable<INodeExecutionData['binary']>;

type Content = Parameters<Execution['context']['helpers']['prepareBinaryData']>[0];

/** What Node's streams have besides; `node:stream` may not be imported by this package. */
interface Destroyable {
	destroy(): void;
}

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** Writes rows into a CSV file. @throws NodeOperationError */
export async function storeCsv(execution: Execution, job: Job, rows: Row[]): Promise<Binary> {
	try {
		return await store(execution, job, 'csv', Buffer.from(writeCsv(rows)));
	} catch (error) {
		throw notStored(execution, error as Error);
	}
}

/**
 * Puts an answer into a file as it comes, without holding it in memory.
 * @returns undefined where the answer is empty
 * @throws NodeOperationError where it is not one whole JSON value, or breaks off; FailedAnswer
 */
export async function storeJson(
	execution: Execution,
	job: Job,
	answer: NodeJS.ReadableStream,
): Promise<Binary | undefined> {
	try {
		return await store(
			execution,
			job,
			'json',
			lazily(answer, (body) => refuseFailure(wholeJson(body))),
		);
	} catch (error) {
		// What was not read to its end holds a connection.
		(answer as Partial<Destroyable>).destroy?.();
		const { cause } = error as Error;
		// A store of n8n's may wrap what reading threw.
		const failed = [error, cause].find((each) => each instanceof FailedAnswer);
		if (failed !== undefined) throw failed;
		const broken = [error, cause].find((each) => each instanceof BrokenJson);
		if (broken === undefined) throw notStored(execution, error as Error);
		if (broken.problem === 'empty') return undefined;
		throw new NodeOperationError(execution.context.getNode(), PROBLEMS[broken.problem], {
			description:
				broken.excerpt === '' ? 'Try again, or split the period.' : `It reads: ${broken.excerpt}`,
		});
	}
}

const PROBLEMS: Record<Exclude<JsonProblem, 'empty'>, string> = {
	notJson: 'The answer to the query is not JSON',
	cutOff: 'The answer to the query ends in the middle of its JSON',
	moreFollows: 'The answer to the query goes on after the end of its JSON',
};

function notStored({ context }: Execution, error: Error): NodeOperationError {
	// A stream breaks while it is stored, and says no more than "aborted".
	return new NodeOperationError(
		context.getNode(),
		`The answer could not be put into a file: ${error.message}`,
		{ description: 'The connection broke, or n8n could not store the file. Try again.' },
	);
}

async function store(
	{ context }: Execution,
	{ input, window }: Job,
	extension: keyof typeof TYPES,
	content: Content,
): Promise<Binary> {
	const fileName = `${input.shop}_${window.startDate}_${window.endDate}.${extension}`;
	const file = await context.helpers.prepareBinaryData(content, fileName, TYPES[extension]);
	return { [input.binaryField]: file };
}

/**
 * A stream of what `pass` makes of another, read when it is read. `compose` would read at once: what
 * breaks before n8n listens would be an uncaught error.
 */
function lazily(
	source: NodeJS.ReadableStream,
	pass: (source: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>,
): Content {
	// Each stream's class has what makes one of a generator.
	const { from } = source.constructor as unknown as {
		from(parts: AsyncIterable<Uint8Array>): Content;
	};
	// Who reads later meets the error then.
	source.on('error', () => {});
	return from(pass(source as unknown as AsyncIterable<Buffer>));
}
