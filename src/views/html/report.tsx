import type { ComponentChildren } from 'preact';
import type { Contract } from '../../contract/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { staleCount } from '../../results/baseline.ts';
import { errorText } from '../../results/causes/not-reached.ts';
import { notesIn, warningsIn } from '../../results/coded-warnings.ts';
import type { Results } from '../../results/results.ts';
import { serviceName } from '../../results/run-record.ts';
import { counts, verdictLimit } from '../../results/verdict.ts';
import { aboutPart } from './about.tsx';
import { enliven } from './browser.ts';
import { findingsPart, fixFirstPart } from './cause.tsx';
import { cellsPart, matrixPart, rulesPart } from './cells.tsx';
import { coveragePart, recordedPart, requirementsPart, spellingsPart } from './coverage.tsx';
import { latencyPart, observationsPart } from './observations.tsx';
import { type Banner, type Link, pageText } from './page.tsx';
import { count, type Model, modelOf, moment, noticesPart, verdictMarks } from './parts.tsx';
import { baselinePart, uncountedPart, unjudgedPart } from './unjudged.tsx';
import { visible } from './visible.tsx';

/** The HTML report of a run: a page that loads nothing, made from results.json. @param links - to files beside it */
export function htmlReport(results: Results, contract: Contract, links: readonly Link[] = []): string {
  const model = modelOf(results, contract);
  const parts = mainParts.map(([part, id, name]) => ({ part: part(model), id, name }));
  return pageText({
    title: `${results.verdict}: ${results.target}`,
    kind: 'report',
    links,
    banner: banner(model),
    contents: parts.flatMap(({ part, id, name }): readonly Link[] => {
      return part === null || id === undefined ? [] : [[`#${id}`, name]];
    }),
    script: `'use strict';(${enliven})();`,
    children: (
      <>
        {parts.map(({ part }) => part)}
        <p class="paper note">
          Not on paper: what was closed when the page was printed. The page itself and results.json have it.
        </p>
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
  [({ results }) => recordedPart(results.coverage.recorded)],
  [observationsPart, 'observations', 'Observations'],
  [latencyPart, 'latency', 'Latency'],
  [aboutPart, 'about', 'About this run'],
  [notesPart],
];

function warningsPart({ results }: Model) {
  return noticesPart('warnings', 'Read this first', warningsIn(results));
}

function notesPart({ results }: Model) {
  return notesIn(results).map((note) => <p class="muted">{visible(note, 1000)}</p>);
}

function banner(model: Model): Banner {
  const { results, contract } = model;
  const { verdict, exitCode, totals, requests, durationMs, target, startedAt, incomplete, profile, seed, suite } =
    results;
  const [tone, sign] = verdictMarks[verdict];
  const { pass, fail, inconclusive, skipped } = totals.cells;
  const { recommended } = totals.findings;
  const all = results.cells.length;
  const possible = selectedCells(contract).length;
  const open = inconclusive + totals.cells['not-reached'];
  return {
    tone,
    subject: visible(results.wsdl === undefined ? target : `${serviceName(results)} · ${target}`, 300),
    heading: [sign, verdict, <span class="limit">{visible(verdictLimit(results), 300)}</span>],
    sentences: [
      meaning(model),
      ...(verdict === 'conformant' && recommended > 0
        ? [`${count(recommended, 'recommended finding')}: clients may stumble there, see below.`]
        : []),
      ...(incomplete ? ['The run was cut short: what was not reached has no verdict.'] : []),
      ...(all < possible ? [`Only ${all} of the ${count(possible, 'cell')} were run.`] : []),
    ],
    numbers: [
      [fail, 'failed', 'fail'],
      ...(open > 0 ? [[open, 'not judged', 'open'] as const] : []),
      [skipped, 'skipped', 'muted'],
      [pass, 'passed', 'pass'],
    ],
    facts: [
      `of ${count(all, 'cell')}, each an operation over a binding`,
      moment(startedAt),
      `${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
      `profile ${profile}`,
      `seed ${seed}`,
      `exit code ${exitCode}`,
      `version ${suite.version}`,
    ],
  };
}

/** What the verdict means here: of what is broken, the first cause. */
function meaning({ results, causes }: Model): ComponentChildren {
  const { verdict, failure, options, findings, baseline } = results;
  const isNew = (finding: Results['findings'][number]): boolean => counts(finding, options.failOn) && !finding.known;
  const counting = findings.filter((finding) => counts(finding, options.failOn));
  const broken = causes.filter((cause) => cause.findings.some(isNew));
  const [first] = broken;
  const others = broken.length - 1;
  const counted = options.failOn === 'required' ? 'required' : 'required or recommended';
  switch (verdict) {
    case 'conformant': {
      const missing = options.allowInconclusive ? '; evidence was allowed to be missing' : '';
      // What is broken and known leaves other rules of its cells nothing to judge.
      if (counting.length > 0)
        return `No ${counted} rule failed but for known failures, and what they hide was not judged${missing}.`;
      return missing === ''
        ? `Every rule was checked in every cell that was run, and no ${counted} rule failed.`
        : `No ${counted} rule failed${missing}.`;
    }
    case 'non-conformant':
      if (first !== undefined)
        return [visible(first.message, 300), others === 0 ? '' : ` And ${count(others, 'more cause')}.`];
      return `There is no new failure, but ${count(staleCount(baseline), 'known failure')} no longer hold: see below.`;
    case 'inconclusive':
      return 'Nothing is broken, but evidence is missing: below is what could not be judged, and why.';
    case 'error':
      return errorText({ failure });
  }
}
