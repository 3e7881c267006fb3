import { grouped } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import { typed } from '../../options/flags.ts';
import { rules as catalogue } from '../../rules/rules.ts';
import type { EndedTarget, Standing, Tally } from './ended.ts';
import { fleetExitCode, isCutShort, ORDER, ranked, standings, type TargetReport } from './rank.ts';

/** league.json: the outcomes of a fleet's runs (specs/schemas/league.schema.json). Every view is made of it. */
export type FleetReport = ReturnType<typeof foldFleet>;

/** Where and when a fleet was run, and the cells of a whole run. */
interface FleetFacts {
  readonly suite: { readonly name: 'getdata-conformance'; readonly version: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly cells: number;
}

export function foldFleet(ended: readonly EndedTarget[], known: FleetFacts) {
  const targets = ranked(ended.map(({ target }) => target));
  const judged = new Map(
    ended.flatMap(({ target: { name }, rules }) => (rules === null ? [] : [[name, { name, rules }]])),
  );
  const count = (wanted: Standing): number => targets.filter(({ standing }) => standing === wanted).length;
  return {
    schemaVersion: 1 as const,
    ...known,
    exitCode: fleetExitCode(targets),
    // A target was not run, or we cut its run short.
    incomplete: targets.some((target) => target.standing === 'not-run' || isCutShort(target)),
    totals: Object.fromEntries(standings.map((one) => [one, count(one)])) as Readonly<Record<Standing, number>>,
    notes: notesOf(targets, known.cells),
    targets,
    rules: ruleRows(targets.flatMap(({ name }) => judged.get(name) ?? [])),
  };
}

export type BrokenRule = ReturnType<typeof ruleRows>[number];

/** The rules that any of these targets breaks, the required ones first, with the number of cells in all. */
function ruleRows(judged: readonly { readonly name: string; readonly rules: ReadonlyMap<string, Tally> }[]) {
  const gravest = catalogue.toSorted((a, b) => Number(b.level === 'required') - Number(a.level === 'required'));
  return gravest.flatMap(({ id, level, title }) => {
    const targets = judged.map(({ name, rules }) => ({ name, ...(rules.get(id) ?? { pass: 0, fail: 0, open: 0 }) }));
    return targets.some(({ fail }) => fail > 0) ? [{ rule: id, level, title, targets }] : [];
  });
}

const TIMES =
  'Times are the medians of the cells’ p50 and p95 as measured from here; ' +
  'they include the network, so they are not comparable across networks.';

function notesOf(targets: readonly TargetReport[], cells: number): readonly string[] {
  const same = sameAddress(targets.map(({ name, target }) => ({ name, address: target })));
  return [cutShort(targets), ...same, unlike(targets), selected(targets, cells), ORDER, TIMES].flatMap(
    (note) => note ?? [],
  );
}

/** A sentence for each address that several targets have: a copied line may not have been changed. */
export function sameAddress(targets: readonly { readonly name: string; readonly address: string }[]) {
  return grouped(targets, ({ address }) => address).flatMap((group) => {
    const names = group.map(({ name }) => name);
    if (names.length < 2) return [];
    return [
      `${names.slice(0, -1).join(', ')} and ${names.at(-1)} have the same address, ${group[0].address}: ` +
        'are they meant to be one server?',
    ];
  });
}

function cutShort(targets: readonly TargetReport[]): string | null {
  const left = targets.filter(({ standing }) => standing === 'not-run').length;
  const cut = targets.filter(isCutShort).length;
  if (left + cut === 0) return null;
  const parts = [
    ...(cut === 0 ? [] : [`${plural(cut, 'run')} ${cut === 1 ? 'was' : 'were'} cut short`]),
    ...(left === 0 ? [] : [`${plural(left, 'target')} ${left === 1 ? 'was' : 'were'} not run`]),
  ];
  return `Incomplete: ${parts.join(', and ')}.`;
}

function unlike(targets: readonly TargetReport[]): string | null {
  const all: readonly Readonly<Record<string, unknown>>[] = targets.map(({ profile, seed, options }) => {
    return { profile, seed, ...options };
  });
  const [first = {}] = all;
  const text = (value: unknown): string => JSON.stringify(value);
  const apart = Object.keys(first).filter((key) => all.some((one) => text(one[key]) !== text(first[key])));
  if (apart.length === 0) return null;
  const unlike = 'The targets were not all run with the same settings, so their figures are not quite comparable';
  return `${unlike}; they differ in ${apart.map(typed).join(', ')}.`;
}

function selected(targets: readonly TargetReport[], cells: number): string | null {
  const counts = targets.flatMap(({ result }) => result?.cells.selected ?? []);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0 || least === cells) return null;
  const each = most === least ? most : `${least} to ${most}`;
  return `Not all of the ${plural(cells, 'cell')} were selected: ${each} of each target.`;
}
