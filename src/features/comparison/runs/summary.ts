import { plural } from '../../../base/words.ts';
import type { InCell } from '../../../results/outcome.ts';
import { cellsOf } from '../pairs.ts';
import type { Told } from './model.ts';

/** The diff in one sentence: worse first, and what did not change if that is good news. */
export function diffSummary(diff: Told): string {
  const { failures, evidence, cells, fields, data, wire, observations, latency } = diff;
  const cellCount = (groups: readonly { readonly cells: readonly InCell[] }[]): number =>
    cellsOf(groups.flatMap((group) => group.cells)).length;
  const fails = failures.new.length + failures.fixed.length + failures.still.length;
  const inCells = failures.new.length === 0 ? '' : ` in ${plural(cellCount(failures.new), 'cell')}`;
  const other = failures.still.filter(({ changes }) => changes.length > 0).length;
  const differently = other === 0 ? '' : ` (${other} differently)`;
  const judged = [
    fails === 0 ? 'no new failure' : `${plural(failures.new.length, 'new failure')}${inCells}`,
    ...(failures.fixed.length === 0 ? [] : [`${failures.fixed.length} fixed`]),
    ...(failures.still.length === 0 ? [] : [`${failures.still.length} still failing${differently}`]),
  ].join(', ');
  const lost = ruleCount(evidence.lost);
  const gained = ruleCount(evidence.gained);
  const changed = observations.changed.reduce((sum, { ids }) => sum + ids.length, 0);
  const [before, after] = [diff.old.namespace, diff.new.namespace];
  const parts = [
    ...(before === after ? [] : [`the namespace changed from ${before} to ${after}`]),
    judged,
    ...(lost === 0 ? [] : [`${plural(lost, 'rule')} no longer judged in ${plural(cellCount(evidence.lost), 'cell')}`]),
    ...(gained === 0 ? [] : [`${plural(gained, 'rule')} newly judged`]),
    ...cameAndWent('cell', cells.came.length, cells.went.length),
    ...cameAndWent('field', fields.came.length, fields.went.length),
    ...(data.changed.length === 0 ? [] : [`other data in ${plural(cellCount(data.changed), 'cell')}`]),
    ...(diff.wsdl.length === 0 ? [] : [wsdlText(diff.wsdl)]),
    ...(wire.changes.length === 0 ? [] : [`${plural(wire.changes.length, 'change')} in how answers are written`]),
    changed === 0 ? 'no observation changed' : `${plural(changed, 'observation')} changed`,
    latencyText(latency),
  ];
  return `${parts.join('; ')}.`;
}

function wsdlText(changes: Told['wsdl']): string {
  const breaking = changes.filter(({ breaks }) => breaks.length > 0).length;
  const clients = breaking === 0 ? 'none breaks' : `${breaking} ${breaking === 1 ? 'breaks' : 'break'}`;
  return `${plural(changes.length, 'change')} of the WSDL, ${clients} generated clients`;
}

function ruleCount(groups: Told['evidence']['lost']): number {
  return new Set(groups.flatMap(({ rules }) => rules)).size;
}

function cameAndWent(noun: string, came: number, went: number): readonly string[] {
  return [...(went === 0 ? [] : [`${plural(went, noun)} gone`]), ...(came === 0 ? [] : [`${plural(came, noun)} new`])];
}

function latencyText(latency: Told['latency']): string {
  const { slower, faster, cells, overall } = latency;
  if (cells.every(({ verdict }) => verdict === 'unknown')) return 'too few requests to compare latencies';
  const parts = [
    ...(overall === 'slower' || overall === 'faster' ? [`${overall} as a whole (${middleText(latency)})`] : []),
    ...(slower === 0 ? [] : [`${plural(slower, 'cell')} slower beyond ${slower === 1 ? 'its' : 'their'} spread`]),
    ...(faster === 0 ? [] : [`${plural(faster, 'cell')} faster`]),
  ];
  if (slower > 0 || overall === 'slower') return parts.join(', ');
  return ['nothing slower beyond its spread', ...parts].join(', ');
}

/** The shift of the middle cell: `+43.1 ms, × 3.32`. */
export function middleText({ medianShift, medianRatio }: Told['latency']): string {
  const shift = `${(medianShift ?? 0) > 0 ? '+' : ''}${medianShift ?? 0} ms`;
  return `p50 of the middle cell ${shift}${medianRatio === null ? '' : `, × ${medianRatio}`}`;
}
