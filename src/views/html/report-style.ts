export const reportStyle = `
.paper { display: none; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: 0.5rem; background: var(--paper); padding: 0.3rem 0.6rem; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 0.75rem; } h2 .muted { font-size: 0.9rem; font-weight: 400; margin-left: 0.4rem; }
h3 { font-size: 1.05rem; margin: 0; }
h4, h5 { font-size: 0.78rem; text-transform: uppercase; letter-spacing: 0.05em; color: var(--muted); margin: 1.1rem 0 0.35rem; }
h4 .muted { text-transform: none; letter-spacing: 0; font-weight: 400; }
h5 { margin-top: 0; }
p { margin: 0.35rem 0; max-width: 60rem; }

.verdict { border-left: 0.6rem solid currentColor; border-radius: 0.4rem; padding: 1.2rem 1.5rem; }
.verdict.pass { background: var(--pass-soft); } .verdict.fail { background: var(--fail-soft); } .verdict.open { background: var(--open-soft); }
.verdict h1 { margin: 0; font-size: 2.3rem; letter-spacing: -0.01em; }
.limit { font-size: 1.2rem; font-weight: 600; }
.verdict p, .verdict dl { color: var(--ink); } .verdict .muted { color: var(--muted); font-size: 0.85rem; }
.verdict .target { margin: 0; font-family: var(--mono); font-size: 0.9rem; }
.meaning { font-size: 1.05rem; }
.numbers { display: flex; flex-wrap: wrap; gap: 0.6rem 2rem; margin: 1rem 0 0.6rem; }
.numbers div { display: flex; flex-direction: column-reverse; }
.numbers dt { font-size: 0.8rem; color: var(--muted); } .numbers dd { margin: 0; font-size: 1.3rem; font-weight: 600; font-variant-numeric: tabular-nums; }

nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; padding: 0; margin: 1rem 0 0; font-size: 0.9rem; }
main:focus { outline: none; }
.warnings { background: var(--open-soft); border-radius: 0.4rem; padding: 0.8rem 1.5rem; margin-top: 1.5rem; }
.warnings h2 { margin: 0; font-size: 1.05rem; color: var(--open); } .warnings ul { margin: 0.3rem 0; padding-left: 1.2rem; }

.wide { overflow-x: auto; }
table { font-size: 0.9rem; } thead th { font-size: 0.8rem; color: var(--muted); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 500; } .latency tbody th, .matrix tbody th, .bycell tbody th, .word { white-space: nowrap; } .bycell td { min-width: 9rem; }
.causes { width: 100%; } .causes th a { font-family: var(--mono); font-size: 0.85rem; font-weight: 600; } .causes td { font-size: 0.85rem; } .causes .subject { font-size: 0.8rem; font-weight: 400; color: var(--muted); }
.causes td:first-child, .causes td:last-child { white-space: nowrap; } .causes td:nth-child(3), .causes td:nth-child(4) { font-family: var(--mono); font-size: 0.8rem; width: 28%; }
.chip { font-size: 0.72rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.5rem; white-space: nowrap; color: var(--muted); }
.chip.required { color: var(--fail); } .chip.recommended { color: var(--open); }

.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 0.6rem 1.2rem; margin-bottom: 0.8rem; font-size: 0.9rem; }
.filters label { display: flex; flex-direction: column; font-size: 0.8rem; color: var(--muted); }
select, input, button { font: inherit; font-size: 0.9rem; color: var(--ink); background: var(--paper); border: 1px solid var(--muted); border-radius: 0.3rem; padding: 0.3rem 0.5rem; height: 2.1rem; max-width: 100%; }
button { cursor: pointer; }
.matrix td, .matrix th { padding: 0.15rem 0.35rem; vertical-align: middle; } .matrix tbody th { font-family: var(--mono); font-size: 0.8rem; padding-right: 1.5rem; }
.v { display: block; min-width: 6.6rem; padding: 0.12rem 0.6rem; border-radius: 0.25rem; text-decoration: none; font-size: 0.85rem; white-space: nowrap; background: var(--raised); }
.v:hover { text-decoration: underline; }
.v.pass { background: var(--pass-soft); } .v.fail { background: var(--fail-soft); font-weight: 700; } .v.open { background: var(--open-soft); }
.off .v { visibility: hidden; }

.cause { border: 1px solid var(--line); border-top: 0.25rem solid var(--open); border-radius: 0.4rem; padding: 1rem 1.25rem 1.25rem; margin: 1.25rem 0; }
.cause.required { border-top-color: var(--fail); }
.cause > header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.3rem 1rem; align-items: baseline; }
.cause h3 code { font-size: 1rem; } .number { display: inline-block; min-width: 1.6em; text-align: center; background: var(--ink); color: var(--paper); border-radius: 1em; margin-right: 0.4rem; font-size: 0.9rem; padding: 0 0.35em; }
.facts { display: flex; gap: 0.7rem; align-items: baseline; font-size: 0.9rem; margin: 0; }
.message { font-size: 1rem; } p.message { margin-top: 0.6rem; }
.versus { display: grid; grid-template-columns: 1fr 1fr; gap: 0.8rem; }
.versus pre { border-left: 0.25rem solid var(--pass); } .versus .actual pre { border-left-color: var(--fail); }
pre { margin: 0; padding: 0.6rem 0.8rem; background: var(--raised); border-radius: 0.3rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; line-height: 1.45; overflow: hidden; }
.head { border-radius: 0.3rem 0.3rem 0 0; border-bottom: 1px solid var(--line); }
.body { border-radius: 0 0 0.3rem 0.3rem; } .t { color: var(--muted); } .t mark, mark .cut { color: var(--mark-ink); }
mark { background: var(--mark); color: var(--mark-ink); border-bottom: 2px solid var(--fail); padding: 0.1em 0; border-radius: 2px 2px 0 0; }
.messages { display: grid; gap: 0.8rem; } .messages > * { min-width: 0; }
.message .note { padding: 0.2rem 0.8rem; margin: 0; background: var(--raised); max-width: none; }
.cells { list-style: none; padding: 0; margin: 0.2rem 0; columns: 27rem; column-gap: 2rem; font-size: 0.85rem; } .cells li { break-inside: avoid; } .cells a { margin-right: 0.35rem; white-space: nowrap; }
.cells.many code { display: inline-block; min-width: 16rem; }
.places { font-size: 0.85rem; padding-left: 1.2rem; }
.place { background: var(--raised); padding: 0.15rem 0.4rem; border-radius: 0.25rem; }
blockquote { margin: 0.3rem 0; padding: 0.1rem 0 0.1rem 0.9rem; border-left: 0.2rem solid var(--line); } blockquote p { margin: 0; }
.source { font-size: 0.8rem; color: var(--muted); }
dl { margin: 0.5rem 0; } .clauses dl, .cell dl, .about, details > dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1rem; font-size: 0.88rem; }
.clauses dt, .about dt, details > dl dt { color: var(--muted); } dd { margin: 0; min-width: 0; }
.command { user-select: all; margin-top: 0.3rem; } .copy { font-size: 0.78rem; height: auto; padding: 0.1rem 0.5rem; margin-top: 0.2rem; }

summary { cursor: pointer; } details.raw, details.other, details.fixes, .where details { margin-top: 0.5rem; font-size: 0.88rem; }
details.other { border-top: 1px solid var(--line); padding-top: 0.5rem; margin-top: 0.9rem; font-size: 1rem; }
.part { border-top: 1px solid var(--line); padding: 0.7rem 0; } .part > summary h2 { display: inline; margin: 0; font-size: 1.15rem; }
main > section + .part { margin-top: 2.5rem; } .part[open] > summary { margin-bottom: 0.7rem; }
.cell { padding: 0.6rem 0; border-top: 1px solid var(--line); } .cell h3, .probe h3 { font-size: 0.95rem; } .cell dd { font-family: var(--mono); font-size: 0.78rem; }
.cell:target, .cause:target { outline: 3px solid var(--link); outline-offset: 4px; }
.section { background: var(--raised); font-weight: 700; } .rules { font-family: var(--mono); font-size: 0.75rem; max-width: 20rem; }
.probe ul { font-size: 0.82rem; padding-left: 1.2rem; } .probe { margin-top: 0.8rem; }
.reasons { padding-left: 1.2rem; font-size: 0.9rem; }
.latency svg, .bycell svg { display: block; } .bycell svg { width: 7.5rem; background: var(--raised); stroke: var(--link); stroke-width: 6; } .axis, .whisker { stroke: var(--line); fill: none; } .whisker { stroke: var(--muted); stroke-width: 1.5; } .bar { fill: var(--link); }
.latency .small { font-size: 0.72rem; color: var(--muted); }

@media (min-width: 64rem) { .messages { grid-template-columns: 2fr 3fr; } }
@media (max-width: 40rem) {
  body { padding: 0.8rem; } .verdict { padding: 1rem; } .verdict h1 { font-size: 1.7rem; } .numbers { gap: 0.5rem 1.3rem; }
  .versus { grid-template-columns: 1fr; gap: 0; } .cause { padding: 0.8rem; }
  .causes thead { position: absolute; left: -100rem; } .causes, .causes tbody { display: block; }
  .causes tr { display: grid; grid-template-columns: 1.6rem minmax(0, 1fr); border-bottom: 1px solid var(--line); padding: 0.5rem 0; } .causes th, .causes td { border: 0; padding: 0.1rem 0; }
  .causes td:nth-child(n+3) { grid-column: 2; width: auto; } .causes td:nth-child(3)::before { content: 'expected '; color: var(--muted); } .causes td:nth-child(4)::before { content: 'actual '; color: var(--muted); }
  .cells.many code { min-width: 0; display: block; } .v { min-width: 0; padding: 0.12rem 0.2rem; font-size: 0.7rem; white-space: normal; overflow-wrap: normal; } .matrix tbody th { padding: 0.1rem 0.2rem 0.1rem 0; font-size: 0.66rem; min-width: 5.5rem; white-space: normal; }
  #rules tbody th, #requirements tbody td:first-child, td.rules { min-width: 11rem; }
  .matrix { width: 100%; } .matrix td, .matrix thead th { padding: 0.1rem; } .matrix thead th { font-size: 0.68rem; }
  .clauses dl, .cell dl, .about { grid-template-columns: 1fr; gap: 0; } .clauses dd, .about dd { margin-bottom: 0.4rem; }
}
@media print {
  .paper { display: block; } .latency tbody th, .bycell tbody th { white-space: normal; } .bycell td { min-width: 0; }
  :root { --paper: #fff; --ink: #000; --muted: #444; --raised: #f4f4f4; --line: #bbb; --pass: #0f6b3a; --fail: #b01c1c; --open: #7a5100; --link: #000;
    --mark: #ffdf80; --mark-ink: #000; --pass-soft: #fff; --fail-soft: #fff; --open-soft: #fff; }
  nav, .filters, .copy, .skip, .raw, .other, #cells, .where details { display: none !important; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
  .messages { grid-template-columns: 1fr; } .wide { overflow: visible; } .off .v { visibility: visible; }
  pre, .cause { border: 1px solid var(--line); } pre, .cause > header, .cell, tr, .versus { break-inside: avoid; } h2, h3, h4, h5 { break-after: avoid; }
  mark { print-color-adjust: exact; } .v { padding: 0; } a { text-decoration: none; }
}
`;
