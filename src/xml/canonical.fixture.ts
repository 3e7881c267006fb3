import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from './tree.ts';

/**
 * One text for all documents that say the same: names in Clark notation, no prefixes and declarations, attributes
 * sorted, comments and processing instructions dropped, and white space between elements dropped where an element
 * has element children. For comparing in tests and replays, not meant to be parsed again.
 */
export function canonicalXml(of: XmlDocument | XmlElement): string {
  return 'root' in of ? elementText(of.root) : elementText(of);
}

function elementText(element: XmlElement): string {
  const name = clarkName(element);
  const attributes = element.attributes.map(attributeText).sort().join('');
  return `<${name}${attributes}>${contentOf(element).map(nodeText).join('')}</>`;
}

function contentOf({ children }: XmlElement): readonly XmlNode[] {
  const hasElements = children.some((node) => node.kind === 'element');
  const isBlank = (node: XmlNode): boolean => node.kind === 'text' && !/[^ \t\r\n]/.test(node.text);
  return hasElements ? children.filter((node) => !isBlank(node)) : children;
}

function nodeText(node: XmlNode): string {
  if (node.kind === 'element') return elementText(node);
  return node.kind === 'text' ? escaped(node.text) : '';
}

function attributeText(attribute: XmlAttribute): string {
  return ` ${clarkName(attribute)}="${escaped(attribute.value).replaceAll('"', '&quot;')}"`;
}

function clarkName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === '' ? name : `{${namespace}}${name}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#xD;');
}
