import {
	judgeAnswerTime,
	judgeCertificate,
	judgeClock,
} from '../../../../nodes/MerchantData/resources/connection/serviceChecks.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;

it.each([
	[undefined, 'ok', 'is trusted'],
	[365, 'ok', 'good for 365 more days'],
	[21, 'ok', 'good for 21 more days'],
	[20.9, 'warning', 'good for 20 more days'],
	[8, 'warning', 'good for 8 more days'],
	// A weekly check would find it ended the next time.
	[7.9, 'problem', 'good for 7 more days'],
	[1, 'problem', 'good for 1 more day'],
	[0.1, 'problem', 'good for 0 more days'],
])('judges a certificate with %s days left: %s', (days, status, found) => {
	const end = days === undefined ? undefined : NOW + days * DAY;
	const finding = judgeCertificate('https://api.example', end, NOW);
	expect(finding.status).toBe(status);
	expect(finding.found).toMatch(new RegExp(`^https://api.example answers, .*${found}$`));
	expect(finding.remedy).toMatch(status === 'ok' ? /^$/ : /renew/);
});

it.each([
	[0, 'ok', 'The clocks differ by 0 s'],
	[-59_900, 'ok', 'The clocks differ by 60 s'],
	[60_000, 'warning', 'The clock of the service is 60 s ahead of that of this machine'],
	[-299_000, 'warning', 'The clock of the service is 299 s behind that of this machine'],
	[300_000, 'problem', 'The clock of the service is 300 s ahead of that of this machine'],
	[-3_600_000, 'problem', 'The clock of the service is 3600 s behind that of this machine'],
])('judges a clock that is %i ms ahead: %s', (aheadMs, status, found) => {
	expect(judgeClock(aheadMs)).toMatchObject({ status, found });
});

it.each([
	[42, 'ok', 'The answer came after 42 ms'],
	[9_999, 'ok', 'The answer came after 9999 ms'],
	[12_340, 'warning', 'The answer came after 12.3 s'],
])('judges an answer after %i ms: %s', (tookMs, status, found) => {
	expect(judgeAnswerTime(tookMs)).toMatchObject({ status, found });
});
