import type { Located } from '../bindings/binding.ts';
import type { Call } from '../bindings/call.ts';
import type { Cell, Contract, Operation } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { inspect } from '../rules/inspect/inspect.ts';
import type { Inspection } from '../rules/inspect/inspection.ts';
import type { Judgement, Problem } from '../rules/judgement.ts';
import type { CellJudgement, Evidence, Rule } from '../rules/rule.ts';
import type { SchemaVerdict } from '../xml/schema.ts';
import { type Judgements, joinAlike, judgedAs, judgementOf, judgementsOf } from './judgement.ts';
import { readExchange } from './read.ts';

/** A verdict of a rule in a cell. */
export type RuleVerdict = 'pass' | 'fail' | 'inconclusive' | 'not-reached' | 'skipped';

/** What one rule made of all exchanges of a cell. */
export interface RuleOutcome {
  readonly verdict: RuleVerdict;
  /** Exchanges the rule had something to judge in. */
  readonly judged: number;
  /** Why it is not pass or fail; null where it is. */
  readonly reason: string | null;
  /** The first exchange that breaks the rule, with every problem it shows. */
  readonly broken: Broken | null;
}

interface Broken {
  readonly evidence: Evidence;
  readonly problems: readonly [Problem, ...Problem[]];
}

/** An exchange before it is known how its cell answers as a whole. */
export interface JudgedCall {
  readonly call: Call;
  readonly expectation: Evidence['expectation'];
  readonly exchange: Exchange;
}

/** Reads the exchanges of one cell and says what the rules may look at. Pure but for the validator it is given. */
export function readResponses(
  calls: readonly JudgedCall[],
  cell: Cell,
  contract: Contract,
  answers200: boolean | null,
): readonly Evidence[] {
  const cellAnswers200 = answers200 ?? calls.some(isAnswered);
  return calls.map(({ call, expectation, exchange }) => {
    const reading = readExchange(exchange, cell);
    const inspection = inspectOnce(reading.located, cell.operation, contract);
    return joinAlike({ contract, call, expectation, reading, inspection, schema: null, cellAnswers200 });
  });
}

const inspected = new WeakMap<Located, { readonly contract: Contract; readonly inspection: Inspection | null }>();

/** Equal bytes of one cell are located once, and so they are inspected once. */
function inspectOnce(located: Located, operation: Operation, contract: Contract): Inspection | null {
  if (located.payload === null) return null;
  const before = inspected.get(located);
  if (before?.contract === contract) return before.inspection;
  const inspection = inspect(located, operation, contract);
  inspected.set(located, { contract, inspection });
  return inspection;
}

/** True where the status is 200. */
export function isAnswered({ exchange: { outcome } }: JudgedCall): boolean {
  return outcome.kind === 'response' && outcome.response.status === 200;
}

/** What an evidence's answer looks like to a validator: equal shapes need be asked about once. */
export type AskSchema = (evidence: Evidence) => SchemaVerdict;

/**
 * Judges an evidence by all rules, while its body's reading is at hand, and adds the validator's word where no other rule objected to the body: where one did, the validator's objection is the
 * same cause said twice. What is only recommended against may leave the document valid, and then it is.
 */
export function withSchemaVerdict(evidence: Evidence, rules: readonly Rule[], ask: AskSchema): Evidence {
  const objecting = objectingTo(evidence, rules);
  if (!evidence.reading.success || evidence.reading.xml?.kind !== 'document') return evidence;
  if (evidence.reading.located.payload === null) return evidence;
  if (objecting.some(({ level }) => level === 'required')) return evidence;
  const schema = ask(evidence);
  return objecting.length > 0 && schema.kind !== 'valid' ? evidence : judgedAs({ ...evidence, schema }, evidence);
}

const objections = new WeakMap<Judgements, { readonly rules: readonly Rule[]; readonly objecting: readonly Rule[] }>();

/** The rules that object to the body; found once for evidence that is judged alike. */
function objectingTo(evidence: Evidence, rules: readonly Rule[]): readonly Rule[] {
  const judgements = judgementsOf(evidence);
  const before = objections.get(judgements);
  if (before?.rules === rules) return before.objecting;
  const objecting = rules.filter((rule) => isBroken(judgementOf(rule, evidence)) && isOfBody(rule));
  objections.set(judgements, { rules, objecting });
  return objecting;
}

function isOfBody({ layer }: Rule): boolean {
  return !['transport', 'status', 'media type', 'length', 'schema'].includes(layer);
}

function isBroken(judgement: Judgement): boolean {
  return typeof judgement !== 'string' && judgement.length > 0;
}

/** The verdict of one rule over all exchanges of a cell. */
export function judgeCell(rule: Rule, all: readonly Evidence[], cell: Cell, contract: Contract): RuleOutcome {
  let judged = 0;
  let notReached = false;
  let broken: Broken | null = null;
  for (const evidence of all) {
    const judgement = judgementOf(rule, evidence);
    if (judgement === 'not-reached') notReached = true;
    if (typeof judgement === 'string') continue;
    judged += 1;
    const [first, ...rest] = judgement;
    if (first !== undefined) broken ??= { evidence, problems: [first, ...rest] };
  }
  if (broken !== null) return failed(judged, broken);
  const whole = rule.judgeCell?.(all, cell, contract) ?? notApplicable;
  if (whole.kind === 'inconclusive') return { verdict: 'inconclusive', judged, reason: whole.reason, broken: null };
  if (whole.kind === 'judged') {
    const [evidence] = all;
    const shown = whole.evidence ?? evidence;
    if (whole.problem !== null && shown !== undefined)
      return failed(judged + 1, { evidence: shown, problems: [whole.problem] });
    return { verdict: 'pass', judged: judged + 1, reason: null, broken: null };
  }
  if (judged > 0) return { verdict: 'pass', judged, reason: null, broken: null };
  if (notReached) {
    return { verdict: 'not-reached', judged, reason: 'an earlier layer left nothing to judge', broken: null };
  }
  return { verdict: 'inconclusive', judged, reason: 'no answer had anything for this rule to judge', broken: null };
}

const notApplicable: CellJudgement = { kind: 'not-applicable' };

function failed(judged: number, broken: Broken): RuleOutcome {
  return { verdict: 'fail', judged, reason: null, broken };
}
