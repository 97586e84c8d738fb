/** The rows that the service gets of the reports in `examples/data`, by the example that pushes them. */

interface Report {
	/** The example. */
	file: string;
	/** What it reads. */
	csv: string;
	/** In the order of the report. */
	rows: ReadonlyArray<Record<string, unknown>>;
}

type Campaign = readonly [id: string, name: string, status?: string];

const BRAND: Campaign = ['20123456781', 'Spring sale, all stores'];
const SHOPPING: Campaign = ['20123456799', 'Shopping – all products'];
const DISPLAY: Campaign = ['20123456802', 'Display, new visitors'];

/** Fields stand in the order of the columns, and behind them those of *Fields to Add*. */
const ofGoogle = (
	day: string,
	[id, name]: Campaign,
	impressions: number,
	clicks: number,
	cpc: number | undefined,
	spend: number,
) => ({
	campaign: { name, id },
	currency: 'EUR',
	event_date: day,
	metrics: { impressions, clicks, ...(cpc && { cpc }), spend },
	channel: 'google-ads',
});

const NEW: Campaign = ['120208123456780124', 'Spring sale | New visitors, DE+AT', 'active'];
const RETURNING: Campaign = ['120208123456780125', 'Spring sale | Returning visitors', 'active'];
const WINTER: Campaign = ['120208123456780011', 'Winter (old)', 'inactive'];

const ofMeta = (
	day: string,
	[id, name, status]: Campaign,
	impressions: number,
	clicks: number,
	spend: number,
) => ({
	event_date: day,
	campaign: { name, id, status },
	metrics: { impressions, clicks, spend },
	channel: 'meta-ads',
	currency: 'EUR',
});

export const REPORTS: readonly Report[] = [
	{
		file: 'google-ads-to-ads.json',
		csv: 'google-ads-report.csv',
		rows: [
			ofGoogle('2026-06-01', BRAND, 12_840, 961, 1.45, 1_394.37),
			ofGoogle('2026-06-01', SHOPPING, 30_112, 702, 0.88, 617.76),
			ofGoogle('2026-06-01', DISPLAY, 0, 0, undefined, 0),
			ofGoogle('2026-06-02', BRAND, 11_302, 874, 1.45, 1_266.05),
			ofGoogle('2026-06-02', SHOPPING, 28_764, 655, 0.9, 589.5),
			ofGoogle('2026-06-02', DISPLAY, 4_210, 12, 0.78, 9.36),
			ofGoogle('2026-06-03', BRAND, 13_077, 990, 1.44, 1_421.18),
			ofGoogle('2026-06-03', SHOPPING, 31_950, 741, 0.87, 644.67),
			ofGoogle('2026-06-03', DISPLAY, 0, 0, undefined, 0),
		],
	},
	{
		file: 'meta-ads-to-ads.json',
		csv: 'meta-ads-report.csv',
		rows: [
			ofMeta('2026-06-01', NEW, 40_100, 310, 1_000),
			ofMeta('2026-06-01', RETURNING, 20_110, 188, 523.47),
			ofMeta('2026-06-01', WINTER, 0, 0, 0),
			ofMeta('2026-06-02', NEW, 38_760, 295, 961.2),
			ofMeta('2026-06-02', RETURNING, 21_034, 201, 547.05),
			ofMeta('2026-06-02', WINTER, 0, 0, 0),
		],
	},
];
