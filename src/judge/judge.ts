import { cellName } from '../contract/cell-name.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { inspect } from '../rules/answer/inspect/inspect.ts';
import type { Inspection } from '../rules/answer/inspect/inspection.ts';
import { type AnswerCheck, checkOf } from '../rules/check.ts';
import type { CellJudgement, Evidence } from '../rules/evidence.ts';
import { admits } from '../rules/evidence.ts';
import type { UnusedField } from '../rules/fields.ts';
import type { Judgement, Problem } from '../rules/judgement.ts';
import { gravestFirst, LESSER, levelOf, type Rule } from '../rules/rule.ts';
import { counted } from '../rules/rule-sets.ts';
import { rules as allRules, rulesFor } from '../rules/rules.ts';
import { type Exchange, isStatus200 } from '../wire/http/exchange.ts';
import type { Located } from '../wire/soap/binding.ts';
import type { Call } from '../wire/soap/call.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { Listed } from '../wire/soap/records.ts';
import type { TextDecode } from '../xml/decode.ts';
import type { SchemaValidator, SchemaVerdict } from '../xml/schema.ts';
import { equalResponses, type Known, unknown } from './equal-responses.ts';
import { readExchange, rememberingParser } from './read.ts';
import { outcomeOf, type RuleOutcome } from './rule-outcome.ts';
import { schemaVerdicts } from './schema-verdicts.ts';
import { OF_SHAPE, validShapes } from './valid-shapes.ts';

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
export type Judge = ReturnType<typeof openJudge>;

/** Evidence with what was found out about its response. */
type OwnEvidence = Evidence & { readonly known: Known };

/** The rules that judge single answers of a cell; and those for which a right answer's shape does not decide. */
type CellRules = Readonly<Record<'all' | 'besideShape', readonly Rule[]>>;

