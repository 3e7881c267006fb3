/** What the league's page adds to the look of all our pages. */
export const leagueStyle = `
h1 { margin: 0 0 0.3rem; } h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); } header p { margin: 0.2rem 0; }
.wide { overflow-x: auto; position: relative; } thead th { font-size: 0.8rem; color: var(--muted); font-weight: 600; overflow-wrap: normal; }
tbody th { font-weight: normal; min-width: 13rem; } td { min-width: 4rem; } .league td:nth-child(2) { min-width: 9rem; }
.place { display: inline-block; min-width: 1.8rem; font-weight: 600; } .num { white-space: nowrap; }
b.c { background: var(--mark); color: var(--mark-ink); }
@media print { .wide { overflow: visible; } tr { break-inside: avoid; } }
`;
