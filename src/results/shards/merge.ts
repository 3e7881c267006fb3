import { present } from '../../base/present.ts';
import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import type { KnownFailures } from '../../options/known-failures.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { Reason } from '../../rules/judgement.ts';
import { selectedRules } from '../../rules/rules.ts';
import { type Warnings, withWarnings } from '../coded-warnings.ts';
import { foldResults } from '../fold.ts';
import { type CellSummary, inCell, type RuleResult, ruleResult } from '../outcome.ts';
import { againCommand } from '../record/finding.ts';
import type { BaselineResult, CellResult, Results } from '../results.ts';
import { type RunRecord, recordedOptions } from '../run-record.ts';
import type { ShardFile, Shards } from './inputs.ts';

/**
 * The results that one run would have given, folded again. @param files - all shards of one run, checked
 * @param baseline - null: as the shards had @param resultsPath - where they will be
 */
export function mergeShards(
  files: Shards,
  { contract, baseline, resultsPath }: { contract: Contract; baseline: KnownFailures | null; resultsPath: string },
): Results {
  const [{ results: first }] = files;
  const record = mergedRecord(files, contract, baseline ?? heldAgainst(first.baseline));
  const folded = foldResults(record);
  const ran = files.flatMap(({ results }) => results.cells);
  const latencies = new Map(ran.map((cell) => [cellName(cell), cell.latencyMs]));
  const { shard: _part, ...options } = first.options;
  const results: Results = {
    ...folded,
    options,
    ...differing(files),
    cells: folded.cells.map((cell) => ({ ...cell, latencyMs: latencies.get(cellName(cell)) ?? cell.latencyMs })),
    findings: folded.findings.map((finding) => ({
      ...finding,
      reproduce: { ...finding.reproduce, command: againCommand(resultsPath, finding, first.target) },
    })),
  };
  return withWarnings(results, shardWarnings(results));
}

/** The known failures of a shard as in their file. */
export function heldAgainst(baseline: BaselineResult | null): KnownFailures | null {
  if (baseline === null) return null;
  return { ...baseline, entries: baseline.entries.map(({ state: _state, ...entry }) => entry) };
}

/** Milliseconds between the starts of two shards after which their server may well have changed. */
const DAY = 24 * 60 * 60 * 1000;

/** What differs between these shards; nothing if they seem to have called the same unchanged server. */
function differing(files: Shards): Pick<Results, 'merged'> {
  const certificates = new Set(files.flatMap(({ results }) => results.identity.certificateSha256 ?? [])).size;
  const first = files.reduce((earliest, file) => (startOf(file) < startOf(earliest) ? file : earliest));
  const last = files.reduce((latest, file) => (startOf(file) > startOf(latest) ? file : latest));
  const days = Math.floor((startOf(last) - startOf(first)) / DAY);
  return certificates < 2 && days === 0 ? {} : { merged: { certificates, days, first: first.file, last: last.file } };
}

/** Doubts that the shards of these results called the same unchanged server. */
export function shardWarnings({ merged }: Pick<Results, 'merged'>): Warnings {
  if (merged === undefined) return {};
  const { certificates, days, first, last } = merged;
  // A load balancer may show several certificates; then it is not known which machine answered what.
  const servers = `The shards met ${certificates} TLS certificates: they may have called different servers.`;
  // No CI machine waits longer than a day for its turn; a failed shard that is run again later gets a note.
  const then = 'the target may have been changed between them; run all shards again to be sure';
  const apart = `${last} was run ${plural(days, 'day')} after ${first}: ${then}.`;
  return { 'shard-certificates': certificates < 2 ? null : servers, 'shards-apart': days === 0 ? null : apart };
}

function startOf({ results }: ShardFile): number {
  return Date.parse(results.startedAt);
}

