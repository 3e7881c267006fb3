import { createPrivateKey, createPublicKey } from 'node:crypto';
import { cellName } from '../../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { RuleVerdict } from '../../judge/rule-outcome.ts';
import type { KnownFailure } from '../../options/known-failures.ts';
import type { RunOptions } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { foldResults } from '../../results/fold.ts';
import { knownFailures } from '../../results/folded.fixture.ts';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import { sampleFinding } from '../../results/results.fixture.ts';
import type { Results } from '../../results/results.ts';
import { runRecord } from '../../results/run-record.fixture.ts';
import type { RunRecord } from '../../results/run-record.ts';
import { fieldCoverage } from '../../rules/answer/coverage.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { type CheckedEvidence, type Program, readEvidence } from './evidence.ts';
import { goldenCall } from './golden-call.fixture.ts';
import { newKeyPair } from './keys.ts';

/** The contract and the program that these tests certify with. */
export const contract = loadContract(defaultNamespace());
export const program: Program = {
  version: '0.1.0',
  contract: () => contract,
  validator: await createSchemaValidator(),
  now: new Date('2026-12-15T12:00:00Z'),
};

/** A key pair of these tests. */
export function newKeys() {
  const { privatePem, publicPem } = newKeyPair(null);
  return { privateKey: createPrivateKey(privatePem), publicKey: createPublicKey(publicPem) };
}

/** A plausible whole run: everything passed except what is named. */
export interface WholeRun {
  /** `rule@Operation/binding` → verdict. */
  readonly verdicts?: Readonly<Record<string, RuleVerdict>>;
  readonly options?: Partial<RunOptions>;
  readonly known?: readonly Partial<KnownFailure>[];
  readonly record?: Partial<RunRecord>;
  /** A placeholder was refused once. */
  readonly refused?: boolean;
}

/** The day of these runs. */
const startedAt = new Date('2026-11-21T12:00:00Z');

const runs = new Map<string, Results>();

/** The results of a run of everything, with all that a certificate requires, as `run` folds them; made once in a process. */
export function wholeRun(run: WholeRun = {}): Results {
  const key = JSON.stringify(run);
  const results = runs.get(key) ?? foldedRun(run);
  runs.set(key, results);
  return results;
}

function foldedRun({
  verdicts = {},
  options: given = {},
  known,
  record: more = {},
  refused = false,
}: WholeRun): Results {
  const flags = { target: 'https://host.example/path', includeWrites: true };
  const options: RunOptions = {
    ...completeOptions({ flags, env: {}, config: null, randomSeed: 1 }),
    ...given,
    baseline: known === undefined ? null : knownFailures(known),
  };
  const cells = selectedCells(contract, options);
  const ruleResults = cells.flatMap((cell) =>
    rulesFor(cell, contract).map(({ id, level }): RuleResult => {
      const place = { rule: id, level, operation: cell.operation.name, binding: cell.binding };
      const verdict = verdicts[`${id}@${cellName(cell)}`] ?? 'pass';
      const { call, exchange } = goldenCall(cell);
      const finding = verdict === 'fail' ? { ...sampleFinding(place), call, exchange } : null;
      return { kind: 'rule', ...place, verdict, judged: verdict === 'pass' ? 1 : 0, reason: null, finding };
    }),
  );
  const summaries = cells.map(
    (cell): CellSummary => ({
      kind: 'cell',
      operation: cell.operation.name,
      binding: cell.binding,
      requests: 3,
      durations: [1, 2, 3],
      fields: fieldCoverage([], cell, contract).map((field) => ({ ...field, seen: field.needed })),
      parameters: Object.fromEntries(
        cell.operation.parameters.filter(({ credential }) => !credential).map(({ name }) => [name, 2]),
      ),
      headerValues: [],
      statuses: refused ? { 200: 2, 401: 1 } : { 200: 3 },
      withData: 3,
      exchanges: [goldenCall(cell)],
    }),
  );
  const planned = { options, contract, cells, rules };
  const { suite, ...record } = runRecord({ ...planned, ruleResults, summaries, requestsBefore: 40_000, startedAt });
  const identity = { wsdlSha256: 'a'.repeat(64), certificateSha256: 'b'.repeat(64) };
  return foldResults({ ...record, ...more, suite: { ...suite, version: program.version }, identity });
}

/** The bytes of results.json as `run` writes it. */
export function bytesOf(results: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(results, null, 2)}\n`);
}

const read = new WeakMap<Results, { readonly bytes: Buffer; readonly evidence: CheckedEvidence }>();

/** The bytes of results that this program can judge, and what it reads in them, once in a process. */
export function evidenceOf(results: Results) {
  const bytes = read.get(results)?.bytes ?? bytesOf(results);
  const evidence = read.get(results)?.evidence ?? readEvidence(bytes, program);
  if (typeof evidence === 'string') throw new Error(evidence);
  read.set(results, { bytes, evidence });
  return { bytes, evidence };
}
