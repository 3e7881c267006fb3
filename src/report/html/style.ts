/** What all our pages look like; light and dark, and on paper. */
export const baseStyle = `
:root {
  --ink: #1c2430; --muted: #566072; --paper: #ffffff; --raised: #f5f7fa; --line: #d5dbe3;
  --pass: #12693a; --fail: #b3201f; --open: #7a5200; --link: #0b57a4; --mark: #ffe08a;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6eaf0; --muted: #a7b1c0; --paper: #14181f; --raised: #1d232d; --line: #38424f;
    --pass: #6fd39b; --fail: #ff8f87; --open: #f0c060; --link: #86bdff; --mark: #6b5200;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre, .mono { font-family: var(--mono); font-size: 0.875em; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.7rem; text-align: left; vertical-align: top; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .open { color: var(--open); } .muted { color: var(--muted); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media print { body { max-width: none; padding: 0; } }
`;
