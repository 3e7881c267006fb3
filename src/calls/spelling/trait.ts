import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import { bindingNames, placeOf } from '../../contract/operations.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import type { RunContext } from '../../wire/soap/binding.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call } from '../../wire/soap/call.ts';
import { type EnvelopeStyle, plainStyle } from '../../wire/soap/envelope.ts';

/** What an edit of a request may use. */
export interface SpelledCall extends Pick<RunContext, 'word' | 'hex'> {
  readonly cell: Cell;
  readonly contract: Contract;
}

/** Apart in the choices of a trait: the bindings of an operation. */
const APART = 5;

/**
 * A number by which the cells share out some choices: of at most as many as there are operations, each binding gets
 * all, whatever the seed. @param name - of what is chosen
 */
export function turnOf({ cell, contract, hex }: SpelledCall, name: string): number {
  const first = Number.parseInt(hex(name).slice(0, 8), 16);
  return first + placeOf(cell, contract) + APART * bindingNames.indexOf(cell.binding);
}

/** Means a word of the run in a style. No XML can hold it, so no value is mistaken for it. */
export const WORD = '\u0000';

/** One choice that a standard leaves to the sender of a call: the call means the same. */
export interface Trait {
  /** Permanent and unique. */
  readonly id: string;
  /** What is unusual, in words that follow 'with'. */
  readonly variant: string;
  /** The sections that make it legal. */
  readonly standard: string;
  /** The traits of which one mistake refuses all: findings with any of them have one cause. */
  readonly family?: string;
  /** All bindings of its rule if left out. */
  readonly bindings?: readonly BindingName[];
  /** The part of its required rule that it belongs to, if that is only recommended. */
  readonly part?: string;
  /** Traits of other dimensions beside which this one changes nothing, by their ids. */
  readonly hiddenBy?: readonly string[];
  /** Real servers refuse it, with a fault of this code or in any way: it is sent alone, and not with random calls. */
  readonly refusedBy?: 'MustUnderstand' | 'all';
  /** Rules, by their ids, that do not judge answers to it. */
  readonly exempts?: readonly string[];
  readonly style?: Partial<EnvelopeStyle>;
  /** The same values in another lexical form. */
  readonly values?: (call: Call, of: SpelledCall) => Call;
  readonly edit?: (request: HttpRequest, of: SpelledCall) => HttpRequest;
}

/** Traits that exclude each other: a sender has one of them, or none. */
export interface Dimension {
  readonly name: string;
  readonly choices: readonly Trait[];
}

/** Dimensions by name. A trait is of the family of the first one whose id begins its own. */
export function dimensions(all: Readonly<Record<string, readonly Trait[]>>): readonly Dimension[] {
  const ofFamily = (one: Trait, choices: readonly Trait[]): Trait => {
    const { family = choices.find(({ id }) => one.id.startsWith(id))?.id ?? one.id } = one;
    return { ...one, family };
  };
  return Object.entries(all).map(([name, choices]) => ({
    name,
    choices: choices.map((one) => ofFamily(one, choices)),
  }));
}

/** The request of a call with some traits. The order of edits is that of the traits. */
export function spelledRequest(traits: readonly Trait[], cell: Cell, call: Call, context: RunContext): HttpRequest {
  const { contract, word, hex } = context;
  const of = { cell, contract, word, hex };
  const written = traits.reduce((one, { values }) => values?.(one, of) ?? one, call);
  const styles = traits.flatMap(({ style }) => style ?? []);
  const style: EnvelopeStyle = Object.assign({}, plainStyle, ...styles);
  const request = bindings[cell.binding].encode(written, context, style);
  const { body } = request;
  const withWords = (text: string) => Buffer.from(text.replaceAll(WORD, () => word('text')));
  const styled =
    styles.length === 0 || body === null ? request : { ...request, body: withWords(`${Buffer.from(body)}`) };
  return traits.reduce((one, { edit }) => edit?.(one, of) ?? one, styled);
}

function having(dimensions: readonly Dimension[], isWanted: (trait: Trait) => boolean): readonly Dimension[] {
  return dimensions.map(({ name, choices }) => ({ name, choices: choices.filter(isWanted) }));
}

/** A binding's traits of these dimensions. */
export function choicesIn(binding: BindingName, dimensions: readonly Dimension[]): readonly Dimension[] {
  return having(dimensions, ({ bindings }) => bindings === undefined || bindings.includes(binding));
}

/** The traits of a group that another one of it hides. */
export const hiddenIn = (group: readonly Trait[]): readonly Trait[] =>
  group.filter(({ hiddenBy }) => hiddenBy !== undefined && group.some(({ id }) => hiddenBy.includes(id)));

/** The traits that others may accompany. */
export const combinable = (dimensions: readonly Dimension[]): readonly Dimension[] =>
  having(dimensions, ({ refusedBy }) => refusedBy === undefined);

/**
 * As few groups of traits as have every trait once, at most one of each dimension per group, and few that hide another.
 * @param shuffled - for other groups in other cells
 */
export function groupsOf(
  all: readonly Dimension[],
  shuffled: <T>(items: readonly T[], name: string) => readonly T[],
): readonly (readonly Trait[])[] {
  const dimensions = combinable(all);
  const alone = all.flatMap(({ choices }) => choices.filter(({ refusedBy }) => refusedBy !== undefined));
  const most = Math.max(0, ...dimensions.map(({ choices }) => choices.length));
  let groups: readonly (readonly Trait[])[] = Array.from({ length: most }, () => []);
  for (const { name, choices } of dimensions) {
    const column = shuffled([...choices, ...Array.from({ length: most - choices.length }, () => null)], name);
    const turned = groups.map((_, by) =>
      groups.map((group, row) => [...group, column[(row + by) % most]].filter((trait) => trait != null)),
    );
    const hidden = turned.map((all) => all.flatMap(hiddenIn).length);
    groups = turned[hidden.indexOf(Math.min(...hidden))] ?? groups;
  }
  return [...groups, ...alone.map((trait) => [trait])];
}
