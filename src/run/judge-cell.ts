import { bindings } from '../bindings/bindings.ts';
import type { Call } from '../bindings/call.ts';
import { hasNoData } from '../bindings/reading.ts';
import type { Cell } from '../contract/model.ts';
import { shrinkCall } from '../generate/shrink.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import { gatherEvidence, type JudgedCall, judgeCell, type RuleOutcome, withSchemaVerdict } from '../rules/judge.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import { askAll } from './ask-cell.ts';
import { schemaAsker } from './ask-schema.ts';
import { compareCell } from './compare-cell.ts';
import { makeFinding, type Shown } from './finding.ts';
import type { CellSummary, RuleResult } from './outcome.ts';
import { callSource, planCalls } from './plan-calls.ts';
import { probeCell } from './probe-cell.ts';
import type { Session } from './session.ts';
import { profileOf } from './settings.ts';
import { summarize } from './summarize.ts';

/** A cell whose calls have been answered. */
export interface OpenCell {
  /** The verdict of a rule, with the smallest example where it is broken. */
  readonly judge: (rule: Rule) => Promise<RuleResult>;
  /** What the cell was asked and showed so far. */
  readonly summary: () => CellSummary;
}

/** Asks a cell its calls and keeps the answers for the rules. */
export async function openCell(session: Session, cell: Cell): Promise<OpenCell> {
  const { contract, plan } = session;
  const applicable = rulesFor(cell, contract);
  const { validateAll } = profileOf(plan.options);
  const askSchema = schemaAsker({ contract, validator: session.validator, validateAll }, cell);
  const asked = session.asked(cell);
  const before = session.client.asked();
  const complete = (calls: readonly JudgedCall[], answers200: boolean | null): readonly Evidence[] =>
    gatherEvidence(calls, cell, contract, answers200).map((one) => withSchemaVerdict(one, applicable, askSchema));
  const planned = planCalls(cell, contract, plan);
  const all = complete(await askAll(planned, cell, asked, plan.options.limits.concurrency), null);

  const breaks = async (rule: Rule, call: Call): Promise<Evidence | null> => {
    const exchange = await asked.exchange(call);
    const answers200 = all.some((evidence) => evidence.cellAnswers200);
    const [evidence] = complete([{ call, expectation: 'generated', exchange }], answers200);
    if (evidence === undefined) return null;
    const judgement = rule.judge(evidence);
    return typeof judgement !== 'string' && judgement.length > 0 ? evidence : null;
  };

  const smallest = async (rule: Rule, outcome: RuleOutcome): Promise<RuleOutcome> => {
    if (outcome.broken === null || !canShrink(rule, outcome.broken.evidence, cell)) return outcome;
    const source = callSource(cell, contract, plan.options, plan.pools);
    const { call } = outcome.broken.evidence;
    const budget = profileOf(plan.options).shrinkBudget;
    const small = await shrinkCall(source, call, async (tried) => (await breaks(rule, tried)) !== null, budget);
    const evidence = await breaks(rule, small);
    const [first, ...rest] = evidence === null ? [] : problemsOf(rule, evidence);
    if (evidence === null || first === undefined) return outcome;
    return { ...outcome, broken: { evidence, problems: [first, ...rest] } };
  };

  const result = (
    rule: Rule,
    { verdict, judged, reason }: Omit<RuleOutcome, 'broken'>,
    shown: Shown | null,
  ): RuleResult => ({
    kind: 'rule',
    rule: rule.id,
    level: rule.level,
    operation: cell.operation.name,
    binding: cell.binding,
    verdict,
    judged,
    reason,
    finding: shown === null ? null : makeFinding(rule, cell, shown, session),
  });

  return {
    judge: async (rule) => {
      if (rule.probing !== undefined) {
        const probed = await probeCell(rule.probing, baseOf(all)?.call ?? null, cell, session, asked);
        return result(rule, probed.outcome, probed.shown);
      }
      if (rule.comparing !== undefined) {
        const compared = await compareCell(rule.comparing, cell, session);
        return result(rule, compared.outcome, compared.shown);
      }
      const outcome = await smallest(rule, judgeCell(rule, all, cell, contract));
      return result(rule, outcome, outcome.broken === null ? null : shownOf(outcome.broken, cell));
    },
    summary: () => {
      const requests = session.client.asked() - before;
      return summarize(cell, asked, requests, all, fieldCoverage(all, cell, contract));
    },
  };
}

/** The call that probes are variants of: the first that was answered with data. */
function baseOf(all: readonly Evidence[]): Evidence | undefined {
  return all.find(({ reading }) => reading.response?.status === 200 && reading.success && !hasNoData(reading));
}

function shownOf({ evidence, problems }: NonNullable<RuleOutcome['broken']>, cell: Cell): Shown {
  const { call, reading } = evidence;
  return {
    call,
    request: (context) => bindings[cell.binding].encode(call, context),
    exchange: reading.exchange,
    problems,
  };
}

function problemsOf(rule: Rule, evidence: Evidence) {
  const judgement = rule.judge(evidence);
  return typeof judgement === 'string' ? [] : judgement;
}

/** Samples are the user's own words, a timeout costs too much to repeat, and writes are sent no more than announced. */
function canShrink(rule: Rule, evidence: Evidence, cell: Cell): boolean {
  if (cell.operation.effect === 'write' || rule.id === 'http.answer') return false;
  return evidence.expectation === 'generated' && (rule.id !== 'http.status' || evidence.cellAnswers200);
}
