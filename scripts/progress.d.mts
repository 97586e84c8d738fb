/** What a step gives: a value, or a value with text for the closing line. */
type StepResult<T> = { value: T; text: string };

export declare function duration(seconds: number): string;

export declare function step<T>(
	label: string,
	work: () => Promise<StepResult<T>> | StepResult<T>,
): Promise<T>;
export declare function step(label: string, work: () => Promise<unknown>): Promise<void>;

export declare function run(
	command: string,
	args: string[],
	options?: { cwd?: string; env?: Record<string, string>; log?: string },
): Promise<string>;
