import { staleEntries } from '../../results/baseline.ts';
import { errorText } from '../../results/not-reached.ts';
import type { Results, RunVerdict } from '../../results/results.ts';
import { counts, verdictLimit } from '../../results/verdict.ts';
import { count, type Model } from './model.ts';
import { visible } from './visible.tsx';

const marks: Readonly<Record<RunVerdict, readonly [tone: string, sign: string]>> = {
  conformant: ['pass', '✓'],
  'non-conformant': ['fail', '✗'],
  inconclusive: ['open', '?'],
  error: ['fail', '!'],
};

/** The verdict of the run in a word, a sentence and a few numbers. */
export function verdictPart({ results, causes, contract }: Model) {
  const { verdict, exitCode, totals, requests, durationMs, target, startedAt, incomplete } = results;
  const [tone, sign] = marks[verdict];
  const all = results.cells.length;
  const possible = contract.operations.length * 4;
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
          Only {all} of the {possible} cells were run.
        </p>
      ) : null}
      <dl class="numbers">
        {figureOf('Exit code', `${exitCode}`)}
        {figureOf('Cells passed', `${totals.cells.pass} of ${all}`)}
        {causes.length > 0 ? figureOf('Causes', `${causes.length}`) : null}
        {figureOf('Findings, required', totals.findings.required.toLocaleString('en'))}
        {figureOf('Findings, recommended', totals.findings.recommended.toLocaleString('en'))}
        {figureOf('Requests', requests.toLocaleString('en'))}
        {figureOf('Time', `${(durationMs / 1000).toFixed(1)} s`)}
      </dl>
      <p class="muted">
        <time>{startedAt}</time> · profile {results.profile} · seed {results.seed} · getdata-conformance{' '}
        {results.suite.version}
      </p>
    </header>
  );
}

function figureOf(name: string, value: string) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The verdict in a sentence (README, 'How to read a verdict'). */
function meaning({ verdict, failure, options, findings, baseline }: Results): string {
  const counting = findings.filter((finding) => counts(finding, options.failOn));
  const unknown = counting.filter(({ known }) => !known).length;
  const counted = options.failOn === 'required' ? 'required' : 'required or recommended';
  switch (verdict) {
    case 'conformant': {
      const known = counting.length > 0 ? ' that is not a known failure' : '';
      const missing = options.allowInconclusive ? '; evidence was allowed to be missing' : '';
      return `Every rule of every cell that was run had something to judge, and no ${counted} one was broken${known}${missing}.`;
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
