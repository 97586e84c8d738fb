import { oddText } from '../../service/answers/goodAnswer';
import type { Failure } from '../../service/call';
import type { Evidence } from './evidence';

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

/**
 * What the answer to the request that checks a credential says of it.
 * @param remedy what to do where a good status comes with an answer that says no
 */
export function judgeAnswer({ result, odd }: Evidence, good: string, remedy: string): Finding {
	if (result.outcome !== 'accepted') return failed(result);
	return odd === undefined ? ok(good) : problem(oddText(odd, result.answer.text), remedy);
}
