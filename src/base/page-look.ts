/** A small picture of the product for a tab of a browser; it loads nothing. */
export const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='6' fill='%23003366'/%3E%3Cpath d='M8 17l5.5 5.5L24.5 10' " +
  "fill='none' stroke='%23fff' stroke-width='4'/%3E%3C/svg%3E";

/** The colours, text and upper bar of every page: of reports, of live traffic and of the sandbox. */
export const pageLook = `
:root {
  color-scheme: light dark; --bar: #003366;
  --ink: #1b2330; --muted: #56606f; --paper: #ffffff; --raised: #f4f6f9; --line: #d6dce5;
  --pass: #0f6b3a; --fail: #b01c1c; --open: #7a5100; --link: #0b57a4; --mark: #ffdf80; --mark-ink: #1b2330;
  --pass-soft: #e4f4ea; --fail-soft: #fdebea; --open-soft: #fcf1da;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e9f0; --muted: #a3adbc; --paper: #12161c; --raised: #1b212a; --line: #364150;
    --pass: #6cd39a; --fail: #ff928b; --open: #f0c163; --link: #8ac0ff; --mark: #7a5c00; --mark-ink: #ffffff;
    --pass-soft: #14301f; --fail-soft: #3a1b1b; --open-soft: #33270d;
  }
}
* { box-sizing: border-box; } html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
.bar { background: var(--bar); color: #fff; padding: 0.55rem max(1.5rem, (100% - 75rem) / 2); display: flex;
  flex-wrap: wrap; gap: 0.2rem 1.5rem; justify-content: space-between; align-items: baseline; font-size: 0.95rem; }
.bar p { margin: 0; }
.bar ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0 1.1rem; margin: 0; padding: 0; font-size: 0.9rem; }
.bar a { color: #fff; } .bar :focus-visible { outline-color: #fff; }
main, .banner, .contents { max-width: 78rem; margin-inline: auto; padding-inline: 1.5rem; }
main { padding-block: 1rem 3rem; } h1, h2, h3, h4, h5 { line-height: 1.25; } a { color: var(--link); }
code, pre, .mono { font-family: var(--mono); font-size: 0.875em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) { .bar { padding-inline: 0.8rem; } main, .banner, .contents { padding-inline: 0.8rem; } }
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation: none !important; scroll-behavior: auto !important; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --muted: #444; --raised: #f4f4f4; --line: #bbb; --link: #000;
    --mark-ink: #000; --pass-soft: #fff; --fail-soft: #fff; --open-soft: #fff; }
  body { font-size: 10pt; } main, .banner, .bar { max-width: none; padding-inline: 0; }
  .bar { background: none; color: #000; padding-block: 0; } .bar nav { display: none; }
}
`;
