import type { Failure } from '../../transport/call';

/** What a check says. */
export interface Finding {
	/** `problem`: requests fail, or soon will; `warning`: they may; `skipped`: it cannot be told. */
	status: 'ok' | 'warning' | 'problem' | 'skipped';
	found: string;
	/** What to do about it, in whole sentences. */
	remedy: string;
}

export const ok = (found: string): Finding => ({ status: 'ok', found, remedy: '' });

export const skipped = (found: string, remedy = ''): Finding => ({
	status: 'skipped',
	found,
	remedy,
});

export const warning = (found: string, remedy: string): Finding => ({
	status: 'warning',
	found,
	remedy,
});

export const problem = (found: string, remedy: string): Finding => ({
	status: 'problem',
	found,
	remedy,
});

/** A request that failed, in the words of its error. */
export const failed = ({ error }: Failure): Finding =>
	problem(error.message, error.description ?? '');
