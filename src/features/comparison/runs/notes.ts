import type { Results } from '../../../results/results.ts';

/** `asked`: the runs sent different requests. `suite`: they judged differently. */
type ComparedFact = readonly [
  kind: 'asked' | 'suite' | 'target',
  about: string,
  of: (results: Results) => string | number | boolean | null | readonly string[],
  means: string,
];

const OTHER_NAMES = 'every request and answer names it, so no client of the old one works';
const OTHER_LEVEL = 'the verdicts of the runs count other findings; this report uses its own level';
const OTHER_EVIDENCE = 'the verdicts of the runs require other evidence';
const OTHER_RULES = "the rules may differ; `judge` applies today's to the exchanges of the older run";
const OTHER_WSDL = 'the bytes of its service description differ (they name the address too)';
const OTHER_CERTIFICATE = 'the target identifies itself with another certificate';
const OTHER_CALLS = 'other calls were sent, so a failure may be new only because it was not tried before';
const OTHER_AMOUNT = 'one run tried more than the other, so a failure may look new or fixed only because of that';
const OTHER_SCOPE = 'one run left out what the other judged';
const OTHER_PACE = 'latencies and what a slow server had time to answer can not be compared';

/** What must be equal for two runs to be comparable, and what a difference means. */
const compared: readonly ComparedFact[] = [
  ['target', 'target', ({ target }) => target, 'two addresses are compared, not one over time'],
  ['asked', 'namespace', ({ namespace }) => namespace, OTHER_NAMES],
  ['asked', 'seed', ({ seed }) => seed, OTHER_CALLS],
  ['asked', 'profile', ({ profile }) => profile, OTHER_AMOUNT],
  ['asked', 'runs', ({ options }) => options.runs, OTHER_AMOUNT],
  ['asked', 'operations', ({ options }) => options.operations, OTHER_SCOPE],
  ['asked', 'bindings', ({ options }) => options.bindings, OTHER_SCOPE],
  ['asked', 'rules', ({ options }) => options.rules, OTHER_SCOPE],
  ['asked', 'cells', ({ options }) => options.cells, OTHER_SCOPE],
  ['asked', 'include-writes', ({ options }) => options.includeWrites, OTHER_SCOPE],
  ['asked', 'samples', ({ options }) => options.samples, OTHER_CALLS],
  ['asked', 'recorded calls', ({ coverage }) => coverage.recorded?.sent ?? 0, OTHER_CALLS],
  ['asked', 'credentials', ({ options }) => options.credentials, 'other credentials may see other data'],
  ['asked', 'headers', ({ options }) => options.headers, 'every request has them'],
  ['asked', 'concurrency', ({ options }) => options.limits.concurrency, OTHER_PACE],
  ['asked', 'rate', ({ options }) => options.limits.rate, OTHER_PACE],
  ['asked', 'timeout', ({ options }) => options.limits.timeoutMs, OTHER_PACE],
  ['asked', 'max-body', ({ options }) => options.limits.maxBodyBytes, 'a large answer may be read in one run only'],
  ['asked', 'fail-on', ({ options }) => options.failOn, OTHER_LEVEL],
  ['asked', 'allow-inconclusive', ({ options }) => options.allowInconclusive, OTHER_EVIDENCE],
  ['suite', 'suite version', ({ suite }) => suite.version, OTHER_RULES],
  ['suite', 'rule set', ({ ruleSet }) => ruleSet, 'only the rules of the older set are compared'],
  ['suite', 'contract', ({ suite }) => suite.contractDigest, 'the specs or schemas that were judged by differ'],
  ['suite', 'schema validator', ({ suite }) => suite.validator, 'two libraries word their objections differently'],
  ['target', 'WSDL (SHA-256)', ({ identity }) => identity.wsdlSha256, OTHER_WSDL],
  ['target', 'TLS certificate (SHA-256)', ({ identity }) => identity.certificateSha256, OTHER_CERTIFICATE],
];

/** The differences outside the answers. */
export function notes(old: Results, now: Results) {
  const differing = compared.flatMap(([kind, about, of, means]) => {
    const [before, after] = [said(of(old)), said(of(now))];
    return before === after ? [] : [{ kind, about, old: before, new: after, means }];
  });
  return [...differing, ...unfinished(old, now), ...order(old, now)];
}

function unfinished(old: Results, now: Results) {
  if (!old.incomplete && !now.incomplete) return [];
  const means = 'a run that was cut short has no evidence for what it did not reach';
  const said = ({ incomplete }: Results): string => (incomplete ? 'incomplete' : 'complete');
  return [{ kind: 'run', about: 'completeness', old: said(old), new: said(now), means } as const];
}

function order(old: Results, now: Results) {
  if (Date.parse(old.startedAt) <= Date.parse(now.startedAt)) return [];
  const means = 'the first file is the later run: are the two in the right order?';
  return [{ kind: 'run', about: 'order', old: old.startedAt, new: now.startedAt, means } as const];
}

function said(value: ReturnType<ComparedFact[2]>): string {
  if (value === null) return 'not given';
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(', ');
  return String(value);
}
