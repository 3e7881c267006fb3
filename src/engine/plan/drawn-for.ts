import { OF_DIRECTION } from '../../calls/read-texts.ts';
import { drawBlocks, drawClasses, drawLongWide, drawNumber, drawWord } from '../../calls/texts.ts';
import { derivedSeed, drawOrder } from '../../calls/values.ts';
import { dealWords } from '../../calls/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { Draw } from '../../rules/probe.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import type { RunPlan } from './run-plan.ts';

/**
 * Characters of the longest text, beyond 1,024 in a query and beyond 16 KiB in a body. No limit is shown; ASP.NET takes
 * 2,048 in a query.
 */
const [LONG, LONG_IN_BODY] = [1100, 16_500];
/** One in so many has three bytes, or nine as an escape: four such texts stay below 100 KB, many servers' limit. */
const [EACH_WIDE, EACH_ESCAPED] = [4, 16];

/** What a cell's requests are drawn from; it does not depend on filters, shards or order. */
export function drawnFor(cell: Cell, { options }: Pick<RunPlan, 'options'>): Draw {
  const seedOf = (name: string): number => derivedSeed(options.seed, `${cellName(cell)}/${name}`);
  const length = cell.binding === 'http-get' ? LONG : LONG_IN_BODY;
  return {
    classes: once((parameter) => drawClasses(seedOf(parameter))),
    blocks: once((parameter) => {
      const blocks = drawBlocks(seedOf(parameter));
      if (cell.binding !== 'http-get') return blocks;
      return blocks.map((one) => ({ ...one, text: one.text.replaceAll(OF_DIRECTION, '') }));
    }),
    wholes: (parameters) => dealWords(seedOf('words'), parameters),
    long: (parameter) => {
      const each = isSoap(cell.binding) ? EACH_WIDE : EACH_ESCAPED;
      return { code: 'long', label: `${length} characters`, text: drawLongWide(seedOf(parameter), length, each) };
    },
    word: (name) => drawWord(seedOf(name)),
    number: (name) => drawNumber(seedOf(name)),
    shuffled: (items, name) => drawOrder(seedOf(name), items),
  };
}

/** The same, made once for each parameter: several rules draw texts for the same one. */
function once<Made>(make: (parameter: string) => Made): (parameter: string) => Made {
  const known = new Map<string, Made>();
  return (parameter) => {
    const made = known.get(parameter) ?? make(parameter);
    known.set(parameter, made);
    return made;
  };
}
