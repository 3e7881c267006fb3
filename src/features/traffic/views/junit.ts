import { plural } from '../../../base/words.ts';
import { cellName } from '../../../contract/cell-name.ts';
import type { Contract } from '../../../contract/model.ts';
import { bindingNames } from '../../../contract/operations.ts';
import { clientRules } from '../../../rules/client/rules.ts';
import { type JunitCase, junitText } from '../../../views/junit.ts';
import type { ClientReport } from '../client-report.ts';

type ClientFinding = ClientReport['findings'][number];

/** client.json as JUnit XML: a suite for the session, then one per called cell; a hint is <skipped>. */
export function clientJunit(report: ClientReport, { operations }: Contract): string {
  const { target, namespace, verdict, exitCode, startedAt, clients, findings, expected, calls } = report;
  const used = new Set(clients.flatMap(({ cells }) => cells.map(cellName)));
  const cells = operations.flatMap(({ name }) => bindingNames.map((binding) => ({ operation: name, binding })));
  const nowhere = findings.filter(({ operation, binding }) => operation === null || binding === null);
  const session = [
    sessionCase('a call was seen', calls > 0, 'no call was seen'),
    ...expected.map(({ operation, seen }) =>
      sessionCase(`${operation} is called`, seen, `no right call to ${operation} was seen`),
    ),
    ...[...new Set(nowhere.map(({ rule }) => rule))].map((rule) => caseOf(rule, nowhere)),
  ];
  const facts = { target, namespace, verdict, exitCode: `${exitCode}` };
  return junitText(
    [
      { name: 'clients', classname: 'getdata-conformance.clients', properties: facts, cases: session },
      ...cells
        .filter((cell) => used.has(cellName(cell)))
        .map((cell) => {
          const ofCell = findings.filter((one) => one.operation === cell.operation && one.binding === cell.binding);
          const rules = clientRules.filter(({ bindings }) => bindings?.includes(cell.binding) !== false);
          return {
            name: cellName(cell),
            classname: `${cell.operation}.${cell.binding}`,
            properties: {},
            cases: rules.map(({ id }) => caseOf(id, ofCell)),
          };
        }),
    ],
    startedAt,
  );
}

function sessionCase(name: string, isRight: boolean, message: string): JunitCase {
  return isRight ? { name } : { name, kind: 'failure', message, type: 'session' };
}

/** @param all - findings, also of other rules */
function caseOf(name: string, all: readonly ClientFinding[]): JunitCase {
  const findings = all.filter(({ rule }) => rule === name);
  const [first] = findings.toSorted((a, b) => Number(b.level === 'required') - Number(a.level === 'required'));
  if (first === undefined) return { name };
  const { level, message } = first;
  const text = findings.map(linesOf).join('\n\n');
  return { name, kind: level === 'required' ? 'failure' : 'skipped', message, type: level, text };
}

function linesOf({ client, count, message, location, expected, actual, fix, example }: ClientFinding): string {
  const lines = [`${client}, ${plural(count, 'time')}: ${message}`, `at ${location}`];
  const curl = example === null ? [] : [`again: ${example.curl}`];
  return [...lines, `expected: ${expected}`, `actual: ${actual}`, `fix: ${fix}`, ...curl].join('\n');
}
