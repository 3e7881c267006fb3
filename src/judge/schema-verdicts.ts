import type { Contract } from '../contract/model.ts';
import { schemaEntry, withItemName } from '../contract/schemas.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { SchemaValidator, SchemaVerdict } from '../xml/schema.ts';
import { childElements, type XmlElement } from '../xml/tree.ts';

/** The list whose items the document leaves unnamed. */
const UNNAMED_ITEMS = 'recid_images_URL';

export function schemaVerdicts(
  contract: Contract,
  validator: SchemaValidator,
): (reading: ParsedResponse) => SchemaVerdict {
  const schemasFor = renamedSchemas(contract);
  return ({ cell, response, xml }) => {
    // A contract that is made of a WSDL has no schemas.
    if (xml?.kind !== 'document' || response === null || contract.schemas.size === 0) return { kind: 'valid' };
    return validator.validate(response.body, schemasFor(itemName(xml.document.root)), schemaEntry(cell));
  };
}

/** The schemas for documents whose unnamed items have a name; made once each: a validator knows them by identity. */
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
