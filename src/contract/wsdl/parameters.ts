import type { XmlElement } from '../../xml/tree.ts';
import type { Parameter, SimpleType } from '../model.ts';
import type { Contents } from './contents.ts';
import type { Element } from './elements.ts';
import type { BodyElement } from './messages.ts';
import { typeOf } from './schema-type.ts';
import { shownName, untaken } from './untaken.ts';

/** A first value of a type; of integers that may be positive it is 1. */
const EXAMPLES: Readonly<Partial<Record<SimpleType, string>>> = {
  string: 'A1',
  boolean: 'true',
  nonPositiveInteger: '-1',
  negativeInteger: '-1',
  decimal: '1.5',
  float: '1.5',
  double: '1.5',
  dateTime: '2024-01-31T12:00:00',
  date: '2024-01-31',
  time: '12:00:00',
  duration: 'P1D',
  base64Binary: 'AAEC',
  hexBinary: '0A1B',
  anyURI: 'http://example.com/a',
  QName: 'a1',
  guid: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
};

/** A parameter of the type; nothing of it decides what a write does, as writes are not sent. */
export function parameterOf(
  name: string,
  type: SimpleType,
  enumeration: readonly string[] = [],
  samples: readonly string[] | null = null,
  place = 0,
): Parameter {
  // Values are kept by name in plain objects.
  if (name in Object.prototype)
    return untaken(`its parameter is named ${shownName(name)}, as a member of all objects of JavaScript`);
  const given = samples ?? enumeration;
  return {
    name,
    type,
    ...(enumeration.length === 0 ? {} : { enumeration }),
    ...(samples === null ? {} : { samples }),
    credential: false,
    decides: false,
    example: given[place % given.length] ?? EXAMPLES[type] ?? '1',
  };
}

/** Elements of a request, nested ones too, and levels of them. */
const MOST_ELEMENTS = 200;
const TOO_MANY = `its request has more than ${MOST_ELEMENTS} elements`;
const MOST_LEVELS = 12;

/** Items that a list in a request has. */
const ITEMS = 2;

/** The parameters of a request or a header block: simple elements, nested ones by path, of lists two items each. */
export function openParameters(contents: Contents, namespace: string) {
  const { components } = contents;
  let left = MOST_ELEMENTS;

  function inside(element: XmlElement, way: Way): readonly Parameter[] {
    const type = typeOf(components, element);
    const what = way.path.length === 0 ? 'its request' : whatAt(way.path);
    if (way.path.length > MOST_LEVELS) return untaken(`its parameters are nested deeper than ${MOST_LEVELS} levels`);
    const types = type.kind === 'own' ? [...way.types, type.declaration] : way.types;
    const attributes = [...contents.attributesFor(element)].map(([name, declaration]) =>
      leaf(declaration, { ...way, path: [...way.path, `@${name}`], namespaces: [...way.namespaces, ''] }),
    );
    return [...attributes, ...all(contents.elementsOf(type, what), { ...way, types })];
  }

  function all(elements: readonly Element[], way: Way): readonly Parameter[] {
    if (elements.length > left) return untaken(TOO_MANY);
    return elements.filter(({ isOther }) => isOther !== true).flatMap((one) => ofElement(one, way));
  }

  function ofElement({ name, in: declaration, ...how }: Element, way: Way): readonly Parameter[] {
    const namespaces = [...way.namespaces, how.namespace];
    const type = typeOf(components, declaration);
    // Of a type within itself one level is sent.
    if (how.isOptional && type.kind === 'own' && way.types.includes(type.declaration)) return [];
    const content = contents.contentOf(declaration, name);
    if (content.kind === 'open' && how.isOptional) return [];
    const items = Array.from({ length: how.isOfGroup === true ? 1 : ITEMS }, (_, at) => `${name}[${at + 1}]`);
    return (how.isRepeated ? items : [name]).flatMap((step, at): readonly Parameter[] => {
      const path = [...way.path, step];
      left -= 1;
      if (left < 0) return untaken(TOO_MANY);
      if (content.kind === 'open') return untaken(`${whatAt(path)} may hold anything`);
      const within = { ...way, path, namespaces, place: way.place + at };
      if (content.kind === 'simple') return [leaf(declaration, within)];
      const text = content.kind === 'record' ? contents.records.get(content.record)?.text : undefined;
      return text === undefined
        ? inside(declaration, within)
        : [leaf(declaration, within), ...inside(declaration, within)];
    });
  }

  function leaf(declaration: XmlElement, { path, namespaces, place, inHeader }: Way): Parameter {
    const found = contents.contentOf(declaration, path.join('.'));
    const content = found.kind === 'record' ? contents.records.get(found.record)?.text : found;
    const samples = contents.samplesFor(declaration, whatAt(path));
    const simple = content?.kind === 'simple' ? content : ({ type: 'string', enumeration: [] } as const);
    const own = parameterOf(path.join('.'), simple.type, simple.enumeration, samples, place);
    const isPlain = path.length === 1 && !inHeader && /^[^@[]+$/.test(path[0] ?? '');
    return {
      ...own,
      ...(isPlain ? {} : { path }),
      ...(namespaces.every((one) => one === namespace) ? {} : { namespaces }),
      ...(inHeader ? { inHeader } : {}),
    };
  }

  const start: Way = { path: [], namespaces: [], types: [], place: 0, inHeader: false };
  return {
    ofRequest: (request: BodyElement): readonly Parameter[] =>
      'parts' in request ? all(request.parts, start) : inside(request.in, start),
    ofHeader: (blocks: readonly Omit<Element, 'isRepeated' | 'isOptional'>[]): readonly Parameter[] =>
      all(
        blocks.map((one) => ({ ...one, isRepeated: false, isOptional: false })),
        { ...start, inHeader: true },
      ),
  };
}

/** The way down to an element: steps of its path, with their namespaces and the types around it. */
interface Way {
  readonly path: readonly string[];
  readonly namespaces: readonly string[];
  readonly types: readonly XmlElement[];
  /** Which of the given values it has: items of one list have others. */
  readonly place: number;
  readonly inHeader: boolean;
}

const whatAt = (path: readonly string[]): string => `its parameter ${shownName(path.join('.'))}`;
