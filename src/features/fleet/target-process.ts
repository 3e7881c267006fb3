import { join } from 'node:path';
import { thrownText } from '../../base/error.ts';
import { stopSignals } from '../../base/stop-signal.ts';
import { spareMemory } from '../../engine/vitest/memory-flags.ts';
import type { Reporting } from '../../views/output.ts';
import { runSuite } from '../run/run-suite.ts';
import { judged } from './ended.ts';
import type { TargetMessage, TargetRun } from './run-target.ts';

// The process that run-target.ts starts for the run of one target: sends it all that is printed, and the end.

spareMemory();

const stop = new AbortController();
// When to stop is the parent's decision.
for (const name of stopSignals) process.on(name, () => {});
process.on('disconnect', () => process.exit(1));

function tell(told: TargetMessage, sent?: () => void): void {
  process.send?.(told, undefined, undefined, sent);
}

async function run({
  name,
  options,
  output,
  reporters,
  summaryFile,
  spare,
  columns,
}: TargetRun): Promise<TargetMessage> {
  let told: TargetMessage = { kind: 'failed', text: 'its run ended without results' };
  const ended: Reporting['ended'] = (results, files) => {
    const path = (file: string) => (files.includes(join(output.reportsDir, file)) ? `${name}/${file}` : null);
    const written = { results: path('results.json'), report: path('report.html') };
    told = { kind: 'ended', end: judged({ name, options }, results, written) };
  };
  const out = (text: string): void => tell({ kind: 'out', text });
  const command = (text: string): void => tell({ kind: 'command', text });
  try {
    const reporting = { reporters, github: { summaryFile, command, name, spare }, ended };
    await runSuite(options, options.target, { ...output, out, columns: () => columns }, reporting, stop.signal);
  } catch (error) {
    told = { kind: 'failed', text: thrownText(error) };
  }
  return told;
}

process.once('message', (given: TargetRun) => {
  process.on('message', () => stop.abort());
  void run(given).then((told) => tell(told, () => process.exit()));
});
