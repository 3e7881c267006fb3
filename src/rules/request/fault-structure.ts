import type { Contract } from '../../contract/model.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { mediaTypeOf } from '../../wire/soap/media-type.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { childElements, textOf, type XmlAttribute, type XmlElement } from '../../xml/tree.ts';
import { byteRules } from '../answer/bytes.ts';
import { documentRules } from '../answer/document.ts';
import { envelopeRules } from '../answer/envelope.ts';
import { checkOf } from '../check.ts';
import type { Problem } from '../judgement.ts';

/** How a request that should be refused was answered. A fault counts as one in any namespace and with any status. */
type Refusal =
  | { readonly kind: 'fault'; readonly fault: XmlElement; readonly root: XmlElement; readonly body: XmlElement }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'none' };

/** Distinguishes a fault, another refusal, and an answer as if the request had been right. */
export function refusalOf({ response, located, success }: ParsedResponse): Refusal {
  if (response === null) return { kind: 'none' };
  const { envelope } = located;
  const fault = envelope?.body == null ? undefined : childNamed(envelope.body, 'Fault');
  if (envelope?.body != null && fault !== undefined) {
    return { kind: 'fault', fault, root: envelope.root, body: envelope.body };
  }
  return { kind: success ? 'answered' : 'refused', status: response.status };
}

/** The local name of a fault's code, wherever the fault has it; '' if there is none. */
export function faultCode(fault: XmlElement): string {
  const code = childNamed(fault, 'faultcode') ?? childNamed(fault, 'Code');
  if (code === undefined) return '';
  const value = childNamed(code, 'Value') ?? code;
  // SOAP 1.1, section 4.4.1: what follows a dot is more specific.
  return localPart(textOf(value).trim()).replace(/\..*$/s, '');
}

/** The text of a fault for people; '' if there is none. */
export function faultString(fault: XmlElement): string {
  const reason = childNamed(fault, 'Reason');
  const text = childNamed(fault, 'faultstring') ?? (reason && childNamed(reason, 'Text'));
  return text === undefined ? '' : textOf(text).trim();
}

/** Characters of a plain text that says why: a page is longer. */
const MOST_PLAIN = 300;

/** Status, code and words of a refusal, with `#` for each word that has a digit: values, names of requests, times. */
export function refusalText({ response, located: { fault }, text }: ParsedResponse): string {
  const plain = text?.text ?? '';
  const isPlain = plain.length <= MOST_PLAIN && !plain.includes('<');
  const said = fault === null ? (isPlain ? plain : '') : `${faultCode(fault)} ${faultString(fault)}`;
  const words = said.split(/\s+/).map((word) => (/\d/.test(word) ? '#' : word));
  return `${response?.status ?? 'no answer'} ${words.join(' ')}`.trim();
}

/**
 * What is wrong with a fault as a message of its envelope's own version: its place, children, code, media type and
 * status. Null where the answer is not a fault and its media type does not claim one.
 * @param success - an answer with data, whose own problems are not repeated
 * @param ofNone - the request is of no version, so a server of both answers in either
 */
export function faultProblems(reading: ParsedResponse, contract: Contract, success: ParsedResponse, ofNone = false) {
  const refusal = refusalOf(reading);
  if (refusal.kind !== 'fault' && !isUnreadable(reading, contract)) return null;
  const problems = messageProblems(reading, contract, success);
  return refusal.kind === 'fault' ? [...problems, ...versionProblems(refusal, reading, contract, ofNone)] : problems;
}

/** An error with SOAP's media type that no parser reads. ASP.NET sends some without a body, which proves nothing. */
function isUnreadable({ response, xml }: ParsedResponse, { bindings }: Contract): boolean {
  if (response === null || response.status < 400 || response.body.byteLength === 0 || xml?.kind !== 'problem')
    return false;
  const type = mediaTypeOf(headerValue(response.headers, 'content-type'))?.type;
  return [bindings.soap11, bindings.soap12].some(({ responseMediaType }) => responseMediaType === type);
}

function versionProblems(
  { fault, root, body }: Extract<Refusal, { kind: 'fault' }>,
  reading: ParsedResponse,
  { bindings }: Contract,
  ofNone: boolean,
): readonly Problem[] {
  const version = [bindings.soap11, bindings.soap12].find((spec) => spec.envelopeNamespace === root.namespace);
  if (version === undefined) return [problem('Envelope', 'a namespace of SOAP 1.1 or 1.2', root.namespace || 'none')];
  const { status = 0, headers = [] } = reading.response ?? {};
  const written = headerValue(headers, 'content-type');
  const type = mediaTypeOf(written)?.type ?? '';
  const { name, responseMediaType } = version;
  const facts = { wanted: [responseMediaType], found: [type] };
  const text = reading.text?.text ?? '';
  const own = bindings[reading.cell.binding];
  return [
    ...(ofNone || version === own ? [] : [problem('Envelope', `${own.envelopeNamespace}, as asked`, root.namespace)]),
    ...(status >= 400 && status < 600 ? [] : [problem('status', 'a status of 4xx or 5xx', `${status}`)]),
    ...(type === responseMediaType
      ? []
      : [{ ...problem('Content-Type', responseMediaType, written ?? 'no Content-Type'), facts }]),
    ...inPlace(fault, body),
    ...ofNode(fault),
    ...(name === 'soap11' ? shape11(fault, root.namespace, text) : shape12(fault, root.namespace, text)),
  ];
}

