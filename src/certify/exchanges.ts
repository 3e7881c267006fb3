import { cellName } from '../contract/cell-name.ts';
import type { RuleVerdict } from '../judging/judge.ts';
import { judgeOffline } from '../offline/judge-offline.ts';
import { recordingsOf } from '../results/record/from-results.ts';
import type { Results } from '../results/results.ts';
import { selectedCells } from '../results/selected-cells.ts';
import { rules } from '../rules/rules.ts';
import type { Evidence } from './evidence.ts';
import { rulesInCells, testName } from './inventory.ts';

/**
 * The first verdict that the exchanges kept in the results do not bear, null where they bear all: they are judged again
 * by the rules of this program, so that a verdict can't just be written down. Rules that send requests of their own are
 * beyond that.
 */
export function unborneVerdict({ results, contract, validator }: Evidence): string | null {
  const stray = otherAddress(results);
  if (stray !== null) return stray;
  const verdicts = new Map(rulesInCells(results.cells).map((test) => [testName(test), test.verdict]));
  const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });
  const { ruleResults } = judgeOffline(recordingsOf(results, contract, rules), {
    bindings: null,
    contract,
    rules,
    cells: cells.map((cell) => ({ cell, skip: null })),
    validator,
    redact: (text) => text,
    recorded: (rule, cell) => verdicts.get(`${rule}@${cellName(cell)}`) ?? null,
    command: (id) => id,
  });
  for (const { verdict, reason, ...test } of ruleResults) {
    const said = verdicts.get(testName(test));
    if (said === undefined || agree(said, verdict) || (verdict === 'skipped' && reason?.code === 'needs-traffic'))
      continue;
    const shown = verdict === 'fail' ? 'break it' : `can't tell (${reason?.text ?? verdict})`;
    return `the results say that ${testName(test)} is ${said}, but the exchanges kept in them ${shown}`;
  }
  return null;
}

/** What failed then may have failed in an exchange that was not kept; what passed must show that it does. */
function agree(said: RuleVerdict, shown: RuleVerdict): boolean {
  return said === 'pass' ? shown === 'pass' : shown !== 'fail' || said === 'fail';
}

/** Every exchange was with the target: its own address, or one of this machine for the embedded server. */
function otherAddress({ target, exchanges }: Results): string | null {
  const origin = URL.canParse(target) ? new URL(target).origin : null;
  const stray = exchanges.find(({ exchange: { request } }) => {
    const url = URL.canParse(request.url) ? new URL(request.url) : null;
    return url === null || (origin === null ? url.hostname !== '127.0.0.1' : url.origin !== origin);
  });
  if (stray === undefined) return null;
  return `an exchange of ${cellName(stray)} was not with ${target}, but with ${stray.exchange.request.url}`;
}
