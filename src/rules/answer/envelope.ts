import { ENVELOPE_NAMESPACES } from '../../wire/soap/envelope.ts';
import { childElements, textOf, type XmlAttribute, type XmlElement, XSI_NAMESPACE } from '../../xml/tree.ts';
import { ofAnswers } from '../check.ts';
import type { Problem } from '../judgement.ts';
import { byStandard, byText, httpBindings, lesser, rulesOf, soapBindings } from '../rule.ts';
import { rootOf } from './document.ts';
import { isBlank, OF_XSI } from './inspect/element.ts';
import { isRpcEncoded, RPC_ENCODED } from './inspect/mistakes.ts';

const envelopeRequirements = ['bindings.soap11.response', 'bindings.soap12.response'];

const AFTER_BODY = 'SOAP 1.1: an element in a namespace of its own after the Body';
const STRAY_ATTRIBUTE = 'an attribute of Envelope, Header or Body that has no meaning there';
const ODD_BLOCK = 'a header block with mustUnderstand, or in no namespace';

/** What is wrong with the children of an Envelope, if anything: optional Header, then exactly one Body. */
function structureProblem(root: XmlElement): Problem | null {
  const children = childElements(root);
  const names = children.map(({ name, namespace }) => (namespace === root.namespace ? name : `{${namespace}}${name}`));
  const found = names.join(', ');
  const right = found === 'Body' || found === 'Header, Body';
  const own = children.filter(({ namespace }) => namespace === root.namespace || namespace === '');
  const stray = [root, ...own].some((element) => !isBlank(textOf(element)));
  if (right && !stray) return null;
  const actual = right ? 'text between the elements' : found || 'no child';
  return {
    ...(!stray && isTrailed(children, root) ? { part: AFTER_BODY } : {}),
    code: 'Envelope',
    text: `The Envelope holds ${actual}`,
    location: `/Envelope (line ${root.line}, column ${root.column})`,
    expected: 'an optional Header, then one Body, and nothing else',
    actual,
    ...(found === 'Body, Header' ? { facts: { wanted: ['Header', 'Body'], found: names } } : {}),
  };
}

/** SOAP 1.1, section 4, allows elements after the Body that are in a namespace of their own. */
function isTrailed(children: readonly XmlElement[], { namespace }: XmlElement): boolean {
  const body = children.findIndex(({ name }) => name === 'Body');
  const before = children.slice(0, body + 1).map((child) => (child.namespace === namespace ? child.name : ''));
  const after = children.slice(body + 1).map((child) => child.namespace);
  if (namespace !== ENVELOPE_NAMESPACES.soap11 || !['Body', 'Header,Body'].includes(before.join())) return false;
  return after.every((one) => one !== '' && one !== namespace);
}

/** Whether the envelope's own elements may have it: SOAP's own but encodingStyle (which has a rule) are for blocks. */
function isFree({ name, namespace }: XmlAttribute, soap: string): boolean {
  if (namespace === XSI_NAMESPACE) return OF_XSI.has(name) && name !== 'type';
  return namespace !== '' && (namespace !== soap || name === 'encodingStyle');
}

/**
 * Attributes of the envelope's own elements that have no meaning there, and header blocks that a client must understand
 * though it can't know them. @param declared - elements that it knows, `{namespace}name`
 */
