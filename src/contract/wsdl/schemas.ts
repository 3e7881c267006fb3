import { escapeAttribute } from '../../xml/escape.ts';
import { childElements, XMLNS_NAMESPACE, type XmlAttribute, type XmlElement } from '../../xml/tree.ts';
import { NamespaceError } from '../error.ts';
import type { Contract } from '../model.ts';
import type { Components } from './components.ts';
import type { RpcElement } from './messages.ts';
import { attributeOf, isXsd, NS } from './names.ts';

type Declarations = readonly XmlAttribute[];

const isDeclaration = ({ namespace }: XmlAttribute): boolean => namespace === XMLNS_NAMESPACE;

/** Schemas of a WSDL: each refers to all others. */
const MOST_SCHEMAS = 500;

/**
 * The schemas of a WSDL as files that a validator begins with, one for each binding, and the names of elements that
 * they declare. None where one is redefined or there is none. @param own - the document's, with those of envelopes
 * @param answers - those in RPC style, which no schema declares @throws NamespaceError where there are too many
 */
export function schemasOfWsdl(components: Components, own: Contract['schemas'], answers: readonly RpcElement[]) {
  const files = new Map<string, string>();
  const byNamespace = new Map<string, string[]>();
  const declared: string[] = [];
  const whole = components.roots.flatMap((root) => schemasIn(root, []));
  if (whole.length > MOST_SCHEMAS)
    throw new NamespaceError(`it has ${whole.length} schemas; expected ${MOST_SCHEMAS} at most`);
  if (whole.some(([schema]) => childElements(schema).some((child) => isXsd(child, 'redefine'))))
    return { files: new Map<string, string>(), declared };
  const add = (namespace: string, text: string, names: readonly (string | null)[]): void => {
    if ([...files.values()].includes(text)) return;
    const path = `part-${files.size}.xsd`;
    files.set(path, text);
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), path]);
    declared.push(...names.map((name) => `{${namespace}}${name}`));
  };
  for (const [schema, around] of whole) {
    const elements = childElements(schema).filter((child) => isXsd(child, 'element'));
    const names = elements.map((one) => attributeOf(one, 'name'));
    add(components.schemaOf(schema)?.namespace ?? '', schemaText(components, schema, around), names);
  }
  for (const answer of answers)
    if (!declared.includes(`{${answer.namespace}}${answer.name}`))
      add(answer.namespace, answerSchema(components, answer), [answer.name]);
  const mains = [...byNamespace].map(([namespace, parts], at) => {
    // Each may refer to all others, also where its import is forgotten: stacks take that.
    const others = [...byNamespace.keys()].filter((one) => one !== namespace);
    const imports = others.map((one) => `<import xmlns="${NS.xsd}"${named('namespace', one)}/>`).join('');
    for (const [path, text] of files)
      if (parts.includes(path))
        files.set(
          path,
          text.replace('>', () => `>${imports}`),
        );
    const target = named('targetNamespace', namespace);
    const includes = parts.map((part) => `<xs:include schemaLocation="${part}"/>`).join('');
    files.set(`all-${at}.xsd`, `<xs:schema xmlns:xs="${NS.xsd}"${target}>${includes}</xs:schema>`);
    return imported(namespace, `all-${at}.xsd`);
  });
  if (mains.length === 0) return { files, declared };
  for (const [binding, envelope] of ENVELOPES) {
    const [path, namespace] = envelope;
    const text = own.get(path);
    if (path !== '' && text !== undefined) files.set(path, text.replace(/(?=<\/xs:schema>)/, OF_BLOCKS));
    const all = [...(path === '' ? [] : [imported(namespace, path)]), ...mains];
    files.set(`${binding}.xsd`, `<xs:schema xmlns:xs="${NS.xsd}">${all.join('')}</xs:schema>`);
  }
  return { files, declared };
}

