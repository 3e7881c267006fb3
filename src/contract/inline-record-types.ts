/** A type of records.xsd as it is written there: global, and so indented once. */
const TYPE = /^ {2}<xs:complexType name="([^"]+)"[\s\S]*?\n {2}<\/xs:complexType>$/gm;
const REFERENCE = /\b(?:type|base)="([^":]+)"/g;
const INCLUDE = '<xs:include schemaLocation="../records.xsd"/>';

/**
 * An operation's schema with the records that it uses, directly or through others, in place of the include of all of
 * them: libxmljs2 reads and compiles a schema each time that it validates.
 * @param records - the text of records.xsd
 */
export function withInlineRecordTypes(schema: string, records: string): string {
  const types = new Map([...records.matchAll(TYPE)].map(([text, name]) => [name, text]));
  const used = new Set<string>();
  const use = (text: string): void => {
    for (const [, name] of text.matchAll(REFERENCE)) {
      const type = types.get(name);
      if (type === undefined || used.has(type)) continue;
      used.add(type);
      use(type);
    }
  };
  use(schema);
  return schema.replace(INCLUDE, '').replace('</xs:schema>', () => `${[...used].join('\n')}\n</xs:schema>`);
}
