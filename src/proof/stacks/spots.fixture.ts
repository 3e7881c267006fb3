import type { Cell, Content, Contract, Field } from '../../contract/model.ts';
import { httpRootContent } from '../../contract/operations.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { isTag, type Tag } from '../mutants/markup.ts';
import { localName } from '../mutants/places.ts';

/** An element of an answer, and what the contract says of it. */
export interface Spot {
  readonly tag: Tag;
  readonly parent: Tag;
  readonly content: Content;
  /** Of records and lists: the field, or one that stands for an item. */
  readonly field: Pick<Field, 'optional' | 'nillable' | 'repeated'>;
  /** By its type, the same in all records: `Product.Id`. */
  readonly place: string;
}

const ITEM = { optional: true, nillable: true, repeated: true } as const;
const RESULT = { optional: true, nillable: true } as const;

const childrenNamed = ({ children }: Tag, name: string): readonly Tag[] =>
  children.filter(isTag).filter((child) => localName(child.name) === name);

/** The elements of the result of an answer which the contract describes, outermost first. */
export function spotsIn(root: Tag, { operation, binding }: Cell, contract: Contract): readonly Spot[] {
  const { name, result } = operation;
  const { wrapper = `${name}Response`, element = `${name}Result` } = result;
  const content = httpRootContent(operation);
  if (!isSoap(binding)) return below(root, content, contract);
  const [body] = childrenNamed(root, 'Body');
  const [payload] = body === undefined ? [] : childrenNamed(body, wrapper);
  if (payload === undefined) return [];
  if (element === null) return below(payload, content, contract);
  return childrenNamed(payload, element).flatMap((tag) => [
    { tag, parent: payload, content, field: RESULT, place: 'the result' },
    ...below(tag, content, contract),
  ]);
}

function below(tag: Tag, content: Content, contract: Contract): readonly Spot[] {
  const put = (child: Tag, own: Content, field: Spot['field'], place: string): readonly Spot[] => [
    { tag: child, parent: tag, content: own, field, place },
    ...below(child, own, contract),
  ];
  if (content.kind === 'list') {
    const { item } = content;
    return childrenNamed(tag, item.name).flatMap((child) => put(child, item.content, ITEM, `item ${item.name}`));
  }
  if (content.kind !== 'record') return [];
  const { name, fields } = recordOf(tag, content.record, contract);
  return fields.flatMap((field) =>
    childrenNamed(tag, field.name).flatMap((child) => put(child, field.content, field, `${name}.${field.name}`)),
  );
}

/** The record of an element, by its xsi:type if it has one. */
export function recordOf({ attributes }: Tag, name: string, { records }: Contract) {
  const named = attributes.find(([key]) => /:type$/.test(key))?.[1];
  const own = records.get(name);
  const derived = named === undefined ? undefined : own?.derived?.find(([type]) => type === localName(named))?.[1];
  const record = records.get(derived ?? name);
  if (record === undefined) throw new Error(`the contract has no record ${name}`);
  return record;
}