/** Attributes of header blocks, which a wildcard of their types takes only if they are declared. */
const OF_BLOCKS = ['actor', 'role', 'relay', 'mustUnderstand', 'encodingStyle']
  .map((name) => `<xs:attribute name="${name}"/>`)
  .join('');

const NO_ENVELOPE = ['', ''] as const;

const ENVELOPES = [
  ['soap11', ['soap-1.1-envelope.xsd', 'http://schemas.xmlsoap.org/soap/envelope/']],
  ['soap12', ['soap-1.2-envelope.xsd', 'http://www.w3.org/2003/05/soap-envelope']],
  ['http-get', NO_ENVELOPE],
  ['http-post', NO_ENVELOPE],
] as const;

/** A schema without a target namespace, as those that a validator begins with, can't import another one. */
function imported(namespace: string, path: string): string {
  if (namespace === '') return `<xs:include schemaLocation="${path}"/>`;
  return `<xs:import${named('namespace', namespace)} schemaLocation="${path}"/>`;
}

/** An attribute, with a space before it; nothing where its value is empty, as for no namespace. */
const named = (name: string, value: string): string => (value === '' ? '' : ` ${name}="${escapeAttribute(value)}"`);

/** The schema of the element around the parts of an answer in RPC style. */
function answerSchema({ refer }: Components, { name, namespace, parts }: RpcElement): string {
  const elements = parts.map((part) => {
    const type = refer(part.in, 'type', 'type');
    const [prefix, declaration] = type?.namespace ? ['t:', named('xmlns:t', type.namespace)] : ['', ''];
    const typed = type ? named('type', `${prefix}${type.name}`) : '';
    return `<xs:element${named('name', part.name)}${declaration}${typed}/>`;
  });
  const content = `<xs:complexType><xs:sequence>${elements.join('')}</xs:sequence></xs:complexType>`;
  const head = `<xs:schema xmlns:xs="${NS.xsd}"${named('targetNamespace', namespace)}>`;
  return `${head}<xs:element${named('name', name)}>${content}</xs:element></xs:schema>`;
}

/** The schemas of a document, with the declarations around them that are not their own. */
function schemasIn(
  root: XmlElement,
  outer: Declarations,
): readonly (readonly [schema: XmlElement, around: Declarations])[] {
  const own = root.attributes.filter(isDeclaration);
  const around = outer.filter(({ name }) => !own.some((one) => one.name === name));
  if (isXsd(root, 'schema')) return [[root, around]];
  return childElements(root).flatMap((child) =>
    isXsd(child, 'schema') || child.name === 'types' ? schemasIn(child, [...own, ...around]) : [],
  );
}

/** Parts that say nothing of documents, or where other files are: those are joined by namespace. */
const LEFT_OUT = ['annotation', 'include', 'import'];

/** @param around - declarations outside of the element */
function schemaText(components: Components, element: XmlElement, around: Declarations = []): string {
  // What the schema of schemas declares, as in a DataSet, validators do not know.
  if (isXsd(element, 'element') && components.refer(element, 'ref', 'element')?.namespace === NS.xsd)
    return `<any xmlns="${NS.xsd}" namespace="${NS.xsd}" processContents="skip"/>`;
  const { prefix, name, namespace, attributes, children } = element;
  const tag = prefix === '' ? name : `${prefix}:${name}`;
  const parts = [`<${tag}`, ...around.map(attributeText)];
  for (const one of attributes) if (isDeclaration(one) || one.namespace === '') parts.push(attributeText(one));
  parts.push('>');
  for (const child of children)
    if (child.kind === 'element' && child.namespace === namespace && !LEFT_OUT.includes(child.name))
      parts.push(schemaText(components, child));
  parts.push(`</${tag}>`);
  // Joined here, as the text of all would be kept in as many pieces as it has.
  return parts.join('');
}

function attributeText({ name, namespace, value }: XmlAttribute): string {
  const prefix = namespace === XMLNS_NAMESPACE && name !== 'xmlns' ? 'xmlns:' : '';
  return ` ${prefix}${name}="${escapeAttribute(value)}"`;
}
