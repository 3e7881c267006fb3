import { expect, test } from 'vitest';
import type { WholeRun } from '../../features/certify/run.fixture.ts';
import type { Results } from '../../results/results.ts';
import { bom, entry, finding, first, known, type Loose, objectionTo, order } from './assess.fixture.ts';

const failing: WholeRun = { verdicts: { [bom]: 'fail', [order]: 'fail' }, known };

const withFindings: readonly (readonly [string, (results: Loose<Results>) => void, string])[] = [
  ['a finding taken out', (r) => r.findings.shift(), 'rules.xml.bom.verdict is "fail", should be "inconclusive"'],
  ['a finding twice', (r) => r.findings.push(first(r.findings)), `findings.${bom} again is {`],
  [
    'a level lowered',
    (r) => (finding(r, order).level = 'recommended'),
    `findings.${order}.level is "recommended", should be "required"`,
  ],
  [
    'a level lowered in the cell too',
    (r) => {
      finding(r, order).level = 'recommended';
      const rule = r.cells
        .flatMap(({ rules: own }) => own)
        .find(({ rule, verdict }) => rule === 'record.field-order' && verdict === 'fail');
      if (rule !== undefined) rule.level = 'recommended';
    },
    'rules.record.field-order.level is "recommended", should be "required"',
  ],
  [
    'known without the baseline',
    (r) => (finding(r, bom).known = true),
    `findings.${bom}.known is true, should be false`,
  ],
  ['no baseline', (r) => (r.baseline = null), `findings.${order}.known is true, should be false`],
  [
    'an expired entry',
    (r) => Object.assign(entry(r), { expires: '2020-01-01' }),
    'entries[0].state is "known", should be "expired"',
  ],
  [
    'an entry of nothing',
    (r) => Object.assign(entry(r), { rule: 'http.status' }),
    'entries[0].state is "known", should be "passes"',
  ],
];

test.each(withFindings)('findings and known failures must agree: %s', (_name, change, sentence) => {
  expect(objectionTo(failing, () => {}, true)).toBeNull();
  expect(objectionTo(failing, change, true)).toContain(sentence);
});
