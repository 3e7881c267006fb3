import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadContract } from '../contract/load.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { tryAnswers } from './answers.ts';
import { goldens, NAMESPACE } from './golden.ts';
import { tryRequests } from './requests.ts';
import { summaryOf } from './summary.ts';
import { type Figures, merged, openTally, total } from './tally.ts';
import { openWire } from './wire.ts';

// npm run mutants [-- --of requests] [--stride n] [--operation name] [--examples n]: tries the single edits of all golden answers.

const { values } = parseArgs({
  options: {
    /** One edit in so many. */
    stride: { type: 'string', default: '1' },
    operation: { type: 'string' },
    /** Of each group of survivors. */
    examples: { type: 'string', default: '1' },
    /** What is mutated: the golden answers, or how the reference server reads requests. */
    of: { type: 'string', default: 'answers' },
    /** 'i/n': the part of the operations that a process of its own tries. */
    part: { type: 'string' },
  },
});

if (values.part === undefined) {
  const started = performance.now();
  const count = values.operation === undefined ? availableParallelism() : 1;
  const figures = merged(await Promise.all(Array.from({ length: count }, (_, at) => partOf(`${at}/${count}`))));
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${summaryOf(figures, Number(values.examples))}\n${seconds} s, stride ${values.stride}\n`);
  process.exitCode = total(figures.survivors) + total(figures.accused) > 0 ? 1 : 0;
} else {
  const figures = await tried(values.part);
  process.send?.(figures, () => process.disconnect());
}

/** The figures of a part, which a child finds out. */
async function partOf(part: string): Promise<Figures> {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--part', part]);
  const [figures] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`part ${part} ended with ${code}`))),
  ])) as [Figures];
  return figures;
}

async function tried(part: string): Promise<Figures> {
  const [index = 0, count = 1] = part.split('/').map(Number);
  const contract = loadContract(NAMESPACE);
  const validator = await createSchemaValidator();
  const wire = await openWire();
  const tally = openTally();
  const names = contract.operations.map(({ name }) => name).filter((name) => name === (values.operation ?? name));
  const chosen = new Set(names.filter((_name, at) => at % count === index));
  const all = goldens(contract).filter(({ cell }) => chosen.has(cell.operation.name));
  const trials = { contract, validator, wire, stride: Number(values.stride) };
  if (values.of === 'requests') await tryRequests(all.map(({ cell }) => cell), trials, tally.note);
  else await tryAnswers(all, trials, tally.note);
  await wire.close();
  validator.dispose();
  return tally.figures();
}
