import { whereIn } from '../../report/terminal/where.ts';
import { plural } from '../../results/verdict.ts';
import type { Diff, EvidenceGroup, FailureGroup, LatencyShift, ObservationGroup } from '../model.ts';
import { middleText } from '../summary.ts';
import {
  clauseEntries,
  type Entry,
  entry,
  evidenceEntry,
  failureEntry,
  latencyEntry,
  observationEntry,
  wireEntry,
} from './entries.ts';

/** What a section says about the new run. */
export type Tone = 'worse' | 'open' | 'better' | 'plain';

/** One part of the report, as every view shows it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly tone: Tone;
  /** What one has to know to read it; null where the title says enough. */
  readonly about: string | null;
  readonly entries: readonly Entry[];
}

const OBSERVED = 'What the server does where the document is silent. Nothing here is judged.';
const SPREAD =
  'p50 moved by 10 ms or more and by more than the larger p95 − p50 of the two runs; of a cell with at least 5 requests in both.';

/** The parts that are not empty, the worst first. */
export function sections(diff: Diff): readonly Section[] {
  const { failures, evidence, cells, fields, wire, observations, headerValues, warnings, latency } = diff;
  const where = whereIn([...latency.cells, ...cells.came]);
  const failed = (group: FailureGroup): Entry => failureEntry(group, where(group.cells));
  const judged = (group: EvidenceGroup): Entry => evidenceEntry(group, where(group.cells));
  const observed = (group: ObservationGroup): Entry => observationEntry(group, where(group.cells));
  const cell = (all: Diff['cells']['came']): readonly Entry[] => (all.length === 0 ? [] : [entry('', where(all))]);
  const field = (group: Diff['fields']['came'][number]): Entry =>
    entry(`${group.path}${group.needed ? '' : ' (a conformant run need not see it)'}`, where(group.cells));
  const sent = ({ field: name, value, cells: at }: Diff['headerValues']['came'][number]): Entry =>
    entry(`${name}=${value}`, where(at));
  const shifted = (verdict: LatencyShift['verdict']): readonly Entry[] =>
    latency.cells.filter((one) => one.verdict === verdict).map((one) => latencyEntry(one, where([one])));
  const all: readonly Section[] = [
    section('new', 'New failures', 'worse', failures.new.map(failed)),
    section('lost', 'No longer judged', 'open', evidence.lost.map(judged)),
    section('cells-went', 'Cells that went', 'open', cell(cells.went)),
    section('fields-went', 'Fields no longer seen', 'open', fields.went.map(field)),
    section('slower', 'Slower beyond the spread', 'open', shifted('slower'), SPREAD),
    section('still', 'Still failing', 'worse', failures.still.map(failed)),
    section('fixed', 'Fixed', 'better', failures.fixed.map(failed)),
    section('gained', 'Newly judged, and right', 'better', evidence.gained.map(judged)),
    section(
      'wire',
      'Changed on the wire',
      'plain',
      wire.changes.map((one) => wireEntry(one, where(one.cells))),
      wireAbout(wire),
    ),
    section('observations', 'Observations that changed', 'plain', observations.changed.map(observed), OBSERVED),
    section('observations-went', 'Observations no longer made', 'plain', observations.went.map(observed)),
    section('observations-came', 'Observations newly made', 'plain', observations.came.map(observed)),
    section('cells-came', 'Cells that came', 'plain', cell(cells.came)),
    section('fields-came', 'Fields newly seen', 'better', fields.came.map(field)),
    section('faster', 'Faster beyond the spread', 'better', shifted('faster'), SPREAD),
    section('clauses', 'Clauses of the document with another verdict', 'plain', clauseEntries(diff)),
    section('header-went', 'VehicleTypeHeader values no longer sent', 'plain', headerValues.went.map(sent)),
    section('header-came', 'VehicleTypeHeader values newly sent', 'plain', headerValues.came.map(sent)),
    section(
      'warnings-came',
      'New warnings',
      'open',
      warnings.came.map((text) => entry(text, '')),
    ),
    section(
      'warnings-went',
      'Warnings that are gone',
      'better',
      warnings.went.map((text) => entry(text, '')),
    ),
  ];
  return all.filter(({ entries }) => entries.length > 0);
}

function wireAbout({ calls }: Diff['wire']): string {
  return `How the answers to ${plural(calls, 'call')}, which both runs kept, are written. Nothing here is judged, and values are left out.`;
}

/** What the comparison of latencies and of writing rests on, and what the middle cell did. */
export function groundsLine({ latency, wire }: Diff): string {
  const { cells, slower, faster, medianShift } = latency;
  const told = cells.filter(({ verdict }) => verdict !== 'unknown').length;
  const middle = medianShift === null ? '' : `; ${middleText(latency)}`;
  return `Latency: ${told} of ${plural(cells.length, 'cell')} compared, ${slower} slower and ${faster} faster beyond the spread${middle}. Writing: answers to ${plural(wire.calls, 'call')} that both runs kept.`;
}

function section(
  id: string,
  title: string,
  tone: Tone,
  entries: readonly Entry[],
  about: string | null = null,
): Section {
  return { id, title, tone, about, entries };
}
