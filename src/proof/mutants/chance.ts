import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract, Operation } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { Client } from '../../engine/send/client.ts';
import { defects, mutation } from '../../reference/defects/defects.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Trials } from './answers.ts';
import { callerMixes } from './caller-mixes.ts';
import { envelopeMisreadings } from './envelope-misreadings.ts';
import { lookUpsOf } from './look-ups.ts';
import { type Misreading, misreadings } from './misreadings.ts';
import { misspellings } from './misspellings.ts';
import { numberWidths } from './number-widths.ts';
import { callsOf, type DealersRun, dealersRuns, objectionsTo, openTells, runFor } from './requests.ts';

/** What an operation answers, or takes, decides how a misreading shows. */
export const shapes = ['array', 'single', 'header', 'order'] as const;
type Shape = (typeof shapes)[number];
/** A fault of the catalogue that depends on chance is sought in all its cells. */
const ALL = 'all';

/** How many seeds find a family of misreadings in an operation. */
export interface ChanceFigure {
  readonly family: string;
  /** The kind of place of its misreadings: families of one are a line of the table. */
  readonly place: string;
  readonly shape: Shape | typeof ALL;
  readonly seeds: number;
  /** Seeds that find nothing, each with the misreading that it tried. */
  readonly missed: readonly string[];
}

/** What is tried: all of it if left out. */
export interface ChanceChoice {
  /** A part of a family's name or of the name of a parameter, field or trait. */
  readonly of?: string | undefined;
  readonly operation?: string | undefined;
  readonly seeds: number;
  /** The process of so many that tries it. */
  readonly part: readonly [index: number, count: number];
}

type ChanceTrials = Pick<Trials, 'contract' | 'validator'>;
type Runs = Awaited<ReturnType<typeof dealersRuns>>;

interface Family {
  readonly name: string;
  readonly place: string;
  readonly mutants: readonly Mutant[];
}

interface Mutant {
  readonly cell: Cell;
  /** Made anew for each run, as it may keep state. */
  readonly make: () => Misreading;
}

function shapeOf({ effect, header, result }: Operation): Shape {
  if (effect === 'write') return 'order';
  return header !== null ? 'header' : result.kind === 'single' ? 'single' : 'array';
}

/**
 * Tries each family of misreadings with every seed in one operation of each shape where it can show. The seeds take its
 * places in turn, and families the operations of a shape.
 */
export async function tryChance(choice: ChanceChoice, trials: ChanceTrials): Promise<readonly ChanceFigure[]> {
  const { contract } = trials;
  const { of = '', seeds } = choice;
  const runs: Runs[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) runs.push(await dealersRuns(contract, seed));
  const [first] = runs;
  if (first === undefined) return [];
  const operations = contract.operations.filter(({ name }) => name === (choice.operation ?? name));
  const isOwn = (_family: Family, at: number): boolean => at % choice.part[1] === choice.part[0];
  const figures: ChanceFigure[] = [];
  const add = ({ name, place }: Family, shape: ChanceFigure['shape'], missed: readonly string[]): void => {
    figures.push({ family: name, place, shape, seeds, missed });
    process.stderr.write(`${name}, ${shape}: ${seeds - missed.length} of ${seeds}\n`);
  };
  const tells = openTells(contract);
  for (const family of familiesOf(operations, first[0], of).filter(isOwn)) {
    for (const shape of shapes) {
      const ofShape = operations.filter((operation) => shapeOf(operation) === shape);
      for (const operation of rotated(ofShape, family.name.length)) {
        const mutants = family.mutants.filter(({ cell }) => cell.operation === operation);
        const missed = await missedOf(mutants, runs, tells, trials);
        if (missed === null) continue;
        add(family, shape, missed);
        break;
      }
    }
  }
  for (const family of chanceFaults(operations, contract, of).filter(isOwn))
    add(family, ALL, await missedInAll(family.mutants, runs, trials));
  for (const { like } of runs.flat()) await like.close();
  return figures;
}

