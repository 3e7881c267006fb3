import { changingFields } from '../results/changing.ts';
import type { BaselineEntryResult, Results } from '../results/results.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import type { Evidence } from './evidence.ts';
import { waiversOf } from './failures.ts';
import { rulesInCells, testName } from './inventory.ts';
import type { ResourceDescriptor } from './subject.ts';
import { targetDescriptor } from './subject.ts';

/** in-toto attestation v1, 'Statement', with the predicate 'Test Result' v0.1. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly ResourceDescriptor[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: {
    /** PASSED: conformant. WARNED: conformant but for the waivers. A run that failed gets no statement. */
    readonly result: 'PASSED' | 'WARNED';
    readonly configuration: readonly ResourceDescriptor[];
    /** Names like xsd.valid@Get_Inventory/soap12. */
    readonly passedTests: readonly string[];
    /** Waivers and what they left unjudged; rules beyond what is required that fail or had nothing to judge. */
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** The name under which a statement's configuration has the results. */
export const EVIDENCE_NAME = 'results.json';

/** What a statement says of a known failure that was let pass. */
export type Waiver = Pick<BaselineEntryResult, 'owner' | 'reason' | 'expires'> & { readonly test: string };

/** The statement that evidence bears: a pure function of it, so that a verifier can make it again and compare. */
export function statementOf({ results, digest }: Evidence): Statement {
  const tests = rulesInCells(results.cells);
  const named = (passed: boolean): readonly string[] =>
    tests.filter(({ verdict }) => (verdict === 'pass') === passed).map(testName);
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
    const { owner, reason, expires } = entry;
    return { test: testName(entry), owner, reason, expires };
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
  const { suite, seed, namespace, profile, options, startedAt, durationMs, requests, cells } = results;
  const excused = waivers(results);
  const { unused = [], ...others } = options;
  const changing = Object.fromEntries([...changingFields(cells)].map(([name, fields]) => [name, [...fields]]));
  return [
    { name: 'suite', uri: `pkg:npm/${suite.name}@${suite.version}`, annotations: { validator: suite.validator } },
    { name: 'contract', digest: { sha256: suite.contractDigest } },
    described('seed', seed),
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

/** A small value, carried in canonical JSON, which is also what its digest is of. */
function described(name: string, value: unknown): ResourceDescriptor {
  const text = canonicalJson(value);
  const content = Buffer.from(text).toString('base64');
  return { name, digest: { sha256: sha256(text) }, content, mediaType: 'application/json' };
}

/** A value of any size, as annotations: `content` should stay below 1 KB. The digest is of their canonical JSON. */
function annotated(name: string, annotations: Readonly<Record<string, unknown>>): ResourceDescriptor {
  return { name, digest: { sha256: sha256(canonicalJson(annotations)) }, mediaType: 'application/json', annotations };
}
