/** The style of the page, light and dark. */
export function style(): string {
	return `
:root {
	--ground: #f6f6f3; --card: #ffffff; --ink: #1d1e20; --quiet: #63656b; --rule: #e4e4df;
	--revenue: #2b59c3; --spend: #cc5f0a; --good: #1a7440; --bad: #b3261e; --warn: #fdf1dc;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #121316; --card: #1b1d21; --ink: #ececee; --quiet: #a3a7b0; --rule: #2f3238;
		--revenue: #84a9ff; --spend: #f0a35e; --good: #6fcf97; --bad: #ff8a80; --warn: #3a2f1a;
	}
}
* { box-sizing: border-box; margin: 0 }
body {
	max-width: 1080px; margin: 0 auto; padding: 32px 20px 40px; background: var(--ground); color: var(--ink);
	font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
	font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
header { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: end; justify-content: space-between }
h1 { font-size: 26px; line-height: 1.25; letter-spacing: -0.02em }
h2 { font-size: 16px; font-weight: 600; overflow-wrap: anywhere }
main > section:not(.card) > h2 { margin: 28px 0 -8px }
h3 { font-size: 14px }
.quiet, footer { color: var(--quiet) }
main p.quiet { margin-top: 8px; font-size: 13px }
header .quiet { white-space: nowrap }
form { display: flex; flex-wrap: wrap; gap: 8px; max-width: 100% }
select, button {
	min-width: 0; height: 38px; padding: 0 12px; border: 1px solid var(--rule); border-radius: 8px;
	background: var(--card); color: inherit; font: inherit;
}
button { flex: none; font-weight: 600; cursor: pointer }
:focus-visible { outline: 2px solid var(--revenue); outline-offset: 2px }
.card, .figure, .nothing { padding: 18px 20px; border: 1px solid var(--rule); border-radius: 12px; background: var(--card) }
.card, .nothing { margin-top: 16px }
.problem { margin-top: 16px; padding: 10px 16px; border-radius: 8px; background: var(--warn); overflow-wrap: anywhere }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px; margin-top: 20px }
.figure h3 { color: var(--quiet); font-weight: 500 }
.figure b { display: block; margin: 2px 0; font-size: 27px; line-height: 1.3; font-weight: 650; letter-spacing: -0.02em }
.figure p { font-size: 13px }
.figure p span { white-space: nowrap }
.good { color: var(--good) } .bad { color: var(--bad) }
.keys { float: right; display: flex; gap: 16px; font-size: 14px; font-weight: 400; color: var(--quiet) }
.key { display: inline-block; width: 14px; height: 3px; margin: 0 6px 0 0; border-radius: 2px; vertical-align: middle; background: currentColor }
.key.revenue, .dot.revenue { background: var(--revenue) } .key.spend, .dot.spend { background: var(--spend) }

.chart { display: grid; grid-template-columns: auto 1fr; margin: 22px 0 14px; font-size: 12px; color: var(--quiet) }
.y { position: relative }
.y span { position: absolute; right: 10px; transform: translateY(-50%); white-space: nowrap }
.plot { position: relative; height: 280px }
.plot svg { display: block; width: 100%; height: 100%; overflow: visible }
.plot path, .plot polyline { fill: none; vector-effect: non-scaling-stroke }
.grid { stroke: var(--rule) } .zero { stroke: var(--quiet) }
polygon.area { fill: var(--revenue); opacity: 0.07 }
polyline { stroke-width: 2; stroke-linejoin: round }
.end { stroke-width: 8; stroke-linecap: round }
polyline.revenue, .end.revenue { stroke: var(--revenue) } polyline.spend, .end.spend { stroke: var(--spend) }
.x { position: relative; grid-column: 2; height: 26px }
.x span { position: absolute; top: 8px; white-space: nowrap }

.peak { position: absolute; padding: 0 3px; font-size: 12px; white-space: nowrap; background: var(--card); border-radius: 4px }
.peak.revenue { color: var(--revenue) } .peak.spend { color: var(--spend) }
.spans { position: absolute; inset: 0; display: flex }
.span { position: relative; flex: 1; outline: none }
.span::before { content: ''; position: absolute; inset: 0 auto 0 50%; width: 1px }
.span:hover::before, .span:focus::before { background: var(--quiet) }
.dot { position: absolute; left: 50%; width: 9px; height: 9px; margin: -4.5px; border: 2px solid var(--card); border-radius: 50%; box-sizing: content-box }
.span .dot, .tip { display: none }
.span:hover :is(.dot, .tip), .span:focus :is(.dot, .tip) { display: block }
.tip {
	position: absolute; z-index: 1; top: 4px; left: calc(50% + 12px); padding: 8px 12px; border: 1px solid var(--rule); border-radius: 8px;
	background: var(--card); color: var(--ink); box-shadow: 0 4px 16px rgb(0 0 0 / 18%); white-space: nowrap; pointer-events: none
}
.tip.left { left: auto; right: calc(50% + 12px) }
.tip span { display: block } .tip b { margin-left: 6px }

details { margin-top: 12px; border-top: 1px solid var(--rule); padding-top: 12px; font-size: 14px }
summary { cursor: pointer; color: var(--quiet) }
table { width: 100%; margin-top: 10px; border-collapse: collapse }
caption { text-align: left; color: var(--quiet) }
th, td { padding: 5px 0; border-bottom: 1px solid var(--rule); text-align: right; font-weight: 400 }
th[scope=row], th:first-child { text-align: left } thead { color: var(--quiet) }

.bars { margin-top: 12px; padding: 0; list-style: none }
.bars li { display: grid; grid-template-columns: minmax(90px, 180px) 1fr 90px 44px 74px; gap: 12px; align-items: center; padding: 5px 0 }
.bars .name { overflow-wrap: anywhere }
.bars b, .bars .share, .bars .change { text-align: right; white-space: nowrap }
.bars .share, .bars .change { font-size: 13px; color: var(--quiet) }
.bar { width: 100%; height: 14px } .bar .spend { fill: var(--spend) } .bar .track { fill: var(--ground) }
footer { margin-top: 20px; font-size: 13px; overflow-wrap: anywhere }

@media (max-width: 720px) {
	body { padding: 20px 14px 28px }
	h1 { font-size: 22px }
	form { width: 100% } select { flex: 1 1 40% } button { flex: 1 0 auto }
	.figures { grid-template-columns: 1fr 1fr; gap: 10px }
	.figure, .card, .nothing { padding: 14px }
	.figure b { font-size: 21px }
	.figure p span { display: block }
	.plot { height: 220px }
	.x .wide { display: none }
	.bars li { grid-template-columns: 1fr auto 34px 62px; gap: 2px 8px; padding: 8px 0 }
	.bar { grid-area: 2 / 1 / 3 / -1 }
}
`;
}
