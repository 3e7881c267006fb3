import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadContract } from '../contract/load.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { tryAnswers } from './answers.ts';
import { goldens, NAMESPACE } from './golden.ts';
import { legalShare, MOST_LEGAL, type Power, pageOf } from './page.ts';
import { tryRequests } from './requests.ts';
import { type Figures, merged, openTally, total } from './tally.ts';
import { openWire } from './wire.ts';

// npm run mutants: tries the single edits of all golden answers, then the misreadings of requests.

const { values } = parseArgs({
  options: {
    /** One edit in so many; after a comma, one misreading in so many, which take a run each. */
    stride: { type: 'string', default: '1' },
    operation: { type: 'string' },
    /** What is tried alone: 'answers' or 'requests'. */
    of: { type: 'string' },
    /** Of each group of survivors. */
    examples: { type: 'string', default: '1' },
    /** Writes docs/power.md. */
    page: { type: 'boolean', default: false },
    /** 'i/n': the part of the operations that a process of its own tries. */
    part: { type: 'string' },
  },
});
const [answersStride = 1, requestsStride = answersStride] = values.stride.split(',').map(Number);
const strides = { answers: answersStride, requests: requestsStride };

if (values.part === undefined) await report();
else {
  const power = await triedPart(values.part);
  process.send?.(power, () => process.disconnect());
}

async function report(): Promise<void> {
  const count = values.operation === undefined ? availableParallelism() : 1;
  const parts = await Promise.all(Array.from({ length: count }, (_, at) => powerOf(`${at}/${count}`)));
  const answers = merged(parts.map((part) => part.answers));
  const requests = merged(parts.map((part) => part.requests));
  const power = { answers, requests, strides };
  process.stdout.write(pageOf(power, Number(values.examples)));
  if (values.page) writeFileSync(new URL('../../docs/power.md', import.meta.url), pageOf(power));
  const isFair = legalShare(answers) <= MOST_LEGAL;
  process.exitCode = isFaultless(answers) && isFaultless(requests) && isFair ? 0 : 1;
}

function isFaultless({ survivors, accused }: Figures): boolean {
  return total(survivors) + total(accused) === 0;
}

/** What a part comes to, which a child finds out. */
async function powerOf(part: string): Promise<Power> {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--part', part]);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`part ${part} ended with ${code}`)));
  const [power] = await Promise.race([once(child, 'message'), ended]);
  return power as Power;
}

async function triedPart(part: string): Promise<Power> {
  const [index = 0, count = 1] = part.split('/').map(Number);
  const contract = loadContract(NAMESPACE);
  const validator = await createSchemaValidator();
  const wire = await openWire();
  const names = contract.operations.map(({ name }) => name).filter((name) => name === (values.operation ?? name));
  const chosen = new Set(names.filter((_name, at) => at % count === index));
  const all = goldens(contract).filter(({ cell }) => chosen.has(cell.operation.name));
  const [answers, requests] = [openTally(), openTally()];
  const trials = { contract, validator, wire };
  if (values.of !== 'requests') await tryAnswers(all, all, { ...trials, stride: strides.answers }, answers.note);
  const cells = all.map(({ cell }) => cell);
  if (values.of !== 'answers') await tryRequests(cells, { ...trials, stride: strides.requests }, requests.note);
  await wire.close();
  validator.dispose();
  return { answers: answers.figures(), requests: requests.figures(), strides };
}