/** Begins with another one for each family. */
function rotated<Item>(all: readonly Item[], by: number): readonly Item[] {
  const start = by % Math.max(1, all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}

/** The seeds that find a fault in none of its cells. */
async function missedInAll(mutants: readonly Mutant[], runs: readonly Runs[], trials: ChanceTrials) {
  const missed: string[] = [];
  for (const [at, [run]] of runs.entries()) {
    let isFound = false;
    for (const { cell, make } of mutants) isFound ||= (await objectionsTo(cell, make(), run, trials)).length > 0;
    if (!isFound) missed.push(`seed ${at + 1}`);
  }
  return missed;
}

/** The seeds that find nothing; null if nothing shows any of these. */
async function missedOf(
  mutants: readonly Mutant[],
  runs: readonly Runs[],
  tells: ReturnType<typeof openTells>,
  trials: ChanceTrials,
): Promise<readonly string[] | null> {
  const legal = new Set<Mutant>();
  const missed: string[] = [];
  for (const [at, dealers] of runs.entries()) {
    for (let isOver = false; !isOver; ) {
      const left = mutants.filter((mutant) => !legal.has(mutant));
      const mutant = left[at % left.length];
      if (mutant === undefined) return null;
      const { cell, make } = mutant;
      const misread = make();
      const run = runFor(misread, dealers);
      isOver = (await objectionsTo(cell, misread, run, trials)).length > 0;
      if (isOver) continue;
      if (await tells(cell, misread, callsOf(cell, run), run.like)) {
        missed.push(`seed ${at + 1}, ${cellName(cell)}: ${misread.detail}`);
        isOver = true;
      } else legal.add(mutant);
    }
  }
  return missed;
}

/** All families of the operations: misreadings of one kind and kind of place, and each trait. */
function familiesOf(operations: readonly Operation[], { like, ...run }: DealersRun, of: string): readonly Family[] {
  const families = new Map<string, Family & { readonly mutants: Mutant[] }>();
  for (const operation of operations)
    for (const binding of bindingNames) {
      const cell = { operation, binding };
      const calls = callsOf(cell, { like, ...run });
      for (const [at, misread] of [...misreadingsOf(cell, calls, like)].entries()) {
        const { kind, place, detail, trait } = misread;
        const name = trait === null ? `${kind} of ${place}` : `${detail}, ${place}`;
        if (!`${name} ${detail}`.includes(of)) continue;
        const family = families.get(name) ?? { name, place, mutants: [] };
        const make = (): Misreading =>
          trait === null ? (memberAt(misreadingsOf(cell, calls, like), at) ?? misread) : misread;
        family.mutants.push({ cell, make });
        families.set(name, family);
      }
    }
  return [...families.values()];
}

/** Everything that a server of a cell may misread. @param calls - those that show traits */
function* misreadingsOf(cell: Cell, calls: readonly Call[], { contract, context }: Client): Generator<Misreading> {
  yield* misreadings(cell, contract);
  yield* numberWidths(cell);
  yield* lookUpsOf(cell);
  yield* envelopeMisreadings(cell);
  yield* callerMixes(cell, contract);
  yield* misspellings(cell, calls, context);
}

function memberAt<Item>(all: Iterable<Item>, place: number): Item | undefined {
  let at = 0;
  for (const item of all) {
    if (at === place) return item;
    at += 1;
  }
  return undefined;
}

/** The faults of the catalogue that not each standard run finds, in all their cells. */
function chanceFaults(operations: readonly Operation[], contract: Contract, of: string): readonly Family[] {
  const standard = defects.filter(({ id, chance }) => chance?.profile === 'standard' && id.includes(of));
  return standard.map((defect): Family => {
    const shows = { mutation: mutation(defect, { operation: null, binding: null }, contract), shows: [] };
    const done = { kind: defect.id, place: 'fault of the catalogue', detail: defect.id, level: 'recommended' } as const;
    const make = (): Misreading => ({ ...done, ...shows, trait: null, values: null, fired: () => 1 });
    const cells = operations.flatMap((operation) => bindingNames.map((binding) => ({ operation, binding })));
    const mutants = cells.filter((cell) => defect.cells(cell, contract)).map((cell) => ({ cell, make }));
    return { name: defect.id, place: done.place, mutants };
  });
}