/** The record of a run of all shards together. Every shard sends the same pre-flight, harvest and observations. */
export function mergedRecord(files: Shards, contract: Contract, baseline: KnownFailures | null): RunRecord {
  const [first] = files;
  const options = { ...recordedOptions(first.results), baseline };
  const cells = selectedCells(contract, options);
  const ran = files.flatMap((file) => file.results.cells.map((cell) => ({ cell, file })));
  const byCell = new Map(ran.map((one) => [cellName(one.cell), one]));
  const inOrder = cells.flatMap((cell) => byCell.get(cellName(cell)) ?? []);
  const starts = files.map(({ results }) => Date.parse(results.startedAt));
  const ends = files.map(({ results }) => Date.parse(results.startedAt) + results.durationMs);
  // The shard that got furthest in what all of them send: one without an operation sends nothing, others may be cut
  // short. For the target's identity, the first shard that knows it counts.
  const before = files.reduce((best, file) => (file.record.requestsBefore > best.record.requestsBefore ? file : best));
  const nodes = [...new Set(files.flatMap(({ results }) => results.suite.node ?? []))];
  const [unreachable] = files.flatMap(({ record }) => record.unreachable ?? []);
  return {
    suite: { ...first.results.suite, ...(nodes.length > 1 ? { node: nodes.join(', ') } : {}) },
    options,
    contract,
    cells,
    rules: selectedRules(options.rules, contract),
    ruleResults: [...inOrder.flatMap(({ cell, file }) => ruleResults(cell, file)), ...files.flatMap(uncountedResults)],
    summaries: inOrder.flatMap(({ cell, file }) => summary(cell, file)),
    errors: files.flatMap(({ record }) => record.errors),
    interrupted: files.some(({ record }) => record.interrupted),
    startedAt: new Date(Math.min(...starts)),
    durationMs: Math.max(...ends) - Math.min(...starts),
    requestsBefore: before.record.requestsBefore,
    observations: before.results.observations,
    identity: before.results.identity,
    targetDown: files.flatMap(({ record }) => record.targetDown ?? [])[0] ?? null,
    ...(unreachable === undefined ? {} : { unreachable }),
    outages: files.flatMap(({ record }) => record.outages),
    backedOffBefore: Math.max(...files.map(({ record }) => record.backedOffBefore)),
  };
}

function ruleResults(cell: CellResult, { results }: ShardFile): readonly RuleResult[] {
  const findings = results.findings.filter(inCell(cell));
  const open = results.inconclusive.filter(inCell(cell));
  return cell.rules.map((judged) => {
    const { rule, level, verdict } = judged;
    const finding = findings.find((one) => one.rule === rule);
    const ofCell = verdict === 'not-reached' ? reasonOf(cell) : null;
    const reason = reasonOf(open.find((one) => one.rule === rule)) ?? reasonOf(judged) ?? ofCell;
    return ruleResult({ id: rule, level }, cell, { ...judged, reason }, finding ? { ...finding, known: false } : null);
  });
}

function uncountedResults({ results: { uncounted = [] } }: ShardFile): readonly RuleResult[] {
  return uncounted.flatMap(({ rule, level, cells, findings }) =>
    cells.map((cell) => {
      const finding = findings.find(inCell(cell)) ?? null;
      return ruleResult({ id: rule, level }, cell, { ...cell, reason: null }, finding);
    }),
  );
}

function reasonOf({ reason: text, reasonCode: code }: Pick<CellResult, 'reason' | 'reasonCode'> = {}): Reason | null {
  return text === undefined ? null : { code: code ?? 'unknown', text };
}

/** None if the cell was not called. Only the quantiles of its times are recorded, and restored after the fold. */
function summary(cell: CellResult, { results, record }: ShardFile): readonly CellSummary[] {
  const { operation, requests } = cell;
  const here = inCell(cell);
  const { fields, parameters, headerValues } = results.coverage;
  // A cell keeps exchanges of the other bindings that it was compared with: those of an operation stay in order.
  const first = record.cells.find((one) => one.operation === operation);
  const exchanges = results.exchanges.filter((one) => one.operation === operation);
  const digests = results.data?.find(here);
  const data = digests && { key: digests.key, fields: digests.fields, calls: digests.calls };
  return record.cells.filter(here).map((recorded) => ({
    ...recorded,
    kind: 'cell',
    requests,
    durations: [],
    fields: fields.filter(here).map(({ path, seen, needed }) => ({ path, seen, needed })),
    parameters: Object.fromEntries(parameters.filter(here).map(({ parameter, values }) => [parameter, values])),
    headerValues: headerValues.filter(here).map(({ field, value }) => `${field}=${value}`),
    ...present({ changing: cell.changing, data }),
    exchanges: first !== undefined && here(first) ? exchanges : [],
  }));
}
