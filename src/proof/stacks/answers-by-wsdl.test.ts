import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellName } from '../../contract/cell-name.ts';
import { sharedCalls } from '../../engine/plan/plan-calls.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { createSchemaValidator, type SchemaValidator } from '../../xml/schema.ts';
import { openTrial } from '../mutants/answers.ts';
import { exchangeOf, type Golden, withBody } from '../mutants/golden.ts';
import { readMarkup, writeMarkup } from '../mutants/markup.ts';
import { answerEdits } from './answer-edits.fixture.ts';
import { answersTo, type Described, openDescribed } from './described.fixture.ts';
import { openServices, serviceNames } from './services.fixture.ts';
import { type Spot, spotsIn } from './spots.fixture.ts';

const { service, close } = openServices();
let validator: SchemaValidator;

beforeAll(async () => {
  validator = await createSchemaValidator();
});

afterAll(async () => {
  validator.dispose();
  await close();
});

/** The answers to calls which together show all places that any call shows: to each, those of all bindings. */
async function shownBy(described: Described): Promise<readonly (readonly Golden[])[]> {
  const { contract } = described;
  const chosen: (readonly Golden[])[] = [];
  for (const operation of contract.operations) {
    const cells = selectedCells(contract).filter((cell) => cell.operation === operation);
    const [first] = cells;
    const answered: (readonly Golden[])[] = [];
    for (const { call } of first === undefined ? [] : sharedCalls(first, contract, described))
      answered.push(await answersTo(call, cells, described));
    const seen = new Set<string>();
    for (const goldens of answered.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
      const fresh = goldens.flatMap((one) => spotsOf(one, described).map(({ place }) => place));
      if (fresh.every((place) => seen.has(place))) continue;
      for (const place of fresh) seen.add(place);
      chosen.push(goldens);
    }
  }
  return chosen;
}

const lengthOf = (goldens: readonly Golden[]): number =>
  goldens.reduce((sum, { answer }) => sum + answer.body.length, 0);

const spotsOf = ({ cell, answer }: Golden, { contract }: Described): readonly Spot[] =>
  spotsIn(readMarkup(`${answer.body}`).root, cell, contract);

test.for(serviceNames)(
  'by the WSDL of %s each fault of each kind is found at each place of its answers',
  async (name, { skip }) => {
    const { url, wsdl, reads } = await service(name, skip);
    const described = await openDescribed(url, wsdl, reads);
    const { contract } = described;
    const kinds = new Map<string, number>();
    const missed = new Set<string>();
    for (const goldens of await shownBy(described)) {
      const trial = openTrial(goldens, contract, validator);
      for (const golden of goldens) {
        const { prolog, root } = readMarkup(`${golden.answer.body}`);
        const objections = new Set(trial(golden, exchangeOf(golden.answer)).map(({ rule }) => rule));
        for (const spot of spotsIn(root, golden.cell, contract))
          for (const [kind, edited] of answerEdits(root, spot, contract)) {
            const body = Buffer.from(prolog + writeMarkup([edited]));
            const found = trial(golden, exchangeOf(withBody(golden.answer, body)));
            kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
            if (found.every(({ rule }) => objections.has(rule)))
              missed.add(`${spot.place} ${kind}, in ${cellName(golden.cell)}`);
          }
      }
    }
    await described.client.close();
    const edits = [...kinds.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(`${name}: ${edits} edits of ${kinds.size} kinds, not found ${missed.size}\n`);
    expect([...missed]).toEqual([]);
    expect(kinds.size).toBeGreaterThanOrEqual(30);
  },
);
