import { type FastElement, readXml } from '../../xml/fast-xml.ts';
import { localName } from './places.ts';

/** An element by its names in Clark notation, without prefixes and declarations. */
export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  /** Without white space next to child elements. */
  readonly text: string;
}

export const XSI = '{http://www.w3.org/2001/XMLSchema-instance}';

export const local = ({ name }: Pick<Node, 'name'>): string => name.slice(name.indexOf('}') + 1);

/** A reference to a URI (Namespaces in XML 1.0, section 3; RFC 3986, section 4.1). */
const URI = /^(?!.*%(?![\dA-Fa-f]{2}))(?:[A-Za-z][A-Za-z\d+.-]*:|(?=[^:]*(?:[/?#]|$)))[^\s<>"{}|\\^`[\]\u007f]*$/;

/** A prefix (Namespaces in XML 1.0, section 3: an NCName). */
const PREFIX = /^[\p{L}_][\p{L}\p{N}\p{M}.·_-]*$/u;

/** The tree of a body; what breaks namespaces gets unique names. @param unused - also if nothing uses it */
export function readTree(text: string, unused = true): Node {
  return nodeOf(readXml(text), unused, { '': '', xml: 'http://www.w3.org/XML/1998/namespace' });
}

function nodeOf(
  { name, attributes, children, text }: FastElement,
  unused: boolean,
  above: Readonly<Record<string, string>>,
): Node {
  const isDeclaration = (key: string): boolean => /^xmlns(:|$)/.test(key);
  const declared = Object.entries(attributes).flatMap(([key, uri]) =>
    isDeclaration(key) ? [[key.slice('xmlns:'.length), uri] as const] : [],
  );
  const scope = { ...above, ...Object.fromEntries(declared) };
  const clark = (qualified: string, isAttribute: boolean): string => {
    const [prefix = ''] = qualified.includes(':') ? qualified.split(':') : [];
    const uri = prefix === '' && isAttribute ? '' : scope[prefix];
    // A prefix can't be undeclared, and 'xmlns' is reserved (Namespaces in XML 1.0, sections 3 and 5).
    const known = uri !== undefined && (prefix === '' || uri !== '') && URI.test(uri);
    return `{${known ? uri : `undeclared ${prefix}`}}${localName(qualified)}`;
  };
  const resolved = Object.entries(attributes).flatMap(([key, value]) => {
    const full = clark(key, true);
    return isDeclaration(key) ? [] : [[full, full === `${XSI}type` ? clark(value.trim(), false) : value] as const];
  });
  const isQualified = [name, ...Object.keys(attributes)].every((one) => /^[^:]+(:[^:]+)?$/.test(one));
  // A default namespace may be undeclared again.
  const isRight = ([prefix, uri]: readonly [string, string]): boolean =>
    (prefix === '' || (uri !== '' && !/^xml(ns)?$/.test(prefix))) &&
    (!unused || ((prefix === '' || PREFIX.test(prefix)) && (uri === '' || URI.test(uri))));
  const isWrong = !declared.every(isRight);
  return {
    name: isWrong || !isQualified ? `{wrong declaration}${name}` : clark(name, false),
    attributes: Object.fromEntries(resolved.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    children: children.map((child) => nodeOf(child, unused, scope)),
    text: children.length > 0 && /^[ \t\r\n]*$/.test(text) ? '' : text,
  };
}
