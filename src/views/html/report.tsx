import type { ComponentChildren } from 'preact';
import { momentText } from '../../base/days.ts';
import type { Contract } from '../../contract/model.ts';
import { staleEntries } from '../../results/baseline.ts';
import { errorText } from '../../results/causes/not-reached.ts';
import { notesIn, warningsIn } from '../../results/coded-warnings.ts';
import type { Results, RunVerdict } from '../../results/results.ts';
import { counts, verdictLimit } from '../../results/verdict.ts';
import { aboutPart } from './about.tsx';
import { enliven } from './browser.ts';
import { findingsPart, fixFirstPart } from './cause.tsx';
import { cellsPart, matrixPart, rulesPart } from './cells.tsx';
import { coveragePart, recordedPart, requirementsPart, spellingsPart } from './coverage.tsx';
import { latencyPart, observationsPart } from './observations.tsx';
import { pageText } from './page.tsx';
import { count, type Model, modelOf, more, points, terms } from './parts.tsx';
import { reportStyle } from './report-style.ts';
import { baselinePart, uncountedPart, unjudgedPart } from './unjudged.tsx';
import { plain, visible } from './visible.tsx';

/** The HTML report of a run: one page that loads nothing, made only from results.json. */
export function htmlReport(results: Results, contract: Contract): string {
  const model = modelOf(results, contract);
  const parts = mainParts.map(([part, id, name]) => ({ part: part(model), id, name }));
  const listed = parts.filter(({ part, id }) => part !== null && id !== undefined);
  return pageText({
    title: plain(`${results.verdict}: ${results.target}`),
    style: reportStyle,
    script: `'use strict';(${enliven})();`,
    children: (
      <>
        <a class="skip" href="#main">
          Skip to the findings
        </a>
        {verdictPart(model)}
        <nav aria-label="Parts of this report">
          {points(listed.map(({ id, name }) => <a href={`#${id}`}>{name}</a>))}
        </nav>
        <main id="main" tabIndex={-1}>
          {parts.map(({ part }) => part)}
          <p class="paper note">
            Not on paper: raw bodies, the same findings in other bindings, the cell-by-cell lists. The page itself and
            results.json have them.
          </p>
        </main>
      </>
    ),
  });
}

/** The parts, each with its id and name in the contents where it is listed there. */
const mainParts: readonly (readonly [part: (model: Model) => ComponentChildren, id?: string, name?: string])[] = [
  [warningsPart],
  [fixFirstPart, 'causes', 'Fix these first'],
  [matrixPart, 'matrix', 'Matrix'],
  [findingsPart, 'findings', 'Findings'],
  [uncountedPart, 'uncounted', 'Rules that do not count'],
  [unjudgedPart, 'unjudged', 'Could not be judged'],
  [baselinePart, 'baseline', 'Known failures'],
  [cellsPart, 'cells', 'Cells'],
  [rulesPart, 'rules', 'Rules'],
  [requirementsPart, 'requirements', 'Clauses'],
  [coveragePart, 'fields', 'Coverage'],
  [spellingsPart],
  [recordedPart],
  [observationsPart, 'observations', 'Observations'],
  [latencyPart, 'latency', 'Latency'],
  [aboutPart, 'about', 'About this run'],
  [notesPart],
];

const MOST_WARNINGS = 50;

function warningsPart({ results }: Model) {
  const warnings = warningsIn(results);
  if (warnings.length === 0) return null;
  return (
    <section class="warnings" aria-labelledby="warnings-title" id="warnings">
      <h2 id="warnings-title">Read this first</h2>
      {points(warnings.slice(0, MOST_WARNINGS).map((warning) => visible(warning, 1000)))}
      {more(warnings.length, MOST_WARNINGS, 'warning')}
    </section>
  );
}

function notesPart({ results }: Model) {
  return notesIn(results).map((note) => <p class="muted">{visible(note, 1000)}</p>);
}

const marks: Readonly<Record<RunVerdict, readonly [tone: string, sign: string]>> = {
  conformant: ['pass', '✓'],
  'non-conformant': ['fail', '✗'],
  inconclusive: ['open', '?'],
  error: ['fail', '!'],
};

function verdictPart({ results, causes, contract }: Model) {
  const { verdict, exitCode, totals, requests, durationMs, target, startedAt, incomplete } = results;
  const [tone, sign] = marks[verdict];
  const all = results.cells.length;
  const possible = contract.operations.length * 4;
  const figures = {
    'Exit code': `${exitCode}`,
    'Cells passed': `${totals.cells.pass} of ${all}`,
    ...(causes.length > 0 ? { Causes: `${causes.length}` } : {}),
    'Findings, required': totals.findings.required.toLocaleString('en'),
    'Findings, recommended': totals.findings.recommended.toLocaleString('en'),
    Requests: requests.toLocaleString('en'),
    Time: `${(durationMs / 1000).toFixed(1)} s`,
  };
  return (
    <header class={`verdict ${tone}`}>
      <p class="target">{visible(target, 300)}</p>
      <h1>
        <span aria-hidden="true">{sign}</span> {verdict}
        <span class="limit">{visible(verdictLimit(results), 300)}</span>
      </h1>
      <p class="meaning">{meaning(results)}</p>
      {incomplete ? <p class="meaning">The run was cut short: what was not reached has no verdict.</p> : null}
      {all < possible ? (
        <p class="meaning">
          Only {all} of the {count(possible, 'cell')} were run.
        </p>
      ) : null}
      <dl class="numbers">
        {Object.entries(figures).map(([name, value]) => (
          <div>{terms([[name, value]])}</div>
        ))}
      </dl>
      <p class="muted">
        <time dateTime={startedAt}>{momentText(startedAt)}</time> · profile {results.profile} · seed {results.seed} ·
        getdata-conformance {results.suite.version}
      </p>
    </header>
  );
}

function meaning({ verdict, failure, options, findings, baseline }: Results): string {
  const counting = findings.filter((finding) => counts(finding, options.failOn));
  const unknown = counting.filter(({ known }) => !known).length;
  const counted = options.failOn === 'required' ? 'required' : 'required or recommended';
  switch (verdict) {
    case 'conformant': {
      const missing = options.allowInconclusive ? '; evidence was allowed to be missing' : '';
      // What is broken and known leaves other rules of its cells nothing to judge.
      if (counting.length > 0)
        return `No ${counted} rule was broken but by known failures, and what they hide was not judged${missing}.`;
      return missing === ''
        ? `Every rule of every cell that was run had something to judge, and no ${counted} one was broken.`
        : `No ${counted} rule was broken${missing}.`;
    }
    case 'non-conformant':
      return unknown > 0
        ? `The server breaks ${counted} rules. Each cause below says what, where, and how to see it again.`
        : `There is no new failure, but ${count(staleEntries(baseline).length, 'known failure')} no longer hold: see below.`;
    case 'inconclusive':
      return 'Nothing is broken, but evidence is missing: below is what could not be judged, and why.';
    case 'error':
      return errorText({ failure });
  }
}
