import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decoders } from './decode.fixture.ts';
import { configFiles, harFiles, resultsFiles } from './files.fixture.ts';
import { historyLines } from './history.fixture.ts';
import { clientRequests } from './requests.fixture.ts';
import { maskedSecrets } from './secrets.fixture.ts';
import { statements } from './statements.fixture.ts';
import type { Subject } from './subject.fixture.ts';
import { descriptions } from './wsdl.fixture.ts';
import { judgesXml, serversXml } from './xml.fixture.ts';

const subjects: readonly Subject[] = [
  judgesXml,
  serversXml,
  descriptions,
  decoders,
  clientRequests,
  harFiles,
  resultsFiles,
  configFiles,
  historyLines,
  statements,
  maskedSecrets,
];

/** An input that once broke a subject, and the seed that found it. */
interface Kept {
  readonly subject: string;
  readonly seed: number;
  readonly input: string;
}

const SEEDS = new URL('seeds.json', import.meta.url);
/** For each subject, as `npm run fuzz` says; without it a set number of inputs. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0) / subjects.length;
/** No input may hold a reader for longer. */
const MOST_MS = 10_000;
/** What a failure keeps of an input: longer ones are found again by their seed. */
const MOST_KEPT = 20_000;

function kept(): readonly Kept[] {
  return JSON.parse(readFileSync(SEEDS, 'utf8'));
}

/** The first input that breaks a subject, with its seed; null where none does. */
function broken({ name, inputs, check, runs }: Subject): (Kept & { readonly why: string }) | null {
  const examples = kept().flatMap(({ subject, input }): [string][] => (subject === name ? [[input]] : []));
  const property = fc.property(inputs, (input) => {
    const started = performance.now();
    check(input);
    expect(performance.now() - started, 'milliseconds').toBeLessThan(MOST_MS);
  });
  const limit =
    seconds > 0
      ? { interruptAfterTimeLimit: seconds * 1000, numRuns: Number.MAX_SAFE_INTEGER }
      : { numRuns: runs, seed: 11 };
  const { failed, seed, counterexample, errorInstance } = fc.check(property, { ...limit, examples });
  if (!failed || counterexample === null) return null;
  return { subject: name, seed, input: counterexample[0], why: String(errorInstance) };
}

test.each(subjects.map((subject) => [subject.name, subject] as const))(
  '%s: every input is either read, or refused in the declared way',
  { timeout: 120_000 + seconds * 1000 },
  (_name, subject) => {
    const found = broken(subject);
    if (found === null) return;
    const { seed, input } = found;
    const all = kept();
    if (
      seconds > 0 &&
      input.length <= MOST_KEPT &&
      !all.some((one) => one.subject === subject.name && one.input === input)
    )
      writeFileSync(SEEDS, `${JSON.stringify([...all, { subject: subject.name, seed, input }], null, 2)}\n`);
    expect.fail(`seed ${seed}, input ${JSON.stringify(input).slice(0, 2000)}: ${found.why}`);
  },
);

test('a reader that throws an error it does not declare is found, with the input', () => {
  const careless: Subject = {
    name: 'careless',
    inputs: fc.string(),
    runs: 1000,
    check: (input) => {
      if (input.includes('!')) throw new TypeError('careless');
    },
  };
  expect(broken(careless)).toMatchObject({ subject: 'careless', input: '!', why: 'TypeError: careless' });
});
