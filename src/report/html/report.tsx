import type { Contract } from '../../contract/model.ts';
import type { Results } from '../../results/results.ts';
import { About } from './about.tsx';
import { Baseline } from './baseline.tsx';
import { Findings } from './cause.tsx';
import { Cells } from './cells.tsx';
import { Coverage } from './coverage.tsx';
import { FixFirst } from './fix-first.tsx';
import { Latency } from './latency.tsx';
import { Matrix } from './matrix.tsx';
import { type Model, modelOf } from './model.ts';
import { Observations } from './observations.tsx';
import { pageText } from './page.tsx';
import { More } from './parts.tsx';
import { reportScript } from './report-script.ts';
import { reportStyle } from './report-style.ts';
import { Requirements } from './requirements.tsx';
import { RulesTable } from './rules-table.tsx';
import { UnjudgedList } from './unjudged.tsx';
import { Verdict } from './verdict.tsx';
import { plain, Visible } from './visible.tsx';

/** The HTML report of a run: one page that loads nothing, made from results.json alone. */
export function htmlReport(results: Results, contract: Contract): string {
  const model = modelOf(results, contract);
  return pageText({
    title: plain(`${results.verdict}: ${results.target}`),
    style: reportStyle,
    script: reportScript,
    children: <Report model={model} />,
  });
}

function Report({ model }: { readonly model: Model }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the findings
      </a>
      <Verdict {...model} />
      <Contents model={model} />
      <main id="main" tabIndex={-1}>
        <Warnings model={model} />
        <FixFirst model={model} />
        <Matrix model={model} />
        <Findings model={model} />
        <UnjudgedList model={model} />
        <Baseline model={model} />
        <Cells model={model} />
        <RulesTable model={model} />
        <Requirements model={model} />
        <Coverage model={model} />
        <Observations model={model} />
        <Latency model={model} />
        <About model={model} />
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
function Warnings({ model: { results } }: { readonly model: Model }) {
  const { warnings } = results;
  if (warnings.length === 0) return null;
  return (
    <section class="warnings" aria-labelledby="warnings-title" id="warnings">
      <h2 id="warnings-title">Read this first</h2>
      <ul>
        {warnings.slice(0, MOST_WARNINGS).map((warning) => (
          <li>
            <Visible text={warning} most={1000} />
          </li>
        ))}
      </ul>
      <More of={warnings.length} shown={MOST_WARNINGS} what="warning" />
    </section>
  );
}

/** Links to the parts that this run has. */
function Contents({ model: { results, causes } }: { readonly model: Model }) {
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
