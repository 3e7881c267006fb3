import { bindings } from '../bindings/bindings.ts';
import type { Cell } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import type { Trouble } from '../exchange/exchange.ts';
import { gatherEvidence, judgeCell, type RuleVerdict, withSchemaVerdict } from '../rules/judge.ts';
import type { Problem, Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import { schemaAsker } from './ask-schema.ts';
import type { Finding, RecordedExchange } from './outcome.ts';
import { recordExchange } from './record-exchange.ts';
import type { Session } from './session.ts';
import { profileOf } from './settings.ts';

/** What a finding's call shows when it is sent again. Secrets are out of every text of it. */
export interface Replayed {
  readonly finding: Finding;
  readonly verdict: RuleVerdict;
  /** Why it is neither pass nor fail. */
  readonly reason: string | null;
  readonly problems: readonly Problem[];
  readonly exchange: RecordedExchange;
  /** Why no answer came; null where one did. */
  readonly trouble: Trouble | null;
}

/**
 * Sends a finding's call again and judges the answer by the same rule.
 * @param rule - the finding's
 */
export async function replayFinding(finding: Finding, rule: Rule, session: Session): Promise<Replayed> {
  const { contract, client, plan, redact } = session;
  const { call } = finding;
  const cell: Cell = { operation: operationNamed(contract, finding.operation), binding: finding.binding };
  const exchange = await client.ask(cell, call);
  const vouched = plan.options.samples.some((sample) => JSON.stringify(sample) === JSON.stringify(call));
  const judged = { call, expectation: vouched ? 'sample' : 'generated', exchange } as const;
  // This rule is broken only where other calls of the cell are answered, so they are taken to be.
  const answers200 = rule.id === 'http.status-generated' ? true : null;
  const applicable = rulesFor(cell, contract);
  const { validateAll } = profileOf(plan.options);
  const ask = schemaAsker({ contract, validator: session.validator, validateAll }, cell);
  const evidence = gatherEvidence([judged], cell, contract, answers200).map((one) =>
    withSchemaVerdict(one, applicable, ask),
  );
  const { verdict, reason, broken } = judgeCell(rule, evidence, cell, contract);
  return {
    finding,
    verdict,
    reason,
    problems: (broken?.problems ?? []).map((problem) => redacted(problem, redact)),
    exchange: recordExchange(
      exchange,
      (context) => bindings[cell.binding].encode(call, context),
      client,
      plan.baseUrl,
      redact,
    ),
    trouble: exchange.outcome.kind === 'trouble' ? exchange.outcome.trouble : null,
  };
}

function redacted({ subject, location, expected, actual }: Problem, redact: (text: string) => string): Problem {
  return {
    subject: redact(subject),
    location: location === null ? null : redact(location),
    expected: redact(expected),
    actual: redact(actual),
  };
}
