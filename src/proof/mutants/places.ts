import type { Cell, Content, Contract } from '../../contract/model.ts';
import { httpRootContent } from '../../contract/operations.ts';

/** What the document has at one path of an answer. */
export interface Place {
  /** The kind of place, for grouping: 'Body', 'record', 'int'. */
  readonly name: string;
  /** Null for the elements around the result. */
  readonly content: Content | null;
}

/** Path of local names, as 'ArrayOfVideo/Video/Link' → what is there. */
export type Places = ReadonlyMap<string, Place>;

/** Every place in a right answer of a cell, by the contract. */
export function placesOf({ operation, binding }: Cell, contract: Contract): Places {
  const places = new Map<string, Place>();
  const add = (path: string, content: Content, name = nameOf(content)): void => {
    places.set(path, { name, content });
    if (content.kind === 'list') {
      const { item } = content;
      add(`${path}/${item.name}`, item.content, item.content.kind === 'simple' ? 'string of a list' : undefined);
    }
    if (content.kind !== 'record') return;
    for (const field of contract.records.get(content.record)?.fields ?? []) add(`${path}/${field.name}`, field.content);
  };
  const result = httpRootContent(operation);
  if (contract.bindings[binding].envelopeNamespace === null) add(operation.result.httpRoot, result, 'root');
  else {
    const path = ['Envelope', 'Body', `${operation.name}Response`];
    for (const [at, name] of ['Envelope', 'Body', 'Response'].entries())
      places.set(path.slice(0, at + 1).join('/'), { name, content: null });
    add([...path, `${operation.name}Result`].join('/'), result, 'Result');
  }
  return places;
}

function nameOf(content: Content): string {
  if (content.kind === 'simple') return content.type;
  if (content.kind === 'list') return content.item.content.kind === 'simple' ? 'list of strings' : 'list of records';
  return content.kind;
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
