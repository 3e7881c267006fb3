import { dayText } from '../../../base/days.ts';
import { observers } from '../../../rules/observers/observers.ts';
import { cellTable, count, moment, noticesPart, Part, points, row, stack, Table } from '../../../views/html/parts.tsx';
import { visible } from '../../../views/html/visible.tsx';
import { whereIn } from '../../../views/where.ts';
import type { RunLine } from '../run-line.ts';
import { cellLetters, type findingSpans, type observedChanges, sinceOf, verdictLetters } from '../timeline.ts';
import { historyPage, lookOf, strip } from './parts.tsx';

interface TargetModel {
  readonly lines: readonly [RunLine, ...RunLine[]];
  readonly spans: ReturnType<typeof findingSpans>;
  readonly changes: ReturnType<typeof observedChanges>;
  readonly troubles: readonly string[];
  /** Address of the diff of two runs; null if there is none. */
  readonly diffOf: (before: RunLine | null, after: RunLine) => string | null;
}

/** Most entries of each list on the page; the index has all. */
const MOST = { runs: 365, rows: 40, spans: 200 } as const;

export function targetPage(model: TargetModel): string {
  const { lines, troubles } = model;
  const newest = lines.at(-1) ?? lines[0];
  const letters = verdictLetters(lines);
  const { target, verdict, limit, findings, verdicts } = newest;
  const of = (letter: string): number => verdicts.split(letter).length - 1;
  return historyPage(
    target,
    '../',
    {
      tone: lookOf(letters).tone,
      subject: visible(target, 300),
      heading: [verdict, <span class="limit">{visible(limit)}</span>],
      sentences: [['Since ', moment(sinceOf(lines, letters)?.startedAt ?? newest.startedAt), '.']],
      numbers: [
        [of('f'), 'failed', 'fail'],
        ...(of('[in]') > 0 ? [[of('[in]'), 'not judged', 'open'] as const] : []),
        [of('s'), 'skipped', 'muted'],
        [of('p'), 'passed', 'pass'],
      ],
      facts: [
        ['newest run ', moment(newest.startedAt)],
        count(findings.required, 'required finding'),
        `${findings.recommended} recommended`,
        count(lines.length, 'run'),
      ],
    },
    <>
      {noticesPart('left-out', 'Left out', troubles, MOST.rows)}
      {spansPart(model)}
      {matrixPart(lines)}
      {runsPart(model, letters)}
      {observedPart(model)}
    </>,
  );
}

const SPAN_HEADS = ['Rule', 'Cells', 'First bad run', 'Last good run before', 'What changed', 'Fixed in', 'Earlier'];

/** Findings by rule: since when, what came before, and the diff between the two. */
function spansPart({ spans, lines, diffOf }: TargetModel) {
  const where = whereIn((lines.at(-1) ?? lines[0]).cells.map(cellOf));
  return (
    <Part id="findings" title="Findings by rule" note={spans.length === 0 ? 'none in any run' : undefined}>
      {spans.length === 0
        ? null
        : stack(
            SPAN_HEADS,
            spans
              .slice(0, MOST.spans)
              .map(({ rule, cells, firstBad, lastGood, fixed, earlier, first }) => [
                <a href={`../rules/${rule}.html`}>{rule}</a>,
                [
                  <td class="text">{where(cells.map(cellOf))}</td>,
                  moment(firstBad.startedAt),
                  lastGood === null ? 'none' : moment(lastGood.startedAt),
                  diffLink(diffOf(lastGood, firstBad)),
                  fixed === null ? <td class="fail">still there</td> : <td class="pass">{moment(fixed.startedAt)}</td>,
                  earlier === 0 ? 'never' : `${count(earlier, 'time')} since ${dayText(first.startedAt.slice(0, 10))}`,
                ],
              ]),
          )}
    </Part>
  );
}

function cellOf(name: string) {
  const [operation = '', binding = ''] = name.split('/');
  return { operation, binding };
}

function diffLink(address: string | null) {
  return address === null ? '–' : <a href={address}>diff</a>;
}

function matrixPart(lines: TargetModel['lines']) {
  const shown = lines.slice(-MOST.runs);
  const cells = [...new Set(shown.toReversed().flatMap((line) => line.cells))].map((name) => ({
    ...cellOf(name),
    letters: cellLetters(shown, name),
  }));
  const width = Math.min(12, Math.max(0.5, 100 / shown.length));
  return (
    <Part id="matrix" title="Cells over time" note={`the last ${count(shown.length, 'run')}, the newest at the right`}>
      {cellTable(
        cells,
        (cell) => {
          // The last runs may have left it out.
          const judged = cell.letters.replace(/(?<!-)-+$/, '');
          const { words, tone } = lookOf(judged);
          const since = sinceOf(shown.slice(0, judged.length), judged)?.startedAt.slice(0, 10) ?? '';
          const isOld = judged.length < cell.letters.length;
          return (
            <td class={isOld ? 'old' : undefined} title={isOld ? 'not in the newest run' : undefined}>
              <span class={`v ${tone}`}>
                {words}{' '}
                <span class="small">
                  since {dayText(since)}
                  {isOld ? ', not in the newest run' : ''}
                </span>
              </span>
              {strip(cell.letters, width)}
            </td>
          );
        },
        'matrix over-time',
        'Cells over time',
      )}
    </Part>
  );
}

function runsPart({ lines }: TargetModel, letters: string) {
  const shown = lines.slice(-MOST.rows).toReversed();
  return (
    <Part id="runs" title="Runs" note={`${shown.length} of ${lines.length}; latency of the middle cell, in ms`}>
      {strip(letters.slice(-MOST.runs))}
      {stack(
        ['Started', 'Verdict', 'Required', 'Recommended', 'Requests', 'Profile, seed', 'Suite', 'p50', 'p95'],
        shown.map((line) => [
          moment(line.startedAt),
          [
            <td class={lookOf(verdictLetters([line])).tone}>
              {[line.verdict, visible(line.limit), line.incomplete ? ', incomplete' : '']}
            </td>,
            line.findings.required,
            line.findings.recommended,
            line.requests,
            visible(`${line.profile}, ${line.seed}`, 40),
            visible(line.suite, 40),
            line.latencyMs.p50 ?? '–',
            line.latencyMs.p95 ?? '–',
          ],
        ]),
      )}
    </Part>
  );
}

/** What the server does where the document is silent: what changed and when, then what never did. */
function observedPart({ lines, changes, diffOf }: TargetModel) {
  const probes = [...new Set(lines.flatMap(({ observed }) => Object.keys(observed)))];
  if (probes.length === 0) return null;
  const changed = [...new Set(changes.map(({ probe }) => probe))];
  const titleOf = (probe: string) => observers.find(({ id }) => id === probe)?.title ?? <code>{probe}</code>;
  return (
    <Part id="observed" title="What the document leaves open" note="recorded, never judged">
      {changed.length === 0 ? null : (
        <Table heads={['Tried', 'Changes', 'Last changed', 'What changed']}>
          {changed.map((probe) => {
            const [last, ...others] = changes.filter((change) => change.probe === probe);
            if (last === undefined) return null;
            const { before, run } = last;
            return row(titleOf(probe), [others.length + 1, moment(run.startedAt), diffLink(diffOf(before, run))]);
          })}
        </Table>
      )}
      <details>
        <summary>{probes.length - changed.length} without a change</summary>
        {points(probes.filter((probe) => !changed.includes(probe)).map(titleOf))}
      </details>
    </Part>
  );
}