function lesserProblems(root: XmlElement, declared: readonly string[] = []): readonly Problem[] {
  const own = [root, ...childElements(root).filter(({ namespace }) => namespace === root.namespace)];
  const attributes = own.flatMap((element) =>
    element.attributes.filter((one) => !isFree(one, root.namespace)).map((attribute) => ({ element, attribute })),
  );
  const blocks = own.filter(({ name }) => name === 'Header').flatMap(childElements);
  const unknown = blocks.filter(({ name, namespace }) => !declared.includes(`{${namespace}}${name}`));
  const marked = unknown.filter(({ attributes: all }) =>
    all.some(({ name, namespace, value }) => {
      return name === 'mustUnderstand' && namespace === root.namespace && /^\s*(?:1|true)\s*$/.test(value);
    }),
  );
  const unqualified = blocks.filter(({ namespace }) => namespace === '');
  const ofBlock = ({ name, line, column }: XmlElement, code: string, says: string) => {
    const location = `/Envelope/Header/${name} (line ${line}, column ${column})`;
    return { part: ODD_BLOCK, code, text: `The header block ${name} ${says}`, location };
  };
  return [
    ...unqualified.map((block) => ({
      ...ofBlock(block, 'unqualified-block', 'is in no namespace'),
      expected: 'a namespace for each header block',
      actual: 'no namespace',
    })),
    ...attributes.map(({ element, attribute }) => ({
      part: STRAY_ATTRIBUTE,
      code: 'attribute',
      text: `<${element.name}> has the attribute ${attribute.name}, which has no meaning there`,
      location: `/${element.name} (line ${element.line}, column ${element.column})`,
      expected: 'attributes of the envelope in namespaces of their own',
      actual: `${attribute.name}="${attribute.value}"`,
    })),
    ...marked.map((block) => ({
      ...ofBlock(block, 'mustUnderstand', 'must be understood, and the document describes none'),
      expected: 'no header block with mustUnderstand',
      actual: 'mustUnderstand is true',
    })),
  ];
}

function encodingStyles(element: XmlElement): XmlElement[] {
  const here = element.attributes.some(({ name }) => name === 'encodingStyle') ? [element] : [];
  return [...here, ...childElements(element).flatMap(encodingStyles)];
}

