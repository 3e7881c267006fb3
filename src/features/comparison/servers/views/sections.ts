import { grouped } from '../../../../base/group-by.ts';
import { listed, plural } from '../../../../base/words.ts';
import type { WarningCode } from '../../../../results/coded-warnings.ts';
import { curlLine } from '../../../../results/record/finding.ts';
import { type Entry, entry, type Fact, section } from '../../../../views/sections/section.ts';
import { unlikeCharacters } from '../../../../views/unlike-characters.ts';
import type { Place } from '../../pairs.ts';
import { staleDifferences } from '../accepted.ts';
import type { Comparison } from '../comparison.ts';
import type { DifferenceGroup, Unstable } from '../groups.ts';
import type { ToldDifference } from '../one-cause.ts';
import { excerptOf } from './excerpt.ts';
import { headingOf, inWords, titleOf, whereText } from './words.ts';

const DROPPED =
  '`getdata-conformance baseline`, given this compare.json, drops all that are no difference now or match nothing.';

const MOST_PLACES = 3;
const MOST_LINES = 8;
const MOST_ALIKE = 12;

const ABOUT = 'The gravest kind comes first. What only one of them has is marked.';

const OPEN =
  "To supply values: give parameters that A has data for, under 'values' or 'samples' of getdata.config.json; " +
  '`getdata-conformance init` writes one.';

const ONCE = 'only once: nothing shows whether it changes by itself';

const OPEN_SHADOWED = 'Only what clients read is compared: none of it was answered with data.';

const OPEN_RECORDED = 'Only recorded calls are sent: record some of these cells that A answers with data';

/** What every view of a comparison shows, apart from the cells: heading, the parts that are not empty. */
export function shownComparison(comparison: Comparison) {
  const { differences, accepted, unstable, recorded, shadow, servers, warningCodes } = comparison;
  const ofCalls = `${OPEN_RECORDED}${servers.a.recording === undefined ? ', or compare without --calls' : ''}.`;
  const about = shadow !== undefined ? OPEN_SHADOWED : recorded === undefined ? OPEN : ofCalls;
  const advice = isExplained(warningCodes) ? null : about;
  const stale = staleDifferences(comparison);
  const isDropped = stale.some(({ state }) => state !== 'expired');
  // What counts against nobody, with both sides.
  const sidesEntry = (one: DifferenceGroup | Unstable): Entry => {
    const { title, where } = inWords(one, comparison.cells);
    return entry(title, where, [
      ['A', one.a],
      ['B', one.b],
    ]);
  };
  const acceptedEntry = (one: Comparison['accepted'][number]): Entry => {
    const { owner, reason, expires } = one.accepted;
    const shown = sidesEntry(one);
    const until = expires === null ? '' : `, until ${expires}`;
    return { ...shown, facts: [...shown.facts, ['accepted', `${owner}${until}: ${reason}`]], kind: one.kind };
  };
  const parts = [
    section(CHANGES, 'What changed for clients', 'plain', differences.map(differenceEntry(comparison)), ABOUT),
    section(
      'stale',
      'Lines of the baseline that do not hold',
      'worse',
      grouped(stale, staleText).map((alike) => entry(staleText(alike[0]), staleWhere(alike, comparison))),
      isDropped ? DROPPED : null,
    ),
    section('accepted', 'Accepted in the baseline', 'better', accepted.map(acceptedEntry)),
    section('unstable', 'Unstable: counted against neither', 'open', unstable.map(sidesEntry)),
    section('open', 'Nothing could be compared', 'open', openEntries(comparison), advice),
  ];
  return { ...headingOf(comparison), parts: parts.filter(({ entries }) => entries.length > 0) };
}

/** One mistake of the user explains it: then advice on anything else misleads. */
export function isExplained(codes: Comparison['warningCodes']): boolean {
  return codes.includes('first-cause' satisfies WarningCode);
}

/** The section with the differences, from the gravest kind to the mildest, in the order of compare.json. */
export const CHANGES = 'changes';

const differenceEntry =
  ({ cells, servers }: Comparison) =>
  (one: ToldDifference): Entry => {
    const { a, b, example, kind, places, counts, breaks, recordedOnce } = one;
    const { title, where, call } = inWords(one, cells);
    const calls = one.cells.reduce((sum, cell) => sum + cell.calls, 0);
    const lines = excerptOf(one);
    const marks = unlikeCharacters({ a, b }) ?? { a: [], b: [] };
    const again = servers.a.recording === undefined ? 'a' : 'b';
    const facts: readonly Fact[] = [
      ['A', a, marks.a],
      ['B', b, marks.b],
      // An excerpt shows it.
      ['at', lines.length > 0 ? '' : places.length > 0 ? listed(places, MOST_PLACES) : (example.location ?? '')],
      ['also', alikeText(one)],
      ['call', call ?? ''],
      ['breaks generated clients', breaks === undefined ? '' : breaks.join(', ') || 'none'],
      ['recorded', recordedOnce === true ? ONCE : ''],
      [`again (${again.toUpperCase()})`, curlLine(example.exchanges[again].request)],
    ];
    // A WSDL that is missing is not in itself.
    const ofWsdl = one.subject === 'WSDL' ? '' : 'the WSDL';
    const place = kind === 'wsdl' ? ofWsdl : `${where}, ${plural(calls, 'call')}`;
    return { ...entry(title, place, facts), kind, tone: counts ? 'worse' : 'plain', lines };
  };

/** What else says the same of the servers. */
function alikeText({ alike = [] }: ToldDifference): string {
  // Both sides are not shown beside it: the change says them.
  const titles = alike.map((one) => `${one.kind} ${titleOf({ ...one, a: '', b: '' })}`);
  return listed(titles, MOST_ALIKE);
}

type StaleLine = ReturnType<typeof staleDifferences>[number];

const staleText = ({ difference, why }: StaleLine): string => `${difference} ${why}`;

/** The cells of lines that do not hold in one way, and where in the file these are. */
function staleWhere(alike: readonly StaleLine[], { cells, baseline }: Comparison): string {
  const lines = alike.map(({ line }) => `${line}`);
  const places = alike.map(({ operation, binding }) => ({ operation, binding: binding as Place['binding'] }));
  return `${whereText(places, cells)}: ${baseline?.file} line ${listed(lines, MOST_LINES)}`;
}

function openEntries({ cells }: Comparison) {
  const open = cells.filter(({ state }) => state === 'nothing-compared');
  return grouped(open, ({ reason }) => reason ?? '').map((some) => entry(some[0].reason ?? '', whereText(some, cells)));
}
