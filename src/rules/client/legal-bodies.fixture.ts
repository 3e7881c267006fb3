import { isDeepStrictEqual } from 'node:util';
import type { Cell } from '../../contract/model.ts';
import type { Predicates } from '../../proof/mutants/edit.ts';
import type { Node } from '../../proof/mutants/element-tree.ts';
import { contract } from './golden-requests.fixture.ts';

// Does not use the reading and the rules that it checks.

/** A body or query: its parameters, and what surrounds them. */
export interface Said {
  readonly rest: Node | string;
  readonly parameters: readonly Node[];
}

interface Of {
  readonly cell: Cell;
  readonly right: Said;
}

export const SERVICE = `{${contract.namespace}}`;
const XSI = '{http://www.w3.org/2001/XMLSchema-instance}';
const LIMITS = { int: 2n ** 31n, long: 2n ** 63n } as const;

const local = (name: string): string => name.slice(name.indexOf('}') + 1);
const typeOf = ({ name }: Node, { operation }: Cell) =>
  name.startsWith(SERVICE) ? operation.parameters.find((one) => one.name === local(name)) : undefined;

/** The text of a boolean attribute or number, without white space around it. */
const trimmed = (text = ''): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

function isNumber(text: string, limit: bigint): boolean {
  const digits = trimmed(text);
  if (!/^[+-]?[0-9]+$/.test(digits)) return false;
  const value = BigInt(digits.replace('+', ''));
  return value >= -limit && value < limit;
}

const without = (node: Node, drop: (name: string, value: string) => boolean): Node => {
  const kept = Object.entries(node.attributes).filter(([name, value]) => !drop(name, value));
  return { ...node, attributes: Object.fromEntries(kept) };
};

type Change = (node: Node, of: Of) => Node;
const each =
  (change: Change) =>
  (said: Said, of: Of): Said => ({ ...said, parameters: said.parameters.map((node) => change(node, of)) });

/** Also changes every element around the parameters. */
const everywhere =
  (change: Change) =>
  (said: Said, of: Of): Said => {
    const below = (node: Node): Node => change({ ...node, children: node.children.map(below) }, of);
    const { rest, parameters } = each(change)(said, of);
    return { rest: typeof rest === 'string' ? rest : below(rest), parameters };
  };

const around =
  (change: (envelope: Node, of: Of) => Node) =>
  (said: Said, of: Of): Said =>
    typeof said.rest === 'string' ? said : { ...said, rest: change(said.rest, of) };

/** Changes the VehicleTypeHeader of an operation that takes one. */
const inHeader = (change: (header: Node) => Node) =>
  around((envelope, { cell }) => {
    const isOurs = ({ name }: Node): boolean =>
      cell.operation.header !== null && name === `${SERVICE}${contract.header.name}`;
    const changed = (node: Node): Node => ({
      ...node,
      children: node.children.map((one) => (isOurs(one) ? change(one) : one)),
    });
    const children = envelope.children.map((one) => (local(one.name) === 'Header' ? changed(one) : one));
    return { ...envelope, children };
  });

const anyValue = (node: Node, name: string, isRight: boolean): Node =>
  isRight ? { ...node, text: `any ${name}` } : node;

function isHeaderValue({ name, text, children }: Node): boolean {
  const content = contract.header.fields.find((one) => `${SERVICE}${one.name}` === name)?.content;
  if (content?.kind !== 'simple' || children.length > 0) return false;
  if (content.type === 'boolean') return /^(?:true|false|1|0)$/.test(trimmed(text));
  return content.enumeration.includes(text);
}

/** A foreign block that no node has to understand. */
const isPlainBlock = ({ name, attributes }: Node): boolean =>
  !name.startsWith('{}') &&
  !name.startsWith(SERVICE) &&
  Object.keys(attributes).every((key) => !key.endsWith('}mustUnderstand'));

export const soapOf = ({ name }: Node, part: string): string => name.replace(/}.*/, `}${part}`);

/** An envelope without the header blocks that are not ours. */
const withoutBlocks = (isFree: (block: Node) => boolean) =>
  around((envelope) => {
    const [first, ...rest] = envelope.children;
    const isHeader = ({ name }: Node): boolean => name === soapOf(envelope, 'Header');
    if (first === undefined || !isHeader(first) || first.text !== '' || rest.some(isHeader)) return envelope;
    const kept = first.children.filter((block) => !isFree(block));
    return { ...envelope, children: kept.length === 0 ? rest : [{ ...first, children: kept }, ...rest] };
  });

