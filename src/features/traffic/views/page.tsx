import { plural } from '../../../base/words.ts';
import type { Contract } from '../../../contract/model.ts';
import { bindingNames } from '../../../contract/operations.ts';
import { pageText } from '../../../views/html/page.tsx';
import { cellTable, facts, Part, verdictMarks } from '../../../views/html/parts.tsx';
import { plain, visible } from '../../../views/html/visible.tsx';
import { type ClientReport, missingOperations } from '../client-report.ts';
import type { ClientCount } from '../counts.ts';

export function clientPage(report: ClientReport, contract: Contract): string {
  const { target, suite, clients, findings, verdict, wrong, right } = report;
  const [tone, sign] = verdictMarks[verdict];
  const unseen = missingOperations(report);
  return pageText({
    title: `Clients: ${verdict}`,
    kind: 'client report',
    links: [
      ['client.json', 'client.json'],
      ['client.junit.xml', 'client.junit.xml'],
    ],
    banner: {
      tone,
      subject: ['Clients of ', visible(target, 300)],
      heading: [sign, verdict],
      sentences: [
        ...(findings[0] === undefined ? [] : [visible(findings[0].message, 300)]),
        ...(report.calls === 0 ? ['No call was seen.'] : []),
        ...(unseen.length === 0 ? [] : [visible(`Expected, but no right call got 200: ${unseen.join(', ')}.`)]),
      ],
      numbers: [
        [wrong, wrong === 1 ? 'wrong call' : 'wrong calls', 'fail'],
        [unseen.length, unseen.length === 1 ? 'expected operation not seen' : 'expected operations not seen', 'open'],
        [right, right === 1 ? 'right call' : 'right calls', 'pass'],
      ],
      facts: facts(report, suite.version),
    },
    children: (
      <>
        <Part id="findings" title="Findings">
          {findings.length === 0 ? <p>No client rule objects to a request.</p> : findings.map(findingPart)}
          {report.findingsCut ? <p class="note">More findings came than are kept.</p> : null}
        </Part>
        {clients.map((client) => cellsPart(client, contract))}
      </>
    ),
  });
}

function findingPart(finding: ClientReport['findings'][number]) {
  const { rule, level, operation, binding, client, count, message, location, expected, actual, fix, example } = finding;
  const where = `${operation ?? 'unknown operation'} ${binding ?? ''}`;
  return (
    <article class={`cause ${level}`}>
      <h3>{visible(message)}</h3>
      <p class="small">
        <span class={`chip ${level}`}>{level}</span> <code>{rule}</code> {where}; {plural(count, 'request')} of{' '}
        {visible(client)}
        {location === null ? null : <>, at {visible(location)}</>}
      </p>
      <p>
        Expected {visible(expected)}, found {visible(actual)}. {fix === null ? null : visible(fix)}
      </p>
      {example === null ? null : <pre>{visible(example.curl, 4_000)}</pre>}
    </article>
  );
}

function cellsPart({ name, cells }: ClientCount, { operations }: Contract) {
  return (
    <section>
      <h2>{visible(name)}</h2>
      <p>
        {cells.length} of {plural(operations.length * bindingNames.length, 'cell')} used.
      </p>
      {cellTable(cells, cellPart, 'matrix', plain(`Cells of ${name}`), <td class="muted">not used</td>)}
    </section>
  );
}

function cellPart({ right, wrong }: ClientCount['cells'][number]) {
  return <td class={wrong > 0 ? 'fail' : 'pass'}>{wrong > 0 ? `${right} right, ${wrong} wrong` : `${right} right`}</td>;
}
