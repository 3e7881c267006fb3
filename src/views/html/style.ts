import { pageLook } from '../../base/page-look.ts';

/** The style of every page. */
export const pageStyle = `${pageLook}
.pass { color: var(--pass); } .fail { color: var(--fail); } .open { color: var(--open); }
.muted { color: var(--muted); } [hidden] { display: none !important; } .small { font-size: 0.85rem; }
.num { font-variant-numeric: tabular-nums; white-space: nowrap; }
.note, .cut { color: var(--muted); font-size: 0.85rem; font-style: italic; }
bdi, .t, code, pre { unicode-bidi: isolate; direction: ltr; }
.c { font: 600 0.78em var(--mono); border: 1px solid var(--fail); color: var(--mark-ink); background: var(--mark);
  border-radius: 3px; padding: 0 0.2em; margin: 0 1px; display: inline-block; line-height: 1.3; text-decoration: none; }
.paper { display: none; } .skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--paper); padding: 0.3rem 0.6rem; } main:focus { outline: none; }

h2 { font-size: 1.35rem; margin: 1.8rem 0 0.75rem; }
h2 .muted { font-size: 0.9rem; font-weight: 400; margin-left: 0.4rem; } h3 { font-size: 1.05rem; margin: 0; }
h4, h5 { font-size: 0.78rem; text-transform: uppercase; letter-spacing: 0.05em; color: var(--muted);
  margin: 1.1rem 0 0.35rem; }
h4 .muted { text-transform: none; letter-spacing: 0; font-weight: 400; } h5 { margin-top: 0; }
p { margin: 0.35rem 0; max-width: 60rem; } td > p { margin: 0; }

.banner { padding-block: 1.1rem; }
header:has(.banner) { border-bottom: 0.25rem solid var(--line); background: var(--raised); }
header:has(.banner.pass) { border-color: var(--pass); background: var(--pass-soft); }
header:has(.banner.fail) { border-color: var(--fail); background: var(--fail-soft); }
header:has(.banner.open) { border-color: var(--open); background: var(--open-soft); }
.banner h1 { margin: 0.1rem 0 0.3rem; font-size: 2rem; letter-spacing: -0.01em; }
.banner.plain h1 { color: var(--ink); } .limit { font-size: 1.2rem; font-weight: 600; }
.banner > p { color: var(--ink); } .banner .muted { color: var(--muted); }
.banner > .muted { font-size: 0.85rem; margin-bottom: 0; max-width: none; }
.subject { margin: 0; font-size: 0.95rem; max-width: none; }
.numbers { display: flex; flex-wrap: wrap; gap: 0.4rem 2.2rem; margin: 0.7rem 0 0.5rem; }
.numbers div { display: flex; align-items: baseline; gap: 0.45rem; flex-direction: row-reverse; }
.numbers dt { font-size: 0.95rem; }
.numbers dd { margin: 0; font-size: 1.5rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.contents ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.4rem; padding: 0; margin: 1rem 0 0;
  font-size: 0.9rem; }
.contents a { display: block; border: 1px solid var(--line); border-radius: 999px; padding: 0.1rem 0.7rem;
  text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.warnings { background: var(--open-soft); border-radius: 0.4rem; padding: 0.8rem 1.5rem; margin-top: 1.5rem; }
.warnings h2 { margin: 0; font-size: 1.05rem; color: var(--open); }
.warnings ul { margin: 0.3rem 0; padding-left: 1.2rem; }

.wide { overflow-x: auto; position: relative; max-width: 100%;
  background: linear-gradient(to left, var(--paper) 40%, transparent) right / 2rem 100% no-repeat local,
  linear-gradient(to left, var(--line), transparent) right / 0.8rem 100% no-repeat; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.7rem; text-align: left; vertical-align: top;
  overflow-wrap: break-word; }
thead th { font-size: 0.8rem; color: var(--muted); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 500; } .latency tbody th, .matrix tbody th, .word, time { white-space: nowrap; }
.stack tbody th { min-width: 9rem; } .stack thead th { white-space: normal; } td.text { min-width: 14rem; }
.causes { width: 100%; }
.chip { font-size: 0.72rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.5rem;
  white-space: nowrap; color: var(--muted); }
.chip.required { color: var(--fail); } .chip.recommended { color: var(--open); }
.place-number { display: inline-block; min-width: 1.8rem; font-weight: 600; }

.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 0.6rem 1.2rem; margin-bottom: 0.8rem;
  font-size: 0.9rem; }
.filters label { display: flex; flex-direction: column; font-size: 0.8rem; color: var(--muted); min-width: 0;
  max-width: 100%; }
select, input, button { font: inherit; font-size: 0.9rem; color: var(--ink); background: var(--paper);
  border: 1px solid var(--muted); border-radius: 0.3rem; padding: 0.3rem 0.5rem; max-width: 100%; }
button { cursor: pointer; } .matrix td, .matrix th { padding: 0.15rem 0.35rem; vertical-align: middle; }
.matrix tbody th { font-family: var(--mono); font-size: 0.8rem; padding-right: 1.5rem; }
.v { display: block; min-width: 6.6rem; padding: 0.12rem 0.6rem; border-radius: 0.25rem; text-decoration: none;
  font-size: 0.85rem; white-space: nowrap; background: var(--raised); }
a.v:hover { text-decoration: underline; } .v.pass, td.pass { background: var(--pass-soft); }
.v.fail, td.fail { background: var(--fail-soft); font-weight: 700; } .v.open { background: var(--open-soft); }
td.num.pass, td.num.fail, .differences td { background: none; } .off .v { visibility: hidden; }
.strip { display: block; background: var(--raised); } .strip .pass { fill: var(--pass); }
.strip .fail { fill: var(--fail); } .strip .open { fill: var(--open); } .strip .muted { fill: var(--muted); }
.matrix .strip { margin: 0 0.35rem 0.5rem; } .over-time .v { min-width: 5rem; }

.cause { border: 1px solid var(--line); border-top: 0.25rem solid var(--open); border-radius: 0.4rem;
  padding: 1rem 1.25rem 1.25rem; margin: 1.25rem 0; }
.cause.required { border-top-color: var(--fail); }
.number { display: inline-block; min-width: 1.6em; text-align: center; background: var(--ink); color: var(--paper);
  border-radius: 1em; margin-right: 0.4rem; font-size: 0.9rem; padding: 0 0.35em; }
.cause > .facts { display: flex; flex-wrap: wrap; gap: 0.2rem 0.7rem; align-items: baseline; font-size: 0.9rem;
  margin: 0; }
.message { font-size: 1rem; } .cause h3 { line-height: 1.4; margin-bottom: 0.3rem; } .why { margin-top: 1rem; }
.why summary, .fixes summary { font-size: 0.88rem; }
.versus { display: grid; grid-template-columns: 1fr 1fr; gap: 0.8rem; }
.versus pre { border-left: 0.25rem solid var(--pass); } .versus .actual pre { border-left-color: var(--fail); }
pre { margin: 0; padding: 0.6rem 0.8rem; background: var(--raised); border-radius: 0.3rem; white-space: pre-wrap;
  overflow-wrap: anywhere; tab-size: 4; line-height: 1.45; overflow: hidden; }
.head { border-radius: 0.3rem 0.3rem 0 0; border-bottom: 1px solid var(--line); }
.body { border-radius: 0 0 0.3rem 0.3rem; } .t { color: var(--muted); } .t mark, mark .cut { color: var(--mark-ink); }
mark { background: var(--mark); color: var(--mark-ink); border-bottom: 2px solid var(--fail); padding: 0.1em 0;
  border-radius: 2px 2px 0 0; }
.messages { display: grid; gap: 0.8rem; } .messages > * { min-width: 0; }
.message .note { padding: 0.2rem 0.8rem; margin: 0; background: var(--raised); max-width: none; }
.cells { list-style: none; padding: 0; margin: 0.2rem 0; columns: 27rem; column-gap: 2rem; font-size: 0.85rem; }
.cells li { break-inside: avoid; } .cells a { margin-right: 0.35rem; white-space: nowrap; }
.cells.many code { display: inline-block; min-width: 16rem; } .places { font-size: 0.85rem; padding-left: 1.2rem; }
.place { background: var(--raised); padding: 0.15rem 0.4rem; border-radius: 0.25rem; }
blockquote { margin: 0.3rem 0; padding: 0.1rem 0 0.1rem 0.9rem; border-left: 0.2rem solid var(--line); }
blockquote p { margin: 0; } .source { font-size: 0.8rem; color: var(--muted); } dl { margin: 0.5rem 0; }
dd { margin: 0; min-width: 0; }
.pairs { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1rem; font-size: 0.88rem; }
.pairs dt:not([class]), .entry dt { color: var(--muted); } .command { user-select: all; margin-top: 0.3rem; }
.copy { font-size: 0.78rem; padding: 0.1rem 0.5rem; margin-top: 0.2rem; }

summary { cursor: pointer; } details.raw, details.other, .where details { margin-top: 0.5rem; font-size: 0.88rem; }
details.other { border-top: 1px solid var(--line); padding-top: 0.5rem; margin-top: 0.9rem; font-size: 1rem; }
.part { border-top: 1px solid var(--line); padding: 0.7rem 0; }
.part > summary h2 { display: inline; margin: 0; font-size: 1.15rem; } main > section + .part { margin-top: 2.5rem; }
.part[open] > summary { margin-bottom: 0.7rem; } .cell { padding: 0.6rem 0; border-top: 1px solid var(--line); }
.cell h3, .probe h3 { font-size: 0.95rem; } .cell dd { font-family: var(--mono); font-size: 0.78rem; }
.cell:target, .cause:target { outline: 3px solid var(--link); outline-offset: 4px; }
.section { background: var(--raised); font-weight: 700; }
.rules { font-family: var(--mono); font-size: 0.75rem; min-width: 20rem; }
.probe ul { font-size: 0.82rem; padding-left: 1.2rem; } .probe { margin-top: 0.8rem; }
.reasons { padding-left: 1.2rem; font-size: 0.9rem; }

main > section.fail, main > section.open, main > section.pass { color: var(--ink); }
section.fail > h2 { color: var(--fail); } section.open > h2 { color: var(--open); }
section.pass > h2 { color: var(--pass); }
.entry { background: var(--raised); border-left: 4px solid var(--line); border-radius: 4px; padding: 0.6rem 0.9rem;
  margin: 0 0 0.6rem; }
section.fail > .entry { border-color: var(--fail); } section.open > .entry { border-color: var(--open); }
section.pass > .entry { border-color: var(--pass); }
section > .entry.open { border-color: var(--open); color: var(--ink); }
.entry dl > div { display: grid; grid-template-columns: 7rem 1fr; gap: 0.6rem; }
p.where { margin: 0.1rem 0; color: var(--muted); font-size: 0.9rem; }
.changes { list-style: none; margin: 0.3rem 0 0; padding: 0; } .changes li { margin: 0.15rem 0; }
.what, .differs { font-weight: 600; }
del, ins { text-decoration: none; font-family: var(--mono); font-size: 0.875em; padding: 0 0.25em; border-radius: 3px; }
del { background: color-mix(in srgb, var(--muted) 16%, transparent); }
ins { background: color-mix(in srgb, var(--link) 16%, transparent); } .short { width: 100%; }
.short .what { width: 32%; } .short td:last-child { width: 34%; }
.runs th[scope=row] { font-weight: 400; color: var(--muted); overflow-wrap: normal; }
.notes { margin: 0; padding-left: 1.1rem; } .notes li { margin-bottom: 0.4rem; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; }

@media (min-width: 64rem) { .messages { grid-template-columns: 2fr 3fr; } }
@media screen and (max-width: 46rem) {
  .banner h1 { font-size: 1.6rem; } .numbers { gap: 0.3rem 1.3rem; } .sides { grid-template-columns: minmax(0, 1fr); }
  .versus { grid-template-columns: 1fr; gap: 0; } .cause { padding: 0.8rem; }
  .stack, .stack tbody, .stack tr, .stack th, .stack td { display: block; width: auto; }
  .stack thead { position: absolute; left: -100rem; }
  .stack tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  .stack tbody th, .stack td { border: 0; padding: 0.1rem 0; min-width: 0; overflow-wrap: anywhere; }
  .stack td[data-head] { display: flex; flex-wrap: wrap; justify-content: end; gap: 0 0.4rem; white-space: normal; }
  .stack td[data-head]::before { content: attr(data-head); color: var(--muted); font-weight: normal; font-size: 0.85rem;
    margin-right: auto; }
  .stack .note { flex-basis: 100%; } .cells.many code { min-width: 0; display: block; }
  .v { min-width: 0; padding: 0.12rem 0.2rem; font-size: 0.7rem; white-space: normal; overflow-wrap: normal; }
  .v .small { font-size: 0.62rem; }
  .matrix tbody th { padding: 0.1rem 0.2rem 0.1rem 0; font-size: 0.66rem; min-width: 5.5rem; white-space: normal; }
  #rules tbody th, #requirements tbody td:first-child, td.rules { min-width: 11rem; } .over-time .v { min-width: 0; }
  .strip { max-width: 100%; } .matrix { width: 100%; } .matrix td, .matrix thead th { padding: 0.1rem; }
  .matrix thead th { font-size: 0.68rem; } .pairs, .entry dl > div { grid-template-columns: 1fr; gap: 0; }
  .pairs dd, .entry dd { margin-bottom: 0.4rem; }
}
@media print {
  .paper { display: block; } .latency tbody th { white-space: normal; }
  .contents, .filters, .copy, .skip, details:not([open]) { display: none !important; }
  .messages { grid-template-columns: 1fr; } .wide { overflow: visible; } .off .v { visibility: visible; }
  pre, .cause { border: 1px solid var(--line); } pre, .cell, tr, .versus, .entry { break-inside: avoid; }
  h2, h3, h4, h5 { break-after: avoid; } mark { print-color-adjust: exact; } .v { padding: 0; }
  a { text-decoration: none; }
}
`;
