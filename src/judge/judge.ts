import { cellName } from '../contract/cell-name.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { inspect } from '../rules/answer/inspect/inspect.ts';
import { checkOf } from '../rules/check.ts';
import { admits, type CellJudgement, type Evidence, isDescribed } from '../rules/evidence.ts';
import type { UnusedField } from '../rules/fields.ts';
import { isBroken, type Judgement } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import { counted } from '../rules/rule-sets.ts';
import { rulesBy, rulesFor } from '../rules/rules.ts';
import { type Exchange, isStatus200 } from '../wire/http/exchange.ts';
import type { Call } from '../wire/soap/call.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { Listed } from '../wire/soap/records.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import {
  type AnswerRules,
  evidenceOf,
  type JudgeAnswer,
  type JudgedAnswer,
  judgeAnswer,
  judgementOf,
} from './judge-answer.ts';
import { readExchange, rememberingParser } from './read.ts';
import { onceABody, remembering } from './remembering.ts';
import { outcomeOf, type RuleOutcome } from './rule-outcome.ts';
import { schemaVerdicts } from './schema-verdicts.ts';

/** A call and its exchange, not read yet. */
export interface JudgedCall {
  readonly call: Call;
  readonly expectation: Evidence['expectation'];
  readonly exchange: Exchange;
  /** False for an answer to something else than a planned call. */
  readonly isPlanned?: boolean;
}

export interface JudgeSource {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  /** A body that one of these objects to is not validated: the validator would say the same. All rules if left out. */
  readonly rules?: readonly Rule[];
  /** The rule set that counts: a body that only other rules object to is still validated. The newest if left out. */
  readonly ruleSet?: string | undefined;
  /** Fields that the user declares as never filled; none if left out. */
  readonly unused?: readonly UnusedField[];
  /** Judge and validate each response, even if an equal one or one of its shape was judged before. */
  readonly judgeEach?: boolean;
}

/** The one place that reads and judges exchanges; it sends nothing. Its caches are bounded and freed with it. */
export type ExchangeJudge = ReturnType<typeof openJudge>;

/** Opens a judge. The caller disposes of the validator. */
export function openJudge(source: JudgeSource) {
  const { contract, validator, rules = rulesBy(contract), ruleSet, unused = [], judgeEach = false } = source;
  const rulesIn = answerRules(contract, rules, ruleSet);
  const bodyOf = rememberingParser();
  const readers = {
    inspect: onceABody(({ located, cell }) =>
      located.payload === null ? null : inspect(located, cell.operation, contract),
    ),
    validate: onceABody(schemaVerdicts(contract, validator)),
  };
  const plainJudge: JudgeAnswer = (answer, shape) => judgeAnswer(rulesIn(answer.reading.cell), readers, answer, shape);
  const judgeOne = judgeEach ? plainJudge : remembering(plainJudge, contract);

  /** Several rules compare the same answers. */
  const readings = new WeakMap<Exchange, Evidence>();
  const parse = (exchange: Exchange, cell: Cell): ParsedResponse => readExchange(exchange, cell, bodyOf);

  function read(judged: JudgedCall, cell: Cell, cellAnswers200: boolean): Evidence {
    const { call, expectation, exchange, isPlanned = true } = judged;
    const known = readings.get(exchange);
    const isSame = known?.call === call && known.expectation === expectation && known.isPlanned === isPlanned;
    if (isSame && known.cellAnswers200 === cellAnswers200) return known;
    const answer = { contract, call, expectation, reading: parse(exchange, cell), cellAnswers200, isPlanned };
    const evidence = evidenceOf(answer, judgeOne(answer));
    readings.set(exchange, evidence);
    return evidence;
  }

  /** What a rule says of one exchange. */
  function judge(rule: Rule, evidence: Evidence & Partial<JudgedAnswer>): Judgement {
    const judgement = evidence.judgements?.get(rule) ?? judgementOf(rule, evidence);
    const isExcused = isBroken(judgement) && checkOf(rule, 'answer')?.excuses?.(evidence.call) === true;
    return isExcused ? 'not-applicable' : judgement;
  }

  return {
    parse,
    /** What rules may see of an exchange. @param answers200 - whether a call of the cell got 200; null: this says */
    read: (call: JudgedCall, cell: Cell, answers200: boolean | null) =>
      read(call, cell, answers200 ?? isStatus200(call.exchange)),
    /** The same for all exchanges of a cell. */
    readAll(calls: readonly JudgedCall[], cell: Cell, answers200: boolean | null): readonly Evidence[] {
      const cellAnswers200 = answers200 ?? calls.some(({ exchange }) => isStatus200(exchange));
      return calls.map((call) => read(call, cell, cellAnswers200));
    },
    judge,
    /** The verdict of one rule over all exchanges of a cell. @param lists - what other operations answered, if known */
    judgeCell(rule: Rule, all: readonly Evidence[], cell: Cell, lists: readonly Listed[] = []): RuleOutcome {
      const [ofAnswer, ofCell] = [checkOf(rule, 'answer'), checkOf(rule, 'cell')];
      const { sees = 'everything' } = ofAnswer ?? ofCell ?? {};
      const ofWhole = (): CellJudgement => {
        const seen = all.filter((evidence) => isDescribed(evidence) && ofCell && admits(ofCell.sees, evidence));
        return ofCell?.judge({ all: seen, cell, contract, unused, lists }) ?? { kind: 'not-applicable' };
      };
      return outcomeOf(
        all.filter((evidence) => admits(sees, evidence)),
        { answer: ofAnswer, cell: ofCell },
        (evidence) => judge(rule, evidence),
        ofWhole,
      );
    },
  };
}

/** Finds the rules on the answers of a cell, in their order. */
function answerRules(contract: Contract, rules: readonly Rule[], ruleSet: string | undefined) {
  const ofAnswers = rules.filter((rule) => checkOf(rule, 'answer') !== undefined);
  const counting = new Set(counted(rules, ruleSet));
  const applicable = new Map<string, AnswerRules>();
  return (cell: Cell): AnswerRules => {
    const name = cellName(cell);
    const all = applicable.get(name) ?? inOrder(rulesFor(cell, contract, ofAnswers), counting);
    applicable.set(name, all);
    return all;
  };
}

function inOrder(rules: readonly Rule[], counting: ReadonlySet<Rule>): AnswerRules {
  const beforeSchema = rules.filter(({ layer }) => layer !== 'schema');
  return {
    beforeSchema,
    ofBody: beforeSchema.filter((rule) => counting.has(rule) && !BESIDE_BODY.has(rule.layer)),
    ofSchema: rules.filter(({ layer }) => layer === 'schema'),
  };
}

/** Layers of rules that do not judge the body. */
const BESIDE_BODY: ReadonlySet<Rule['layer']> = new Set(['transport', 'status', 'media type', 'length']);
