import { ConfigError, thrownText } from '../../base/error.ts';
import { stopSignal } from '../../base/stop-signal.ts';
import type { Contract } from '../../contract/model.ts';
import { nothingSent, prepare } from '../../engine/plan/prepare.ts';
import type { Collected } from '../../engine/vitest/collector.ts';
import { openWorkerPool } from '../../engine/vitest/worker-pool.ts';
import { contractBy } from '../../options/described.ts';
import type { RunOptions } from '../../options/model.ts';
import { cellsToRun, partLine } from '../../options/selected-cells.ts';
import { foldResults } from '../../results/fold.ts';
import type { Results } from '../../results/results.ts';
import { targetName } from '../../results/run-record.ts';
import { suiteIdentity } from '../../results/suite-identity.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { reserveResults } from '../../results/write.ts';
import { selectedRules } from '../../rules/rules.ts';
import type { Output, Reporting } from '../../views/output.ts';
import { shownLine } from '../../views/shown-text.ts';
import { alarms, learnedText, startNotes } from '../../views/terminal/start-notes.ts';
import { createSchemaValidator, type SchemaValidator } from '../../xml/schema.ts';
import { cellModules, type Ended, loadEngine, runCells } from './cells.ts';
import { endReport, endUnreachable } from './end-report.ts';
import { openEvents } from './live-events.ts';
import { settleTarget } from './settle-target.ts';

/**
 * A whole run, from pre-flight to report. Signals and the time limit end it early, with a report. @param stopped - in
 * place of its own signals @returns the exit code
 */
export async function runSuite(
  given: RunOptions,
  baseUrl: string,
  output: Output,
  wanted: Reporting,
  stopped?: AbortSignal,
): Promise<number> {
  const startedAt = new Date();
  const start = performance.now();
  const say = (text: string): void => (output.quiet ? undefined : output.out(text));
  const tell = (text: string): void => (output.verbose === true ? say(text) : undefined);
  say(titleLine(given));
  for (const note of output.quiet ? alarms(given) : startNotes(given)) output.out(`${note}\n`);
  // Opened before anything is sent, to refuse one that can't be loaded.
  const validator = await openValidator(given);
  const runEngine = await loadEngine();
  tell(`XML Schema validator: ${validator.name}.\n`);
  const resultsPath = await reserveResults(output.reportsDir);
  const events = openEvents(output.reportsDir, wanted.reporters.includes('events'));
  const ended: Reporting['ended'] = (results, files) => {
    events.end(results);
    wanted.ended?.(results, files);
  };
  const reporting = { ...wanted, ended };
  const stop = stopSignal(given.limits.maxTimeSeconds, stopped);
  const pool = openWorkerPool();
  try {
    const settled = await settleTarget(given, baseUrl, stop.signal, (said) => say(`${said}\n`));
    const { options, wsdl } = settled;
    const contract = contractBy(options);
    for (const line of schemaTrouble(contract, validator)) output.out(`${line}\n`);
    const cells = cellsToRun(contract, options);
    say(partLine(options.shard, cells));
    events.start({ options, startedAt }, cells.length);
    if (options.namespaceFrom === 'wsdl') say(`${settled.note}\n`);
    // The worker loads these while the target is read.
    if (cells.length > 0) pool.startEarly(cellModules);
    if (cells.length > 0) tell('Reading from the target: is it reachable, and which values does it have?\n');
    const known = wsdl === undefined ? {} : { wsdl };
    const plan = { options, baseUrl, pools: { values: {}, rows: [] }, resultsPath, ...known };
    const readFrom = performance.now();
    const prepared = cells.length === 0 ? nothingSent(plan) : await prepare(plan, contract, validator, stop.signal);
    const cellsFrom = performance.now();
    // The worker has its own.
    validator.dispose();
    const suite = suiteOf(contract, validator.name);
    const rules = selectedRules(options.rules, contract);
    const requestsBefore = prepared.requests + settled.requests;
    const record = { options, contract, cells, rules, startedAt, identity: prepared.identity };
    if (prepared.kind === 'dead') {
      const { trouble } = prepared;
      const durationMs = performance.now() - start;
      const dead = { ...record, trouble, suite: suite(), requests: requestsBefore, durationMs };
      return await endUnreachable(dead, output, reporting);
    }
    const { pools } = prepared.plan;
    // Other sentences say enough about a target that shows nothing at all.
    const hasValues = Object.keys(pools.values).length > 0;
    if (settled.note !== '' && options.namespaceFrom !== 'wsdl' && hasValues) say(`${settled.note}\n`);
    if (cells.length > 0) tell(learnedText(pools, options.values));
    const fold = (collected: Collected, ended: Ended): Results =>
      foldResults({
        ...record,
        ...ended,
        suite: suite(),
        ruleResults: collected.rules,
        summaries: collected.cells,
        errors: collected.errors,
        durationMs: performance.now() - start,
        times: {
          startMs: Math.round(readFrom - start),
          readingMs: Math.round(cellsFrom - readFrom),
          cellsMs: Math.round(performance.now() - cellsFrom),
          waitingMs: prepared.waitedMs,
        },
        requestsBefore,
        observations: prepared.observations,
        targetDown: prepared.targetDown,
        outages: [...settled.outages, ...prepared.outages],
        backedOffBefore: prepared.backedOff + settled.backedOff,
      });
    const run = { ...record, plan: prepared.plan, suite, fold, runEngine, events };
    const results = await runCells(run, prepared.targetDown, pool, output, stop.signal);
    return await endReport(results, contract, output, { ...reporting, late: stop.late });
  } finally {
    // Both again, for a run that ended before its cells.
    validator.dispose();
    await pool.end();
    stop.release();
  }
}

/** The first line: the version, the target, and what decides which calls are sent. */
function titleLine(options: RunOptions): string {
  const { profile, seed, seedDrawn, ruleSet } = options;
  const calls = `profile ${profile}, seed ${seed}${seedDrawn === true ? ', drawn' : ''}`;
  const set = ruleSet === undefined ? '' : `, rule set ${ruleSet}`;
  return `getdata-conformance ${suiteVersion()} against ${targetName(options)}, ${calls}${set}\n`;
}

/** What results say of the suite; made once, since it hashes a thousand files. */
function suiteOf(contract: Contract, validator: string): () => Results['suite'] {
  let suite: Results['suite'] | null = null;
  return () => {
    suite ??= {
      name: 'getdata-conformance',
      version: suiteVersion(),
      contractDigest: contract.digest,
      validator,
      ...suiteIdentity(),
    };
    return suite;
  };
}

/** That the schemas of a WSDL can't be used, in a line; nothing if they can. */
function schemaTrouble({ by, schemas }: Contract, validator: SchemaValidator): readonly string[] {
  if (by === 'document' || schemas.size === 0) return [];
  try {
    validator.validate('<a/>', schemas, 'soap11.xsd');
    return [];
  } catch (error) {
    return [shownLine(`! Answers are not validated by the schemas of the WSDL: ${thrownText(error)}`, 1000)];
  }
}

async function openValidator({ validator }: RunOptions): Promise<SchemaValidator> {
  try {
    return await createSchemaValidator(validator);
  } catch (error) {
    const named = validator === undefined ? 'libxml2-wasm, which a run needs,' : `--validator ${validator}`;
    throw new ConfigError(`${named} can't be used: ${thrownText(error)}`, { cause: error });
  }
}
