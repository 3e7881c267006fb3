import { plural } from '../../results/verdict.ts';
import type { Change, Diff, EvidenceGroup, FailureGroup, LatencyShift, ObservationGroup } from '../model.ts';

/** One thing that changed. */
export interface Entry {
  readonly title: string;
  /** The cells, in words; '' where it is about none. */
  readonly where: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly changes: readonly Change[];
}

/** What a name alone says. */
export function entry(title: string, where: string): Entry {
  return { title, where, facts: [], changes: [] };
}

/** Failures of one cause: what was expected, what came, how to see it again. */
export function failureEntry(group: FailureGroup, where: string): Entry {
  const { level, rules, requirements, message, location, expected, actual, again, changes, cells } = group;
  const known = cells.filter((cell) => cell.known).length;
  const unjudged = cells.filter(({ before }) => before !== 'pass' && before !== 'fail');
  const facts: readonly (readonly [string, string])[] = [
    ['finding', message],
    ['expected', expected],
    ['actual', actual],
    ['at', location ?? ''],
    ['clauses', requirements.join(', ')],
    ['known', known === 0 ? '' : `${known} of ${plural(cells.length, 'finding')} in the baseline of the new run`],
    ['before', unjudged.length === 0 ? '' : `not judged in ${plural(unjudged.length, 'cell')}, so it may be older`],
    ['again', again?.command ?? ''],
    ['curl', again?.curl ?? ''],
  ];
  return { title: `${level}: ${rules.join(', ')}`, where, facts: facts.filter(([, value]) => value !== ''), changes };
}

/** Rules that are judged no longer, or are now, and why. */
export function evidenceEntry({ before, after, reason, rules, counts }: EvidenceGroup, where: string): Entry {
  const about = `${counts ? '' : 'does not count: '}${before} → ${after}`;
  return {
    title: `${about}: ${rules.length > 8 ? plural(rules.length, 'rule') : rules.join(', ')}`,
    where,
    facts: reason === null ? [] : [['why', reason]],
    changes: [],
  };
}

/** What the server does otherwise where the document is silent. */
export function observationEntry({ probe, title, ids, changes }: ObservationGroup, where: string): Entry {
  const variants = [...new Set(ids.flatMap((id) => (id.includes('#') ? [id.slice(id.indexOf('#') + 1)] : [])))];
  return {
    title: title === null ? probe : `${probe}: ${title}`,
    where: where === '' ? 'the endpoint' : where,
    facts: variants.length === 0 ? [] : [['tried', variants.join(', ')]],
    changes,
  };
}

/** Something that is written otherwise. */
export function wireEntry(change: Change, where: string): Entry {
  return { title: '', where, facts: [], changes: [change] };
}

/** The shift of a cell and the spread it was held against. */
export function latencyEntry({ old, new: now, shift, ratio, spread }: LatencyShift, where: string): Entry {
  const from = (what: 'p50' | 'p95' | 'max'): string => `${what} ${old[what] ?? '?'} → ${now[what] ?? '?'} ms`;
  const by = `${shift !== null && shift > 0 ? '+' : ''}${shift ?? '?'} ms${ratio === null ? '' : `, × ${ratio}`}`;
  return entry(`${from('p50')}: ${by} (spread ${spread ?? '?'} ms); ${from('p95')}; ${from('max')}`, where);
}

/** Clauses by what became of them, the broken ones first. */
export function clauseEntries({ requirements }: Diff): readonly Entry[] {
  const turns = [...new Set(requirements.map((one) => `${one.old} → ${one.new}`))];
  const bad = (turn: string): number => Number(turn.endsWith('fail'));
  return turns
    .toSorted((a, b) => bad(b) - bad(a))
    .map((turn) => {
      const ids = requirements.filter((one) => `${one.old} → ${one.new}` === turn).map(({ id }) => id);
      return {
        title: `${turn}: ${plural(ids.length, 'clause')}`,
        where: '',
        facts: [['clauses', ids.join(', ')]],
        changes: [],
      };
    });
}

/** A digest is shown by its beginning; the JSON has all of it. */
export function shortDigest(value: string): string {
  return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value;
}

/** The facts that are command lines. */
export function isCommand(name: string): boolean {
  return name === 'again' || name === 'curl';
}
