import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { LoggerProxy } from 'n8n-workflow';
import { inspect } from 'node:util';

// The engine keeps the logger of the first file that a worker runs.
const worker = globalThis as { n8nLog?: string[] };
const lines = (worker.n8nLog ??= []);

const write = (level: string) => (message: string, metadata?: unknown) => {
	// Deeper than n8n's own log format, which leaves out the own properties of an error.
	lines.push(`${level} ${message} ${metadata ? inspect(metadata, { depth: 12 }) : ''}`);
};

const logger = {
	error: write('error'),
	warn: write('warn'),
	info: write('info'),
	debug: write('debug'),
	scoped: () => logger,
};

Container.set(Logger, logger as unknown as Logger);
LoggerProxy.init(logger);

/** @returns a function that gives what core and nodes have logged since, at all levels */
export function captureLogs(): () => string[] {
	const start = lines.length;
	return () => lines.slice(start);
}
