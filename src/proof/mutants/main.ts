import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadContract } from '../../contract/load.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { tryAnswers } from './answers.ts';
import { goldens, NAMESPACE } from './golden.ts';
import { legalShare, MOST_LEGAL, type Power, pageOf } from './page.ts';
import { tryRequests } from './requests.ts';
import { openTally, total } from './tally.ts';
import { openWire } from './wire.ts';

// npm run mutants: tries the single edits of all golden answers, then the misreadings of requests.

const { values } = parseArgs({
  options: {
    /** One edit in so many; after a comma, one misreading in so many: each takes a run. */
    stride: { type: 'string', default: '1' },
    operation: { type: 'string' },
    /** Only this is tried: 'answers' or 'requests'. */
    of: { type: 'string' },
    /** For each group of survivors. */
    examples: { type: 'string', default: '1' },
    /** Writes docs/power.md. */
    page: { type: 'boolean', default: false },
    /** 'i/n': the operations that one process tries. */
    part: { type: 'string' },
  },
});
const [answersStride = 1, requestsStride = answersStride] = values.stride.split(',').map(Number);
const strides = { answers: answersStride, requests: requestsStride };
const [answers, requests] = [openTally(), openTally()];
const power: Power = { answers: answers.figures, requests: requests.figures, strides };

if (values.part === undefined) await report();
else {
  await tryPart(values.part);
  process.send?.(power, () => process.disconnect());
}

async function report(): Promise<void> {
  const count = values.operation === undefined ? availableParallelism() : 1;
  for (const part of await Promise.all(Array.from({ length: count }, (_, at) => powerOf(`${at}/${count}`)))) {
    answers.merge(part.answers);
    requests.merge(part.requests);
  }
  process.stdout.write(pageOf(power, Number(values.examples)));
  if (values.page) writeFileSync(new URL('../../../docs/power.md', import.meta.url), pageOf(power));
  const missed = [power.answers, power.requests].map(({ survivors, accused }) => total(survivors) + total(accused));
  process.exitCode = missed.every((one) => one === 0) && legalShare(power.answers) <= MOST_LEGAL ? 0 : 1;
}

async function powerOf(part: string): Promise<Power> {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--part', part]);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`part ${part} ended with ${code}`)));
  const [found] = await Promise.race([once(child, 'message'), ended]);
  return found as Power;
}

async function tryPart(part: string): Promise<void> {
  const [index = 0, count = 1] = part.split('/').map(Number);
  const contract = loadContract(NAMESPACE);
  const trials = { contract, validator: await createSchemaValidator(), wire: await openWire() };
  const names = contract.operations.map(({ name }) => name).filter((name) => name === (values.operation ?? name));
  const chosen = new Set(names.filter((_name, at) => at % count === index));
  const all = goldens(contract).filter(({ cell }) => chosen.has(cell.operation.name));
  const cells = all.map(({ cell }) => cell);
  if (values.of !== 'requests') await tryAnswers(all, all, { ...trials, stride: strides.answers }, answers.note);
  if (values.of !== 'answers') await tryRequests(cells, { ...trials, stride: strides.requests }, requests.note);
  await trials.wire.close();
  trials.validator.dispose();
}
