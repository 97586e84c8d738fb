/** The fields that others send columns as, by the names that ad platforms give these columns. */

/** Names in eight languages, from the platforms' help pages, in lower case without accents. */
const NAMES: Readonly<Record<string, string>> = {
	event_date:
		'event date|day|date|reporting starts|date start|by day|gregorian date|time period|report date|stat time day|tag|datum|nach tag|berichtsstart|jour|par jour|date de debut|debut des rapports|fecha|dia|por dia|inicio del informe|data|giorno|per giorno|inizio report|inicio dos relatorios|dag|begin rapportage|dzien|poczatek raportu',
	currency:
		'currency|currency code|account currency|waehrung|wahrung|wahrungscode|devise|code de devise|moneda|codigo de moneda|valuta|codice valuta|moeda|codigo da moeda|valutacode|waluta|kod waluty',
	'campaign.id':
		'campaign id|campaignid|kampagnen id|kampagnennummer|id de campagne|id de la campagne|numero de la campagne|id de campana|id de la campana|id campagna|id da campanha|campagne id|campagneid|identyfikator kampanii|id kampanii',
	'campaign.name':
		'campaign name|campaign|kampagnenname|name der kampagne|kampagne|nom de la campagne|campagne|nombre de la campana|campana|nome campagna|campagna|nome della campagna|nome da campanha|campanha|campagnenaam|naam van campagne|nazwa kampanii|kampania',
	'campaign.status':
		'campaign status|campaign delivery|status der kampagne|kampagnenstatus|auslieferung der kampagne|etat de la campagne|diffusion de la campagne|estado de la campana|stato campagna|stato della campagna|status da campanha|campagnestatus|stan kampanii|status kampanii',
	'metrics.spend':
		'amount spent|spend|cost|total cost|total spend|total spent|ausgegebener betrag|kosten|ausgaben|montant depense|depense|cout|depenses|importe gastado|coste|costo|gasto|importo speso|spesa|valor usado|valor gasto|custo|besteed bedrag|uitgegeven bedrag|wydana kwota|koszt|cost micros|spend micros',
	'metrics.impressions':
		'impressions|impression|impr|impressionen|impressioni|impresiones|impressoes|vertoningen|weergaven|wyswietlenia',
	'metrics.clicks':
		'clicks|link clicks|klicks|link klicks|klicks auf links|clics|clics sur un lien|clics en el enlace|clic|click|clic sul link|cliques|cliques no link|klikken|klikken op link|klikniecia|klikniecia linku',
	'metrics.conversions':
		'conversions|results|purchases|conversionen|ergebnisse|kaufe|resultats|achats|conversiones|resultados|compras|conversioni|risultati|acquisti|conversoes|conversies|resultaten|konwersje|wyniki',
	'metrics.revenue':
		'revenue|conversion value|conv value|purchase conversion value|purchases conversion value|umsatz|conversion wert|kaufwert|valeur de conversion|chiffre d affaires|valor de conversion|ingresos|valore di conversione|ricavi|valor da conversao|receita|conversiewaarde|omzet|wartosc konwersji|przychod',
	'metrics.reach': 'reach|reichweite|couverture|alcance|copertura|bereik|zasieg',
};

/** With the place in the list: if two columns fit one field, the earlier name gets it. */
const BY_NAME = new Map(
	Object.entries(NAMES).flatMap(([field, names]) => {
		const isMetric = field.startsWith('metrics.');
		return names.split('|').map((name, rank) => [name, { field, isMetric, rank }] as const);
	}),
);

const BRACKETS = /\s*[([][^()[\]]*[)\]]\s*$/;

/** A name in lower case, without accents, signs, and brackets at its end. */
function baseOf(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[\p{M}\p{Cf}]/gu, '')
		.replace(/ł/g, 'l')
		.replace(BRACKETS, '')
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

export const hasBrackets = (name: string): boolean => BRACKETS.test(name);

/** The names in a path such as `metrics.spend`. A name with blanks is none: `Avg. cost` is not the cost. */
export const pathIn = (name: string): string[] => (/\s/.test(name) ? [name] : name.split('.'));

/** The field of a column: its whole name must match, or the last part of a path. */
export function fieldFor(name: string) {
	const [inner, parent = ''] = pathIn(name).toReversed();
	const names = [name, `${parent} ${inner}`, inner];
	return names.map((each) => BY_NAME.get(baseOf(each))).find(Boolean);
}

const hasWord = (words: string) => {
	const pattern = new RegExp(`(?:^| )(?:${words})(?: |$)`);
	return (name: string): boolean => pattern.test(baseOf(name));
};

/** `Order number`, but not `Number of orders`; `Link no.`, but not `Cliques no link`. */
export const namesAnId = hasWord(
	'id|ids|uid|guid|number$|nummer|numero|nr|no$|code|kod|codigo|zip|postcode|plz|postal|^cap$|sku|ean|gtin|isbn|asin|phone$|telefon$|telephone$|telefono$|tel$|^mobile$',
);
export const namesADay = hasWord(
	'day|date|datum|tag|jour|fecha|dia|data|giorno|dag|dzien|starts|ends|start|end|beginn|ende|fin|termino|einde|koniec',
);
/** The last day of a report whose rows each cover several days. */
export const namesTheEnd = hasWord(
	'reporting ends|date stop|berichtsende|fin des rapports|fin del informe|fine report|termino dos relatorios|einde rapportage|koniec raportu',
);
const NAMED = ['campaign.name', 'campaign.status', 'currency'];
/** Whether values are names, whatever they look like: 1.10 and 1.1 are two campaigns. */
export function hasNames(name: string): boolean {
	const known = fieldFor(name);
	return known ? NAMED.includes(known.field) : /name$/.test(baseOf(name));
}
export const namesMicros = (name: string): boolean => /micros(?![a-z])/i.test(name);

/** A currency in a name, such as `Amount spent (EUR)`. CPM is not one. */
export const currencyInName = (name: string): string | undefined =>
	name
		.match(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu)
		?.find((code) => Intl.supportedValuesOf('currency').includes(code));
