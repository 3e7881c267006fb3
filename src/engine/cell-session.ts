import { hasNoData } from '../bindings/parsed-response.ts';
import type { Cell } from '../contract/model.ts';
import type { RuleOutcome } from '../judging/judge.ts';
import { type CellSummary, type RecordedCall, type RuleResult, ruleResult } from '../results/outcome.ts';
import type { Counterexample } from '../results/record/finding.ts';
import { summarize } from '../results/summarize.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import { answersOf } from './answers.ts';
import { type CellClient, isSilent } from './cell-client.ts';
import { keptExchanges, makeFinding, peerExchanges } from './records.ts';
import type { Session } from './session.ts';
import { compareBindings, type Probed, probeCell } from './several-exchanges.ts';
import { smallestExample } from './smallest-example.ts';

/** A cell whose calls have been answered. */
export interface CellSession {
  /** The verdict of a rule, with the smallest example where it is broken. */
  readonly judge: (rule: Rule) => Promise<RuleResult>;
  /** The calls of the cell and what they showed so far. */
  readonly summary: () => CellSummary;
}

/** Sends a cell its calls and keeps the answers for the rules. */
export async function openCellSession(session: Session, cell: Cell): Promise<CellSession> {
  const { contract, client } = session;
  const before = client.requests();
  const backedOff = client.backedOff();
  const cellClient = session.cellClient(cell);
  const answers = await answersOf(cell, cellClient, session);
  const { all } = answers;
  const peers: RecordedCall[] = [];

  const judged = async (rule: Rule): Promise<Probed> => {
    if (rule.probing !== undefined)
      return probeCell(rule.probing, baseOf(all)?.call ?? null, cell, session, cellClient);
    if (rule.comparing !== undefined) {
      const compared = await compareBindings(rule.comparing, cell, session);
      if (compared.shown !== null) peers.push(...(await peerExchanges(compared.shown.call, cell, session)));
      return compared;
    }
    const outcome = session.judge.judgeCell(rule, all, cell);
    const { broken } = outcome;
    return {
      outcome,
      shown: broken === null ? null : await smallestExample(rule, broken, answers, cell, session, cellClient),
    };
  };

  return {
    judge: async (rule) => {
      // Without any answer, no rule has anything to judge.
      const why = cellClient.givenUp();
      if (why !== null && all.length === 0) return resultOf(rule, cell, leftOut(cellClient, why), null, session);
      const { outcome, shown } = await judged(rule);
      // A second call showed that the target is down: no fault of the cell.
      if (cellClient.targetIsDown() && shown !== null && isSilent(shown.exchange))
        return resultOf(rule, cell, leftOut(cellClient, cellClient.givenUp() ?? 'the target went down'), null, session);
      return resultOf(rule, cell, withReason(outcome, cellClient), shown, session);
    },
    summary: () => {
      const kept = keptExchanges(all, cell, rulesFor(cell, contract, session.rules), session);
      const fields = fieldCoverage(all, cell, contract, session.plan.options.unused);
      const summary = summarize(cell, cellClient, client.requests() - before, all, fields, [...kept, ...peers]);
      const down = client.down();
      const waits = { backedOff: client.backedOff() - backedOff };
      const changing = session.changing.get(cell.operation.name);
      const changed = changing === undefined ? {} : { changing: [...changing] };
      return { ...summary, ...waits, ...changed, ...(down === null ? {} : { targetDown: down.message }) };
    },
  };
}

/** What could not be judged because the cell was given up says so. */
function withReason(outcome: Outcome, cellClient: CellClient): Outcome {
  const open = outcome.verdict === 'inconclusive' || outcome.verdict === 'not-reached';
  const givenUp = cellClient.givenUp();
  return open && givenUp !== null ? leftOut(cellClient, givenUp) : outcome;
}

function leftOut(cellClient: CellClient, text: string): Outcome {
  const code = cellClient.targetIsDown() ? 'target-down' : 'given-up';
  return { verdict: 'not-reached', judged: 0, reason: { code, text } };
}

type Outcome = Omit<RuleOutcome, 'broken'>;

function resultOf(
  rule: Rule,
  cell: Cell,
  outcome: Outcome,
  shown: Counterexample | null,
  session: Session,
): RuleResult {
  const { reason } = outcome;
  const shownReason = reason === null ? null : { ...reason, text: session.redact(reason.text) };
  const finding = shown === null ? null : makeFinding(rule, cell, shown, session);
  return ruleResult(rule, cell, { ...outcome, reason: shownReason }, finding);
}

/** The call that probes are variants of: the first that was answered with data. */
function baseOf(all: readonly Evidence[]): Evidence | undefined {
  return all.find(({ reading }) => reading.response?.status === 200 && reading.success && !hasNoData(reading));
}
