import { headerValue } from '../../wire/http/exchange.ts';
import type { Comparing } from '../check.ts';
import type { CellEvidence, Evidence } from '../evidence.ts';
import { type Problem, problemsOf } from '../judgement.ts';
import { AT_TIMES } from '../policy.ts';
import { isRead } from '../request/same-answer-rule.ts';
import { areAlike } from '../same-answer.ts';
import { type Ask, repeatsIn, type Trial, type TrialJudgement } from '../trial.ts';

const NOTHING: TrialJudgement = { kind: 'not-applicable' };

export const AT_TIMES_ONLY = 'what one binding answers at times';

/** Looks for what one binding alone answers wrongly at times. @param judge - compares the bindings */
export function wrongAtTimes(judge: Comparing['judge']): Trial {
  const run = async ({ all, cell }: CellEvidence, ask: Ask): Promise<TrialJudgement> => {
    if (!isRead(cell) || !ask.mayWait) return NOTHING;
    for (const planned of all.filter(ask.isUnsteady).slice(0, AT_TIMES.mostCalls)) {
      const shown = await ask.inTurn(planned.call, () => eachTime(judge, planned, ask));
      if (shown !== null) return shown;
    }
    return NOTHING;
  };
  return { kind: 'trial', sees: 'plain calls', run };
}

/** An answer that is wrong among steady ones each time, also when caches have no earlier answer any more. */
async function eachTime(judge: Comparing['judge'], planned: Evidence, ask: Ask): Promise<TrialJudgement | null> {
  let shown: TrialJudgement | null = null;
  for (let time = 1; time <= AT_TIMES.times; time += 1) {
    shown = await amongSteady(judge, planned, ask, time);
    if (time > 1) ask.noteLasting();
    if (shown === null) return null;
    const why = 'as only one binding answers equal reads differently at times';
    if (time === 1 && !(await ask.outlastCaches(planned, why))) return null;
  }
  return shown;
}

/**
 * An answer that is wrong, with a right one between it and another wrong one, while the peers get the same each time:
 * two servers that take turns, and data that changes, show in all bindings.
 */
async function amongSteady(
  judge: Comparing['judge'],
  planned: Evidence,
  ask: Ask,
  time: number,
): Promise<TrialJudgement | null> {
  const steady: Evidence[] = [];
  const wrong: ({ readonly evidence: Evidence; readonly problem: Problem } | null)[] = [];
  const { rounds, calmRounds } = AT_TIMES;
  for (let round = time * rounds; round < (time + 1) * rounds; round += 1) {
    const isCalm = time === 1 && round === rounds + calmRounds && wrong.every((answer) => answer === null);
    if (isCalm) return null;
    const own: Evidence[] = [];
    while (own.length <= repeatsIn(round)) own.push(await ask.again(planned));
    const others: Evidence[] = [];
    for (const peer of ask.peers) others.push(await ask.again(planned, peer));
    if (steady.length === 0) steady.push(...others);
    const isSteady = others.every((answer, place) => areAlike(steady[place] ?? answer, answer));
    const answers = [...own, ...others];
    if (!isSteady || !answers.every(({ reading }) => reading.success) || !own.every(isItsOwn)) return null;
    for (const evidence of own) {
      const [problem] = problemsOf(judge(evidence, others, ask.masked()));
      wrong.push(problem === undefined ? null : { evidence, problem });
    }
  }
  const broken = wrong.filter((answer) => answer !== null);
  const [first] = broken;
  const last = broken.at(-1);
  if (first === undefined || last === undefined || broken.length < AT_TIMES.wrong) return null;
  const isBetween = wrong.slice(wrong.indexOf(first), wrong.indexOf(last)).includes(null);
  if (!isBetween) return null;
  const times = { broken: broken.length, of: wrong.length };
  return { kind: 'judged', evidence: first.evidence, problem: { ...first.problem, part: AT_TIMES_ONLY }, times };
}

/** False for an answer of GET that a shared cache may hold: these can be of different ages (RFC 9111, section 3). */
function isItsOwn({ reading: { cell, response } }: Evidence): boolean {
  const { headers = [] } = response ?? {};
  const isPrivate = /\b(?:private|no-store|no-cache)\b/i.test(headerValue(headers, 'cache-control') ?? '');
  return cell.binding !== 'http-get' || (isPrivate && headerValue(headers, 'age') === undefined);
}
