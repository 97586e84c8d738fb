import type { ExampleStage } from './stage.mts';

/** How an example is run, and how to see on the service's side that it did its work. */
export interface ExampleCase {
	file: string;
	/** @returns what it did, for people. @throws Error when something is wrong */
	run(stage: ExampleStage, file: string): Promise<string>;
}

/** What the CSV examples say where their file is not there. */
export const noFile = (path: string): string =>
	`There is no file ${path}, or n8n cannot read it. Check the folder and the name of the file.`;
