import type { XmlElement } from '../../xml/tree.ts';
import type { Parameter, SimpleType } from '../model.ts';
import type { Contents, Element } from './contents.ts';
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
  base64Binary: 'AAEC',
};

/** A parameter of the type; nothing of it decides what a write does, as writes are not sent. */
export function parameterOf(name: string, type: SimpleType, enumeration: readonly string[] = []): Parameter {
  // Values are kept by name in plain objects.
  if (name in Object.prototype)
    return untaken(`its parameter is named ${shownName(name)}, as a member of all objects of JavaScript`);
  const [first = EXAMPLES[type] ?? '1'] = enumeration;
  return {
    name,
    type,
    ...(enumeration.length === 0 ? {} : { enumeration }),
    credential: false,
    decides: false,
    example: first,
  };
}

/** Elements of a request, nested ones too, and levels of them. */
const MOST_ELEMENTS = 200;
const TOO_MANY = `its request has more than ${MOST_ELEMENTS} elements`;
const MOST_LEVELS = 12;

/** Items that a list in a request has. */
const ITEMS = 2;

/** The parameters of a request: its simple elements, those of nested records by their path, and of lists two items each. */
export function parametersOf(contents: Contents, request: BodyElement, namespace: string): readonly Parameter[] {
  const { components } = contents;
  let left = MOST_ELEMENTS;

  function inside(element: XmlElement, around: readonly string[], namespaces: readonly string[]): readonly Parameter[] {
    const what = around.length === 0 ? 'its request' : `its parameter ${shownName(around.join('.'))}`;
    if (around.length > MOST_LEVELS) return untaken(`its parameters are nested deeper than ${MOST_LEVELS} levels`);
    return all(contents.elementsOf(typeOf(components, element), what), around, namespaces);
  }

  function all(elements: readonly Element[], around: readonly string[], namespaces: readonly string[]) {
    if (elements.length > left) return untaken(TOO_MANY);
    return elements.flatMap((one) => ofElement(one, around, [...namespaces, one.namespace]));
  }

  function ofElement(
    { name, in: declaration, isRepeated }: Element,
    around: readonly string[],
    namespaces: readonly string[],
  ) {
    const what = `its parameter ${shownName([...around, name].join('.'))}`;
    const content = contents.contentOf(declaration, name);
    const steps = isRepeated ? Array.from({ length: ITEMS }, (_, at) => `${name}[${at + 1}]`) : [name];
    return steps.flatMap((step): readonly Parameter[] => {
      const path = [...around, step];
      left -= 1;
      if (left < 0) return untaken(TOO_MANY);
      if (content.kind === 'open') return untaken(`${what} may hold anything`);
      if (content.kind !== 'simple') return inside(declaration, path, namespaces);
      const facet = contents.narrowedBy(declaration);
      if (facet !== null) return untaken(`${what} is ${facet}, for which no values are made`);
      const own = parameterOf(path.join('.'), content.type, content.enumeration);
      const parameter = namespaces.every((one) => one === namespace) ? own : { ...own, namespaces };
      return [path.length === 1 && !isRepeated ? parameter : { ...parameter, path }];
    });
  }

  return 'parts' in request ? all(request.parts, [], []) : inside(request.in, [], []);
}
