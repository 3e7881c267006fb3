import type { Contract } from '../../../contract/model.ts';
import { bindingNames } from '../../../contract/operations.ts';
import { baseStyle } from '../../../views/html/page.tsx';
import { escapeText } from '../../../xml/escape.ts';

/** The live page before any traffic; the script inserts the rest, as text. @param about - whose traffic it shows */
export function liveDocument({ operations }: Contract, about: string, isCompared: boolean): string {
  const options = (names: readonly string[]): string => names.map((name) => `<option>${name}</option>`).join('');
  const names = operations.map(({ name }) => name);
  const cell = (operation: string) => (binding: string) => `<td data-cell="${operation}/${binding}">–</td>`;
  const rows = names.map(
    (name) => `<tr><th scope="row">${name.replaceAll('_', '_<wbr>')}</th>${bindingNames.map(cell(name)).join('')}</tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Live traffic</title>
<link rel="stylesheet" href="live.css">
<script src="live.js" defer></script>
</head>
<body>
<header>
<h1>Live traffic</h1>
<p>${escapeText(about)}</p>
<p><span id="state" role="status">Connecting …</span> <span id="totals" class="muted"></span></p>
<noscript><p>A script shows the traffic here, and scripts are switched off: the reports that are written at the end have it too.</p></noscript>
</header>
<main>
<form id="filters">
<label>Client <select name="client"><option value="">all</option></select></label>
<label>Operation <select name="operation"><option value="">all</option>${options(names)}</select></label>
<label>Binding <select name="binding"><option value="">all</option>${options(bindingNames)}</select></label>
<label class="check"><input type="checkbox" name="found"> with findings only</label>
</form>
<section id="details" aria-labelledby="details-title" hidden>
<h2 id="details-title" tabindex="-1">Exchange</h2>
<ul id="problems"></ul>
<p><button type="button" id="copy">Copy as curl</button> <button type="button" id="close">Close</button></p>
<h3>Request</h3><pre id="request" tabindex="0" aria-label="Request"></pre>
<h3>Answer</h3><pre id="response" tabindex="0" aria-label="Answer"></pre>
</section>
<details>
<summary>Cells <span id="used" class="muted"></span></summary>
<section class="wide" tabindex="0" aria-label="Requests by operation and binding">
<table><thead><tr><th scope="col">Operation</th>${bindingNames.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
</section>
</details>
<section id="comparison" aria-labelledby="comparison-title"${isCompared ? '' : ' hidden'}>
<h2 id="comparison-title">Differences of the new server</h2>
<p id="compared" class="muted">No read was compared yet.</p>
<div id="differences"></div>
</section>
<section aria-labelledby="list-title">
<h2 id="list-title">Exchanges</h2>
<p id="none" class="muted">None yet. Send a request to the service.</p>
<ol id="list"></ol>
</section>
</main>
</body>
</html>
`;
}

/** The style of the live page, in the colours of all our pages. */
export const liveStyle = `${baseStyle}
form, details { margin-bottom: 0.8rem; } form { display: flex; flex-wrap: wrap; gap: 0.6rem 1.2rem; align-items: end; }
label { display: flex; flex-direction: column; font-size: 0.8rem; color: var(--muted); } label.check { flex-direction: row; gap: 0.4rem; align-items: center; }
select, button, input { font: inherit; font-size: 0.9rem; color: var(--ink); background: var(--paper); border: 1px solid var(--muted); border-radius: 0.3rem; padding: 0.3rem 0.5rem; max-width: 100%; }
button { cursor: pointer; }
#list { list-style: none; padding: 0; } #list > li { border-left: 0.3rem solid var(--pass); padding: 0.2rem 0.7rem; margin: 0.4rem 0; background: var(--raised); }
#list > li.wrong { border-color: var(--fail); } #list > li.hint { border-color: var(--open); }
#list button { border: 0; background: none; padding: 0; text-align: left; text-decoration: underline; color: var(--link); }
#differences h3 { margin: 0.6rem 0 0.2rem; font-size: 1rem; } #differences ul { margin: 0; padding-left: 1.2rem; } #differences div { white-space: pre-wrap; }
#list ul, #problems { margin: 0.2rem 0; padding-left: 1.2rem; font-size: 0.9rem; }
pre { margin: 0; padding: 0.6rem 0.8rem; background: var(--raised); white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; overflow: auto; unicode-bidi: isolate; }
mark { background: var(--mark); color: var(--mark-ink); border-bottom: 2px solid var(--fail); }
.wide { overflow-x: auto; max-width: 100%; } select { width: 100%; } label { min-width: 0; max-width: 100%; } td.pass { background: var(--pass-soft); } td.fail { background: var(--fail-soft); font-weight: 600; }
@media (max-width: 40rem) { body { padding: 0.8rem; } th, td { padding: 0.2rem 0.3rem; font-size: 0.75rem; overflow-wrap: normal; } }
`;
