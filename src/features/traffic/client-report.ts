import { plural } from '../../base/words.ts';
import type { Contract } from '../../contract/model.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { newestRuleSet } from '../../rules/rule-sets.ts';
import type { TrafficSummary } from './counts.ts';

/** client.json: the results of clients' requests (specs/schemas/client.schema.json). Every view is made from it. */
export type ClientReport = ReturnType<typeof clientReport>;

/** When the traffic was, at what scheme, host and port, and which operations were expected to be called. */
interface TrafficTimes extends Readonly<Record<'target' | 'startedAt', string>> {
  readonly durationMs: number;
  readonly expected: readonly string[];
}

const exitCodes = { conformant: 0, 'non-conformant': 1, inconclusive: 3 } as const;

/** What traffic says about its clients. Answers are not part of it. */
export function clientReport(summary: TrafficSummary, session: TrafficTimes, contract: Contract) {
  const { clients, findings, answered, ...counts } = summary;
  // Whether a right call to each was seen and got 200.
  const expected = session.expected.map((operation) => ({ operation, seen: answered.has(operation) }));
  const isComplete = counts.calls > 0 && expected.every(({ seen }) => seen);
  // `inconclusive`: no call was seen, or none to an expected operation.
  const verdict = counts.wrong > 0 ? 'non-conformant' : isComplete ? 'conformant' : 'inconclusive';
  return {
    schemaVersion: 1,
    suite: { name: 'getdata-conformance', version: suiteVersion(), contractDigest: contract.digest },
    // That of the client rules.
    ruleSet: newestRuleSet,
    ...session,
    namespace: contract.namespace,
    verdict,
    exitCode: exitCodes[verdict],
    expected,
    ...counts,
    clients,
    findings: findings.filter(({ side }) => side === 'client').map(({ side: _, ...finding }) => finding),
  } as const;
}

/** The expected operations to which no right call got 200. */
export function missingOperations({ expected }: Pick<ClientReport, 'expected'>): readonly string[] {
  return expected.filter(({ seen }) => !seen).map(({ operation }) => operation);
}

export function clientSentence({ verdict, calls, right, wrong, expected }: ClientReport): string {
  const missing = missingOperations({ expected });
  const none = missing.length === 0 ? '' : `; expected, but no right call got 200: ${missing.join(', ')}`;
  const seen = calls === 0 ? 'no call was seen' : `${right} of ${plural(calls, 'call')} right, ${wrong} wrong`;
  return `client: ${verdict}: ${seen}${none}`;
}
