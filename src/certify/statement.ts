import { printable } from '../report/terminal/palette.ts';
import { changingFields } from '../results/changing.ts';
import type { BaselineEntryResult, Results } from '../results/results.ts';
import { EMBEDDED } from '../results/run-options.ts';
import { unusedLines } from '../results/unused.ts';
import type { Exclusion } from '../rules/rule-sets.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import type { Evidence } from './evidence.ts';
import { waiversOf } from './failures.ts';
import { rulesInCells, testName } from './inventory.ts';

/** in-toto attestation v1, 'Statement', with the predicate 'Test Result' v0.1. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly ResourceDescriptor[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: {
    /** PASSED: conformant. WARNED: conformant except for the waivers. A failed run gets no statement. */
    readonly result: 'PASSED' | 'WARNED';
    readonly configuration: readonly ResourceDescriptor[];
    /** Names like xsd.valid@Get_Inventory/soap12. */
    readonly passedTests: readonly string[];
    /** Waivers and what they left unjudged; rules that are not required and fail or had nothing to judge. */
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** The name of the results in a statement's configuration. */
export const EVIDENCE_NAME = 'results.json';

/** What a statement says about a waiver. */
type Waiver = Pick<BaselineEntryResult, 'owner' | 'reason' | 'expires' | 'flaky'> & { readonly test: string };

/** The statement for evidence: a pure function of it, so that a verifier can make it again and compare. */
export function statementOf({ results, digest }: Evidence): Statement {
  const tests = rulesInCells(results.cells);
  const named = (passed: boolean): readonly string[] =>
    tests.filter(({ verdict }) => (verdict === 'pass') === passed && verdict !== 'not-applicable').map(testName);
  return {
    _type: STATEMENT_TYPE,
    subject: [targetDescriptor(results)],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: waiversOf(results).length === 0 ? 'PASSED' : 'WARNED',
      configuration: configurationOf(results, digest),
      passedTests: named(true),
      warnedTests: named(false),
      failedTests: [],
    },
  };
}

/** The waivers of a run, in the order of its baseline. */
export function waivers(results: Results): readonly Waiver[] {
  return waiversOf(results).map((entry) => {
    const { owner, reason, expires, flaky } = entry;
    return { test: testName(entry), owner, reason, expires, ...(flaky === undefined ? {} : { flaky }) };
  });
}

/** Required rules that a waived failure left nothing to judge in its cell. */
export function unjudgedTests({ cells }: Results): readonly string[] {
  const open = rulesInCells(cells).filter(
    ({ level, verdict }) => level === 'required' && verdict !== 'pass' && verdict !== 'fail',
  );
  return open.map(testName);
}

function configurationOf(results: Results, evidenceDigest: string): readonly ResourceDescriptor[] {
  const { suite, seed, seedDrawn, namespace, profile, ruleSet, options, startedAt, durationMs, requests, cells } =
    results;
  const excused = waivers(results);
  const { unused = [], ...others } = options;
  const changing = Object.fromEntries([...changingFields(cells)].map(([name, fields]) => [name, [...fields]]));
  return [
    { name: 'suite', uri: `pkg:npm/${suite.name}@${suite.version}`, annotations: { validator: suite.validator } },
    { name: 'contract', digest: { sha256: suite.contractDigest } },
    ...(ruleSet === undefined ? [] : [annotated('rule set', { ruleSet, excluded: exclusions(results) })]),
    { ...described('seed', seed), ...(seedDrawn === true ? { annotations: { seedDrawn } } : {}) },
    described('options', { namespace, profile, ...others }),
    {
      name: EVIDENCE_NAME,
      digest: { sha256: evidenceDigest },
      mediaType: 'application/json',
      annotations: { startedAt, durationMs, requests },
    },
    ...(unused.length === 0 ? [] : [annotated('unused fields', { unused })]),
    ...(Object.keys(changing).length === 0 ? [] : [annotated('changing fields', { changing })]),
    ...(excused.length === 0 ? [] : [annotated('waivers', { waivers: excused, unjudged: unjudgedTests(results) })]),
  ];
}

