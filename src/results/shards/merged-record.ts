import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import type { Reason } from '../../rules/judgement.ts';
import { selectedRules } from '../../rules/rules.ts';
import type { KnownFailures } from '../known-failures.ts';
import { type CellSummary, type RuleResult, ruleResult } from '../outcome.ts';
import { recordedOptions } from '../recorded-options.ts';
import type { CellResult } from '../results.ts';
import type { RunRecord } from '../run-record.ts';
import { selectedCells } from '../selected-cells.ts';
import type { ShardFile } from './shard-file.ts';

/** What a run of all shards together would have been folded from. Every shard asks pre-flight, harvest and observations alike. */
export function mergedRecord(
  files: readonly [ShardFile, ...ShardFile[]],
  contract: Contract,
  baseline: KnownFailures | null,
): RunRecord {
  const [first] = files;
  const options = { ...recordedOptions(first.results), baseline };
  const cells = selectedCells(contract, options);
  const byCell = new Map(
    files.flatMap((file) => file.results.cells.map((cell) => [cellName(cell), { cell, file }] as const)),
  );
  const inOrder = cells.flatMap((cell) => byCell.get(cellName(cell)) ?? []);
  const starts = files.map(({ results }) => Date.parse(results.startedAt));
  const ends = files.map(({ results }) => Date.parse(results.startedAt) + results.durationMs);
  const before = furthest(files);
  const unreachable = said(files, 'unreachable');
  return {
    suite: first.results.suite,
    options,
    contract,
    cells,
    rules: selectedRules(options.rules),
    ruleResults: inOrder.flatMap(({ cell, file }) => ruleResults(cell, file)),
    summaries: inOrder.flatMap(({ cell, file }) => summary(cell, file)),
    errors: files.flatMap(({ record }) => record.errors),
    interrupted: files.some(({ record }) => record.interrupted),
    startedAt: new Date(Math.min(...starts)),
    durationMs: Math.max(...ends) - Math.min(...starts),
    requestsBefore: before.record.requestsBefore,
    observations: before.results.observations,
    identity: before.results.identity,
    targetDown: said(files, 'targetDown'),
    ...(unreachable === null ? {} : { unreachable }),
    backedOffBefore: Math.max(...files.map(({ record }) => record.backedOffBefore)),
  };
}

/** What the first shard has to say of the target that has anything to say. */
function said(files: readonly ShardFile[], key: 'targetDown' | 'unreachable'): string | null {
  return files.find(({ record }) => record[key] !== null)?.record[key] ?? null;
}

/** The shard that got furthest in what all of them ask alike: one without an operation asks nothing, others may be cut short. */
function furthest(files: readonly [ShardFile, ...ShardFile[]]): ShardFile {
  return files.reduce((best, file) => (file.record.requestsBefore > best.record.requestsBefore ? file : best));
}

function ruleResults(cell: CellResult, { results }: ShardFile): readonly RuleResult[] {
  const here = ofCell(cell);
  const findings = results.findings.filter(here);
  const open = results.inconclusive.filter(here);
  return cell.rules.map((judged) => {
    const { rule, level, verdict } = judged;
    const finding = findings.find((one) => one.rule === rule) ?? null;
    const ofCell = verdict === 'not-reached' ? reasonOf(cell) : null;
    const reason = reasonOf(open.find((one) => one.rule === rule)) ?? reasonOf(judged) ?? ofCell;
    const unheld = finding === null ? null : { ...finding, known: false };
    return ruleResult({ id: rule, level }, cell, { ...judged, reason }, unheld);
  });
}

function reasonOf({ reason: text, reasonCode: code }: Pick<CellResult, 'reason' | 'reasonCode'> = {}): Reason | null {
  return text === undefined ? null : { code: code ?? 'unknown', text };
}

/** None where the cell was not called. Of its times, their quantiles alone are recorded, and put back after the fold. */
function summary(cell: CellResult, { results, record }: ShardFile): readonly CellSummary[] {
  const { operation, binding, requests, changing } = cell;
  const here = ofCell(cell);
  const { fields, parameters, headerValues } = results.coverage;
  return record.cells.filter(here).map(({ statuses, withData, backedOff }) => ({
    kind: 'cell',
    operation,
    binding,
    requests,
    durations: [],
    fields: fields.filter(here).map(({ path, seen, needed }) => ({ path, seen, needed })),
    parameters: Object.fromEntries(parameters.filter(here).map(({ parameter, values }) => [parameter, values])),
    headerValues: headerValues.filter(here).map(({ field, value }) => `${field}=${value}`),
    statuses,
    withData,
    backedOff,
    ...(changing === undefined ? {} : { changing }),
    exchanges: exchangesOf(cell, { results, record }),
  }));
}

/** A cell keeps exchanges of the other bindings that it was compared with: all of an operation stay in their order. */
function exchangesOf(cell: CellResult, { results, record }: Pick<ShardFile, 'results' | 'record'>) {
  const first = record.cells.find(({ operation }) => operation === cell.operation);
  const isFirst = first !== undefined && cellName(first) === cellName(cell);
  return isFirst ? results.exchanges.filter(({ operation }) => operation === cell.operation) : [];
}

function ofCell(cell: Pick<CellResult, 'operation' | 'binding'>) {
  return (one: Pick<CellResult, 'operation' | 'binding'>): boolean => cellName(one) === cellName(cell);
}
