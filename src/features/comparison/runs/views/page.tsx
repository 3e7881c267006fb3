import { momentText } from '../../../../base/days.ts';
import { pageText } from '../../../../views/html/page.tsx';
import { row, Table } from '../../../../views/html/parts.tsx';
import { plain, visible } from '../../../../views/html/visible.tsx';
import { contentsPart, fromTo, sectionPart, sectionStyle, toneClass } from '../../../../views/sections/parts.tsx';
import type { Diff } from '../diff.ts';
import { type ShownDiff, shownDiff } from './sections.ts';

export function htmlDiff(diff: Diff): string {
  const { heading, tone, notes, parts, grounds } = shownDiff(diff);
  return pageText({
    title: plain(`${heading}: ${diff.new.target}`),
    style: sectionStyle,
    children: (
      <main>
        <p class={`outcome ${toneClass[tone]}`}>{heading}</p>
        <h1>{diff.summary}</h1>
        {runsTable(diff)}
        {notesPart(notes)}
        {contentsPart(parts)}
        {parts.map(sectionPart)}
        <p>{grounds}</p>
        <footer class="muted">
          Level that counts: {diff.failOn}. Exit code {diff.exitCode}.
        </footer>
      </main>
    ),
  });
}

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
    <Table class="runs" label="The two runs" heads={['run', 'old', 'new']}>
      {Object.entries(texts(diff.old)).map(([name, old]) => {
        const tone = old === now.get(name) ? 'muted' : 'differs';
        return row(name, [visible(old), <td class={tone}>{visible(now.get(name) ?? '')}</td>]);
      })}
    </Table>
  );
}

function notesPart(notes: ShownDiff['notes']) {
  if (notes.length === 0) return null;
  return (
    <section id="notes">
      <h2>Not alike</h2>
      <ul class="notes">
        {notes.map(({ about, old, new: now, means }) => (
          <li>
            <strong>{about}</strong> {fromTo(old, now)}
            <div class="muted">{means}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
