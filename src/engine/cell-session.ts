import { hasNoData } from '../bindings/parsed-response.ts';
import type { Cell } from '../contract/model.ts';
import type { RuleOutcome } from '../judging/judge.ts';
import type { CellSummary, RecordedCall, RuleResult } from '../results/outcome.ts';
import type { Counterexample } from '../results/record/finding.ts';
import { summarize } from '../results/summarize.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import { answersOf } from './answers.ts';
import { isSilent } from './cell-client.ts';
import { keptExchanges, makeFinding, peerExchanges } from './records.ts';
import type { Session } from './session.ts';
import { compareBindings, type Probed, probeCell } from './several-exchanges.ts';
import { smallestExample } from './smallest-example.ts';

/** A cell whose calls have been answered. */
export interface CellSession {
  /** The verdict of a rule, with the smallest example where it is broken. */
  readonly judge: (rule: Rule) => Promise<RuleResult>;
  /** What the cell was asked and showed so far. */
  readonly summary: () => CellSummary;
}

/** Asks a cell its calls and keeps the answers for the rules. */
export async function openCellSession(session: Session, cell: Cell): Promise<CellSession> {
  const { contract, client } = session;
  const before = client.asked();
  const backedOff = client.backedOff();
  const asked = session.asked(cell);
  const answers = await answersOf(cell, asked, session);
  const { all } = answers;
  const peers: RecordedCall[] = [];

  const judged = async (rule: Rule): Promise<Probed> => {
    if (rule.probing !== undefined) return probeCell(rule.probing, baseOf(all)?.call ?? null, cell, session, asked);
    if (rule.comparing !== undefined) {
      const compared = await compareBindings(rule.comparing, cell, session);
      if (compared.shown !== null) peers.push(...(await peerExchanges(compared.shown.call, cell, session)));
      return compared;
    }
    const outcome = session.judge.judgeCell(rule, all, cell);
    const { broken } = outcome;
    return {
      outcome,
      shown: broken === null ? null : await smallestExample(rule, broken, answers, cell, session, asked),
    };
  };

  return {
    judge: async (rule) => {
      // Where nothing was asked at all, no rule has anything to say.
      const why = asked.givenUp();
      if (why !== null && all.length === 0) return resultOf(rule, cell, leftOut(why), null, session);
      const { outcome, shown } = await judged(rule);
      // CellClient again, the target turned out to be gone: no fault of the cell's.
      if (asked.targetIsDown() && shown !== null && isSilent(shown.exchange))
        return resultOf(rule, cell, leftOut(asked.givenUp() ?? 'the target went down'), null, session);
      return resultOf(rule, cell, withReason(outcome, asked.givenUp()), shown, session);
    },
    summary: () => {
      const kept = keptExchanges(all, cell, rulesFor(cell, contract, session.rules), session);
      const fields = fieldCoverage(all, cell, contract);
      const summary = summarize(cell, asked, client.asked() - before, all, fields, [...kept, ...peers]);
      const down = client.down();
      const waits = { backedOff: client.backedOff() - backedOff };
      return { ...summary, ...waits, ...(down === null ? {} : { targetDown: down.message }) };
    },
  };
}

/** What could not be judged because the cell was given up says so. */
function withReason(outcome: Outcome, givenUp: string | null): Outcome {
  const open = outcome.verdict === 'inconclusive' || outcome.verdict === 'not-reached';
  return open && givenUp !== null ? leftOut(givenUp) : outcome;
}

function leftOut(reason: string): Outcome {
  return { verdict: 'not-reached', judged: 0, reason };
}

type Outcome = Omit<RuleOutcome, 'broken'>;

function resultOf(
  rule: Rule,
  cell: Cell,
  outcome: Outcome,
  shown: Counterexample | null,
  session: Session,
): RuleResult {
  return {
    kind: 'rule',
    rule: rule.id,
    level: rule.level,
    operation: cell.operation.name,
    binding: cell.binding,
    verdict: outcome.verdict,
    judged: outcome.judged,
    reason: outcome.reason === null ? null : session.redact(outcome.reason),
    finding: shown === null ? null : makeFinding(rule, cell, shown, session),
  };
}

/** The call that probes are variants of: the first that was answered with data. */
function baseOf(all: readonly Evidence[]): Evidence | undefined {
  return all.find(({ reading }) => reading.response?.status === 200 && reading.success && !hasNoData(reading));
}
