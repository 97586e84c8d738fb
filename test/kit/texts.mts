/** Texts that are written in lines, with bars between them. */
export const texts = (...lines: readonly string[]): string[] =>
	lines.flatMap((line) => line.split(' | '));
