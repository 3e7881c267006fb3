import { OF_DIRECTION } from '../../calls/read-texts.ts';
import { drawBlocks, drawClasses, drawLong, drawNumber, drawWord } from '../../calls/texts.ts';
import { derivedSeed, drawOrder } from '../../calls/values.ts';
import { drawWords, WORD_PARTS } from '../../calls/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import type { Draw } from '../../rules/probe.ts';
import type { RunPlan } from './run-plan.ts';

/**
 * Characters of the longest text, beyond 1,024 in a query and beyond 16 KiB in a body. No limit is shown; ASP.NET takes 2,048
 * in a query.
 */
const [LONG, LONG_IN_BODY] = [1100, 16_500];

/** By how many parts of the words the bindings are apart: with those of an operation two places on, they have all but one. */
const OFFSETS: Readonly<Record<BindingName, number>> = { soap11: 0, soap12: 1, 'http-get': 4, 'http-post': 5 };

/** What a cell's requests are drawn from; it does not depend on filters, shards or order. */
export function drawnFor(cell: Cell, { options }: Pick<RunPlan, 'options'>): Draw {
  const seedOf = (name: string): number => derivedSeed(options.seed, `${cellName(cell)}/${name}`);
  const length = cell.binding === 'http-get' ? LONG : LONG_IN_BODY;
  return {
    classes: (parameter) => drawClasses(seedOf(parameter)),
    blocks: (parameter) => {
      const blocks = drawBlocks(seedOf(parameter));
      if (cell.binding !== 'http-get') return blocks;
      return blocks.map((one) => ({ ...one, text: one.text.replaceAll(OF_DIRECTION, '') }));
    },
    // The operations that have a parameter share out its words, and so do the bindings of two of them.
    wholes: (parameter, turn) =>
      drawWords(derivedSeed(options.seed, `words/${parameter}`), (turn + OFFSETS[cell.binding]) % WORD_PARTS),
    long: (parameter) => ({ code: 'long', label: `${length} characters`, text: drawLong(seedOf(parameter), length) }),
    word: (name) => drawWord(seedOf(name)),
    number: (name) => drawNumber(seedOf(name)),
    shuffled: (items, name) => drawOrder(seedOf(name), items),
  };
}
