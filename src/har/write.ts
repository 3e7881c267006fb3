import { cellName } from '../contract/cell-name.ts';
import type { Contract } from '../contract/model.ts';
import { expectationOf } from '../results/record/recordings.ts';
import type { Results } from '../results/results.ts';
import { rules } from '../rules/rules.ts';
import { harEntry, type ShownExchange } from './write-entry.ts';

/**
 * The exchanges of results and of their findings as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). When
 * each was sent is not recorded: all of them bear the start of the run. What is ours alone is in keys with an underscore.
 */
export function harText(results: Results, _contract: Contract): string {
  const { suite, target, namespace, startedAt } = results;
  const log = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    comment: 'startedDateTime is the start of the run for every entry; credentials are replaced by their names.',
    _target: target,
    _namespace: namespace,
    entries: shownExchanges(results).map((shown) => harEntry(shown, startedAt)),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

/** Every exchange once, with all findings that it shows. */
function shownExchanges(results: Results): readonly ShownExchange[] {
  const all = new Map<string, ShownExchange>();
  const add = (shown: ShownExchange): void => {
    const key = JSON.stringify([shown.cell, shown.call, shown.expectation, shown.exchange]);
    const findings = [...(all.get(key)?.findings ?? []), ...shown.findings];
    all.set(key, { ...shown, findings });
  };
  for (const recorded of results.exchanges) {
    const { call, expectation, exchange } = recorded;
    add({ cell: cellName(recorded), call, expectation, exchange, findings: [] });
  }
  for (const finding of results.findings) {
    const { call, exchange, id } = finding;
    const sends = rules.find((rule) => rule.id === finding.rule)?.probing !== undefined;
    const expectation = sends ? null : expectationOf(finding, results);
    add({ cell: cellName(finding), call, expectation, exchange, findings: [id] });
  }
  return [...all.values()];
}