/** The rules that challenges took out of the rule set, with their reasons. */
export function exclusions({ uncounted = [] }: Results): readonly Exclusion[] {
  return uncounted.flatMap(({ rule, excluded }) => (excluded === undefined ? [] : [{ rule, ...excluded }]));
}

/** A small value in canonical JSON, from which its digest is made. */
function described(name: string, value: unknown): ResourceDescriptor {
  const text = canonicalJson(value);
  const content = Buffer.from(text).toString('base64');
  return { name, digest: { sha256: sha256(text) }, content, mediaType: 'application/json' };
}

/** A value of any size, as annotations: `content` should stay below 1 KB. The digest is of their canonical JSON. */
function annotated(name: string, annotations: Readonly<Record<string, unknown>>): ResourceDescriptor {
  return { name, digest: { sha256: sha256(canonicalJson(annotations)) }, mediaType: 'application/json', annotations };
}

/**
 * The target as the one subject. Subjects are matched only by digest (in-toto attestation v1, 'Statement'), and a
 * server has none: its digest is that of a document, carried as content, with all that identifies it. The WSDL and the
 * TLS certificate are not separate subjects, since other servers may show the same; they are annotations.
 */
function targetDescriptor({ target, namespace, identity }: Results): ResourceDescriptor {
  const document = canonicalJson({ target, namespace, ...identity });
  const { wsdlSha256, certificateSha256 } = identity;
  const wsdl = wsdlSha256 === null ? {} : { wsdl: { digest: { sha256: wsdlSha256 }, mediaType: 'text/xml' } };
  const tlsCertificate =
    certificateSha256 === null
      ? {}
      : { tlsCertificate: { digest: { sha256: certificateSha256 }, mediaType: 'application/pkix-cert' } };
  return {
    name: 'target',
    ...(target === EMBEDDED ? {} : { uri: target }),
    digest: { sha256: sha256(document) },
    content: Buffer.from(document).toString('base64'),
    mediaType: 'application/json',
    annotations: { ...wsdl, ...tlsCertificate },
  };
}

/** in-toto attestation v1, 'ResourceDescriptor'. */
export interface ResourceDescriptor {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: { readonly sha256: string };
  /** Base64. */
  readonly content?: string;
  readonly mediaType?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** Characters of a line that are shown: text in a file may have any length. */
const LONGEST = 600;

/** Text from a file on one line of its own, so that it can't pass for a line of this program. */
export function line(text: string): string {
  const whole = printable(text.replaceAll(/\s+/g, ' '));
  return `${whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole}\n`;
}

/** The note on a run without `--certify`: its calls follow from its seed. */
const SEED_CHOSEN = 'not drawn by `run --certify`: the calls could be known in advance';

/** What a statement says, in lines for a terminal. */
export function statementText({ predicate }: Statement, results: Results, keyId: string): string {
  const { target, startedAt, suite, profile, ruleSet, options, cells, seed, seedDrawn } = results;
  const { result, passedTests, warnedTests } = predicate;
  return [
    `target: ${target}`,
    `tested: ${startedAt.slice(0, 10)} by ${suite.name} ${suite.version}, profile ${profile}`,
    seedDrawn === true ? `seed: ${seed}, drawn by the suite` : `! seed: ${seed}, ${SEED_CHOSEN}`,
    `result: ${result}: ${passedTests.length} verdicts of rules in ${cells.length} cells are pass, ${warnedTests.length} carry a warning`,
    ...waivers(results).map(
      ({ test, owner, reason, expires, flaky }) =>
        `waived: ${test}${flaky === true ? ' (comes and goes)' : ''}, ${owner}: ${reason}${expires === null ? '' : `, until ${expires}`}`,
    ),
    ...(ruleSet === undefined ? [] : [`rule set: ${ruleSet}`]),
    ...exclusions(results).map(({ rule, challenge, reason }) => `excluded by ${challenge}: ${rule}: ${reason}`),
    ...unusedLines(options).map((text) => `declared unused: ${text}`),
    ...[...changingFields(cells)].map(([name, fields]) => `not compared: ${[...fields].join(', ')} of ${name}`),
    `key: ${keyId}`,
  ]
    .map(line)
    .join('');
}
