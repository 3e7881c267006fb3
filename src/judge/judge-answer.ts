import type { Inspection } from '../rules/answer/inspect/inspection.ts';
import { type AnswerCheck, checkOf } from '../rules/check.ts';
import { type Evidence, isDescribed } from '../rules/evidence.ts';
import { isBroken, type Judgement } from '../rules/judgement.ts';
import { gravestFirst, type Level, levelOf, type Rule, UNDESCRIBED } from '../rules/rule.ts';
import type { SchemaVerdict } from '../xml/schema.ts';
import { overrule } from './overrule.ts';

/** An answer that was read, and what it was asked for. */
export type ReadAnswer = Omit<Evidence, 'inspection' | 'schema'>;

/** What is found out about an answer. */
export interface JudgedAnswer extends Pick<Evidence, 'inspection' | 'schema'> {
  readonly judgements: ReadonlyMap<Rule, Judgement>;
}

/** Evidence with what rules say of it. */
export type JudgedEvidence = Evidence & JudgedAnswer;

/** What was found out about a valid answer, and so holds for all of its shape. */
export interface ValidShape {
  /** Of the rules on the document; null if one of them objects: then each answer is judged by them. */
  readonly judgements: ReadonlyMap<Rule, Judgement> | null;
  readonly inspection: Inspection | null;
}

/** Judges an answer. @param shape - what is known already, as another answer of the same shape was judged */
export type JudgeAnswer = (answer: ReadAnswer, shape?: ValidShape) => JudgedAnswer;

/** The rules on the answers of a cell. */
export interface AnswerRules {
  readonly beforeSchema: readonly Rule[];
  /** Of those before: a body that one of these objects to is not validated, since the validator would say the same. */
  readonly ofBody: readonly Rule[];
  readonly ofSchema: readonly Rule[];
}

/** The walk over the records of an answer, and the XML Schema validator: both say the same of equal bodies. */
export interface BodyReaders {
  readonly inspect: (reading: Evidence['reading']) => Inspection | null;
  readonly validate: (reading: Evidence['reading']) => SchemaVerdict;
}

/** What rules and the schema say of an answer: a pure function. All judge it now, as its parsed body is not kept. */
export function judgeAnswer(
  { beforeSchema, ofBody, ofSchema }: AnswerRules,
  { inspect, validate }: BodyReaders,
  answer: ReadAnswer,
  shape?: ValidShape,
): JudgedAnswer {
  const known = shape?.judgements ?? null;
  const inspection = known === null || shape === undefined ? inspect(answer.reading) : shape.inspection;
  const judgements = new Map<Rule, Judgement>(known);
  const unvalidated = evidenceOf(answer, { judgements, inspection, schema: null });
  for (const rule of beforeSchema) if (known?.has(rule) !== true) judgements.set(rule, judgementOf(rule, unvalidated));
  const objection = gravestLevel(ofBody, judgements);
  const { success, text } = answer.reading;
  const isByWsdl = answer.contract.by === 'wsdl';
  const isValidated = success && text !== null && inspection !== null && (isByWsdl || objection !== 'required');
  const isValid = shape !== undefined && !(isByWsdl && known === null);
  const verdict = (): SchemaVerdict => (isValid ? { kind: 'valid' } : validate(answer.reading));
  const said = isValidated ? verdict() : null;
  if (isByWsdl && said !== null) overrule(judgements, said);
  const left = isByWsdl ? gravestLevel(ofBody, judgements) : objection;
  const isTold = isByWsdl && left === 'required';
  const schema = said === null || isTold ? null : besideObjections(said, left !== null);
  const judged = { judgements, inspection, schema };
  const evidence = evidenceOf(answer, judged);
  for (const rule of ofSchema) judgements.set(rule, judgementOf(rule, evidence));
  return judged;
}

/** An answer with what was found out about it. Spelt out, as a spread of both makes an object that is slow in V8. */
export function evidenceOf(answer: ReadAnswer, { judgements, inspection, schema }: JudgedAnswer): JudgedEvidence {
  const { contract, call, expectation, reading, cellAnswers200, isPlanned } = answer;
  return { contract, call, expectation, reading, cellAnswers200, isPlanned, inspection, schema, judgements };
}

/** The gravest level of what these rules object to; null if none objects. */
function gravestLevel(rules: readonly Rule[], judgements: ReadonlyMap<Rule, Judgement>): Level | null {
  let gravest: Level | null = null;
  for (const rule of rules) {
    const judgement = judgements.get(rule);
    if (judgement === undefined || !isBroken(judgement)) continue;
    gravest = levelOf(rule, judgement);
    if (gravest === 'required') break;
  }
  return gravest;
}

/** What the validator says that no rule has said: rules that object, but not as required, have named the attributes. */
function besideObjections(verdict: SchemaVerdict, isObjected: boolean): SchemaVerdict | null {
  if (!isObjected || verdict.kind === 'valid') return verdict;
  if (verdict.kind === 'unreadable') return null;
  const errors = verdict.errors.filter(({ kind }) => kind !== 'unknown attribute');
  return errors.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
}

/** What a rule says of one answer. */
export function judgementOf(rule: Rule, evidence: Evidence): Judgement {
  const check = checkOf(rule, 'answer');
  if (check === undefined) return 'not-applicable';
  const judgement = asDescribed(rule, check, evidence);
  // A copy, because an excerpt keeps the whole text in memory.
  return isBroken(judgement) ? structuredClone(gravestFirst(judgement).slice(0, MOST_PROBLEMS)) : judgement;
}

const MOST_PROBLEMS = 100;

/** Layers of rules that judge a 200 to an observer's request of the described shape. */
const TO_ROOT: ReadonlySet<Rule['layer']> = new Set(['media type', 'bytes', 'XML', 'envelope', 'wrapper']);

/** Answers that the document does not describe are judged only by HTTP, and only as recommended. */
function asDescribed({ layer }: Rule, { judge, sees }: AnswerCheck, evidence: Evidence): Judgement {
  const isToRoot = evidence.expectation === 'observed' && evidence.reading.response?.status === 200;
  if (isDescribed(evidence) || (isToRoot && TO_ROOT.has(layer))) return judge(evidence);
  const judgement = sees === 'everything' ? judge(evidence) : 'not-applicable';
  return isBroken(judgement) ? judgement.map((problem) => ({ ...problem, part: UNDESCRIBED })) : judgement;
}
