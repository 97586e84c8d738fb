/** All words of the email. For another language, put its code, as in `fr`, and translate the texts. */
export const WORDS = {
	language: 'en',
	title: 'Revenue and ad spend',
	revenue: 'Revenue',
	spend: 'Ad spend',
	return: 'Return on ad spend',
	orders: 'Orders',
	sums: 'Totals',
	totals: 'Totals of {shops}',
	allShops: 'all {count} granted shops',
	someShops: '{count} of {all} granted shops: {shops}',
	perDay: 'Per day',
	channels: 'Ad spend by channel',
	noChannel: 'Without a channel',
	compared: 'compared with {period}',
	now: 'Now',
	change: 'Change',
	before: 'Before',
	valueBefore: 'before: {value}',
	notComparable: '{name}: no comparison, because the data begin on {date}.',
	nothing: 'There are no orders and no ad spend in this period, nor in the one before ({period}).',
	noNumbers: 'no numbers',
	notGranted: '{shop} is not among the granted shops.',
	noneGranted: 'No shop is granted to this app.',
	noAnswer: 'The granted shops could not be read: {reason}',
	missing: 'The numbers of {shop} are missing: {reason}',
};

/** A text with values in place of the names in braces. */
export function fill(text: string, values: Record<string, unknown>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
