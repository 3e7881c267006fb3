import { plural } from '../../base/words.ts';
import type { Content, Contract, Field } from '../../contract/model.ts';
import { attributeOf } from '../../contract/wsdl/names.ts';
import { declared, type ElementType, particlesOf, simpleTypeOf, typeOf } from '../../contract/wsdl/schema-type.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { type Description, type Placed, problemAt } from './description.ts';

/** What an element should hold, and which operation or record it belongs to: findings are grouped by that. */
export interface Expected {
  readonly owner: string;
  readonly content: Content | { readonly kind: 'fields'; readonly fields: readonly Field[] };
}

/** Collects where the types of a description differ from the contract's in what client generators use. */
export function shapeProblems(description: Description, contract: Contract) {
  const problems: Placed[] = [];
  const seen = new Set<string>();

  const note = (...problem: Parameters<typeof problemAt>): void => void problems.push(problemAt(...problem));

  /** Compares what an element of the schema holds. */
  function compare(element: XmlElement, { owner, content }: Expected): void {
    const type = typeOf(description, element);
    // wsdl.valid reports missing targets.
    if (type.kind === 'unknown' || content.kind === 'open') return;
    const abstract = [element, ...(type.kind === 'own' ? [type.declaration] : [])].find((one) =>
      /^(?:true|1)$/.test(attributeOf(one, 'abstract') ?? ''),
    );
    if (abstract !== undefined) {
      note(abstract, owner, `The WSDL makes ${owner} abstract`, 'an element that messages hold', 'abstract="true"');
      return;
    }
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
    const [otherType, fewer] = [`The WSDL gives ${owner} another type`, `The WSDL leaves values of ${owner} out`];
    if (found?.name !== content.type)
      note(element, owner, otherType, `xs:${content.type}`, found?.name ?? 'no simple type');
    else if (found.values.length > 0 && (content.enumeration.length === 0 || left.length > 0))
      note(element, owner, fewer, left.join(', ') || 'any text', found.values.join(', '));
  }

  function compareList(element: XmlElement, type: ElementType, owner: string, { item }: Content & { kind: 'list' }) {
    const particles = particlesOf(description, type);
    const [only] = particles?.elements ?? [];
    const repeated = only !== undefined && !['0', '1', null].includes(attributeOf(only, 'maxOccurs'));
    if (only === undefined || particles?.elements.length !== 1 || !repeated) {
      const actual = particles === null ? 'no such type' : `${plural(particles.elements.length, 'element')}`;
      note(element, owner, `The WSDL does not make ${owner} a list`, `one repeated element ${item.name}`, actual);
      return;
    }
    const found = declared(description, only);
    if (found === null) return;
    if (found.name !== item.name && !item.anyName)
      note(only, owner, `The WSDL names the items of ${owner} differently`, item.name, found.name);
    else if (found.namespace !== contract.namespace) noteNamespace(only, owner, found.namespace);
    else compare(found.in, { owner: `${owner} items`, content: item.content });
  }

  function compareFields(element: XmlElement, type: ElementType, owner: string, fields: readonly Field[]): void {
    const particles = particlesOf(description, type);
    if (particles === null || particles.open) {
      const names = fields.map(({ name }) => name).join(', ');
      note(element, owner, `The WSDL does not make ${owner} a sequence`, names, 'another type');
      return;
    }
    const own = particles.elements.flatMap((one) => {
      const found = declared(description, one);
      return found === null ? [] : [{ ...found, local: one }];
    });
    if (own.length < particles.elements.length) return;
    const [names, wanted] = [own.map(({ name }) => name), fields.map(({ name }) => name)];
    const inOrder = (all: readonly string[]): string => (particles.ordered ? all : all.toSorted()).join();
    if (inOrder(names) !== inOrder(wanted)) {
      const odd = wanted.find((name) => !names.includes(name)) ?? names.find((name) => !wanted.includes(name));
      const what = odd === undefined ? 'in another order' : `differently, as ${odd.slice(0, 60)} shows`;
      const text = `The WSDL lists the elements of ${owner} ${what}`;
      const facts = { wanted, found: names };
      problems.push({ ...problemAt(element, owner, text, wanted.join(', '), names.join(', ')), facts });
      return;
    }
    for (const { name, namespace, local, in: declaration } of own) {
      const field = fields.find((one) => one.name === name);
      if (field === undefined) continue;
      const path = `${owner}.${name}`;
      const most = attributeOf(local, 'maxOccurs') ?? '1';
      const isFree =
        attributeOf(local, 'minOccurs') === '0' || /^(true|1)$/.test(attributeOf(declaration, 'nillable') ?? '');
      const noValue = `The WSDL lets ${path} have no value`;
      if (namespace !== contract.namespace) noteNamespace(local, owner, namespace);
      else if (most !== '1') note(local, path, `The WSDL lets ${path} repeat`, 'one element', most);
      else if (isValue(field) && isFree)
        note(local, path, noValue, 'minOccurs 1, not nillable', 'minOccurs 0 or nillable');
      else compare(declaration, { owner: path, content: field.content });
    }
  }

  function noteNamespace(at: XmlElement, owner: string, namespace: string): void {
    const text = `The WSDL puts the elements of ${owner} in another namespace`;
    note(at, 'qualified', text, `'${contract.namespace}'`, namespace === '' ? 'no namespace' : `'${namespace}'`);
  }

  return { compare, problems };
}

/** int, long and boolean that must not be absent by the contract. */
function isValue({ content, optional }: Field): boolean {
  return content.kind === 'simple' && content.type !== 'string' && !optional;
}
