import { canonicalValue } from '../../bindings/canonical-value.ts';
import { quoted } from '../../bindings/decode-parameters.ts';
import type { Contract, Field } from '../../contract/model.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { byText, headerClauses, soapBindings } from '../rule.ts';
import type { ClientProblem, ClientRule } from './client-rule.ts';
import { MOST, meant, type RequestReading, type Sent } from './read-request.ts';
import type { SoapReading } from './read-soap.ts';

interface Of {
  readonly soap: SoapReading;
  readonly contract: Contract;
  /** The element around; a wrong namespace is named where it begins. */
  readonly parent: XmlElement;
}

function problem({ location, bytes }: Sent, message: string, expected: string, actual: string): ClientProblem {
  return { message, location, bytes, expected, actual };
}

function headerProblems({ soap, operation, contract }: RequestReading): readonly ClientProblem[] {
  if (soap === null || soap.header === null || operation === null) return [];
  const { name, fields } = contract.header;
  const of = { soap, contract, parent: soap.header };
  return soap.children(soap.header, MOST).flatMap((block, index, all) => {
    const namespace = block.element?.namespace ?? '';
    const isOurs =
      block.name === name ||
      ((namespace === '' || namespace === contract.namespace) && meant(block.name, [name]) !== null);
    if (!isOurs || block.element === undefined) return [];
    if (operation.header === null) {
      const message = `${operation.name} takes no ${name}: it is ignored`;
      return [{ ...problem(block, message, 'none', name), level: 'observed' } as const];
    }
    const again = all.findIndex((one) => one.name === block.name) < index;
    return [
      ...named(block, [name], of),
      ...(again ? [{ ...problem(block, `${name} is sent again`, 'once', 'again'), level: 'observed' } as const] : []),
      ...fieldProblems(soap.children(block.element, MOST), fields, { ...of, parent: block.element }),
    ];
  });
}

/** What is wrong with the name of an element, and with its namespace. */
function named(
  { element, ...sent }: Sent,
  allowed: readonly string[],
  { contract, parent }: Of,
): readonly ClientProblem[] {
  const { name } = sent;
  const near = meant(name, allowed) ?? (allowed.length === 1 ? (allowed[0] ?? '') : null);
  const why = near === null ? 'VehicleTypeHeader has none of this name' : `'${near}' is meant`;
  if (!allowed.includes(name))
    return [
      problem(sent, `${quoted(name)} in the header is ignored: ${why}`, near ?? allowed.join(', '), quoted(name)),
    ];
  const found = element?.namespace ?? '';
  if (found === contract.namespace || found === parent.namespace) return [];
  const where = found === '' ? 'in no namespace' : `in the namespace ${quoted(found)}`;
  return [problem(sent, `'${name}' in the header is ignored: it is ${where}`, contract.namespace, quoted(found))];
}

function fieldProblems(sent: readonly Sent[], fields: readonly Field[], of: Of): readonly ClientProblem[] {
  const names = fields.map(({ name }) => name);
  return sent.flatMap((one, index) => {
    const field = fields.find(({ name }) => name === one.name);
    const again = field !== undefined && sent.findIndex(({ name }) => name === one.name) < index;
    return [
      ...named(one, names, of),
      ...(again ? [problem(one, `'${one.name}' in the header is sent again`, 'once', 'again')] : []),
      ...(field === undefined ? [] : contentProblems(one, field, of)),
    ];
  });
}

function contentProblems(sent: Sent, { name, content }: Field, of: Of): readonly ClientProblem[] {
  if (content.kind === 'simple') {
    const { type, enumeration } = content;
    const value = sent.value ?? 'elements or nil';
    const isRight =
      type === 'boolean' ? /^(?:true|false)$/.test(canonicalValue(value, type)) : enumeration.includes(value);
    if (isRight) return [];
    const allowed = type === 'boolean' ? ['true', 'false'] : enumeration;
    const near = meant(value, allowed);
    const why = near === null ? `one of ${allowed.join(', ')}` : `'${near}'`;
    return [problem(sent, `'${name}' is ${quoted(value)}: ${why} is meant`, allowed.join(', '), quoted(value))];
  }
  if (content.kind !== 'list' || sent.element === undefined) return [];
  const parent = sent.element;
  const items = of.soap.children(parent, MOST);
  if (items.length === 0 && (sent.value ?? '').trim() !== '')
    return [
      problem(sent, `'${name}' holds text: <${content.item.name}> for each item is meant`, content.item.name, 'text'),
    ];
  return items.flatMap((item) => named(item, [content.item.name], { ...of, parent }));
}

/** The rule on the header of the operations that take one. */
export const headerRules: readonly ClientRule[] = [
  {
    id: 'client.header',
    level: 'required',
    lesserParts: ['a header for an operation that takes none', 'a second header'],
    title: 'VehicleTypeHeader and its fields have the names, the namespace, the values and the items of the document.',
    bindings: soapBindings,
    requirements: [...headerClauses, 'records.lists', 'header.unknown-value'],
    standard: null,
    basis: byText({ 'once per field': 'The table lists each field once.' }),
    explanation:
      'ASMX passes over fields that it does not know, so that nothing is filtered; it answers a wrong value with a fault.',
    fix: 'Write the header as the table VehicleTypeHeader has it: true or false, the five vehicle types, a <string> for each item.',
    example: {
      right: '<OnlyMake><string>Honda</string></OnlyMake>',
      wrong: '<OnlyMake><Make>Honda</Make></OnlyMake>',
    },
    judge: headerProblems,
  },
];
