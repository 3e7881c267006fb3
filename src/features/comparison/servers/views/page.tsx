import { grouped } from '../../../../base/group-by.ts';
import { notesIn, warningsIn } from '../../../../results/coded-warnings.ts';
import { recordedPart } from '../../../../views/html/coverage.tsx';
import { type Banner, pageText } from '../../../../views/html/page.tsx';
import { cellTable, count, facts, noticesPart, Part, terms } from '../../../../views/html/parts.tsx';
import { visible } from '../../../../views/html/visible.tsx';
import { linksTo, sectionPart } from '../../../../views/sections/parts.tsx';
import { type Entry, section, tones } from '../../../../views/sections/section.ts';
import type { Comparison } from '../comparison.ts';
import type { ComparedCell } from '../difference.ts';
import { changesPart, changesStyle } from './changes.tsx';
import { exchangesPart } from './exchanges.tsx';
import { CHANGES, shownComparison } from './sections.ts';
import {
  headingOf,
  isOfSeed,
  outcomeText,
  sentText,
  shadowTexts,
  shownState,
  skippedTexts,
  tabledCells,
  verdictText,
} from './words.ts';

const MOST_EXCHANGES = 60;

export function comparisonPage(comparison: Comparison): string {
  const { servers, dropped } = comparison;
  const { parts } = shownComparison(comparison);
  const changes = parts.find(({ id }) => id === CHANGES);
  const ofKinds = grouped(changes?.entries ?? [], ({ kind = '' }) => kind).map((all) => {
    const [{ kind = '', tone = 'plain' }] = all;
    return section(kind, kind, tone, all);
  });
  const rest = parts.filter((part) => part !== changes);
  return pageText({
    title: `${verdictText(comparison)}: ${servers.a.target} and ${servers.b.target}`,
    kind: 'comparison of two servers',
    banner: banner(comparison, changes?.entries[0]),
    contents: linksTo([...ofKinds, ...rest]),
    style: changesStyle,
    children: (
      <>
        {noticesPart('warnings', 'Read this first', warningsIn(comparison))}
        {parts.map((part) =>
          part === changes ? changesPart(part, (at) => exchangesOf(at, comparison)) : sectionPart(part),
        )}
        {dropped > 0 ? <p class="open">{dropped} more occurrences of other differences were not kept.</p> : null}
        <Part id="cells" title="Cells">
          {cellTable(tabledCells(comparison), (cell) => matrixCell(cell, comparison), 'matrix')}
        </Part>
        {[...skippedTexts(comparison), ...notesIn(comparison)].map((text) => (
          <p>{visible(text)}</p>
        ))}
        {recordedPart(comparison.recorded)}
        {aboutPart(comparison)}
      </>
    ),
  });
}

function banner(comparison: Comparison, first: Entry | undefined): Banner {
  const { servers, suite, differences, cells } = comparison;
  const { heading, tone } = headingOf(comparison);
  const counting = differences.filter(({ counts }) => counts).length;
  const others = differences.length - counting;
  const same = cells.filter(({ state }) => state === 'same').length;
  return {
    tone: tones[tone].name,
    subject: [visible(servers.a.target, 300), ' (A) and ', visible(servers.b.target, 300), ' (B)'],
    heading,
    sentences: [
      ...(first === undefined ? [] : [visible(`${first.title}${first.where === '' ? '' : ` in ${first.where}`}.`)]),
      visible(`${outcomeText(comparison)}.`),
    ],
    numbers: [
      [counting, counting === 1 ? 'difference that counts' : 'differences that count', 'fail'],
      [others, others === 1 ? 'other difference' : 'other differences', 'open'],
      [same, same === 1 ? 'cell the same' : 'cells the same', 'pass'],
    ],
    facts: facts(comparison, suite.version),
  };
}

function aboutPart(comparison: Comparison) {
  const { servers, profile, seed, namespace, shadow } = comparison;
  const calls = isOfSeed(comparison) ? `profile ${profile}, seed ${seed}` : 'of clients';
  return (
    <Part id="about" title="About this comparison">
      <dl class="pairs">
        {terms([
          ['A', [visible(servers.a.target), ', ', visible(sentText(servers.a))]],
          ['B', [visible(servers.b.target), ', ', visible(sentText(servers.b))]],
          ['Calls', [calls, ', namespace ', visible(namespace)]],
          ...(shadow === undefined ? [] : [['Shadowed', visible(shadowTexts(comparison).join(' '))] as const]),
        ])}
      </dl>
    </Part>
  );
}

function matrixCell(cell: ComparedCell, comparison: Comparison) {
  const { calls } = cell;
  const { text, tone } = shownState(cell, comparison);
  return (
    <td class={tone === null ? 'muted' : tones[tone].name}>
      {text}
      {calls > 0 ? <small class="muted"> {count(calls, 'call')}</small> : null}
    </td>
  );
}

function exchangesOf(at: number, { differences }: Comparison) {
  const one = differences[at];
  if (one === undefined || at >= MOST_EXCHANGES) return <p class="note">Both exchanges are in compare.json.</p>;
  return exchangesPart(one);
}