/** Opens a judge. The caller disposes of the validator. */
export function openJudge(source: JudgeSource) {
  const { contract, validator, rules = allRules, ruleSet, unused = [], judgeEach = false } = source;
  const ofAnswers = rules.filter((rule) => checkOf(rule, 'answer') !== undefined);
  const ofBody = new Set(counted(rules, ruleSet).filter(({ layer }) => !BESIDE_BODY.has(layer)));
  const bodyOf = rememberingParser();
  const knownOf = judgeEach ? unknown : equalResponses();
  const shapes = judgeEach ? null : validShapes(contract);
  const validate = schemaVerdicts(contract, validator);
  const validated = new WeakMap<TextDecode, SchemaVerdict>();
  const inspected = new WeakMap<Located, Inspection | null>();
  const applicable = new Map<string, CellRules>();

  const parse = (exchange: Exchange, cell: Cell): ParsedResponse => readExchange(exchange, cell, bodyOf);

  function rulesIn(cell: Cell): CellRules {
    const name = cellName(cell);
    const known = applicable.get(name);
    if (known !== undefined) return known;
    const all = rulesFor(cell, contract, ofAnswers);
    const made = { all, besideShape: all.filter(({ layer }) => !OF_SHAPE.has(layer)) };
    applicable.set(name, made);
    return made;
  }

  function read(
    { call, expectation, exchange, isPlanned = true }: JudgedCall,
    cell: Cell,
    cellAnswers200: boolean,
  ): Evidence {
    const reading = parse(exchange, cell);
    const own = { contract, call, expectation, reading, cellAnswers200, isPlanned };
    const known = knownOf(own);
    const evidence: OwnEvidence = Object.assign(Object.create(onUse), own, { known });
    if (known.judgements.size === 0) judgeAll(evidence);
    return evidence;
  }

  /** A prototype, because an object with getters of its own is slow in V8. Bench lines 'judged in full'. */
  const onUse: Pick<Evidence, 'inspection' | 'schema'> & ThisType<OwnEvidence> = {
    get inspection() {
      const { known, reading } = this;
      if (known.inspection === undefined) known.inspection = inspectionOf(reading);
      return known.inspection;
    },
    // Rules that object to the body come first.
    get schema() {
      const { known } = this;
      if (known.schema === undefined) known.schema = schemaVerdict(this);
      return known.schema;
    },
  };

  /** Equal bytes of one cell are located once, and so they are inspected once. */
  function inspectionOf({ located, cell }: ParsedResponse): Inspection | null {
    if (located.payload === null) return null;
    const inspection = inspected.get(located) ?? inspect(located, cell.operation, contract);
    inspected.set(located, inspection);
    return inspection;
  }

  /** All rules judge it now, while its body is parsed: the parsed body is not kept. */
  function judgeAll(evidence: OwnEvidence): void {
    const { known, reading } = evidence;
    known.shape = shapes?.of(reading) ?? null;
    known.ofShape = known.shape === null ? undefined : shapes?.get(known.shape);
    if (known.ofShape?.judgements != null) known.inspection = known.ofShape.inspection;
    for (const rule of rulesToAsk(reading.cell, known)) judge(rule, evidence);
  }

  /** Without those that the shape decides. */
  function rulesToAsk(cell: Cell, { ofShape }: Known): readonly Rule[] {
    const { all, besideShape } = rulesIn(cell);
    return ofShape?.judgements == null ? all : besideShape;
  }

  /** What the validator says of a body that no required rule objects to, except on attributes already reported. */
  function schemaVerdict(evidence: OwnEvidence): SchemaVerdict | null {
    const { inspection, known, reading } = evidence;
    const { success, text } = reading;
    if (!success || text === null || inspection === null) return null;
    let isObjected = false;
    for (const rule of rulesToAsk(reading.cell, known)) {
      const judgement = ofBody.has(rule) ? judge(rule, evidence) : [];
      if (isClear(judgement)) continue;
      if (levelOf(rule, judgement) === 'required') return null;
      isObjected = true;
    }
    if (known.ofShape !== undefined) return { kind: 'valid' };
    const verdict = validated.get(text) ?? validate(reading);
    validated.set(text, verdict);
    if (verdict.kind === 'valid') keepShape(evidence);
    if (!isObjected || verdict.kind === 'valid') return verdict;
    if (verdict.kind === 'unreadable') return null;
    const errors = verdict.errors.filter(({ message }) => !OF_ATTRIBUTE.test(message));
    return errors.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
  }

  function keepShape({ inspection, reading, known: { shape, judgements } }: OwnEvidence): void {
    if (shape === null) return;
    const ofShape = new Map(judgements);
    for (const rule of rulesIn(reading.cell).besideShape) ofShape.delete(rule);
    shapes?.keep(shape, { judgements: [...ofShape.values()].every(isClear) ? ofShape : null, inspection });
  }

  /** What a rule says of one exchange; judged once. */
  function judge(rule: Rule, evidence: Evidence): Judgement {
    const check = checkOf(rule, 'answer');
    const judgement = check === undefined ? 'not-applicable' : ofAnswer(rule, check, evidence);
    return isClear(judgement) || check?.excuses?.(evidence.call) !== true ? judgement : 'not-applicable';
  }

  /** Equal answers, and right ones of one shape, are judged once. */
  function ofAnswer(rule: Rule, check: AnswerCheck, evidence: Evidence & Partial<OwnEvidence>): Judgement {
    const { judgements, ofShape } = evidence.known ?? {};
    const known = judgements?.get(rule) ?? ofShape?.judgements?.get(rule);
    if (known !== undefined) return known;
    const judgement = kept(judgementOf(check, evidence));
    judgements?.set(rule, judgement);
    return judgement;
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

function isDescribed({ expectation }: Evidence): boolean {
  return expectation !== 'undescribed';
}

/** Answers that the document does not describe are judged only by HTTP, and only as recommended. */
function judgementOf({ judge, sees }: AnswerCheck, evidence: Evidence): Judgement {
  if (isDescribed(evidence)) return judge(evidence);
  const judgement = sees === 'everything' ? judge(evidence) : 'not-applicable';
  return isClear(judgement) ? judgement : judgement.map((problem) => ({ ...problem, ...LESSER }));
}

function isClear(judgement: Judgement): judgement is Exclude<Judgement, readonly Problem[]> | readonly [] {
  return typeof judgement === 'string' || judgement.length === 0;
}

const MOST_PROBLEMS = 100;

/** A copy, because an excerpt keeps the whole text in memory. */
function kept(judgement: Judgement): Judgement {
  return isClear(judgement) ? judgement : structuredClone(gravestFirst(judgement).slice(0, MOST_PROBLEMS));
}

/** How libxml2 objects to an attribute, as record.attribute does. */
const OF_ATTRIBUTE = /, attribute '[^']*': The attribute '[^']*' is not allowed/;

/** Layers of rules that do not judge the body. */
const BESIDE_BODY: ReadonlySet<Rule['layer']> = new Set(['transport', 'status', 'media type', 'length', 'schema']);