export const envelopeRules = rulesOf('envelope', [
  {
    id: 'soap.envelope-namespace',
    level: 'required',
    title: "The Envelope is in the namespace of the request's SOAP version.",
    bindings: soapBindings,
    requirements: envelopeRequirements,
    standard: 'SOAP 1.1, section 4.1.2; SOAP 1.2 Part 1, section 5.1',
    basis: byStandard({
      'the same version as the request':
        "The table 'Bindings' gives the answer in each row the media type of the request's SOAP version.",
    }),
    breaks:
      'JAX-WS, zeep, WCF and suds raise an error on the envelope of the other version. node-soap and Savon ' +
      'read any envelope.',
    example: {
      right: '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">',
      wrong: '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"> as the answer to SOAP 1.2',
    },
    checks: ofAnswers((evidence) => {
      const root = rootOf(evidence);
      if (root?.name !== 'Envelope') return 'not-reached';
      const { bindings } = evidence.contract;
      const { envelopeNamespace, responseMediaType } = bindings[evidence.reading.cell.binding];
      const expected = envelopeNamespace ?? '';
      if (root.namespace === expected) return [];
      const actual = root.namespace || 'no namespace';
      const text = `The Envelope is in ${actual}`;
      // An answer in the other version has the media type of that version, too.
      const other = [bindings.soap11, bindings.soap12].find((one) => one.envelopeNamespace === root.namespace);
      const facts = { wanted: [responseMediaType], found: [other?.responseMediaType ?? actual] };
      return [{ code: 'Envelope', text, location: '/Envelope', expected, actual, facts }];
    }),
  },
  {
    id: 'soap.envelope-structure',
    level: 'required',
    title: 'The Envelope holds an optional Header, then exactly one Body, and nothing else.',
    bindings: soapBindings,
    requirements: envelopeRequirements,
    standard: 'SOAP 1.1, sections 4 and 4.2; WS-I Basic Profile 1.1, R1011; SOAP 1.2 Part 1, sections 5.1 and 5.2',
    basis: byStandard({
      [AFTER_BODY]: lesser([
        'standard',
        'SOAP 1.1, section 4, allows qualified elements there; WS-I Basic Profile 1.1, R1011, does not.',
      ]),
      [ODD_BLOCK]: lesser(
        'The document describes no header of an answer. ' +
          'A client has to refuse an answer with a block that it must understand and does not know; ' +
          'by SOAP 1.1, section 4.2, and SOAP 1.2 Part 1, section 5.2.1, each has a namespace.',
      ),
      [STRAY_ATTRIBUTE]: lesser(
        'The document shows none but declarations of namespaces, and clients ignore what has no meaning to them.',
      ),
    }),
    breaks:
      '.NET, WCF, JAX-WS, PHP and gSOAP refuse an envelope without a Body or with two Headers. Elements ' +
      'after the Body are refused by PHP over SOAP 1.2 only.',
    example: { right: '<Envelope><Header/><Body/></Envelope>', wrong: '<Envelope><Body/><Header/></Envelope>' },
    checks: ofAnswers((evidence) => {
      const root = rootOf(evidence);
      if (root === null) return 'not-reached';
      if (root.name !== 'Envelope') {
        const actual = `<${root.name}>`;
        const text = `The root is ${actual}, not <Envelope>`;
        return [{ code: 'Envelope', text, location: `/${root.name}`, expected: '<Envelope>', actual }];
      }
      const problem = structureProblem(root);
      return [...(problem === null ? [] : [problem]), ...lesserProblems(root, evidence.contract.declared)];
    }),
  },
  {
    id: 'soap.encoding-style',
    level: 'recommended',
    title: 'No element has an encodingStyle: the messages are document/literal.',
    bindings: soapBindings,
    requirements: envelopeRequirements,
    standard: 'WS-I Basic Profile 1.1, R1005 and R1006 (SOAP 1.1); SOAP 1.2 Part 1, section 5.1.1',
    basis: byStandard({
      'deeper than the children of the Body; in SOAP 1.2 below the Body':
        'No standard forbids it there. The document describes plain elements, and node-soap and Savon return the ' +
        'attribute as an extra key.',
    }),
    breaks: 'PHP refuses it on the Body in SOAP 1.2. The other clients we ran ignore it or show it as an extra key.',
    example: {
      right: '<soap:Body>',
      wrong: '<soap:Body soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">',
    },
    checks: ofAnswers((evidence) => {
      const root = rootOf(evidence);
      if (root?.name !== 'Envelope') return 'not-reached';
      // A large tree need not be walked if its text lacks the name.
      if (evidence.reading.text?.text.includes('encodingStyle') !== true) return [];
      const isRpc = isRpcEncoded(evidence.reading.text.text);
      return encodingStyles(root).map(({ name, line, column }) => ({
        code: name,
        text: `${isRpc ? 'The answer is rpc/encoded, not document/literal: ' : ''}<${name}> has an encodingStyle`,
        location: `<${name}> (line ${line}, column ${column})`,
        expected: 'no encodingStyle',
        actual: 'an encodingStyle attribute',
        // What writes it does so in the answers of all operations.
        cause: isRpc ? RPC_ENCODED : 'soap.encoding-style:attribute',
      }));
    }),
  },
  {
    id: 'http.no-envelope',
    ground: 'shape',
    level: 'required',
    title: 'An answer over GET or POST has no SOAP envelope.',
    bindings: httpBindings,
    requirements: ['bindings.http-get.response', 'bindings.http-post.response'],
    basis: byText(),
    breaks: 'The .NET GET proxy fails: "<Envelope> was not expected".',
    example: { right: '<ArrayOfVideo>', wrong: '<soap:Envelope><soap:Body><ArrayOfVideo>' },
    checks: ofAnswers((evidence) => {
      const root = rootOf(evidence);
      if (root === null) return 'not-reached';
      if (root.name !== 'Envelope') return [];
      const { httpRoot } = evidence.reading.cell.operation.result;
      const text = 'The answer is wrapped in a SOAP envelope';
      return [{ code: 'Envelope', text, location: '/Envelope', expected: `<${httpRoot}>`, actual: '<Envelope>' }];
    }),
  },
]);
