import type { Cell, Contract } from '../contract/model.ts';
import type { Judgement, Problem } from '../rules/judgement.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { type JudgedCall, readResponses, withSchemaVerdict } from './judge.ts';
import { type Judgements, judgementOf, judgementsOf } from './judgement.ts';
import { schemaAsker } from './schema-memo.ts';

/** What judging the answers of a cell takes. */
export interface ResponseJudging {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  /** Those to judge by; all of them where left out. */
  readonly rules?: readonly Rule[];
  /** Ask the XML Schema validator about every answer, not once per shape of the cell's answers. */
  readonly validateAll?: boolean;
}

/** One answer of a cell, judged by itself. */
export interface JudgedResponse {
  /** The answer taken apart: its document, its records' fields, the validator's word. */
  readonly evidence: Evidence;
  /** What each rule said, in the rules' order. */
  readonly judgements: readonly { readonly rule: Rule; readonly judgement: Judgement }[];
  /** The rules that it breaks, with every problem. */
  readonly broken: readonly { readonly rule: Rule; readonly problems: readonly [Problem, ...Problem[]] }[];
}

type Said = Omit<JudgedResponse, 'evidence'>;

/**
 * Judges answers of one cell, one at a time and each by itself: by every rule but those that relate several exchanges
 * or the cell as a whole (coverage, parity, probes). Pure but for the validator; nothing is sent. What a cell's answers
 * show together: `fieldCoverage` of their evidence.
 * @returns a function that judges one answer: nonconformance is in what it returns, never thrown
 */
export function responseJudge(cell: Cell, judging: ResponseJudging): (answered: JudgedCall) => JudgedResponse {
  const { contract, validator, rules, validateAll = false } = judging;
  const ask = schemaAsker({ contract, validator, validateAll }, cell);
  const every = rulesFor(cell, contract);
  const single = rulesFor(cell, contract, rules).filter(isOfOneAnswer);
  const known = new WeakMap<Judgements, Said>();
  const judgedAnew = (evidence: Evidence): Said => {
    const judgements = single.map((rule) => ({ rule, judgement: judgementOf(rule, evidence) }));
    const said = { judgements, broken: judgements.flatMap(brokenOf) };
    known.set(judgementsOf(evidence), said);
    return said;
  };
  return (answered) => {
    const [gathered] = readResponses([answered], cell, contract, null);
    if (gathered === undefined) throw new Error('one exchange gives one evidence');
    const evidence = withSchemaVerdict(gathered, every, ask);
    return { evidence, ...(known.get(judgementsOf(evidence)) ?? judgedAnew(evidence)) };
  };
}

function isOfOneAnswer({ probing, comparing }: Rule): boolean {
  return probing === undefined && comparing === undefined;
}

function brokenOf({ rule, judgement }: JudgedResponse['judgements'][number]): JudgedResponse['broken'] {
  if (typeof judgement === 'string') return [];
  const [first, ...rest] = judgement;
  return first === undefined ? [] : [{ rule, problems: [first, ...rest] }];
}
