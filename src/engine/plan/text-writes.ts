import { textCall } from '../../calls/calls.ts';
import type { CallSource } from '../../calls/pools.ts';
import { groupsOf } from '../../calls/spelling/trait.ts';
import { xmlDimensions } from '../../calls/spelling/xml.ts';
import { derivedSeed, drawOrder } from '../../calls/values.ts';
import type { Cell } from '../../contract/model.ts';
import type { RunOptions } from '../../options/model.ts';
import { echoing } from '../../rules/request/echoed-text.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, free, withValue } from '../../wire/soap/call.ts';
import { drawnFor } from './drawn-for.ts';
import { generated, type PlannedCall } from './planned-call.ts';

/** Classes of characters that a shell, a template or a database would interpret, or that mean nothing within a text. */
const NOT_WRITTEN = ['expansions', 'words'];
/** Of texts that no answer repeats; this keeps a query within the 2,048 characters that servers accept. */
const BRIEF = ['markup', 'astral'];

/**
 * Two writes with texts of most classes, other ones in each cell. The first has one empty text, the same in all cells.
 * In SOAP the second is written with many traits; over GET and POST it is for what nobody has, so it can order nothing.
 */
export function textWrites(source: CallSource, cell: Cell, options: RunOptions): readonly PlannedCall[] {
  const { classes, shuffled, word } = drawnFor(cell, { options });
  const echoed = echoing(cell, source.contract).map(({ name }) => name);
  const call = (at: number): Call =>
    textCall(source, (name) =>
      classes(`${name}/${at}`)
        .filter(({ code }) => (echoed.includes(name) ? !NOT_WRITTEN.includes(code) : BRIEF.includes(code)))
        .map(({ text }) => text)
        .join(''),
    );
  const plain = free(source).filter(({ name, decides }) => !decides && !echoed.includes(name));
  const [empty] = drawOrder(derivedSeed(options.seed, 'order'), plain);
  const first = empty === undefined ? call(0) : withValue(call(0), empty, '');
  if (isSoap(cell.binding)) {
    const [traits = []] = groupsOf(xmlDimensions, shuffled);
    return [generated(first), { ...generated(call(1)), traits }];
  }
  const deciding = free(source).filter(({ decides }) => decides);
  const ofNobody = deciding.reduce((one, parameter) => withValue(one, parameter, word(parameter.name)), call(1));
  return [generated(first), generated(ofNobody)];
}
