import {
	currencyInName,
	fieldFor,
	hasBrackets,
} from '../../../../nodes/MerchantData/mapping/profile/fieldNames.ts';

it.each<[name: string, field: string | undefined]>([
	['Campaign', 'campaign.name'],
	['campaignId', 'campaign.id'],
	['CAMPAIGN_ID', 'campaign.id'],
	['Kampagnen-ID', 'campaign.id'],
	['Amount spent (EUR)', 'metrics.spend'],
	['Ausgegebener Betrag [EUR]', 'metrics.spend'],
	['Cou\u0302t', 'metrics.spend'],
	['Spend\u200b', 'metrics.spend'],
	['Łączny koszt', undefined],
	['metrics.costMicros', 'metrics.spend'],
	['segments.date', 'event_date'],
	['TimePeriod', 'event_date'],
	['Par jour', 'event_date'],
	['Kliknięcia', 'metrics.clicks'],
	// The whole name must match.
	['CPM (cost per 1,000 impressions)', undefined],
	['Campaign budget', undefined],
	// A path has no blanks.
	['Avg. cost', undefined],
])('the column %s is proposed as the field %s', (name, field) => {
	expect(fieldFor(name)?.field).toBe(field);
});

it('a name may contain a currency, and end with brackets', () => {
	const names = ['Amount spent (EUR)', 'Cost USD', 'CPM', 'EURO', 'Cost (eur)'];
	expect(names.map(currencyInName)).toEqual(['EUR', 'USD', undefined, undefined, undefined]);
	expect(['Cost (EUR)', 'Cost [USD]', 'Cost'].map(hasBrackets)).toEqual([true, true, false]);
});
