import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadContract } from '../../contract/load.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { tryAnswers } from './answers.ts';
import { type ChanceFigure, tryChance } from './chance.ts';
import { chanceSection, isSurvivor } from './chance-section.ts';
import { goldens, NAMESPACE } from './golden.ts';
import { legalShare, MOST_LEGAL, type Power, pageOf } from './page.ts';
import { tryRequests } from './requests.ts';
import { openTally, total } from './tally.ts';
import { openWire } from './wire.ts';

// npm run mutants: tries the single edits of all golden answers, then the misreadings of requests. With --chance: how
// many of several seeds find each family of misreadings.

const { values } = parseArgs({
  options: {
    /** One edit in so many; after a comma, one misreading in so many: each takes a run. */
    stride: { type: 'string', default: '1' },
    operation: { type: 'string' },
    /** Only this is tried: 'answers' or 'requests'; with --chance, families and places whose names hold it. */
    of: { type: 'string' },
    /** For each group of survivors. */
    examples: { type: 'string', default: '1' },
    /** Writes docs/power.md. */
    page: { type: 'boolean', default: false },
    chance: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '20' },
    /** 'i/n': the operations that one process tries. */
    part: { type: 'string' },
  },
});
const [answersStride = 1, requestsStride = answersStride] = values.stride.split(',').map(Number);
const strides = { answers: answersStride, requests: requestsStride };
const [answers, requests] = [openTally(), openTally()];
const power: Power = { answers: answers.figures, requests: requests.figures, strides };

const PAGE = new URL('../../../docs/power.md', import.meta.url);

if (values.part !== undefined) {
  const done = values.chance ? await tryChancePart(values.part) : await tryPart(values.part);
  process.send?.(done, () => process.disconnect());
} else if (values.chance) await reportChance();
else await report();

async function report(): Promise<void> {
  for (const part of await allParts<Power>(values.operation === undefined ? availableParallelism() : 1)) {
    answers.merge(part.answers);
    requests.merge(part.requests);
  }
  process.stdout.write(pageOf(power, Number(values.examples)));
  if (values.page) writePage(pageOf(power));
  const missed = [power.answers, power.requests].map(({ survivors, accused }) => total(survivors) + total(accused));
  process.exitCode = missed.every((one) => one === 0) && legalShare(power.answers) <= MOST_LEGAL ? 0 : 1;
}

async function reportChance(): Promise<void> {
  const figures = (await allParts<readonly ChanceFigure[]>(availableParallelism())).flat();
  const section = chanceSection(figures);
  process.stdout.write(section);
  if (values.page) writePage(section);
  process.exitCode = figures.some(isSurvivor) ? 1 : 0;
}

/** Renews one part of docs/power.md, and leaves the other as it is. */
function writePage(text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [own = '', section = ''] = page.split(/^(?=## Chance)/m);
  writeFileSync(PAGE, values.chance ? own + text : `${text.trimEnd()}\n\n${section}`);
}

async function allParts<Part>(count: number): Promise<readonly Part[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => resultOf<Part>(`${at}/${count}`)));
}

async function resultOf<Part>(part: string): Promise<Part> {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--part', part]);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`part ${part} ended with ${code}`)));
  const [result] = await Promise.race([once(child, 'message'), ended]);
  return result as Part;
}

async function tryChancePart(part: string): Promise<readonly ChanceFigure[]> {
  const { of, operation, seeds } = values;
  const [index = 0, count = 1] = part.split('/').map(Number);
  const trials = { contract: loadContract(NAMESPACE), validator: await createSchemaValidator() };
  const figures = await tryChance({ of, operation, seeds: Number(seeds), part: [index, count] }, trials);
  trials.validator.dispose();
  return figures;
}

async function tryPart(part: string): Promise<Power> {
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
  return power;
}
