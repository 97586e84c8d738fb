/**
 * What became of rows or items, as the error of a stopped node counts it.
 * @param all how many there are: an error about a single one does not say it
 * @returns undefined if the message counts nothing. An outcome that it leaves out is that of none.
 */
export function outcomesIn(error = '', all = NaN) {
	// 1,208 rows.
	const message = error.replace(/(\d),(?=\d{3}\b)/g, '$1');
	const [, refused, of] = /^(\d+) of (\d+) \w+ cannot be sent/.exec(message) ?? [];
	const isOne = /^\w+ \d+( \(row_number \d+\))?( of item \d+)? cannot be sent: /.test(message);
	if (refused !== undefined || isOne) {
		const [rejected, total] = isOne ? [1, all] : [Number(refused), Number(of)];
		return { total, accepted: 0, rejected, unknown: 0, notSent: total - rejected };
	}
	const [, total, counted] = /Of (\d+) \w+, (\d+ .+)\. First /.exec(message) ?? [];
	if (counted === undefined) return undefined;
	const count = (outcome: string) =>
		Number(new RegExp(`(\\d+) (?:was |were )?${outcome}\\b`).exec(counted)?.[1] ?? 0);
	return {
		total: Number(total),
		accepted: count('accepted'),
		rejected: count('rejected'),
		unknown: count('unknown'),
		notSent: count('not sent'),
	};
}
