import type { CellResult } from '../results/results.ts';
import { plural } from '../results/verdict.ts';
import type { Level } from '../rules/rule.ts';
import { rules as catalogue } from '../rules/rules.ts';
import type { BrokenRule, EndedTarget, FleetReport, RuleTally, Standing, TargetReport } from './fleet-report.ts';
import { fleetExitCode, isCutShort, ORDER, ranked, standings } from './rank.ts';

type Known = Pick<FleetReport, 'suite' | 'startedAt' | 'durationMs' | 'cells'>;

/** Folds the ends of all targets, in the order of the fleet, into its report. */
export function foldFleet(ended: readonly EndedTarget[], known: Known): FleetReport {
  const targets = ranked(ended.map(({ target }) => target));
  const count = (wanted: Standing): number => targets.filter(({ standing }) => standing === wanted).length;
  return {
    schemaVersion: 1,
    ...known,
    exitCode: fleetExitCode(targets),
    incomplete: targets.some((target) => target.standing === 'not-run' || isCutShort(target)),
    totals: Object.fromEntries(standings.map((one) => [one, count(one)])) as FleetReport['totals'],
    notes: notesOf(targets, known.cells),
    targets,
    rules: ruleRows(
      targets.flatMap(({ name }) => ended.filter(({ target, rules }) => target.name === name && rules.size > 0)),
    ),
  };
}

/** The outcome of each rule in the cells of one run, without skipped cells. */
export function tallied(cells: readonly CellResult[]): EndedTarget['rules'] {
  const tallies = new Map<string, RuleTally & { readonly level: Level }>();
  for (const { rule, level, verdict } of cells.flatMap((cell) => cell.rules)) {
    const { pass, fail, open } = tallies.get(rule) ?? { pass: 0, fail: 0, open: 0 };
    tallies.set(rule, {
      level,
      pass: pass + (verdict === 'pass' ? 1 : 0),
      fail: fail + (verdict === 'fail' ? 1 : 0),
      open: open + (verdict === 'inconclusive' || verdict === 'not-reached' ? 1 : 0),
    });
  }
  return tallies;
}

const NONE: RuleTally = { pass: 0, fail: 0, open: 0 };

/** The rules that any of these targets breaks, each with all of them. */
function ruleRows(ended: readonly EndedTarget[]): readonly BrokenRule[] {
  return catalogue.flatMap(({ id, level, title }) => {
    if (!ended.some(({ rules }) => (rules.get(id)?.fail ?? 0) > 0)) return [];
    const targets = ended.map(({ target, rules }) => {
      const { pass, fail, open } = rules.get(id) ?? NONE;
      return { name: target.name, pass, fail, open };
    });
    return [{ rule: id, level, title, targets }];
  });
}

/** Why the table shows times that decide nothing. */
const TIMES =
  'Times are the medians of the cells’ p50 and p95 as measured from here; they include the network, so they are not comparable across networks.';

/** What to know before reading the table, one sentence each. */
function notesOf(targets: readonly TargetReport[], cells: number): readonly string[] {
  const same = sameAddress(targets.map(({ name, target }) => ({ name, address: target })));
  return [cutShort(targets), ...same, unlike(targets), selected(targets, cells), ORDER, TIMES].flatMap(
    (note) => note ?? [],
  );
}

/**
 * Targets with the same address, one sentence for each address. Testing one server twice, with other credentials or in another
 * namespace, may be intended; a copied line that was not changed is not.
 */
export function sameAddress(
  targets: readonly { readonly name: string; readonly address: string }[],
): readonly string[] {
  const addresses = new Set(targets.map(({ address }) => address));
  return [...addresses].flatMap((address) => {
    const names = targets.filter((one) => one.address === address).map(({ name }) => name);
    const last = names.at(-1);
    if (names.length < 2) return [];
    return [
      `${names.slice(0, -1).join(', ')} and ${last} have the same address, ${address}: are they meant to be one server?`,
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

/** Settings by the names of their flags. */
function settings({ options, profile, seed }: TargetReport): Readonly<Record<string, unknown>> {
  const { runs, operations, bindings, rules, includeWrites, failOn, allowInconclusive } = options;
  const flags = { 'include-writes': includeWrites, 'fail-on': failOn, 'allow-inconclusive': allowInconclusive };
  return { profile, seed, runs, operations, bindings, rules, ...flags };
}

/** A warning where the targets were not all run with the same settings. */
function unlike(targets: readonly TargetReport[]): string | null {
  const all = targets.map(settings);
  const [first = {}] = all;
  const text = (value: unknown): string => JSON.stringify(value);
  const apart = Object.keys(first).filter((key) => all.some((one) => text(one[key]) !== text(first[key])));
  if (apart.length === 0) return null;
  return `The targets were not all run with the same settings, so their figures are not quite comparable; they differ in ${apart.join(', ')}.`;
}

function selected(targets: readonly TargetReport[], cells: number): string | null {
  const counts = targets.flatMap(({ result }) => result?.cells.selected ?? []);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0 || least === cells) return null;
  return `Not all of the ${cells} cells were selected: ${most === least ? most : `${least} to ${most}`} of each target.`;
}
