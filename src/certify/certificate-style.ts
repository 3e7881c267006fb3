/** The certificate's own look, on top of that of all pages: a framed sheet, light also where screens are dark. */
export const certificateStyle = `
@page { margin: 8mm; }
:root { color-scheme: light; --ink: #1c2430; --muted: #566072; --paper: #ffffff; --line: #d5dbe3; --pass: #12693a; --open: #7a5200; }
body { background: #e9edf2; padding: 2rem 1rem; }
.sheet { font-size: 1rem; --seal: var(--pass); display: flex; flex-direction: column; justify-content: space-between; max-width: 48rem; min-height: 64rem; margin: 0 auto; padding: 2.4rem 2.6rem 1.8rem; background: #fff; color: var(--ink);
  border: 1px solid var(--seal); outline: 5px double var(--seal); outline-offset: -14px; }
.waived { --seal: var(--open); }
header { text-align: center; }
.seal { width: 5rem; height: 5rem; }
.seal, .verdict { color: var(--seal); }
.kind { margin: 0.5rem 0 0; letter-spacing: 0.18em; text-transform: uppercase; font-size: 0.85rem; color: var(--muted); }
h1 { margin: 0.1rem 0 1.3rem; font: 400 2.7rem/1.2 Georgia, 'Liberation Serif', 'Times New Roman', serif; }
.with { display: block; font-size: 1.3rem; font-style: italic; color: var(--seal); }
h2 { margin: 0 0 0.2rem; font-size: 1rem; }
.target { margin: 0 auto; padding: 0 0 0.5rem; max-width: 40rem; border-bottom: 1px solid var(--line); font-size: 1.2rem; font-weight: 600; text-wrap: balance; }
.says { margin: 0.8rem auto 0; max-width: 36rem; }
.numbers { display: flex; justify-content: space-between; gap: 0.6rem; margin: 1.6rem 0; padding: 0.9rem 0.4rem; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.numbers div { display: flex; flex: 1; flex-direction: column-reverse; justify-content: flex-end; text-align: center; }
.numbers dt { font-size: 0.75rem; line-height: 1.25; color: var(--muted); }
.numbers dd { margin: 0; font: 400 1.5rem/1.3 Georgia, 'Liberation Serif', 'Times New Roman', serif; }
.waivers { margin: 0 0 1.4rem; font-size: 0.82rem; line-height: 1.35; }
.waivers table { width: 100%; }
.waivers th, .waivers td { padding: 0.25rem 0.5rem 0.25rem 0; }
.whole { white-space: nowrap; }
.waivers .mono { white-space: pre-line; }
.waivers p { margin: 0.3rem 0 0; }
.particulars { margin: 0 0 1.4rem; font-size: 0.82rem; }
.particulars div { display: grid; grid-template-columns: 8.5rem 1fr; align-items: baseline; padding: 0.16rem 0; }
.particulars dt { color: var(--muted); }
.particulars dd { margin: 0; }
footer { margin-top: 0; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.82rem; }
footer p { margin: 0 0 0.5rem; }
footer pre { margin: 0 0 0.6rem; padding: 0.5rem 0.8rem; background: #f5f7fa; border: 1px solid var(--line); white-space: pre-wrap; }
@media print {
  :root { font-size: 15px; }
  :root:has(.waived) { font-size: 11.8px; }
  body { background: #fff; padding: 0; }
  .sheet { max-width: none; min-height: 99vh; padding: 2.4rem 3rem 1.8rem; }
  * { print-color-adjust: exact; }
}
`;
