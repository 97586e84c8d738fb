/**
 * Every failure that this package knows, by what there is to do about it: one code for one thing to do. They stand in
 * `error.code`, in docs/guide/errors.md, and stay as they are when a text changes. Node's and n8n's own codes are
 * called `systemCode` here.
 */
// prettier-ignore
export const CODES = [
	'value.empty', 'value.wrongType', 'value.notANumber', 'value.notADate', 'value.notInJson', 'value.objectAsText',
	'value.notADomain', 'value.notAContact', 'value.otherShop', 'row.tooLarge', 'row.sameForAllItems',
	'column.unknown', 'column.twice', 'column.clash', 'column.badName',
	'file.missing', 'file.noTable', 'file.namesElsewhere', 'file.noNames', 'file.twoTables', 'file.moreCells',
	'file.shortLine', 'file.namesRepeated', 'file.quotes', 'file.errorItems', 'file.damaged', 'file.encoding',
	'file.workbook', 'file.delimiter', 'file.oneColumn', 'file.unreadable',
	'json.invalid', 'json.notAnObject', 'item.holdsFile', 'item.isError', 'item.madeUpNames',
	'looksWrong.total', 'looksWrong.thousands', 'looksWrong.damagedIds', 'looksWrong.formula',
	'looksWrong.lostLetters', 'looksWrong.sentences',
	'setting.notAChoice', 'setting.wrongValue', 'setting.incomplete', 'setting.expression', 'setting.givesNothing',
	'setting.differsByItem',
	'sql.placeholder', 'sql.notJson', 'sql.failed', 'sql.unfinished', 'sql.noRows', 'sql.moreRows',
	'sql.columnTooLate', 'sql.notStored',
	'trigger.noRows', 'trigger.tooManyRows', 'trigger.keysAlike', 'trigger.lastDay', 'trigger.state',
	'connection.problems', 'deletion.notAsTool', 'sent.otherRows', 'sent.mayBeThere', 'notSent.othersFirst',
	'notSent.afterFailure',
	'credential.address', 'credential.addressChanged', 'credential.noKey', 'credential.notConnected',
	'credential.notBearer', 'credential.dependsOnItem', 'credential.refreshRefused', 'credential.notRefreshed',
	'credential.noRefreshToken',
	'service.notAsked', 'service.notReached', 'service.untrusted', 'service.lost', 'service.cancelled',
	'service.tooLarge', 'service.undecodable', 'service.contradiction', 'service.redirect', 'service.400',
	'service.401', 'service.403', 'service.404', 'service.407', 'service.413', 'service.429', 'service.4xx',
	'service.500', 'service.502', 'service.503', 'service.504', 'service.5xx', 'service.queryTimedOut',
	'service.otherAddress', 'service.keyUnknown', 'service.keyRefused', 'service.scopeMissing',
	'service.shopNotGranted',
	'node.unexpected',
] as const;

export type Code = (typeof CODES)[number];

/** The code of any error. Errors of others have none of ours. */
export function codeOf(error: unknown): Code {
	const { code } = Object(error) as { code?: unknown };
	return CODES.find((known) => known === code) ?? 'node.unexpected';
}

/** Gives a code to an error of another class. */
export const withCode = <E extends Error>(code: Code, error: E) => Object.assign(error, { code });
