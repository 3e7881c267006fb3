import { createHash } from 'node:crypto';
import type { Cell, Contract } from '../contract/model.ts';
import { schemaEntry, withItemName } from '../contract/schemas.ts';
import type { AskSchema } from '../rules/judge.ts';
import type { Evidence } from '../rules/rule.ts';
import type { SchemaValidator, SchemaVerdict } from '../xml/schema.ts';
import { childElements, textOf, type XmlElement } from '../xml/tree.ts';

/** The list whose items the document leaves unnamed. */
const UNNAMED_ITEMS = 'recid_images_URL';

/** What validating needs. */
export interface SchemaSource {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  /** Ask for every answer, not once per shape. */
  readonly validateAll: boolean;
}

/** Asks the XML Schema validator about answers of a cell, once per distinct shape. */
export function schemaAsker({ contract, validator, validateAll }: SchemaSource, cell: Cell): AskSchema {
  const entry = schemaEntry(contract, cell);
  const known = new Map<string, SchemaVerdict>();
  return ({ reading }: Evidence) => {
    if (reading.xml?.kind !== 'document' || reading.response === null) return { kind: 'valid' };
    const { root } = reading.xml.document;
    const key = createHash('sha256').update(shapeOf(root)).digest('base64');
    const seen = validateAll ? undefined : known.get(key);
    const verdict = seen ?? validator.validate(reading.response.body, schemasFor(contract, itemName(root)), entry);
    known.set(key, verdict);
    return verdict;
  };
}

const renamed = new WeakMap<Contract, Map<string, ReadonlyMap<string, string>>>();

/** The schemas for documents whose unnamed items bear this name; made once for each. */
function schemasFor(contract: Contract, name: string | null): ReadonlyMap<string, string> {
  if (name === null || name === UNNAMED_ITEMS) return contract.schemas;
  const made = renamed.get(contract) ?? new Map<string, ReadonlyMap<string, string>>();
  renamed.set(contract, made);
  const schemas = made.get(name) ?? withItemName(contract, name);
  made.set(name, schemas);
  return schemas;
}

function itemName(element: XmlElement): string | null {
  for (const child of childElements(element)) {
    const [item] = child.name === UNNAMED_ITEMS ? childElements(child) : [];
    const name = item?.name ?? itemName(child);
    if (name !== null) return name;
  }
  return null;
}

/** Names, attributes and typed-looking texts of a document: what decides whether it is valid. */
function shapeOf(element: XmlElement): string {
  const children = childElements(element);
  const attributes = element.attributes.map(({ name, value }) => ` ${name}=${value}`).join('');
  const inner = children.length > 0 ? children.map(shapeOf).join('') : lexicalShape(textOf(element));
  return `<${element.namespace}|${element.name}${attributes}>${inner}</>`;
}

/** Texts that only a string field can hold are alike; any other counts as it stands. */
function lexicalShape(text: string): string {
  return text.length <= 24 && /^[\s\d+-]*$|^(true|false)$/i.test(text) ? text : 'text';
}
