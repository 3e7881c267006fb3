import type { ParsedResponse } from '../bindings/parsed-response.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Contract } from '../contract/model.ts';
import { schemaEntry, withItemName } from '../contract/schemas.ts';
import type { SchemaValidator, SchemaVerdict } from '../xml/schema.ts';
import { childElements, type XmlElement } from '../xml/tree.ts';
import { shapeOf, stringNames } from './answer-shape.ts';

/** The list whose items the document leaves unnamed. */
const UNNAMED_ITEMS = 'recid_images_URL';

/** Characters of shapes that are remembered, at most: bounded whatever a target answers. */
const MOST_KEPT = 4_000_000;

/**
 * Says what the XML Schema validator finds in a response.
 * @param oncePerShape - a response of the shape of a valid one of its cell is not validated
 */
export function schemaVerdicts(
  contract: Contract,
  validator: SchemaValidator,
  oncePerShape: boolean,
): (reading: ParsedResponse) => SchemaVerdict {
  const strings = stringNames(contract);
  const valid = new Set<string>();
  let kept = 0;
  const keep = (shape: string): void => {
    if (kept + shape.length > MOST_KEPT) {
      valid.clear();
      kept = 0;
    }
    kept += shape.length;
    valid.add(shape);
  };
  const schemasFor = renamedSchemas(contract);
  return ({ cell, response, text, xml }) => {
    if (xml?.kind !== 'document' || response === null) return { kind: 'valid' };
    const { root } = xml.document;
    // A type that an element names itself (xsi:type) makes more of its text count than its shape shows.
    const hasShape = oncePerShape && text?.text.includes(':type') !== true;
    const shape = hasShape ? `${cellName(cell)} ${shapeOf(root, strings)}` : null;
    if (shape !== null && valid.has(shape)) return { kind: 'valid' };
    const verdict = validator.validate(response.body, schemasFor(itemName(root)), schemaEntry(contract, cell));
    // An objection has its place in this document alone.
    if (shape !== null && verdict.kind === 'valid') keep(shape);
    return verdict;
  };
}

/** The schemas for documents whose unnamed items bear a name; made once for each, since a validator knows them by identity. */
function renamedSchemas(contract: Contract): (name: string | null) => ReadonlyMap<string, string> {
  const renamed = new Map<string, ReadonlyMap<string, string>>();
  return (name) => {
    if (name === null || name === UNNAMED_ITEMS) return contract.schemas;
    const schemas = renamed.get(name) ?? withItemName(contract, name);
    renamed.set(name, schemas);
    return schemas;
  };
}

function itemName(element: XmlElement): string | null {
  for (const child of childElements(element)) {
    const [item] = child.name === UNNAMED_ITEMS ? childElements(child) : [];
    const name = item?.name ?? itemName(child);
    if (name !== null) return name;
  }
  return null;
}
