import type { Results } from '../results/results.ts';
import type { Note } from './model.ts';

interface Compared {
  readonly kind: Note['kind'];
  readonly about: string;
  readonly of: (results: Results) => string | number | boolean | null | readonly string[];
  readonly means: string;
}

const OTHER_CALLS = 'other calls were sent, so a failure may be new only because it was not tried before';
const OTHER_AMOUNT = 'one run tried more than the other, so what is new or fixed may only be seen, or not seen';
const OTHER_SCOPE = 'one run left out what the other judged';
const OTHER_PACE = 'latencies are not alike, nor is what a slow server could answer';

/** What must be alike for two runs to be compared, and what it means where it is not. */
const compared: readonly Compared[] = [
  {
    kind: 'target',
    about: 'target',
    of: ({ target }) => target,
    means: 'two addresses are compared, not one over time',
  },
  { kind: 'asked', about: 'namespace', of: ({ namespace }) => namespace, means: 'every request and answer names it' },
  { kind: 'asked', about: 'seed', of: ({ seed }) => seed, means: OTHER_CALLS },
  { kind: 'asked', about: 'profile', of: ({ profile }) => profile, means: OTHER_AMOUNT },
  { kind: 'asked', about: 'runs', of: ({ options }) => options.runs, means: OTHER_AMOUNT },
  { kind: 'asked', about: 'operations', of: ({ options }) => options.operations, means: OTHER_SCOPE },
  { kind: 'asked', about: 'bindings', of: ({ options }) => options.bindings, means: OTHER_SCOPE },
  { kind: 'asked', about: 'rules', of: ({ options }) => options.rules, means: OTHER_SCOPE },
  { kind: 'asked', about: 'cells', of: ({ options }) => options.cells, means: OTHER_SCOPE },
  { kind: 'asked', about: 'include-writes', of: ({ options }) => options.includeWrites, means: OTHER_SCOPE },
  { kind: 'asked', about: 'samples', of: ({ options }) => options.samples, means: OTHER_CALLS },
  { kind: 'asked', about: 'credentials', of: ({ options }) => options.credentials, means: 'others may see other data' },
  { kind: 'asked', about: 'headers', of: ({ options }) => options.headers, means: 'every request has them' },
  { kind: 'asked', about: 'concurrency', of: ({ options }) => options.limits.concurrency, means: OTHER_PACE },
  { kind: 'asked', about: 'rate', of: ({ options }) => options.limits.rate, means: OTHER_PACE },
  { kind: 'asked', about: 'timeout', of: ({ options }) => options.limits.timeoutMs, means: OTHER_PACE },
  {
    kind: 'asked',
    about: 'max-body',
    of: ({ options }) => options.limits.maxBodyBytes,
    means: 'a large answer may be read in one run only',
  },
  {
    kind: 'asked',
    about: 'fail-on',
    of: ({ options }) => options.failOn,
    means: "the verdicts of the runs count other findings; this report's level is its own",
  },
  {
    kind: 'asked',
    about: 'allow-inconclusive',
    of: ({ options }) => options.allowInconclusive,
    means: 'the verdicts of the runs ask for other evidence',
  },
  {
    kind: 'suite',
    about: 'suite version',
    of: ({ suite }) => suite.version,
    means: "the rules may be others; `judge` puts today's to the exchanges of the older run",
  },
  {
    kind: 'suite',
    about: 'contract',
    of: ({ suite }) => suite.contractDigest,
    means: 'the specs or schemas that were judged by are others',
  },
  {
    kind: 'suite',
    about: 'schema validator',
    of: ({ suite }) => suite.validator,
    means: 'two libraries word their objections differently',
  },
  {
    kind: 'target',
    about: 'WSDL (SHA-256)',
    of: ({ identity }) => identity.wsdlSha256,
    means: 'the service description that the target offers is another (it names the address, too)',
  },
  {
    kind: 'target',
    about: 'TLS certificate (SHA-256)',
    of: ({ identity }) => identity.certificateSha256,
    means: 'the target identifies itself by another certificate',
  },
];

/** What differs between two runs beside the answers, and what that does to the comparison. */
export function notes(old: Results, now: Results): readonly Note[] {
  const differing = compared.flatMap(({ kind, about, of, means }): readonly Note[] => {
    const [before, after] = [said(of(old)), said(of(now))];
    return before === after ? [] : [{ kind, about, old: before, new: after, means }];
  });
  return [...differing, ...unfinished(old, now), ...order(old, now)];
}

function unfinished(old: Results, now: Results): readonly Note[] {
  if (!old.incomplete && !now.incomplete) return [];
  const means = 'a run that was cut short has no evidence for what it did not come to';
  return [{ kind: 'run', about: 'completeness', old: completeness(old), new: completeness(now), means }];
}

function order(old: Results, now: Results): readonly Note[] {
  if (Date.parse(old.startedAt) <= Date.parse(now.startedAt)) return [];
  const means = 'the first file is the later run: are the two in the right order?';
  return [{ kind: 'run', about: 'order', old: old.startedAt, new: now.startedAt, means }];
}

function completeness({ incomplete }: Results): string {
  return incomplete ? 'incomplete' : 'complete';
}

function said(value: ReturnType<Compared['of']>): string {
  if (value === null) return 'not given';
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(', ');
  return String(value);
}
