import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { compared, serving } from '../../cli/compare.fixture.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { diffResults } from '../../features/comparison/runs/diff.ts';
import { terminalDiff } from '../../features/comparison/runs/views/terminal.ts';
import type { Comparison } from '../../features/comparison/servers/comparison.ts';
import { comparisonText } from '../../features/comparison/servers/views/terminal.ts';
import { findings as findingsOf, fleetOf, gone, left, ran } from '../../features/fleet/fold.fixture.ts';
import { fleetText } from '../../features/fleet/views/terminal.ts';
import { judgeText } from '../../features/offline/terminal.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { CellSummary } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { hostileResults } from '../html/hostile.fixture.ts';
import { findingOf, resultsWith } from '../html/results.fixture.ts';
import { entry, section } from '../sections/section.ts';
import { sectionText } from '../sections/terminal.ts';
import { findingsText } from './findings.ts';
import { type Palette, palette, printable } from './palette.ts';
import { cellProgress, createProgress, type Screen } from './progress.ts';
import { cleanScreen, REMAINS, screenOf } from './screen.fixture.ts';
import { summaryText, titled, verdictText } from './summary.ts';
import { matrix } from './table.ts';

const contract = loadContract(defaultNamespace());
const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });

/** What a view shows: the results of a run, and a text wherever it takes one from a file or a target. */
interface Shown {
  readonly results: Results;
  readonly text: string;
  readonly comparison: Comparison;
  readonly columns: number;
}

/** Every exported function that paints, by its name. */
const views: Readonly<Record<string, (shown: Shown, paint: Palette) => string>> = {
  findingsText: ({ results }, paint) => findingsText(results.findings, results.cells, paint),
  titled: ({ text }, paint) => titled('A title', printable(text), paint).join('\n'),
  summaryText: ({ results, text }, paint) => summaryText(results, [text], paint, false),
  verdictText: ({ results }, paint) => verdictText(results, paint),
  matrix: ({ results }, paint) => matrix(results.cells, paint),
  judgeText: ({ results, text }, paint) => {
    const rule = { rule: text, level: 'required', verdict: 'fail', judged: 1 } as const;
    const all = [{ ...rule, operation: 'Get_Inventory', binding: 'soap12' } as const];
    const changes = { before: results, failing: all, passing: all, unproved: all, trafficFailed: all };
    const counts = { judged: 3, cells: 2, allCells: 80, lacks: [text], needTraffic: 4, rules: 9, silent: ['the seed'] };
    return judgeText({ results, leftOut: [{ where: text, why: text }], changes, files: [text], ...counts }, paint);
  },
  terminalDiff: ({ results, text }, paint) =>
    terminalDiff(diffResults(resultsWith(contract), results, { oldFile: text, newFile: 'new.json' }), paint),
  sectionText: ({ text }, paint) => {
    const entries = [entry(text, text, [['again', text]], [{ what: text, old: text, new: text }]), entry('', text)];
    return sectionText(section('failures', 'New failures', 'worse', entries, 'of both'), 'compare.json', paint);
  },
  comparisonText: ({ comparison, text }, paint) => comparisonText(comparison, [text], paint, false),
  fleetText: ({ text, columns }, { bold }) => {
    const { target, rules } = ran('named', findingsOf(2, 1));
    const named = { target: { ...target, name: text, target: `http://x/${text}`, note: text }, rules };
    const report = fleetOf(named, ran('gone', [], gone), ran('healthy'), left('left'));
    return fleetText(report, [text], { quiet: false, color: bold(text) !== text, live: true, columns: () => columns });
  },
  cellProgress: ({ columns }, paint) =>
    printedBy(columns, (screen) => {
      const { cell, stage } = cellProgress(cells.length, screen, paint);
      stage('Waiting.');
      cell({ operation: 'Get_Inventory', binding: 'soap11' }, 12, '3 findings');
      return undefined;
    }),
  createProgress: ({ columns }, paint) =>
    printedBy(columns, (screen) => {
      const { waits, take, end } = createProgress(cells, cells, () => 3, 30_000, screen, paint);
      waits('a minute');
      take(summary);
      return end;
    }),
};

