/** What the page of a fleet adds to the look of all our pages. */
export const fleetStyle = `
h1 { margin: 0 0 0.3rem; } h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); } header p { margin: 0.2rem 0; }
.wide { overflow-x: auto; position: relative; } thead th { font-size: 0.8rem; color: var(--muted); font-weight: 600; overflow-wrap: normal; }
tbody th { font-weight: normal; min-width: 13rem; } td { min-width: 4rem; } .fleet td:nth-child(2) { min-width: 9rem; }
.place { display: inline-block; min-width: 1.8rem; font-weight: 600; } .num { white-space: nowrap; }
b.c { background: var(--mark); color: var(--mark-ink); }
@media screen and (max-width: 40rem) {
  .stack, .stack tbody, .stack tr, .stack th { display: block; width: auto; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  .stack tbody th, .stack td, .fleet td:nth-child(2) { border: 0; padding: 0.1rem 0; min-width: 0; }
  .stack td { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; white-space: normal; }
  .stack td::before { content: attr(data-head); min-width: 0; color: var(--muted); font-weight: normal; font-size: 0.85rem; } .stack .note { flex-basis: 100%; }
}
@media print { .wide { overflow: visible; } tr { break-inside: avoid; } }
`;
