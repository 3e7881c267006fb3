import type { KeyObject } from 'node:crypto';
import { objection } from './assess.ts';
import { canonicalJson, member, parsedJson, sha256 } from './canonical-json.ts';
import { open } from './envelope.ts';
import { type Evidence, type Program, readEvidence } from './evidence.ts';
import { EVIDENCE_NAME, PREDICATE_TYPE, STATEMENT_TYPE, type Statement, statementOf } from './statement.ts';

/** A verifier's input: the bytes of the statement's file and of results.json. */
type Presented = Readonly<Record<'statement' | 'results', Uint8Array>> & { readonly publicKey: KeyObject };

/** Result of verifying: `reason` is one sentence about the first thing that does not match. */
type Verification =
  | { readonly kind: 'verified'; readonly statement: Statement; readonly evidence: Evidence }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Verifies a statement without network: its spelling, signature and types, that it is about these results, and that
 * they justify it, by judging them and making it again.
 */
export function verifyStatement({ statement, results, publicKey }: Presented, program: Program): Verification {
  const opened = open(statement, publicKey);
  if (opened.kind === 'refused') return failed(opened.reason);
  const signed = parsedJson(opened.payload);
  if (spelling(signed) !== opened.payload) return failed('its payload is not formatted as certify writes it');
  const typeTrouble = typesOf(signed);
  if (typeTrouble !== null) return failed(typeTrouble);
  const named = evidenceDigest(signed);
  const found = sha256(results);
  if (named !== found) {
    return failed(
      `it is about results with the digest ${shown(named)}, but those given have ${found}: they were changed, or are of another run`,
    );
  }
  const evidence = readEvidence(results, program);
  if (typeof evidence === 'string') return failed(evidence);
  const right = statementOf(evidence);
  const trouble = objection(evidence, right.predicate.result === 'WARNED');
  if (trouble !== null) return failed(`the results do not support it: ${trouble}`);
  const difference = firstDifference(signed, right);
  if (difference !== null) return failed(`it is not what the results say: ${difference}`);
  return { kind: 'verified', statement: right, evidence };
}

function failed(reason: string): Verification {
  return { kind: 'failed', reason };
}

/** The canonical spelling of a value; null if it is nested too deep, which our statements never are. */
function spelling(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function typesOf(signed: unknown): string | null {
  const type = member(signed, '_type');
  if (type !== STATEMENT_TYPE) return `its _type is ${shown(type)}, expected ${STATEMENT_TYPE}`;
  const predicate = member(signed, 'predicateType');
  return predicate === PREDICATE_TYPE ? null : `its predicateType is ${shown(predicate)}, expected ${PREDICATE_TYPE}`;
}

function evidenceDigest(signed: unknown): unknown {
  const configuration = member(member(signed, 'predicate'), 'configuration');
  const named = Array.isArray(configuration)
    ? configuration.find((one) => member(one, 'name') === EVIDENCE_NAME)
    : undefined;
  return member(member(named, 'digest'), 'sha256');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : 'no text';
}

/** Characters of a value that a sentence shows. */
const SHOWN = 80;

/**
 * Where two JSON values first differ, in a few words: `predicate.result is "PASSED", should be "WARNED"`; null if they
 * are equal.
 */
function firstDifference(found: unknown, right: unknown, path = ''): string | null {
  if (isObject(found) && isObject(right) && Array.isArray(found) === Array.isArray(right)) {
    const names = new Set([...Object.keys(right), ...Object.keys(found)]);
    const [left, other] = [new Map(Object.entries(found)), new Map(Object.entries(right))];
    for (const name of names) {
      const step = Array.isArray(right) ? `[${name}]` : `${path === '' ? '' : '.'}${name}`;
      const difference = firstDifference(left.get(name), other.get(name), `${path}${step}`);
      if (difference !== null) return difference;
    }
    return null;
  }
  return Object.is(found, right) ? null : `${path} is ${jsonText(found)}, should be ${jsonText(right)}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function jsonText(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
