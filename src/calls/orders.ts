import type { Cell, Parameter } from '../contract/model.ts';
import { isSoap } from '../wire/soap/binding.ts';
import { type Call, free, withValue } from '../wire/soap/call.ts';
import { textCall } from './calls.ts';
import type { CallSource } from './pools.ts';
import { groupsOf, type Trait } from './spelling/trait.ts';
import { xmlDimensions } from './spelling/xml.ts';
import type { ClassText } from './texts.ts';
import { derivedSeed, drawOrder } from './values.ts';
import { drawAddress, drawNameOfNothing, drawWhole, otherYes, wholeKinds } from './words.ts';

/** Classes of characters that mean nothing within a text, and what templates act on but escapes, which no text has. */
const NOT_WRITTEN = ['words'];
/** Of texts that no answer repeats. */
const NOT_ACTED_ON = ['expansions', 'marks', ...NOT_WRITTEN];
/** What a field for a session takes in any form. */
const TOKEN = /^[\w.]+$/;
/** Kinds of values that have such a form, and the forms of a date or a time. */
const TOKENS = ['decimal', 'power', 'hex', 'notation', 'word'] as const;
const OF_TIME = /^\d{4}-\d\d-\d\d|^\d\d:\d\d/;

const isAddress = ({ example }: Pick<Parameter, 'example'>): boolean => /^\d+(\.\d+){3}$/.test(example);
const isKey = ({ example }: Pick<Parameter, 'example'>): boolean => /^\d+$/.test(example);

/**
 * A write with values that servers may read as numbers, or as a word for yes or no, in place of examples.
 * @param repeated - the parameters that answers repeat, but for those that decide what it does
 */
export function withTokens(call: Call, repeated: readonly Parameter[], seed: number): Call {
  return repeated.reduce((some, one, place) => {
    return some.values[one.name] === one.example ? withValue(some, one, tokenOf(one.name, place, seed)) : some;
  }, call);
}

/** What the first order has for a parameter: a numeral for the first of them. */
function tokenOf(name: string, place: number, seed: number): string {
  const own = derivedSeed(seed, `order/${name}`);
  const [kind = 'numeral'] = place === 0 ? [] : drawOrder(own, TOKENS);
  return drawWhole(own, kind, TOKEN);
}

interface OrderSource {
  readonly cell: Cell;
  readonly seed: number;
  readonly samples: readonly Call[];
  readonly repeated: readonly Parameter[];
  readonly draw: {
    readonly classes: (parameter: string) => readonly ClassText[];
    readonly word: (name: string) => string;
    readonly shuffled: <T>(items: readonly T[], name: string) => readonly T[];
  };
}

/**
 * Two writes. In what answers repeat, the first has a name of nothing and times or dates; elsewhere texts of many
 * classes, an address and an empty text, in the same fields of all cells. The second has those texts where answers
 * repeat them, but for a time in SOAP, behind the value of the order before, for which a server takes them that reads
 * numbers or beginnings, and whole values elsewhere. In SOAP it is written with many traits, with another word for
 * yes, and keeps keys: a server may know an order by them. Over GET and POST it is for what nobody has. So it may order
 * nothing.
 */
export function textOrders(source: CallSource, { cell, seed, samples, repeated, draw }: OrderSource) {
  const { classes, shuffled, word } = draw;
  const seedOf = (use: string): number => derivedSeed(seed, `order/${use}`);
  const echoed = repeated.map(({ name }) => name);
  const plain = free(source).filter(({ name, decides }) => !decides && !echoed.includes(name));
  const textOf = (name: string, without: readonly string[]): string =>
    classes(name)
      .filter(({ code }) => !without.includes(code))
      .map(({ text, alone }) => (alone === true ? text.replaceAll('%', '') : text))
      .join('');
  // A key gets a text that is none.
  const texts = plain.filter((parameter) => !isAddress(parameter) && !isKey(parameter));
  const [empty] = drawOrder(seedOf('empty'), texts);
  const [ofNothing] = drawOrder(seedOf('nothing'), echoed);
  const first = textCall(source, (name) => {
    if (name === ofNothing) return drawNameOfNothing(seedOf(name));
    if (echoed.includes(name)) return drawWhole(seedOf(name), 'typed', OF_TIME);
    if (plain.some((one) => one.name === name && isAddress(one))) return drawAddress(seedOf(name));
    return name === empty?.name ? '' : textOf(name, NOT_ACTED_ON);
  });
  const kinds = shuffled(wholeKinds, 'order/kinds');
  const second = textCall(source, (name) => {
    // A query has no room for all of them twice.
    const without = name === echoed.at(-1) ? [...NOT_WRITTEN, 'marks'] : NOT_WRITTEN;
    const [own, place] = [derivedSeed(seedOf(name), cell.binding), echoed.indexOf(name)];
    if (place > 0 && isSoap(cell.binding)) return drawWhole(own, 'typed', OF_TIME);
    if (place >= 0) return `${tokenOf(name, place, seed)}${textOf(name, without)}`;
    const other = plain.findIndex((one) => one.name === name);
    if (isSoap(cell.binding) && plain.slice(other, other + 1).some(isKey)) return null;
    return drawWhole(own, kinds[other % kinds.length] ?? 'word');
  });
  const deciding = free(source).filter(({ decides }) => decides);
  const orders: readonly { readonly call: Call; readonly traits?: readonly Trait[] }[] = [{ call: first }];
  if (isSoap(cell.binding)) {
    const [traits = []] = groupsOf(xmlDimensions, shuffled);
    const isSampled = samples.some(({ operation }) => operation === cell.operation.name);
    const otherWord = (text = ''): string => otherYes(seedOf('yes'), text);
    const approved = deciding.reduce((call, one) => withValue(call, one, otherWord(call.values[one.name])), second);
    return [...orders, { call: isSampled ? second : approved, traits }];
  }
  const ofNobody = deciding.reduce((one, parameter) => withValue(one, parameter, word(parameter.name)), second);
  return [...orders, { call: ofNobody }];
}
