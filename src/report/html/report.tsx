import type { Contract } from '../../contract/model.ts';
import type { Results } from '../../results/results.ts';
import { aboutPart } from './about.tsx';
import { baselinePart } from './baseline.tsx';
import { findingsPart } from './cause.tsx';
import { cellsPart } from './cells.tsx';
import { coveragePart } from './coverage.tsx';
import { fixFirstPart } from './fix-first.tsx';
import { latencyPart } from './latency.tsx';
import { matrixPart } from './matrix.tsx';
import { type Model, modelOf } from './model.ts';
import { observationsPart } from './observations.tsx';
import { pageText } from './page.tsx';
import { more } from './parts.tsx';
import { reportScript } from './report-script.ts';
import { reportStyle } from './report-style.ts';
import { requirementsPart } from './requirements.tsx';
import { rulesPart } from './rules-table.tsx';
import { unjudgedPart } from './unjudged.tsx';
import { verdictPart } from './verdict.tsx';
import { plain, visible } from './visible.tsx';

/** The HTML report of a run: one page that loads nothing, made from results.json alone. */
export function htmlReport(results: Results, contract: Contract): string {
  const model = modelOf(results, contract);
  return pageText({
    title: plain(`${results.verdict}: ${results.target}`),
    style: reportStyle,
    script: reportScript,
    children: report(model),
  });
}

function report(model: Model) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the findings
      </a>
      {verdictPart(model)}
      {contentsPart(model)}
      <main id="main" tabIndex={-1}>
        {warningsPart(model)}
        {fixFirstPart(model)}
        {matrixPart(model)}
        {findingsPart(model)}
        {unjudgedPart(model)}
        {baselinePart(model)}
        {cellsPart(model)}
        {rulesPart(model)}
        {requirementsPart(model)}
        {coveragePart(model)}
        {observationsPart(model)}
        {latencyPart(model)}
        {aboutPart(model)}
        <p class="paper note">
          Not on paper: raw bodies, the same findings in other bindings, the cell-by-cell lists. The page itself and
          results.json have them.
        </p>
      </main>
    </>
  );
}

const MOST_WARNINGS = 50;

/** What to know before reading the findings. */
function warningsPart({ results }: Model) {
  const { warnings } = results;
  if (warnings.length === 0) return null;
  return (
    <section class="warnings" aria-labelledby="warnings-title" id="warnings">
      <h2 id="warnings-title">Read this first</h2>
      <ul>
        {warnings.slice(0, MOST_WARNINGS).map((warning) => (
          <li>{visible(warning, 1000)}</li>
        ))}
      </ul>
      {more(warnings.length, MOST_WARNINGS, 'warning')}
    </section>
  );
}

/** Links to the parts that this run has. */
function contentsPart({ results, causes }: Model) {
  const parts = [
    ...(causes.length > 0 ? [['causes', 'Fix these first'] as const] : []),
    ['matrix', 'Matrix'] as const,
    ...(causes.length > 0 ? [['findings', 'Findings'] as const] : []),
    ...(results.inconclusive.length > 0 ? [['unjudged', 'Could not be judged'] as const] : []),
    ...(results.baseline === null ? [] : [['baseline', 'Known failures'] as const]),
    ['cells', 'Cells'] as const,
    ['rules', 'Rules'] as const,
    ['requirements', 'Clauses'] as const,
    ['fields', 'Coverage'] as const,
    ['observations', 'Observations'] as const,
    ['latency', 'Latency'] as const,
    ['about', 'About this run'] as const,
  ];
  return (
    <nav aria-label="Parts of this report">
      <ul>
        {parts.map(([id, name]) => (
          <li>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
