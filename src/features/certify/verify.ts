import type { KeyObject } from 'node:crypto';
import { attempt } from '../../base/error.ts';
import { member } from '../../base/json.ts';
import { mistakeIn } from '../../base/schemas/validate.ts';
import { objection } from './assess.ts';
import { canonicalJson, parsedJson, sha256 } from './canonical-json.ts';
import { open } from './envelope.ts';
import { type Program, readEvidence } from './evidence.ts';
import { firstDifference } from './first-difference.ts';
import { annotationsIn, daysIn, EVIDENCE_NAME, type Statement, statementOf, TYPES } from './statement.ts';

/** The bytes of the statement's file and of results.json, and the keys that are trusted. */
type Presented = Readonly<Record<'statement' | 'results', Uint8Array>> & { readonly keys: readonly KeyObject[] };

/** The statement, its key and its evidence if they verify offline; otherwise one sentence about the first mistake. */
export function verifyStatement(presented: Presented, program: Program) {
  const signed = verifySignature(presented);
  if (typeof signed === 'string') return signed;
  const evidence = readEvidence(presented.results, program);
  if (typeof evidence === 'string') return evidence;
  const trouble = objection(evidence, true);
  if (trouble !== null) return `the results do not support it: ${trouble}`;
  const { statement, key } = signed;
  const right = statementOf(evidence, daysIn(annotationsIn(statement, 'validity').validFor));
  const difference = firstDifference(statement, right);
  return difference === null ? { statement: right, key, evidence } : `it is not what the results say: ${difference}`;
}

/** The same without judging the evidence, which only the version that made it can do. */
export function verifySignature({ statement, results, keys }: Presented) {
  const opened = openPayload(statement, keys);
  if (typeof opened === 'string') return opened;
  const { payload, key } = opened;
  for (const [name, right] of Object.entries(TYPES)) {
    const found = member(payload, name);
    if (found !== right)
      return `its ${name} is ${typeof found === 'string' ? `'${found}'` : 'no text'}, expected ${right}`;
  }
  const mistake = mistakeIn('statement', payload);
  if (mistake !== null) return `it is not a statement that certify writes: ${mistake.sentence}`;
  const signed = payload as Statement;
  const named = signed.predicate.configuration.find(({ name }) => name === EVIDENCE_NAME)?.digest?.sha256;
  if (named === undefined) return 'it names no results';
  const found = sha256(results);
  return named === found
    ? { statement: signed, key }
    : `it is about results with the digest ${named}, but those given have ${found}: ` +
        'they were changed, or are of another run';
}

/** The signed value in a file if its signature and its format are right; otherwise one sentence. */
export function openPayload(file: Uint8Array, keys: readonly KeyObject[]) {
  const opened = open(file, keys);
  if (typeof opened === 'string') return opened;
  const payload = canonicalValue(opened.payload);
  return payload === undefined ? 'its payload is not formatted as this suite writes it' : { payload, key: opened.key };
}

/** The value of a text in canonical JSON; undefined for another text, or one nested too deep, which ours never are. */
function canonicalValue(text: string): unknown {
  const value = parsedJson(text);
  return attempt(() => canonicalJson(value), null) === text ? value : undefined;
}
