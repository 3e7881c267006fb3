import type { Content, Contract, Field, SimpleType } from '../../contract/model.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { attributeOf, type Description, type Placed } from './description.ts';
import { whereOf } from './port.ts';
import { declared, type ElementType, particlesOf, simpleTypeOf, typeOf } from './schema-type.ts';

/** What an element should hold, and what it belongs to: an operation or a record, by which findings are grouped. */
interface Expected {
  readonly owner: string;
  readonly content: Content | { readonly kind: 'fields'; readonly fields: readonly Field[] };
}

/** A parameter is there in every request. */
export function parameterField(name: string, type: SimpleType): Field {
  return { name, content: { kind: 'simple', type, enumeration: [] }, optional: false, nillable: false };
}

/** Collects where the types of a description differ from the contract's, in what a client is generated from. */
export function shapeProblems(description: Description, contract: Contract) {
  const problems: Placed[] = [];
  const seen = new Set<string>();

  function note(at: XmlElement, code: string, text: string, expected: string, actual: string): void {
    problems.push({ code, text, location: whereOf(at), expected, actual: actual.slice(0, 200), at });
  }

  /** Compares what an element of the schema holds. */
  function compare(element: XmlElement, { owner, content }: Expected): void {
    const type = typeOf(description, element);
    // What leads nowhere is for wsdl.valid to say.
    if (type.kind === 'unknown' || content.kind === 'open') return;
    if (content.kind === 'simple') compareSimple(element, type, owner, content);
    else if (content.kind === 'list') compareList(element, type, owner, content);
    else if (content.kind === 'fields') compareFields(element, type, owner, content.fields);
    else if (!seen.has(content.record)) {
      seen.add(content.record);
      compareFields(element, type, content.record, contract.records.get(content.record)?.fields ?? []);
    }
  }

  function compareSimple(element: XmlElement, type: ElementType, owner: string, content: Content & { kind: 'simple' }) {
    const found = simpleTypeOf(description, type);
    const left = content.enumeration.filter((value) => !found?.values.includes(value));
    if (found?.name !== content.type)
      note(
        element,
        owner,
        `The WSDL gives ${owner} another type`,
        `xs:${content.type}`,
        found?.name ?? 'no simple type',
      );
    else if (found.values.length > 0 && (content.enumeration.length === 0 || left.length > 0))
      note(
        element,
        owner,
        `The WSDL leaves values of ${owner} out`,
        left.join(', ') || 'any text',
        found.values.join(', '),
      );
  }

  function compareList(element: XmlElement, type: ElementType, owner: string, { item }: Content & { kind: 'list' }) {
    const particles = particlesOf(description, type);
    const [only] = particles?.elements ?? [];
    const repeated = only !== undefined && !['0', '1', null].includes(attributeOf(only, 'maxOccurs'));
    if (only === undefined || particles?.elements.length !== 1 || !repeated) {
      const actual = particles === null ? 'no such type' : `${particles.elements.length} elements`;
      note(element, owner, `The WSDL does not make ${owner} a list`, `one repeated element ${item.name}`, actual);
      return;
    }
    const found = declared(description, only);
    if (found === null) return;
    if (found.name !== item.name && !item.anyName)
      note(only, owner, `The WSDL names the items of ${owner} otherwise`, item.name, found.name);
    else if (found.namespace !== contract.namespace) noteNamespace(only, owner, found.namespace);
    else compare(found.in, { owner: `${owner} items`, content: item.content });
  }

  function compareFields(element: XmlElement, type: ElementType, owner: string, fields: readonly Field[]): void {
    const particles = particlesOf(description, type);
    if (particles === null || particles.open) {
      note(element, owner, `The WSDL does not make ${owner} a sequence`, namesOf(fields), 'another type');
      return;
    }
    const own = particles.elements.flatMap((one) => {
      const found = declared(description, one);
      return found === null ? [] : [{ ...found, local: one }];
    });
    if (own.length < particles.elements.length) return;
    const [names, wanted] = [own.map(({ name }) => name), fields.map(({ name }) => name)];
    const isSame = particles.ordered
      ? names.join() === wanted.join()
      : names.toSorted().join() === wanted.toSorted().join();
    if (!isSame) {
      const odd = wanted.find((name) => !names.includes(name)) ?? names.find((name) => !wanted.includes(name));
      const what = odd === undefined ? 'in another order' : `otherwise, as ${odd.slice(0, 60)} shows`;
      note(element, owner, `The WSDL lists the elements of ${owner} ${what}`, wanted.join(', '), names.join(', '));
      return;
    }
    for (const { name, namespace, local, in: declaration } of own) {
      const field = fields.find((one) => one.name === name);
      if (field === undefined) continue;
      const path = `${owner}.${name}`;
      if (namespace !== contract.namespace) noteNamespace(local, owner, namespace);
      else if (!['1', null].includes(attributeOf(local, 'maxOccurs')))
        note(local, path, `The WSDL lets ${path} repeat`, 'one element', attributeOf(local, 'maxOccurs') ?? '');
      else if (
        isValue(field) &&
        (attributeOf(local, 'minOccurs') === '0' || isTrue(attributeOf(declaration, 'nillable')))
      )
        note(
          local,
          path,
          `The WSDL lets ${path} have no value`,
          'minOccurs 1, not nillable',
          'minOccurs 0 or nillable',
        );
      else compare(declaration, { owner: path, content: field.content });
    }
  }

  function noteNamespace(at: XmlElement, owner: string, namespace: string): void {
    const text = `The WSDL puts the elements of ${owner} in another namespace`;
    note(at, 'qualified', text, `'${contract.namespace}'`, namespace === '' ? 'no namespace' : `'${namespace}'`);
  }

  return { compare, note, problems };
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join(', ');
}

/** int, long and boolean that the contract does not let be absent. */
function isValue({ content, optional }: Field): boolean {
  return content.kind === 'simple' && content.type !== 'string' && !optional;
}

function isTrue(value: string | null): boolean {
  return value === 'true' || value === '1';
}
