import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import type { Call } from '../../wire/soap/call.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, isNil, textOf, type XmlElement } from '../../xml/tree.ts';

/** The call of a request as a right service of these operations reads it; null where it is none. */
export function sentCall(request: HttpRequest, cell: Cell, contract: Contract): Call | null {
  const { operation, binding } = cell;
  const text = new TextDecoder().decode(request.body ?? new Uint8Array());
  const read = isSoap(binding)
    ? ofEnvelope(text, contract)
    : ofForm(binding === 'http-get' ? request.path.replace(/^[^?]*\??/, '') : text);
  if (read === null) return null;
  const values = operation.parameters.flatMap((parameter) => {
    const value = read.valueOf(parameter);
    return value === null ? [] : [[parameter.name, value] as const];
  });
  return { operation: operation.name, values: Object.fromEntries(values), header: read.header };
}

interface Read {
  readonly valueOf: (parameter: Parameter) => string | null;
  readonly header: Call['header'];
}

function ofForm(pairs: string): Read {
  const form = new URLSearchParams(pairs);
  return { valueOf: ({ name }) => form.get(name), header: null };
}

function ofEnvelope(text: string, contract: Contract): Read | null {
  const parsed = parseXml(text.replace(/^\uFEFF/, ''));
  if (parsed.kind === 'problem') return null;
  const partOf = (name: string) => childElements(parsed.document.root).find((child) => child.name === name);
  const [header, body] = [partOf('Header'), partOf('Body')];
  const [payload] = body === undefined ? [] : childElements(body);
  const block = header && childElements(header).find(({ name }) => name === contract.header.name);
  return {
    valueOf: ({ name, path = [name], inHeader }) => valueAt(inHeader ? header : payload, path),
    header: block === undefined ? null : Object.fromEntries(childElements(block).map((one) => [one.name, textOf(one)])),
  };
}

/** The value at a path of names, of which `@id` is an attribute and `item[2]` the second of that name. */
function valueAt(top: XmlElement | undefined, path: readonly string[]): string | null {
  let at = top;
  for (const step of path) {
    if (step.startsWith('@')) return at?.attributes.find(({ name }) => name === step.slice(1))?.value ?? null;
    const [, own = '', place = '1'] = /^(.*?)(?:\[(\d+)\])?$/.exec(step) ?? [];
    at = at && childElements(at).filter(({ name }) => name === own)[Number(place) - 1];
  }
  return at === undefined || isNil(at) ? null : textOf(at);
}