/** What is printed before the end. */
function printedBy(columns: number, use: (screen: Screen) => (() => void) | undefined): string {
  const printed: string[] = [];
  const end = use({ out: (text) => printed.push(text), live: true, columns: () => columns });
  const shown = printed.join('');
  end?.();
  return shown;
}

const summary: CellSummary = {
  ...{ kind: 'cell', operation: 'Get_Inventory', binding: 'soap11', requests: 12, durations: [], fields: [] },
  ...{ parameters: {}, headerValues: [], statuses: {}, withData: 0, exchanges: [] },
};

const faulty = resultsWith(
  contract,
  [
    findingOf(),
    findingOf({ rule: 'xml.bom', level: 'recommended', operation: 'McatCodes', binding: 'http-get', known: true }),
    ...contract.operations.map(({ name }) => findingOf({ rule: 'http.content-type', operation: name })),
  ],
  {
    warnings: ['DealerID was not given, a placeholder was sent.', `Its answers are long ${'and longer '.repeat(30)}`],
    inconclusive: [
      {
        ...{ operation: 'McatCodes', binding: 'soap11', rule: 'record.coverage' },
        ...{ reason: 'no answer had data', reasonCode: 'nothing-to-judge' },
      },
    ],
    baseline: {
      file: 'known.json',
      entries: (['known', 'passes', 'not-judged'] as const).map((state, line) => {
        const entry = { rule: 'http.status', operation: 'McatCodes', binding: 'soap12' } as const;
        return { ...entry, owner: 'Jo', reason: 'the vendor fixes it', expires: '2031-01-02', line, state };
      }),
    },
  },
);

/** Escape sequences, a bell, a title, characters that turn the reading order, and a command to a CI runner. */
const HOSTILE = '::error ::\u001b[31mred\u001b[2J\u001b]0;title\u0007 \u009b1m \u202Egnp.exe\u202C \u2066x\u200b\r';

let made: Comparison | undefined;

async function usual(columns: number): Promise<Shown> {
  made ??= (await compared(await serving(), await serving(['fields-swapped']))).comparison;
  return { results: faulty, text: 'reports/results.json', comparison: made, columns };
}

async function hostile(columns: number): Promise<Shown> {
  const { comparison } = await usual(columns);
  const differences = comparison.differences.map((one) => ({ ...one, subject: HOSTILE, change: HOSTILE, a: HOSTILE }));
  const changed = { ...comparison, differences, warnings: [HOSTILE] };
  return { results: hostileResults(contract), text: HOSTILE, comparison: changed, columns };
}

describe.each(Object.entries(views))('%s', (_, view) => {
  test.each([80, 140])(
    'is the same with and without colours on a screen of %i columns, and nothing is torn',
    async (columns) => {
      const { lines, painted } = await cleanScreen(view(await usual(columns), palette(true)), columns);
      const plain = await cleanScreen(view(await usual(columns), palette(false)), columns);
      expect(lines).toEqual(plain.lines);
      expect(lines.filter(({ text }) => REMAINS.test(text))).toEqual([]);
      expect(painted).not.toEqual([]);
      expect(plain.painted).toEqual([]);
    },
  );

  test('keeps hostile text inert: colours are only our own', async () => {
    const shown = await hostile(140);
    const [own, none] = [view(shown, palette(true)), view(shown, palette(false))];
    expect(stripVTControlCharacters(own)).toBe(stripVTControlCharacters(none));
    expect(stripVTControlCharacters(none).replaceAll(/[\r\n]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const { effects } = await screenOf(own, 140);
    expect(effects).toEqual([]);
  });
});

test('every function that paints is among the views', () => {
  const source = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path),
  );
  const names = files.flatMap((path) => {
    const text = readFileSync(`${source}${path}`, 'utf8');
    return [...text.matchAll(/^export (?:async )?function (\w+)\((?:(?!^\w|^}\)).)*?(?:Palette\b|'color')/gms)].flatMap(
      ([, name]) => name ?? [],
    );
  });
  const painting = names.filter((name) => name !== palette.name);
  expect(painting.toSorted()).toEqual(Object.keys(views).toSorted());
});
