import { momentText } from '../../../base/days.ts';
import { plural } from '../../../base/words.ts';
import type { Contract } from '../../../contract/model.ts';
import { bindingNames } from '../../../contract/operations.ts';
import { pageText } from '../../../views/html/page.tsx';
import { cellTable } from '../../../views/html/parts.tsx';
import { plain, visible } from '../../../views/html/visible.tsx';
import { type ClientReport, clientSentence } from '../client-report.ts';
import type { ClientCount } from '../counts.ts';

export function clientPage(report: ClientReport, contract: Contract): string {
  const { target, startedAt, durationMs, suite, clients, findings } = report;
  return pageText({
    title: plain(`Clients: ${report.verdict}`),
    style:
      'td.pass { background: var(--pass-soft); } td.fail { background: var(--fail-soft); } .wide { overflow-x: auto; } pre { white-space: pre-wrap; }',
    children: (
      <main>
        <h1>{visible(clientSentence(report))}</h1>
        <p class="muted">
          {visible(target)} · <time dateTime={startedAt}>{momentText(startedAt)}</time> ·{' '}
          {(durationMs / 1000).toFixed(1)} s · getdata-conformance {suite.version}
        </p>
        <h2>Findings</h2>
        {findings.length === 0 ? <p>No client rule objects to a request.</p> : findings.map(findingPart)}
        {report.findingsCut ? <p class="note">More findings came than are kept.</p> : null}
        {clients.map((client) => cellsPart(client, contract))}
      </main>
    ),
  });
}

function findingPart(finding: ClientReport['findings'][number]) {
  const { rule, level, operation, binding, client, count, message, location, expected, actual, fix, example } = finding;
  const where = `${operation ?? 'unknown operation'} ${binding ?? ''}`;
  return (
    <section>
      <h3 class={level === 'required' ? 'fail' : 'open'}>{visible(message)}</h3>
      <p class="small">
        <code>{rule}</code>, {level}; {where}; {plural(count, 'request')} of {visible(client)}
        {location === null ? null : <>, at {visible(location)}</>}
      </p>
      <p>
        Expected {visible(expected)}, found {visible(actual)}. {fix === null ? null : visible(fix)}
      </p>
      {example === null ? null : <pre>{visible(example.curl, 4_000)}</pre>}
    </section>
  );
}

function cellsPart({ name, cells }: ClientCount, { operations }: Contract) {
  return (
    <section>
      <h2>{visible(name)}</h2>
      <p>
        {cells.length} of {plural(operations.length * bindingNames.length, 'cell')} used.
      </p>
      {cellTable(cells, cellPart, undefined, plain(`Cells of ${name}`))}
    </section>
  );
}

function cellPart(cell: ClientCount['cells'][number] | undefined) {
  if (cell === undefined) return <td class="muted">not used</td>;
  const { right, wrong } = cell;
  return <td class={wrong > 0 ? 'fail' : 'pass'}>{wrong > 0 ? `${right} right, ${wrong} wrong` : `${right} right`}</td>;
}
