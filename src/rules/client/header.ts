import type { Contract, Field } from '../../contract/model.ts';
import { canonicalValue } from '../../wire/soap/canonical-value.ts';
import { quoted } from '../../wire/soap/decode-parameters.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import { byText, headerClauses, type Level, soapBindings } from '../rule.ts';
import { type ClientProblem, clientRulesOf } from './client-rule.ts';
import { hasText } from './envelope.ts';
import type { SentName } from './read-form.ts';
import { MOST, meant, type RequestReading } from './read-request.ts';
import type { SoapReading } from './read-soap.ts';

interface HeaderAt {
  readonly soap: SoapReading;
  readonly contract: Contract;
  /** The parent; a wrong namespace is reported where it begins. */
  readonly parent: XmlElement;
}

function headerProblem(sent: SentName, message: string, expected: string, actual: string, level: Level = 'required') {
  return { message, location: sent.location, bytes: sent.bytes, expected, actual, level };
}

function headerProblems({ soap, operation, contract }: RequestReading): readonly ClientProblem[] {
  if (soap === null || soap.header === null || operation === null) return [];
  const { name, fields } = contract.header;
  const of = { soap, contract, parent: soap.header };
  const blocks = soap.children(soap.header, MOST);
  const isSent = blocks.some((one) => one.name === name && one.element?.namespace === contract.namespace);
  return blocks.flatMap((block, index, all) => {
    const namespace = block.element?.namespace ?? '';
    // A foreign block has its own (SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 5.2). Our name may mean ours.
    const isMeant = block.name === name && operation.header !== null && !isSent;
    const isOurs = isMeant || ['', contract.namespace, of.parent.namespace].includes(namespace);
    if (block.element === undefined) return [];
    if (!isOurs) return unknownProblems(block, block.element, of.parent);
    if (operation.header === null) {
      const message = `${operation.name} takes no ${name}: it is ignored`;
      return [headerProblem(block, message, 'none', name, 'observed')];
    }
    const again = all.findIndex((one) => one.name === block.name && one.element?.namespace === namespace) < index;
    return [
      ...nameProblems(block, [name], of),
      ...(again ? [headerProblem(block, `${name} is sent again`, 'once', 'again', 'observed')] : []),
      ...fieldProblems(soap.children(block.element, MOST), fields, { ...of, parent: block.element }),
    ];
  });
}

/** A block for the service, and not for a node before it (SOAP 1.1, section 4.2.2; SOAP 1.2 Part 1, section 2.2). */
const FOR_SERVICE = /^$|\/(?:next|ultimateReceiver)$/;

/** A server refuses a block that it must understand but doesn't (SOAP 1.1, 4.2.3; SOAP 1.2 Part 1, section 5.2.3). */
function unknownProblems(block: SentName, { attributes }: XmlElement, { namespace }: XmlElement) {
  const written = (name: RegExp): string =>
    attributes.find((one) => name.test(one.name) && one.namespace === namespace)?.value.trim() ?? '';
  const mark = written(/^mustUnderstand$/);
  if ((mark !== '1' && mark !== 'true') || !FOR_SERVICE.test(written(/^(?:actor|role)$/))) return [];
  const message = `the service has no ${quoted(block.name)} in the header that it must understand`;
  return [headerProblem(block, message, 'VehicleTypeHeader', quoted(block.name), 'recommended')];
}

/** What is wrong with the name of an element, and with its namespace. */
function nameProblems({ element, ...sent }: SentName, allowed: readonly string[], { contract, parent }: HeaderAt) {
  const { name } = sent;
  const near = meant(name, allowed) ?? (allowed.length === 1 ? (allowed[0] ?? '') : null);
  const why = near === null ? 'VehicleTypeHeader has no such field' : `did you mean '${near}'?`;
  if (!allowed.includes(name))
    return [
      headerProblem(sent, `${quoted(name)} in the header is ignored: ${why}`, near ?? allowed.join(', '), quoted(name)),
    ];
  const found = element?.namespace ?? '';
  if (found === contract.namespace || found === parent.namespace) return [];
  const where = found === '' ? 'in no namespace' : `in the namespace ${quoted(found)}`;
  const message = `'${name}' in the header is ignored: it is ${where}, expected '${contract.namespace}'`;
  return [headerProblem(sent, message, contract.namespace, found === '' ? 'no namespace' : quoted(found))];
}

function fieldProblems(sent: readonly SentName[], fields: readonly Field[], of: HeaderAt): readonly ClientProblem[] {
  const names = fields.map(({ name }) => name);
  return sent.flatMap((one, index) => {
    const field = fields.find(({ name }) => name === one.name);
    const again = field !== undefined && sent.findIndex(({ name }) => name === one.name) < index;
    return [
      ...nameProblems(one, names, of),
      ...(again ? [headerProblem(one, `'${one.name}' in the header is sent again`, 'once', 'again')] : []),
      ...(field === undefined ? [] : contentProblems(one, field, of)),
      ...(field !== undefined && !again && names.indexOf(sent[index - 1]?.name ?? '') > names.indexOf(one.name)
        ? [headerProblem(one, `'${one.name}' comes earlier in the document`, names.join(', '), one.name, 'observed')]
        : []),
    ];
  });
}

function contentProblems(sent: SentName, { name, content }: Field, of: HeaderAt): readonly ClientProblem[] {
  if (content.kind === 'simple') {
    const { type, enumeration } = content;
    const value = sent.value ?? 'elements or nil';
    const isRight =
      type === 'boolean' ? /^(?:true|false)$/.test(canonicalValue(value, type)) : enumeration.includes(value);
    if (isRight) return [];
    const allowed = type === 'boolean' ? ['true', 'false'] : enumeration;
    const near = meant(value, allowed);
    const why = near === null ? `one of ${allowed.join(', ')}` : `'${near}'`;
    return [headerProblem(sent, `'${name}' is ${quoted(value)}: expected ${why}`, allowed.join(', '), quoted(value))];
  }
  if (content.kind !== 'list' || sent.element === undefined) return [];
  const parent = sent.element;
  const items = of.soap.children(parent, MOST);
  const itemName = content.item.name;
  return [
    ...(hasText(parent)
      ? [headerProblem(sent, `'${name}' holds text: expected <${itemName}> for each item`, itemName, 'text')]
      : []),
    ...items.flatMap((item) => [
      ...nameProblems(item, [itemName], { ...of, parent }),
      ...(item.element === undefined || childElements(item.element).length === 0
        ? []
        : [headerProblem(item, `'${itemName}' in '${name}' holds elements: expected text`, 'text', 'elements')]),
    ]),
  ];
}

export const headerRules = clientRulesOf([
  {
    id: 'client.header',
    lesserParts: ['a header for an operation that takes none', 'a second header', 'order', 'mustUnderstand of others'],
    title: 'VehicleTypeHeader and its fields have the names, the namespace, the values and the items of the document.',
    bindings: soapBindings,
    requirements: [...headerClauses, 'records.lists', 'header.unknown-value'],
    basis: byText({ 'once per field': 'The table lists each field once.' }),
    explanation:
      'ASMX ignores fields that it does not know, so nothing is filtered; it answers a wrong value with a fault.',
    fix:
      'Write the header in the service namespace and as the table VehicleTypeHeader has it: ' +
      'true or false, the five vehicle types, a <string> for each item.',
    example: { right: '<OnlyMake><string>Honda</string></OnlyMake>', wrong: '<OnlyMake><Make>Honda</Make></OnlyMake>' },
    judge: headerProblems,
  },
]);