/** What the document and its standards leave to a client: such an edit is right. */
export const legalBodies: Predicates<Said, Of> = {
  'same.names': [
    'Namespaces in XML 1.0, section 6; RFC 3986, section 2.1; WHATWG URL, section 5.1: prefixes, needless escapes, empty pairs',
    (said) => said,
  ],
  'value.text': [
    "the table 'Operations': a string is any text; a credential is not empty",
    each((node, { cell }) => {
      const own = typeOf(node, cell);
      const isRight = own?.type === 'string' && node.children.length === 0 && !(own.credential && !node.text.trim());
      return anyValue(node, 'text', isRight);
    }),
  ],
  'value.number': [
    'operations.parameter-lexical; XML Schema Part 2, section 3.3.13: every form of every number of the type',
    each((node, { cell }) => {
      const type = typeOf(node, cell)?.type ?? 'string';
      return anyValue(
        node,
        type,
        type !== 'string' &&
          node.children.length === 0 &&
          isNumber(node.text, LIMITS[type === 'long' ? 'long' : 'int']),
      );
    }),
  ],
  'header.values': [
    'the table VehicleTypeHeader: true or false, one of five types, any strings',
    inHeader((header) => ({
      ...header,
      children: header.children.map((field) => {
        const items = field.children.map((one) =>
          anyValue(one, 'item', one.name === `${SERVICE}string` && one.children.length === 0),
        );
        return anyValue({ ...field, children: items }, local(field.name), isHeaderValue(field));
      }),
    })),
  ],
  'header.lists': [
    'the table VehicleTypeHeader: a list holds any number of strings',
    inHeader((header) => ({
      ...header,
      children: header.children.map((field) => {
        const content = contract.header.fields.find((one) => `${SERVICE}${one.name}` === field.name)?.content;
        const isRight = field.children.every(({ name, children }) => name === `${SERVICE}string` && !children.length);
        if (content?.kind !== 'list' || !isRight || trimmed(field.text) !== '') return field;
        return { ...field, children: [], text: '' };
      }),
    })),
  ],
  'header.absent': [
    'the document does not say that the header and its fields may not be left out',
    (said, { right }) => {
      const fieldsOf = ({ rest }: Said): readonly string[] =>
        JSON.stringify(rest).match(/\{"name":"\{[^}]*\}(?:Filter|VehicleTypeTo|Only|No|Vcdb)\w+"/g) ?? [];
      const known = new Set(fieldsOf(said));
      const kept = fieldsOf(right).filter((name) => known.has(name));
      if (!isDeepStrictEqual(kept, fieldsOf(said))) return said;
      const trim = inHeader((header) => ({
        ...header,
        children: header.children.filter(({ name }) => known.has(`{"name":"${name}"`)),
      }));
      const bare = withoutBlocks(
        ({ name, children, text }) => name.endsWith('}VehicleTypeHeader') && !children.length && !text,
      );
      const of = { cell: { operation: { header: {} } } } as unknown as Of;
      return isDeepStrictEqual(bare(trim(right, of), of), bare(said, of)) ? right : said;
    },
  ],
  'xsi.idle': [
    'XML Schema Part 1, section 2.6: xsi attributes that repeat what is known',
    everywhere((node, { cell }) =>
      without(node, (name, value) => {
        if (name === `${XSI}nil`) return /^(?:false|0)$/.test(trimmed(value));
        return name.startsWith(XSI) && (name !== `${XSI}type` || isType(value, node, cell));
      }),
    ),
  ],
  'other.attributes': [
    'SOAP 1.1, sections 4.1.1 and 4.2.3; the document defines no attributes, and does not forbid those of others',
    everywhere((node) =>
      without(node, (name) => !name.startsWith(XSI) && !isStray(name) && !name.startsWith('{undeclared')),
    ),
  ],
  'soap.blocks': [
    'SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 5.2: a Header, and blocks for others, are free',
    withoutBlocks(isPlainBlock),
  ],
};

/** Where a wrong one is worth a hint: anything in the document except the fields of the header. */
function isType(value: string, node: Node, cell: Cell): boolean {
  const named = ['Envelope', 'Header', 'Body', contract.header.name, cell.operation.name];
  const type = typeOf(node, cell)?.type ?? named.find((name) => name === local(node.name));
  return type === undefined || local(value) === type;
}

/** An attribute without a namespace, or an encoding style: the document's messages are literal. */
const isStray = (name: string): boolean => name.startsWith('{}') || name.endsWith('}encodingStyle');

/** Where the document is silent, or a standard below it lets a server recover: such an edit is worth a hint. */
export const silentBodies: Predicates<Said, Of> = {
  'parameters.missing': [
    'operations.parameter-required: which parameters may be left out is not said',
    (said, { right, cell }) => {
      const sent = new Set(said.parameters.map(({ name }) => name));
      const isRight = said.parameters.every((one) => {
        const type = typeOf(one, cell)?.type;
        if (type === undefined || Object.keys(one.attributes).length > 0) return false;
        // A name without a value is not shown either.
        if (one.children.length > 0) return one.children.every(({ name }) => name === 'no value');
        return type === 'string' || isNumber(one.text, LIMITS[type === 'long' ? 'long' : 'int']);
      });
      const kept = right.parameters.filter(({ name }) => sent.has(name)).map(({ name }) => name);
      return isRight && isDeepStrictEqual(kept, [...sent]) ? { ...said, parameters: right.parameters } : said;
    },
  ],
  'parameters.order': [
    'operations.parameter-surplus: nothing is said about the order',
    (said) => ({ ...said, parameters: said.parameters.toSorted((one, other) => (one.name < other.name ? -1 : 1)) }),
  ],
  'parameters.repeated': [
    'operations.parameter-surplus: nothing is said about a parameter that is sent twice',
    (said) => {
      const names = said.parameters.map(({ name }) => name);
      return { ...said, parameters: said.parameters.filter(({ name }, at) => names.indexOf(name) === at) };
    },
  ],
  'parameters.null': [
    'what null means for a string is not shown; XML Schema Part 1, section 2.6.2',
    each((node, { cell, right }) => {
      const isNull =
        typeOf(node, cell)?.type === 'string' && /^(?:true|1)$/.test(trimmed(node.attributes[`${XSI}nil`]));
      return (isNull && right.parameters.find(({ name }) => name === node.name)) || node;
    }),
  ],
  'credential.empty': [
    'auth.missing: what an empty credential leads to is not shown',
    each((node, { right, cell }) => {
      const isEmpty = typeOf(node, cell)?.credential === true && node.text.trim() === '' && node.children.length === 0;
      return (isEmpty && right.parameters.find(({ name }) => name === node.name)) || node;
    }),
  ],
  'xsi.type': [
    'XML Schema Part 1, section 2.6.1: a wrong type of a parameter, by which no server of this service has to go',
    everywhere((node) => without(node, (name) => name === `${XSI}type`)),
  ],
  'stray.attributes': [
    'SOAP 1.1, section 4.1.1; SOAP 1.2 Part 1, section 5.1.1: attributes of no namespace, and an encoding style',
    (said, of) => {
      const strip = everywhere((node) =>
        without(
          node,
          (name, value) =>
            isStray(name) || (name === `${XSI}nil` && value === 'true' && typeOf(node, of.cell) === undefined),
        ),
      );
      const left = ['header.lists', 'value.text'].reduce(
        (one, id) => legalBodies[id]?.[1](one, of) ?? one,
        strip(said, of),
      );
      return silentBodies['parameters.missing']?.[1](left, of) ?? left;
    },
  ],
  'soap.must-understand': [
    'SOAP 1.1, section 4.2.3: a server refuses a block that it has to understand and does not',
    withoutBlocks(({ name }) => !name.startsWith('{}') && !name.startsWith(SERVICE)),
  ],
  'soap.trailer': [
    'SOAP 1.1, section 4: elements of another namespace may follow the Body',
    around((envelope, { cell }) => {
      const body = envelope.children.findIndex(({ name }) => name === soapOf(envelope, 'Body'));
      const own = envelope.name.replace(/}.*/, '}');
      const isTrailer = ({ name }: Node, at: number): boolean =>
        cell.binding === 'soap11' && at > body && !name.startsWith('{}') && !name.startsWith(own);
      return { ...envelope, children: envelope.children.filter((one, at) => !isTrailer(one, at)) };
    }),
  ],
  'header.order': [
    'the document does not say that the fields of the header are in order',
    inHeader((header) => ({
      ...header,
      children: header.children.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    })),
  ],
  'header.twice': [
    'nothing is said about a second header',
    around((envelope) => ({
      ...envelope,
      children: envelope.children.map((part) => {
        const isAgain = (one: Node, at: number): boolean =>
          local(part.name) === 'Header' && isDeepStrictEqual(one, part.children[at - 1]);
        return { ...part, children: part.children.filter((one, at) => !isAgain(one, at)) };
      }),
    })),
  ],
};
