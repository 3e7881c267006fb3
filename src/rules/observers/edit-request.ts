import { editParameters } from '../../calls/spelling/edit-parameters.ts';
import type { WireParameter } from '../../calls/spelling/url.ts';
import type { BindingName, Cell, Parameter } from '../../contract/model.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import type { RunContext } from '../../wire/soap/binding.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { type Call, free, withValue } from '../../wire/soap/call.ts';
import { type EditRequest, requestOf } from '../../wire/soap/request-of.ts';
import type { ObservedRequest, Observer } from './observer.ts';

/** A call's request, with one change if any. */
export function edited(variant: string, cell: Cell, call: Call, edit?: EditRequest): ObservedRequest {
  return { variant, request: requestOf(call, cell, edit) };
}

/** A call in a cell's binding, made with a word of the run. */
export function worded(variant: string, { binding }: Cell, callOf: (word: string) => Call): ObservedRequest {
  return { variant, request: (context) => bindings[binding].encode(callOf(context.word(variant)), context) };
}

type Plan = Observer['plan'];

/** The base call's request with each of these changes, by their variants. */
export function edits(
  changes: Readonly<Record<string, (request: HttpRequest, cell: Cell, context: RunContext) => HttpRequest>>,
): Plan {
  return (cell, base) =>
    Object.entries(changes).map(([variant, edit]) =>
      edited(variant, cell, base, (request, context) => edit(request, cell, context)),
    );
}

/** The same in these bindings only. */
export function editsOver(bindings: readonly BindingName[], changes: Parameters<typeof edits>[0]): Plan {
  return over(bindings, edits(changes));
}

/** What is tried in these bindings only. */
export function over(bindings: readonly BindingName[], plan: Plan): Plan {
  return (cell, base, contract) => (bindings.includes(cell.binding) ? plan(cell, base, contract) : []);
}

/** The parameters that are not credentials: numbers, the first string, or all. */
type ParameterKind = 'numbers' | 'string' | 'all';

export function parametersOf(cell: Cell, kind: ParameterKind): readonly Parameter[] {
  const all = free(cell);
  if (kind === 'all') return all;
  const numbers = all.filter(({ type }) => type !== 'string');
  return kind === 'numbers' ? numbers : all.filter(({ type }) => type === 'string').slice(0, 1);
}

/** Each parameter of a kind with other values, made from a word, keyed by what follows its name in the variant. */
export function otherValues(kind: ParameterKind, values: Readonly<Record<string, (word: string) => string>>): Plan {
  return (cell, base) =>
    parametersOf(cell, kind).flatMap((parameter) =>
      Object.entries(values).map(([suffix, value]) =>
        worded(`${parameter.name}${suffix}`, cell, (word) => withValue(base, parameter, value(word))),
      ),
    );
}

/** The base call with other parameters, made from the name of its first string. */
export function editedString(
  edit: (parameters: readonly WireParameter[], name: string, word: string) => readonly WireParameter[],
): Plan {
  return (cell, base) =>
    parametersOf(cell, 'string').map(({ name }) =>
      edited(name, cell, base, (request, { word }) =>
        editParameters(request, cell, (all) => edit(all, name, word('value'))),
      ),
    );
}
