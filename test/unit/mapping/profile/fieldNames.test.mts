import {
	currencyInName,
	fieldFor,
	hasBrackets,
	namesACount,
	namesADay,
	namesAnId,
} from '../../../../nodes/MerchantData/mapping/profile/fieldNames.ts';

it.each<[name: string, field: string | undefined]>([
	['Campaign', 'campaign.name'],
	['campaignId', 'campaign.id'],
	['Campaign ID', 'campaign.id'],
	['CAMPAIGN_ID', 'campaign.id'],
	['Kampagnen-ID', 'campaign.id'],
	['Amount spent (EUR)', 'metrics.spend'],
	['Ausgegebener Betrag [EUR]', 'metrics.spend'],
	['Montant dépensé (EUR)', 'metrics.spend'],
	['Cou\u0302t', 'metrics.spend'],
	['Spend\u200b', 'metrics.spend'],
	['Łączny koszt', undefined],
	['metrics.costMicros', 'metrics.spend'],
	['segments.date', 'event_date'],
	['campaign.name', 'campaign.name'],
	['Impr.', 'metrics.impressions'],
	['Reporting starts', 'event_date'],
	['Dzień', 'event_date'],
	['Kliknięcia', 'metrics.clicks'],
	// The whole name must match.
	['CPM (cost per 1,000 impressions)', undefined],
	['Cost per results', undefined],
	['Campaign budget', undefined],
	['channel', undefined],
	// A path has no blanks.
	['Avg. cost', undefined],
	['Durchschn. Kosten', undefined],
])('the column %s is proposed as the field %s', (name, field) => {
	expect(fieldFor(name)?.field).toBe(field);
});

it('names of IDs, days and counts are known', () => {
	expect(['Order number', 'PLZ', 'sku', 'Idea', 'Video'].map(namesAnId)).toEqual([
		true,
		true,
		true,
		false,
		false,
	]);
	expect(['Event Day', 'datum', 'Days active'].map(namesADay)).toEqual([true, true, false]);
	expect(['Clicks', 'Impr.', 'Cost'].map(namesACount)).toEqual([true, true, false]);
});

it('a name may contain a currency, and end with brackets', () => {
	const names = ['Amount spent (EUR)', 'Cost USD', 'CPM', 'EURO', 'Cost (eur)'];
	expect(names.map(currencyInName)).toEqual(['EUR', 'USD', undefined, undefined, undefined]);
	expect(['Cost (EUR)', 'Cost [USD]', 'Cost'].map(hasBrackets)).toEqual([true, true, false]);
});