function inPlace(fault: XmlElement, body: XmlElement): readonly Problem[] {
  if (fault.namespace !== body.namespace) {
    return [problem('Fault', `Fault in ${body.namespace}`, `Fault in ${fault.namespace || 'no namespace'}`)];
  }
  const names = childElements(body).map(({ name }) => name);
  return names.length === 1 ? [] : [problem('Body', 'a Fault and nothing else', names.join(', '))];
}

/** Never acts on a message (SOAP 1.2 Part 1, section 2.2). */
const NOBODY = 'http://www.w3.org/2003/05/soap-envelope/role/none';

/** The node that found the fault, and its role: SOAP 1.1, section 4.4; SOAP 1.2 Part 1, sections 5.4.3 and 5.4.4. */
function ofNode(fault: XmlElement): readonly Problem[] {
  const named = childElements(fault).filter(({ name }) => ['faultactor', 'Node', 'Role'].includes(name));
  return named.flatMap((one) => {
    const address = textOf(one).trim();
    const isAddress = /^[^\s<>"{}|\\^`]+$/.test(address) && address !== NOBODY && childElements(one).length === 0;
    return isAddress ? [] : [problem(one.name, 'the URI of a node or of its role', address || 'nothing')];
  });
}

/**
 * What is wrong with the header blocks that explain a refusal (SOAP 1.2 Part 1, sections 5.4.7 and 5.4.8). ASP.NET
 * names no block that it does not understand.
 */
export function explanationProblems(reading: ParsedResponse, { bindings }: Contract): readonly Problem[] {
  const refusal = refusalOf(reading);
  if (refusal.kind !== 'fault') return [];
  const { root, fault } = refusal;
  const namespace = bindings.soap12.envelopeNamespace;
  const header = childElements(root).find((child) => child.name === 'Header');
  const blocks = header === undefined ? [] : childElements(header).filter((block) => block.namespace === namespace);
  const upgrade = blocks.find(({ name }) => name === 'Upgrade');
  const isOwed = faultCode(fault) === 'VersionMismatch' && root.namespace === namespace;
  const supported = upgrade === undefined ? [] : childElements(upgrade);
  if ((isOwed || upgrade !== undefined) && supported.length === 0)
    return [problem('Upgrade', 'a block with a SupportedEnvelope for each version', upgrade ? 'an empty one' : 'none')];
  const naming = [...supported, ...blocks.filter(({ name }) => name === 'NotUnderstood')];
  const text = reading.text?.text ?? '';
  return naming.flatMap((one) => {
    const name = one.attributes.find((attribute) => attribute.name === 'qname' && attribute.namespace === '')?.value;
    return name !== undefined && isBound(name, text)
      ? []
      : [problem(one.name, 'a qname whose prefix is declared', name ?? 'none')];
  });
}

/** SOAP 1.1, section 4.4 and its schema: children in no namespace. */
function shape11(fault: XmlElement, namespace: string, text: string): readonly Problem[] {
  const order = sequence(fault, '', ['faultcode', 'faultstring', 'faultactor?', 'detail?']);
  if (order.length > 0) return order;
  const code = textOf(childNamed(fault, 'faultcode') ?? fault).trim();
  if (!isBound(code, text)) return [problem('faultcode', 'a QName whose prefix is declared', code || 'nothing')];
  // Custom codes are in a custom namespace, and the listed ones in that of the envelope.
  const isOwn = isBound(code, text, namespace) ? codes11.includes(faultCode(fault)) : !codes11.includes(code);
  return isOwn ? [] : [problem('faultcode', `one of ${codes11.join(', ')}, or in another namespace`, code)];
}

const codes11 = ['VersionMismatch', 'MustUnderstand', 'Client', 'Server'];

/** SOAP 1.2 Part 1, section 5.4: children in the envelope's namespace, Code with Value, Reason with Text. */
function shape12(fault: XmlElement, namespace: string, text: string): readonly Problem[] {
  const order = sequence(fault, namespace, ['Code', 'Reason', 'Node?', 'Role?', 'Detail?']);
  const [code, reason] = childElements(fault);
  if (order.length > 0 || code === undefined || reason === undefined) return order;
  // A Text for each language.
  const texts = childElements(reason).flatMap(({ name }) => (name === 'Text' ? [name] : []));
  const inside = [
    ...sequence(code, namespace, ['Value', 'Subcode?']),
    ...sequence(reason, namespace, texts.length === 0 ? ['Text'] : texts),
  ];
  if (inside.length > 0) return inside;
  const silent = childElements(reason).find(({ attributes }) => !attributes.some(isLanguage));
  if (silent !== undefined) return [problem('Text', 'an xml:lang', 'none')];
  const [value = '', ...further] = codesIn(code);
  const unbound = further.find((one) => !isBound(one, text));
  if (unbound !== undefined) return [problem('Subcode', 'a Value that is a QName whose prefix is declared', unbound)];
  const known = codes12.includes(localPart(value)) && isBound(value, text);
  return known ? [] : [problem('Value', `one of ${codes12.join(', ')}, with a declared prefix`, value || 'nothing')];
}

/** The values of a code and of its subcodes. */
function codesIn(code: XmlElement): readonly string[] {
  const [value, subcode] = childElements(code);
  const own = value === undefined ? '' : textOf(value).trim();
  return subcode === undefined ? [own] : [own, ...codesIn(subcode)];
}

const codes12 = ['VersionMismatch', 'MustUnderstand', 'DataEncodingUnknown', 'Sender', 'Receiver'];

/** Compares the children of an element with those it should have, in order; '?' marks optional ones. */
function sequence(parent: XmlElement, namespace: string, wanted: readonly string[]): readonly Problem[] {
  const found = childElements(parent).map((child) => `{${child.namespace}}${child.name}`);
  const all = wanted.map((name) => ({ name: `{${namespace}}${name.replace('?', '')}`, optional: name.endsWith('?') }));
  const expected = all.filter(({ name, optional }) => !optional || found.includes(name)).map(({ name }) => name);
  if (expected.join(' ') === found.join(' ')) return [];
  const names = wanted.map((name) => name.replace(/^(.*)\?/, '[$1]')).join(', ');
  const where = namespace === '' ? 'in no namespace' : `in ${namespace}`;
  return [problem(parent.name, `${names}, ${where}`, found.join(', ').slice(0, 300) || 'no child')];
}

const isLanguage = ({ name, namespace }: XmlAttribute): boolean =>
  name === 'lang' && namespace === 'http://www.w3.org/XML/1998/namespace';

/**
 * Whether a QName's prefix is declared somewhere: the tree keeps no declarations, so the text is searched.
 * @param namespace - to which it must be bound; any if left out, and then no prefix will do
 */
function isBound(qname: string, text: string, namespace?: string): boolean {
  const [, prefix] = /^(?:([\p{L}_][\w.-]*):)?[\p{L}_][\w.-]*$/u.exec(qname) ?? [null, null];
  if (prefix === null) return false;
  if (prefix === undefined) return namespace === undefined;
  return new RegExp(`xmlns:${prefix.replaceAll('.', '\\.')}\\s*=\\s*["']${namespace ?? ''}`).test(text);
}

function localPart(qname: string): string {
  return qname.slice(qname.indexOf(':') + 1);
}

function childNamed(parent: XmlElement, name: string): XmlElement | undefined {
  return childElements(parent).find((child) => child.name === name);
}

/** @param code - the element, header or status of the fault that is wrong */
function problem(code: string, expected: string, actual: string): Problem {
  return {
    code,
    text: `A fault is wrong in its ${code}: expected ${expected}, got ${actual}`,
    location: code === 'status' || code === 'Content-Type' ? null : `<${code}>`,
    expected,
    actual,
  };
}

/** The rules on the envelope that do not check its version, since a fault has its own. */
const OF_MESSAGES = ['soap.envelope-structure', 'soap.encoding-style'];
const rules = [...envelopeRules.filter(({ id }) => OF_MESSAGES.includes(id)), ...byteRules, ...documentRules];

/**
 * What the rules on bytes, XML and envelope of a success say about a fault, which is a SOAP message too. Only they
 * report what a success of the cell shows as well.
 */
function messageProblems(reading: ParsedResponse, contract: Contract, success: ParsedResponse) {
  const found = problemsOf(reading, contract);
  if (found.length === 0) return found;
  const shared = new Set(problemsOf(success, contract).map(({ code }) => code));
  return found.filter(({ code }) => !shared.has(code));
}

function problemsOf({ cell, exchange, response, coding, text, xml, located }: ParsedResponse, contract: Contract) {
  const evidence = {
    contract,
    call: { operation: cell.operation.name, values: {}, header: null },
    expectation: 'generated',
    // Not spread: a reading makes its parts on use.
    reading: { cell, exchange, response, coding, text, xml, located, success: true },
    inspection: null,
    schema: null,
    cellAnswers200: true,
    isPlanned: true,
  } as const;
  return rules.flatMap((rule): readonly Problem[] => {
    const judgement = checkOf(rule, 'answer')?.judge(evidence) ?? [];
    if (typeof judgement === 'string') return [];
    return judgement.map(({ code, text, location, expected, actual }) => {
      return { code: `${rule.id}/${code}`, text: `A fault breaks ${rule.id}: ${text}`, location, expected, actual };
    });
  });
}
