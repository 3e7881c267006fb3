import type { Contract } from '../contract/model.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { newestRuleSet } from '../rules/rule-sets.ts';
import type { ClientCount, TrafficFinding, TrafficSummary } from './counts.ts';

/** client.json: the results of clients' requests (specs/schemas/client.schema.json). Every view is made from it. */
export interface ClientReport extends Pick<TrafficSummary, 'exchanges' | 'calls' | 'right' | 'wrong' | 'findingsCut'> {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: 'getdata-conformance'; readonly version: string; readonly contractDigest: string };
  /** The rule set of the client rules; left out by older versions. */
  readonly ruleSet?: string;
  /** The clients' target: scheme, host and port. */
  readonly target: string;
  readonly namespace: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** `inconclusive`: no call was seen, or none to an expected operation. */
  readonly verdict: 'conformant' | 'non-conformant' | 'inconclusive';
  readonly exitCode: 0 | 1 | 3;
  /** The operations that were expected, and whether a right call to each was seen and got 200. */
  readonly expected: readonly { readonly operation: string; readonly seen: boolean }[];
  readonly clients: readonly ClientCount[];
  readonly findings: readonly Omit<TrafficFinding, 'side'>[];
}

/** When and where the traffic was, and what was expected of it. */
interface Session extends Pick<ClientReport, 'target' | 'startedAt' | 'durationMs'> {
  readonly expected: readonly string[];
}

const exitCodes = { conformant: 0, 'non-conformant': 1, inconclusive: 3 } as const;

/** What traffic says about its clients. Answers are not part of it. */
export function clientReport(summary: TrafficSummary, session: Session, contract: Contract): ClientReport {
  const { clients, findings, answered, ...counts } = summary;
  const expected = session.expected.map((operation) => ({ operation, seen: answered.has(operation) }));
  const isComplete = counts.calls > 0 && expected.every(({ seen }) => seen);
  const verdict = counts.wrong > 0 ? 'non-conformant' : isComplete ? 'conformant' : 'inconclusive';
  return {
    schemaVersion: 1,
    suite: { name: 'getdata-conformance', version: suiteVersion(), contractDigest: contract.digest },
    ruleSet: newestRuleSet,
    ...session,
    namespace: contract.namespace,
    verdict,
    exitCode: exitCodes[verdict],
    expected,
    ...counts,
    clients,
    findings: findings.filter(({ side }) => side === 'client').map(({ side: _, ...finding }) => finding),
  };
}

export function clientSentence({ verdict, calls, right, wrong, expected }: ClientReport): string {
  const missing = expected.filter(({ seen }) => !seen).map(({ operation }) => operation);
  const none = missing.length === 0 ? '' : `; expected, but no right call got 200: ${missing.join(', ')}`;
  const seen = calls === 0 ? 'no call was seen' : `${right} of ${calls} calls right, ${wrong} wrong`;
  return `client: ${verdict}: ${seen}${none}`;
}
