import type { Contract } from '../contract/model.ts';
import { schemaEntry, withItemName } from '../contract/schemas.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { SchemaValidator, SchemaVerdict } from '../xml/schema.ts';
import { childElements, type XmlElement } from '../xml/tree.ts';

/** Of a document that no schema declares; rules on what a WSDL says object to it, or not. */
export const UNKNOWN: SchemaVerdict = { kind: 'valid' };

/** The list whose items the document leaves unnamed. */
const UNNAMED_ITEMS = 'recid_images_URL';

export function schemaVerdicts(
  contract: Contract,
  validator: SchemaValidator,
): (reading: ParsedResponse) => SchemaVerdict {
  const schemasFor = renamedSchemas(contract);
  const names = contract.declared && new Set(contract.declared);
  return ({ cell, text, xml, located: { payload, nullResult } }) => {
    if (xml?.kind !== 'document' || text === null) return { kind: 'valid' };
    if (names !== undefined && !names.has(`{${payload?.namespace}}${payload?.name}`)) return UNKNOWN;
    const named = names === undefined ? itemName(xml.document.root) : null;
    try {
      const said = validator.validate(text.text, schemasFor(named), schemaEntry(cell, contract), names !== undefined);
      return nullResult && names !== undefined ? withoutAttributes(said) : said;
    } catch (error) {
      if (names === undefined) throw error;
      // Schemas of a WSDL may be such that no validator takes them: a run says so at its start.
      names.clear();
      return UNKNOWN;
    }
  };
}

/** What is said of a nil element without the attributes that its type requires: ASP.NET has no value for them. */
function withoutAttributes(said: SchemaVerdict): SchemaVerdict {
  if (said.kind !== 'invalid') return said;
  const errors = said.errors.filter(({ kind }) => kind !== 'missing attribute');
  return errors.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
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
