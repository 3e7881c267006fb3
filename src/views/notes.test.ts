import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { notesIn } from '../results/coded-warnings.ts';
import { folded } from '../results/folded.fixture.ts';
import { annotations } from './github.ts';
import { htmlReport } from './html/report.tsx';
import { markdownSummary } from './markdown/summary.ts';
import { palette } from './terminal/palette.ts';
import { summaryText } from './terminal/summary.ts';

const NOTE = 'A placeholder was sent for DealerID';
const noted = folded({ verdicts: { 'record.nil@Get_Inventory/soap11': 'fail' } });
const refused = {
  ...noted,
  warnings: ['No value was given for DealerID, so a placeholder was sent: set it.'],
  warningCodes: ['placeholder-refused'],
};

const views = [
  ['terminal', (results: typeof noted) => summaryText(results, [], palette(false), false), 'record.nil', 'Warnings'],
  [
    'html',
    (results: typeof noted) => htmlReport(results, loadContract(defaultNamespace())),
    'id="about"',
    'Read this first',
  ],
  ['markdown', (results: typeof noted) => markdownSummary(results), '### Findings', '### Warnings'],
] as const;

test.each(views)(
  'on %s, placeholders that nothing was refused for are a note after the findings',
  (_name, view, before, heading) => {
    expect(notesIn(noted)).toHaveLength(1);
    const text = view(noted);
    expect(text.lastIndexOf(NOTE)).toBeGreaterThan(text.lastIndexOf(before));
    expect(text.indexOf(NOTE)).toBe(text.lastIndexOf(NOTE));
    expect(text).not.toContain(heading);
    expect(view(refused)).toContain(heading);
  },
);

test('GitHub gets a notice for them, and a warning if something was refused', () => {
  expect(annotations(noted)).toMatch(/^::notice .*A placeholder was sent/m);
  expect(annotations(refused)).toMatch(/^::warning .*No value was given/m);
});
