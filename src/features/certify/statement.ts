import { dayAfter, dayOf } from '../../base/days.ts';
import { ConfigError } from '../../base/error.ts';
import { failureName } from '../../options/known-failures.ts';
import { EMBEDDED } from '../../options/model.ts';
import { changingFields } from '../../results/changing.ts';
import type { Results } from '../../results/results.ts';
import { rulesInCells } from '../../results/rule-outcomes.ts';
import type { Exclusion } from '../../rules/rule-sets.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import type { CheckedEvidence } from './evidence.ts';
import { waiversOf } from './failures.ts';

/** in-toto attestation v1, 'Statement', with the predicate 'Test Result' v0.1. */
export type Statement = ReturnType<typeof statementOf>;

export const TYPES = {
  _type: 'https://in-toto.io/Statement/v1',
  predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
} as const;

/** The name of the results in a statement's configuration. */
export const EVIDENCE_NAME = 'results.json';

type Waiver = ReturnType<typeof waivers>[number];

/** The statement for evidence, pure: a verifier makes it again. @param days - of validity; null: it does not end */
export function statementOf({ results, digest }: CheckedEvidence, days: number | null = null) {
  const tests = rulesInCells(results.cells);
  const named = (passed: boolean): readonly string[] =>
    tests.filter(({ verdict }) => (verdict === 'pass') === passed && verdict !== 'not-applicable').map(failureName);
  const validity = days === null ? [] : [annotated('validity', validityOf(results.startedAt, days))];
  return {
    ...TYPES,
    subject: [targetDescriptor(results)],
    predicate: {
      // PASSED: conformant. WARNED: conformant except for the waivers. A failed run gets no statement.
      result: waiversOf(results).length === 0 ? 'PASSED' : 'WARNED',
      configuration: [...configurationOf(results, digest), ...validity],
      passedTests: named(true),
      // Waivers and what they left unjudged; rules that are not required and fail or had nothing to judge.
      warnedTests: named(false),
      failedTests: [],
    },
  } as const;
}

export function waivers(results: Results) {
  return waiversOf(results).map((entry) => {
    const { owner, reason, expires, flaky } = entry;
    return { test: failureName(entry), owner, reason, expires, flaky };
  });
}

/** Required rules that a waived failure left nothing to judge in its cell. */
export function unjudgedTests({ cells }: Results): readonly string[] {
  return rulesInCells(cells)
    .filter(({ level, verdict }) => level === 'required' && verdict !== 'pass' && verdict !== 'fail')
    .map(failureName);
}

function configurationOf(results: Results, evidenceDigest: string): readonly ResourceDescriptor[] {
  const { suite, seed, seedDrawn, namespace, profile, ruleSet, options, startedAt, durationMs, requests } = results;
  const { version, contractDigest, validator, filesDigest, node } = suite;
  const excused = waivers(results);
  const run = { startedAt, durationMs, requests };
  const { unused = [], ...others } = options;
  const changing = Object.fromEntries([...changingFields(results.cells)].map(([name, fields]) => [name, [...fields]]));
  return [
    { name: 'suite', uri: suiteUri(version), annotations: { validator, filesDigest, node } },
    { name: 'contract', digest: { sha256: contractDigest } },
    annotated('rule set', { ruleSet, excluded: exclusions(results) }),
    { ...described('seed', seed), annotations: seedDrawn && { seedDrawn } },
    described('options', { namespace, profile, ...others }),
    { name: EVIDENCE_NAME, digest: { sha256: evidenceDigest }, mediaType: 'application/json', annotations: run },
    ...(unused.length === 0 ? [] : [annotated('unused fields', { unused })]),
    ...(Object.keys(changing).length === 0 ? [] : [annotated('changing fields', { changing })]),
    ...(excused.length === 0 ? [] : [annotated('waivers', { waivers: excused, unjudged: unjudgedTests(results) })]),
  ];
}

/** A version of the suite as a package URL (purl-spec), by which a statement names it. */
export function suiteUri(version: string): string {
  return `pkg:npm/getdata-conformance@${version}`;
}

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
function annotated(name: string, annotations: Annotations): ResourceDescriptor {
  return { name, digest: { sha256: sha256(canonicalJson(annotations)) }, mediaType: 'application/json', annotations };
}

/** A subject needs a digest: it is that of a document with all that identifies the target. */
function targetDescriptor({ target, namespace, identity }: Results): ResourceDescriptor {
  const shown = (digest: string | null, mediaType: string) =>
    digest === null ? undefined : { digest: { sha256: digest }, mediaType };
  return {
    ...described('target', { target, namespace, ...identity }),
    uri: target === EMBEDDED ? undefined : target,
    annotations: {
      wsdl: shown(identity.wsdlSha256, 'text/xml'),
      tlsCertificate: shown(identity.certificateSha256, 'application/pkix-cert'),
    },
  };
}

/** in-toto attestation v1, 'ResourceDescriptor'. */
export interface ResourceDescriptor {
  readonly name: string;
  readonly uri?: string | undefined;
  readonly digest?: { readonly sha256: string };
  readonly content?: string;
  readonly mediaType?: string;
  readonly annotations?: Annotations | undefined;
}

/** What our descriptors say beyond in-toto's fields: those read again (specs/schemas/statement.schema.json). */
interface Annotations extends Partial<ReturnType<typeof validityOf>> {
  readonly [name: string]: unknown;
  readonly startedAt?: string;
  readonly ruleSet?: string;
  readonly waivers?: readonly Waiver[];
}

/** The annotations of a descriptor in the configuration of a statement; none if it has no such descriptor. */
export function annotationsIn({ predicate }: Statement, name: string): Annotations {
  return predicate.configuration.find((one) => one.name === name)?.annotations ?? {};
}

/**
 * The last day of a statement, in UTC, and what ends then, as 'of its validity': its validity or one of its waivers;
 * null if nothing ends.
 */
export function endOf(statement: Statement) {
  const { lastDay } = annotationsIn(statement, 'validity');
  const { waivers = [] } = annotationsIn(statement, 'waivers');
  const all = waivers.map(({ test, expires }) => ({ day: expires ?? undefined, of: `of the waiver of ${test}` }));
  const ends = [{ day: lastDay, of: 'of its validity' }, ...all].flatMap(({ day, of }) => (day ? [{ day, of }] : []));
  return ends.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0] ?? null;
}

export function ended(statement: Statement, now: Date): string | null {
  const end = endOf(statement);
  return end === null || end.day >= dayOf(now) ? null : `it has ended: ${end.day} was the last day ${end.of}`;
}

/** Ten years. */
const MOST_DAYS = 3_653;

/** The days of `--valid-for`; null if it is not given. @throws ConfigError if the text is not a number of days */
export function validForFlag(text: string | undefined): number | null {
  const days = daysIn(text);
  if (text === undefined || days !== null) return days;
  throw new ConfigError(`--valid-for is '${text.slice(0, 80)}'; expected days from 1d to ${MOST_DAYS}d, like 365d`);
}

export function daysIn(text: unknown): number | null {
  const [, days] = typeof text === 'string' ? (/^([1-9]\d{0,3})d$/.exec(text) ?? []) : [];
  return days !== undefined && Number(days) <= MOST_DAYS ? Number(days) : null;
}

/** A validity of so many days after the day of the run: an old run can't be made young by certifying it again. */
function validityOf(startedAt: string, days: number) {
  return { validFor: `${days}d`, lastDay: dayAfter(new Date(startedAt.slice(0, 10)), days) };
}
