import { objectionCode } from '../rules/answer/schema.ts';
import type { ReasonCode } from '../rules/judgement.ts';
import type { Finding } from './outcome.ts';
import type { CellResult, Failure, Results, Unjudged } from './results.ts';

/** results.json with schemaVersion 1: its failures, reasons and causes are sentences. */
export interface OldResults extends Omit<Results, 'schemaVersion' | 'failure' | 'leftToMerge' | 'inconclusive'> {
  readonly schemaVersion: 1;
  readonly inconclusive: readonly Omit<Unjudged, 'reasonCode'>[];
}

/** Results in today's form, from a file of any version. */
export function upgraded(file: Results | OldResults): Results {
  if (file.schemaVersion === 2) return file;
  return {
    ...file,
    schemaVersion: 2,
    failure: failureOf(file),
    totals: { ...file.totals, rules: { ...file.totals.rules, 'not-applicable': 0 } },
    leftToMerge: file.options.shard !== undefined && file.verdict === 'inconclusive' && file.exitCode === 0,
    cells: file.cells.map((cell) => ({
      ...cell,
      ...codeOf(cell),
      rules: cell.rules.map((r) => ({ ...r, ...codeOf(r) })),
    })),
    findings: file.findings.map((finding) => ({ ...finding, cause: causeOf(finding), ...namespaceOf(finding, file) })),
    inconclusive: file.inconclusive.map((one) => ({ ...one, reasonCode: reasonCode(one.reason) })),
  };
}

function failureOf({ verdict, exitCode, warnings }: OldResults): Failure | null {
  const own = warnings.find((warning) => warning.startsWith('The suite itself failed'));
  if (own !== undefined) return { kind: 'suite', message: own };
  if (verdict !== 'error') return null;
  const [message = 'Its output says why.'] = warnings;
  return { kind: exitCode === 4 ? 'target' : 'suite', message };
}

function codeOf({ reason }: Pick<CellResult, 'reason'>): Pick<CellResult, 'reasonCode'> {
  return reason === undefined ? {} : { reasonCode: reasonCode(reason) };
}

/** The sentences of version 1, by their first words. */
const reasons: readonly (readonly [start: string, code: ReasonCode])[] = [
  ['the cell was given up', 'given-up'],
  ['the target went down', 'target-down'],
  ["the target can't be reached", 'target-unreachable'],
  ['it changes state', 'write-not-sent'],
  ['an earlier layer', 'earlier-layer'],
  ['no answer had anything', 'nothing-to-judge'],
  ['never seen with a value', 'fields-unseen'],
  ['no call was answered with data', 'no-data'],
  ['equal reads are answered differently', 'unstable'],
  ['no other binding', 'no-other-binding'],
  ['no answer could be compared', 'not-comparable'],
  ['no recorded answer could', 'not-comparable'],
  ['bindings differ (', 'may-have-changed'],
  ['no answer was recorded', 'not-recorded'],
  ['it was not called when', 'not-recorded'],
  ['the HAR holds', 'not-recorded'],
  ['it failed then', 'needs-traffic'],
];

function reasonCode(text: string): ReasonCode {
  return reasons.find(([start]) => text.startsWith(start))?.[1] ?? 'unknown';
}

/** Prose in `cause` → today's code; anything else was already a name. */
const subjects: ReadonlyMap<string, string> = new Map([
  ['byte order mark', 'bom'],
  ['processing instruction', 'processing-instruction'],
  ['<Op>Response', 'response-element'],
  ['<Op>Result', 'result-element'],
  ['refused here', 'refused'],
  ['no data here', 'no-data'],
  ['an unknown header block with mustUnderstand="1"', 'unknown-header-block'],
  ['an envelope of an unknown namespace', 'unknown-envelope'],
  ['names in another case', 'names-in-other-case'],
  ['charset in upper case', 'charset-upper-case'],
  ['charset in quotes', 'charset-quotes'],
  ['no space before charset', 'charset-no-space'],
  ['spaces as %20', 'spaces-percent'],
  ['hexadecimal digits in lower case', 'lower-case-digits'],
  ['letters escaped without need', 'letters-escaped'],
  ['another envelope prefix', 'envelope-prefix'],
  ['a prefix for the service namespace', 'service-prefix'],
  ['the service prefix declared on the Envelope', 'service-prefix-on-envelope'],
  ['the service namespace as default, declared on the Envelope', 'default-on-envelope'],
  ['values in CDATA sections', 'cdata'],
  ['values in character references', 'character-references'],
  ['comments between elements', 'comments'],
  ['white space between elements', 'white-space'],
  ['attributes in single quotes', 'single-quotes'],
  ['no XML declaration', 'no-declaration'],
  ['empty elements as one tag', 'empty-tags'],
  ['an empty Header', 'empty-header'],
]);

/** `rule: subject` was `rule:code`; two causes that several rules see had no rule. */
function causeOf({ rule, cause }: Finding): string {
  if (cause === 'no call answers 200') return 'http.status:no-200';
  if (cause === 'an HTML page instead of an answer') return 'http.content-type:html-page';
  if (!cause.startsWith(`${rule}: `)) return cause;
  const subject = cause.slice(rule.length + 2);
  return `${rule}:${rule === 'xsd.valid' ? objectionCode(subject) : (subjects.get(subject) ?? nameIn(subject))}`;
}

/** For subjects that contain a name of the contract. */
function nameIn(subject: string): string {
  return subject
    .replace(/^status (\d+)$/, '$1')
    .replace(/^as (.*) sends it$/, '$1')
    .replace(/ of 50 items$/, '-many')
    .replace(/ with markup characters$/, '-markup')
    .replace(/ with non-ASCII characters$/, '-non-ascii')
    .replace(/ with astral characters$/, '-astral')
    .replace(/ with 500 characters$/, '-long')
    .replaceAll(' ', '-');
}

function namespaceOf({ rule, actual }: Finding, { namespace: own }: OldResults): Pick<Finding, 'namespace'> {
  const [, namespace] = /^\{([^}]+)\}/.exec(actual) ?? [];
  const wrapper = rule === 'soap.response-element' || rule === 'http.root-element';
  return wrapper && namespace !== undefined && namespace !== own ? { namespace } : {};
}
