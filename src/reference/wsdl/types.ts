import type { Content, Contract } from '../../contract/model.ts';
import { httpRootContent } from '../../contract/operations.ts';
import { type OutAttributes, type OutElement, XSD } from '../wire/element.ts';

/** What ASP.NET makes of a class without members: the document does not show the contents of these elements. */
const OPAQUE = 'Opaque';

/** The schema that ASP.NET generates: requests and responses, each with its new types, then the HTTP roots. */
export function wsdlTypes(contract: Contract): OutElement {
  const components = new Map<string, OutElement>();

  /** Places a component before those that making it adds. */
  function declare(name: string, kind: string, make: () => OutElement): void {
    const key = `${kind} ${name}`;
    if (components.has(key)) return;
    components.set(key, s(kind, { name }));
    components.set(key, make());
  }

  /** The reference to a type, which is declared if it is not yet; `name` is that of its class. */
  function typeOf(name: string, content: Content): string {
    if (content.kind === 'simple' && content.enumeration.length === 0) return `s:${content.type}`;
    if (content.kind === 'simple') {
      const values = content.enumeration.map((value) => s('enumeration', { value }));
      const restriction = s('restriction', { base: 's:string' }, values);
      declare(`${name}_Enum`, 'simpleType', () => s('simpleType', { name: `${name}_Enum` }, [restriction]));
      return `tns:${name}_Enum`;
    }
    const own = content.kind === 'open' ? OPAQUE : content.kind === 'list' ? arrayOf(content.item.name) : name;
    declare(own, 'complexType', () =>
      s('complexType', { name: own }, content.kind === 'open' ? [] : [inside(content)]),
    );
    return `tns:${own}`;
  }

  function inside(content: Exclude<Content, { kind: 'simple' | 'open' }>): OutElement {
    if (content.kind === 'record') {
      const fields = contract.records.get(content.record)?.fields ?? [];
      const elements = fields.map(({ name, content: own }) => field(name, own));
      return s('sequence', {}, elements);
    }
    const { name, content: own } = content.item;
    const occurs = { minOccurs: '0', maxOccurs: 'unbounded' };
    return s('sequence', {}, [s('element', { ...occurs, name, nillable: 'true', type: typeOf(name, own) })]);
  }

  function field(name: string, content: Content, className = name): OutElement {
    const isValue = content.kind === 'simple' && (content.type !== 'string' || content.enumeration.length > 0);
    const nillable = content.kind === 'open' ? { nillable: 'true' } : {};
    const type = typeOf(className, content);
    return s('element', { minOccurs: isValue ? '1' : '0', maxOccurs: '1', name, ...nillable, type });
  }

  function message(name: string, fields: () => readonly OutElement[]): void {
    const make = () => s('element', { name }, [s('complexType', {}, [s('sequence', {}, fields())])]);
    declare(name, 'element', make);
  }

  for (const operation of contract.operations) {
    const { name, parameters, result, header } = operation;
    message(name, () => parameters.map((one) => field(one.name, { kind: 'simple', type: one.type, enumeration: [] })));
    message(`${name}Response`, () => [field(`${name}Result`, httpRootContent(operation), result.record)]);
    if (header === null) continue;
    declare(header, 'element', () => s('element', { name: header, type: `tns:${header}` }));
    declare(header, 'complexType', () => {
      const fields = contract.header.fields.map((one) => field(one.name, one.content));
      return s('complexType', { name: header }, [s('sequence', {}, fields), s('anyAttribute')]);
    });
  }
  for (const { result } of contract.operations) {
    const { httpRoot: name } = result;
    declare(name, 'element', () => s('element', { name, nillable: 'true', type: `tns:${name}` }));
  }
  const attributes = { elementFormDefault: 'qualified', targetNamespace: contract.namespace };
  return s('schema', attributes, [...components.values()]);
}

function arrayOf(name: string): string {
  return `ArrayOf${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function s(name: string, attributes: OutAttributes = {}, children: readonly OutElement[] = []): OutElement {
  return { name, prefix: 's', namespace: XSD, attributes, children };
}
