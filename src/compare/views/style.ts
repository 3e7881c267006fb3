/** What the comparison's page adds to the look of all our pages. */
export const compareStyle = `
h1 { margin: 0 0 0.3rem; } h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; } dd { margin: 0; } dt { color: var(--muted); }
article { margin: 1rem 0; padding: 0.2rem 1rem 0.8rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }
article h3 { margin: 0.6rem 0 0.2rem; font-size: 1.05rem; } h4 { margin: 0.4rem 0 0.1rem; font-size: 0.85rem; }
article p { margin: 0.2rem 0; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; }
@media (max-width: 46rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
pre { margin: 0.2rem 0; padding: 0.4rem 0.6rem; background: var(--paper); border: 1px solid var(--line); border-radius: 4px;
  white-space: pre-wrap; }
mark { background: var(--mark); color: inherit; }
.wide { overflow-x: auto; } tbody th { font-weight: normal; }
details > summary { cursor: pointer; margin-top: 0.5rem; }
.note, .cut { color: var(--muted); font-size: 0.85rem; }
b.c { border: 1px solid var(--line); border-radius: 3px; padding: 0 0.2em; font-size: 0.8em; font-weight: 600; }
@media print { details { display: block; } article { break-inside: avoid; } }
`;
