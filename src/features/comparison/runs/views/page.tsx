import { momentText } from '../../../../base/days.ts';
import { type Link, pageText } from '../../../../views/html/page.tsx';
import { moment, Part, points, row, Table } from '../../../../views/html/parts.tsx';
import { visible } from '../../../../views/html/visible.tsx';
import { fromTo, linksTo, sectionPart } from '../../../../views/sections/parts.tsx';
import { tones } from '../../../../views/sections/section.ts';
import type { Diff } from '../diff.ts';
import { type ShownDiff, shownDiff } from './sections.ts';

/** @param links - to pages beside it */
export function htmlDiff(diff: Diff, links: readonly Link[] = []): string {
  const { heading, tone, notes, parts, grounds } = shownDiff(diff);
  const { failures, failOn, exitCode } = diff;
  return pageText({
    title: `${heading}: ${diff.new.target}`,
    kind: 'comparison of two runs',
    links,
    banner: {
      tone: tones[tone].name,
      subject: visible(diff.new.target, 300),
      heading,
      sentences: [...failures.new.slice(0, 1).map(({ message }) => visible(message, 300)), diff.summary],
      numbers: [
        [failures.new.length, failures.new.length === 1 ? 'new failure' : 'new failures', 'fail'],
        [failures.still.length, 'still failing', 'open'],
        [failures.fixed.length, 'fixed', 'pass'],
      ],
      facts: [moment(diff.new.startedAt), `level that counts: ${failOn}`, `exit code ${exitCode}`],
    },
    contents: linksTo(parts),
    children: (
      <>
        {notesPart(notes)}
        {parts.map(sectionPart)}
        <p>{grounds}</p>
        <Part id="runs" title="The two runs">
          {runsTable(diff)}
        </Part>
      </>
    ),
  });
}

const SIDES = ['old', 'new'];

function runsTable(diff: Diff) {
  const texts = (run: Diff['old']) => ({
    file: run.file,
    target: run.target,
    started: momentText(run.startedAt),
    suite: run.suiteVersion,
    'seed, profile': `${run.seed}, ${run.profile}`,
    requests: String(run.requests),
    verdict: `${run.verdict}${run.incomplete ? ', incomplete' : ''}`,
  });
  const now = new Map(Object.entries(texts(diff.new)));
  return (
    <Table class="runs stack" heads={['run', ...SIDES]}>
      {Object.entries(texts(diff.old)).map(([name, old]) => {
        const tone = old === now.get(name) ? 'muted' : 'differs';
        return row(name, [visible(old), <td class={tone}>{visible(now.get(name) ?? '')}</td>], SIDES);
      })}
    </Table>
  );
}

function notesPart(notes: ShownDiff['notes']) {
  if (notes.length === 0) return null;
  return (
    <Part id="notes" title="Not alike">
      {points(
        notes.map(({ about, old, new: now, means }) => (
          <>
            <strong>{about}</strong> {fromTo(old, now)}
            <div class="muted">{means}</div>
          </>
        )),
        'notes',
      )}
    </Part>
  );
}
