import { expect, test } from 'vitest';
import { legalShare, MOST_LEGAL } from '../../proof/mutants/page.ts';
import { openTally, total } from '../../proof/mutants/tally.ts';
import { contract, goldenRequests } from './golden-requests.fixture.ts';
import { judgeRequest } from './judge-request.ts';
import { legality } from './legal-requests.fixture.ts';
import { requestEdits } from './request-edits.fixture.ts';

/** One edit in so many is tried; EDIT_STRIDE=1 tries all of them, and prints what they come to. */
const stride = Number(process.env.EDIT_STRIDE ?? 97);

test('of single edits of golden requests, each wrong one has a problem, and no right one a required problem', () => {
  const [tally, silent] = [openTally(), openTally()];
  let turn = 0;
  for (const { cell, request } of goldenRequests) {
    const verdictOf = legality(cell, request);
    for (const edit of requestEdits(cell, request)) {
      turn += 1;
      if (turn % stride !== 0) continue;
      const { problems } = judgeRequest(edit.request, contract);
      const { legalBy, silentBy } = verdictOf(edit.request);
      const isWrong = legalBy === null && silentBy === null;
      tally.note(cell, edit, legalBy, isWrong ? problems.filter(({ level }) => level === 'required') : problems);
      if (silentBy !== null) silent.note(cell, edit, silentBy, []);
    }
  }
  const { figures } = tally;
  if (process.env.EDIT_STRIDE !== undefined) {
    for (const [title, groups] of Object.entries({ ...figures, silent: silent.figures.legal }))
      for (const [name, { count, examples }] of Object.entries(groups))
        process.stdout.write(
          `${title}\t${count}\t${name}\t${/surv|accu/.test(title) ? examples.slice(0, 5).join('; ') : ''}\n`,
        );
    process.stdout.write(`${total(figures.kinds)} edits, ${legalShare(figures)} legal\n`);
  }
  expect([figures.survivors, figures.accused]).toEqual([{}, {}]);
  expect(legalShare(figures)).toBeLessThan(MOST_LEGAL);
  expect(total(figures.kinds)).toBeGreaterThan(1000);
});
