import { escapeAttribute } from '../xml/escape.ts';
import type { FastElement } from '../xml/fast-xml.ts';

const INCLUDED = '../records.xsd';

/**
 * An operation's schema with the records that it uses, directly or through others, in place of the include of all of
 * them: libxmljs2 reads and compiles a schema each time that it validates.
 * @param records - records.xsd
 */
export function withInlineRecordTypes(schema: FastElement, records: FastElement): string {
  const types = new Map(records.children.map((type) => [type.attributes.name, type]));
  const used = new Set<FastElement>();
  const use = ({ attributes, children }: FastElement): void => {
    for (const name of [attributes.type, attributes.base]) {
      const type = name === undefined ? undefined : types.get(name);
      if (type === undefined || used.has(type)) continue;
      used.add(type);
      use(type);
    }
    children.forEach(use);
  };
  use(schema);
  const own = schema.children.filter(({ attributes }) => attributes.schemaLocation !== INCLUDED);
  return written({ ...schema, children: [...own, ...used] });
}

/** Without the text of annotations, which is for readers of the file. */
function written({ name, attributes, children }: FastElement): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  const open = `<${name}${pairs.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.map(written).join('')}</${name}>`;
}
