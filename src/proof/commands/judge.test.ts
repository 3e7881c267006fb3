import { expect, test } from 'vitest';
import { cellsOf, findingIds, judge, judgeResults, probing, verdicts } from '../../cli/judge.fixture.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { contract, recordedRun } from '../../features/offline/recorded-run.fixture.ts';
import type { Defect } from '../../reference/defects/defect.ts';
import { defects } from '../../reference/defects/defects.ts';
import { harText } from '../../results/har/write.ts';
import { WAITING } from '../faults/kill-matrix.fixture.ts';
import { placeOf } from '../faults/place.fixture.ts';

/** Of the defects that a rule finds without requests of its own, about one of so many; two operations that show it. */
const judged = defects.filter(({ foundBy }) => foundBy.some((rule) => !probing.has(rule)));
const STRIDE = 9;
/** Of an order that other bindings answer, judge does not find again what the run found; others need a minute's waits. */
const UNFIT = ['order-refused-in-one-binding', ...WAITING];
const sample = judged.filter(
  (defect) =>
    defect.id === 'number-of-chance-in-one-binding' ||
    (placeOf(defect) % STRIDE === 4 && !defect.unanswered && !defect.chance && !UNFIT.includes(defect.id)),
);

function affected(defect: Defect): readonly Cell[] {
  const operations = contract.operations.filter((operation) =>
    bindingNames.some((binding) => defect.cells({ operation, binding }, contract)),
  );
  const offset = placeOf(defect) % operations.length;
  const chosen = [operations[offset], operations[(offset + 7) % operations.length]];
  return cellsOf(...chosen.flatMap((one) => one?.name ?? []));
}

test.each(sample)(
  '$id: judged offline it has the findings it had, from results.json and from its HAR',
  async (defect) => {
    const options = defect.rare === true ? { profile: 'standard' as const, runs: 0 } : {};
    const before = await recordedRun({ cells: affected(defect), defect, options });
    const { results } = await judgeResults(before);
    expect(findingIds(results)).toEqual(findingIds(before));
    // More may be comparable offline: the smallest call of a finding is recorded in several bindings. Answers to probes are
    // not kept, so a rule that only they satisfy may be left open.
    const now = new Map(verdicts(results).map((one) => one.split(' ') as [string, string]));
    const changed = verdicts(before).filter((one) => {
      const [place = '', verdict] = one.split(' ');
      return now.get(place) !== verdict && (verdict === 'fail' || now.has(place));
    });
    expect(changed).toEqual([]);
    const har = await judge(harText(before));
    expect(findingIds(har.results ?? expect.fail(har.err))).toEqual(findingIds(before));
  },
);
