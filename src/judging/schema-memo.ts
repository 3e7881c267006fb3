import type { Cell, Contract } from '../contract/model.ts';
import { schemaEntry, withItemName } from '../contract/schemas.ts';
import type { Evidence } from '../rules/rule.ts';
import type { TextDecode } from '../xml/decode.ts';
import type { SchemaValidator, SchemaVerdict } from '../xml/schema.ts';
import { childElements, type XmlElement } from '../xml/tree.ts';
import { shapeOf, stringNames } from './answer-shape.ts';
import type { AskSchema } from './judge.ts';

/** The list whose items the document leaves unnamed. */
const UNNAMED_ITEMS = 'recid_images_URL';

/** Characters of shapes that are remembered, at most: bounded whatever a target answers. */
const MOST_KEPT = 4_000_000;

/** What validating needs. */
export interface SchemaSource {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  /** Ask for every answer, not once per shape. */
  readonly validateAll: boolean;
}

interface Answered extends Omit<SchemaSource, 'validateAll'> {
  readonly verdict: SchemaVerdict;
}

/** By what was read: equal bytes in one cell have one text. */
const answered = new WeakMap<TextDecode, Answered>();

/** Asks the XML Schema validator about answers of a cell, once per distinct shape. */
export function schemaAsker({ contract, validator, validateAll }: SchemaSource, cell: Cell): AskSchema {
  const entry = schemaEntry(contract, cell);
  const strings = stringNames(contract);
  const valid = new Map<string, SchemaVerdict>();
  let kept = 0;
  const keep = (shape: string, verdict: SchemaVerdict): void => {
    if (kept + shape.length > MOST_KEPT) valid.clear();
    kept = valid.size === 0 ? shape.length : kept + shape.length;
    valid.set(shape, verdict);
  };
  return ({ reading }: Evidence) => {
    if (reading.xml?.kind !== 'document' || reading.response === null) return { kind: 'valid' };
    const { root } = reading.xml.document;
    const before = reading.text === null ? undefined : answered.get(reading.text);
    if (before?.validator === validator && before.contract === contract) return before.verdict;
    const shape = validateAll || mayNameTypes(reading.text) ? null : shapeOf(root, strings);
    const seen = shape === null ? undefined : valid.get(shape);
    const schemas = (): ReadonlyMap<string, string> => schemasFor(contract, itemName(root));
    const verdict = seen ?? validator.validate(reading.response.body, schemas(), entry);
    // What is objected to has its place in this document alone.
    if (shape !== null && seen === undefined && verdict.kind === 'valid') keep(shape, verdict);
    if (reading.text !== null) answered.set(reading.text, { validator, contract, verdict });
    return verdict;
  };
}

/** A type that an element names itself (xsi:type) makes more of its text count than its shape shows. */
function mayNameTypes(read: TextDecode | null): boolean {
  return read?.text.includes(':type') === true;
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
