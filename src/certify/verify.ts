import type { KeyObject } from 'node:crypto';
import { mistakeIn } from '../schemas/validate.ts';
import { objection } from './assess.ts';
import { canonicalJson, member, parsedJson, sha256 } from './canonical-json.ts';
import { open } from './envelope.ts';
import { type Evidence, type Program, readEvidence } from './evidence.ts';
import {
  annotationsIn,
  EVIDENCE_NAME,
  PREDICATE_TYPE,
  STATEMENT_TYPE,
  type Statement,
  statementOf,
} from './statement.ts';
import { daysIn } from './validity.ts';

/** A verifier's input: the bytes of the statement's file and of results.json. */
type Presented = Readonly<Record<'statement' | 'results', Uint8Array>> & { readonly keys: readonly KeyObject[] };

/** Result of verifying: `reason` is one sentence about the first thing that does not match. */
type Verification = (Signed & { readonly kind: 'verified'; readonly evidence: Evidence }) | Failed;

interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
}

interface Signed {
  readonly statement: Statement;
  readonly key: KeyObject;
}

/** Verifies a statement offline: spelling, signature, types, and that it is about these results, which justify it. */
export function verifyStatement(presented: Presented, program: Program): Verification {
  const signed = verifySignature(presented);
  if (signed.kind === 'failed') return signed;
  const evidence = readEvidence(presented.results, program);
  if (typeof evidence === 'string') return failed(evidence);
  const trouble = objection(evidence, true);
  if (trouble !== null) return failed(`the results do not support it: ${trouble}`);
  const { statement, key } = signed;
  const right = statementOf(evidence, daysIn(annotationsIn(statement, 'validity').validFor));
  const difference = firstDifference(statement, right);
  if (difference !== null) return failed(`it is not what the results say: ${difference}`);
  return { kind: 'verified', statement: right, key, evidence };
}

/** Verifies all of a statement but that its results justify it, which only the version that made them can tell. */
export function verifySignature(presented: Presented): (Signed & { readonly kind: 'signed' }) | Failed {
  const opened = openPayload(presented.statement, presented.keys);
  if (opened.kind === 'failed') return opened;
  const { payload, key } = opened;
  const typeTrouble = typesOf(payload);
  if (typeTrouble !== null) return failed(typeTrouble);
  const named = evidenceDigest(payload);
  const found = sha256(presented.results);
  if (named !== found) {
    return failed(
      `it is about results with the digest ${shown(named)}, but those given have ${found}: they were changed, or are of another run`,
    );
  }
  const mistake = mistakeIn('statement', payload);
  return mistake === null
    ? { kind: 'signed', statement: payload as Statement, key }
    : failed(`it is not a statement that certify writes: ${mistake.sentence}`);
}

/** The signed value in a file: its signature and its spelling are right. */
export function openPayload(file: Uint8Array, keys: readonly KeyObject[]) {
  const opened = open(file, keys);
  if (opened.kind === 'refused') return failed(opened.reason);
  const payload = parsedJson(opened.payload);
  if (spelling(payload) !== opened.payload) return failed('its payload is not formatted as this suite writes it');
  return { kind: 'payload', payload, key: opened.key } as const;
}

function failed(reason: string): Failed {
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

/** Where two JSON values first differ: `predicate.result is "PASSED", should be "WARNED"`; null if they are equal. */
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
