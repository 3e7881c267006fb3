import type { Contract, Operation } from '../../../contract/model.ts';
import { httpRootContent } from '../../../contract/operations.ts';
import type { Located } from '../../../wire/soap/binding.ts';
import type { XmlElement } from '../../../xml/tree.ts';
import { checkAttributes, checkNil } from './element.ts';
import {
  type ElementPlace,
  type InspectedRule,
  type Inspection,
  type Irregularity,
  locationOf,
  type Walk,
} from './inspection.ts';
import { BASE64_TEXT, DATA_CONTRACT, ESCAPED_XML, JSON_TEXT, MISSING_WRAPPER } from './mistakes.ts';
import { walkContent } from './walk.ts';

/** Irregularities kept per rule, and per subject of it: more would say the same. */
const MOST_PER_RULE = 100;
const MOST_PER_SUBJECT = 3;

/** Walks the records of an answer once, for all record and value rules; null if it has no payload to walk. */
export function inspect(located: Located, operation: Operation, contract: Contract): Inspection | null {
  const { payload, result } = located;
  if (payload === null) return null;
  const irregularities: Irregularity[] = [];
  const kept = new Map<string, number>();
  const walk: Walk = {
    contract,
    seen: new Set(),
    empty: new Set(),
    nil: new Set(),
    hasRecords: false,
    object: (rule, path, place, expected, actual, cause, facts) => {
      const key = `${rule} ${path}`;
      const [ofRule, ofPath] = [kept.get(rule) ?? 0, kept.get(key) ?? 0];
      if (ofRule >= MOST_PER_RULE || ofPath >= MOST_PER_SUBJECT) return;
      kept.set(rule, ofRule + 1).set(key, ofPath + 1);
      const say = ofMistakes[cause ?? ''] ?? sentences[rule];
      const text = say(path, actual, expected, place.element.name);
      const found = { rule, code: path, text, location: locationOf(place), expected, actual };
      const known = { ...(cause === undefined ? {} : { cause }), ...(facts === undefined ? {} : { facts }) };
      irregularities.push(structuredClone({ ...found, ...known }));
    },
  };
  const top: ElementPlace = { element: payload, parent: null };
  checkAttributes(walk, top, payload.name);
  const place = result === null || result === payload ? top : { element: result, parent: top };
  // soap.result-element judges its namespace.
  if (place !== top) checkAttributes(walk, place, place.element.name);
  checkNil(walk, wherever(located, top), 'Result', null);
  if (result !== null) walkContent(walk, place, httpRootContent(operation), operation.result.record);
  const { seen, empty, nil, hasRecords } = walk;
  return { irregularities, seen, empty, nil, hasRecords };
}

type Sentence = (path: string, actual: string, expected: string, element: string) => string;

const value =
  (type: string): Sentence =>
  (path, actual) =>
    `${path} is ${actual}, which is not a valid ${type}`;

const sentences: Readonly<Record<InspectedRule, Sentence>> = {
  'record.namespace': (path, actual) => `${path} is in ${actual}`,
  'record.shape': (path, actual, expected) => `${path} holds ${actual}, not ${expected}`,
  'record.unknown-field': (path, actual) => `${actual} is not a field of ${path.split('.').slice(0, -1).join('.')}`,
  'record.field-order': (_path, actual, _expected, element) => `<${element}> ${actual.replace(/^it /, '')}`,
  'record.field-repeated': (path) => `${path} appears more than once in a record`,
  'record.field-name': (path, actual, expected) => `${path} is written ${actual}, not ${expected}`,
  'record.missing-value': (path) => `${path} is missing`,
  'record.list-item': (path, actual, expected) => `An item of ${path} is ${actual}, not ${expected}`,
  'record.nil': (path, actual) => `${path} has ${actual}`,
  'record.attribute': (path, actual) => `${path} has the ${actual}`,
  'record.mixed-text': (path, actual) => `${path} holds ${actual} next to its elements`,
  'value.int': value('int'),
  'value.long': value('long'),
  'value.boolean': value('boolean'),
};

/** What is said of a mistake by its name. */
const ofMistakes: Readonly<Partial<Record<string, Sentence>>> = {
  [ESCAPED_XML]: (path) => `${path} is XML that was escaped, or put in CDATA: a text in place of elements`,
  [JSON_TEXT]: (path) => `${path} is JSON: a text in place of elements`,
  [BASE64_TEXT]: (path) => `${path} is base64: a text in place of elements`,
  [MISSING_WRAPPER]: (path, actual, expected) =>
    `${path}: the element ${expected} around the items ${actual} is missing`,
  [DATA_CONTRACT]: (path, actual) => `${path} is in ${actual}, as DataContractSerializer writes it`,
};

/** The element that may be nil for a null result: `<Op>Result`, or the root over GET and POST. */
function wherever(located: Located, top: ElementPlace): ElementPlace {
  const element = located.envelope === null ? top.element : firstElement(top.element);
  return element === null || element === top.element ? top : { element, parent: top };
}

function firstElement(element: XmlElement): XmlElement | null {
  return element.children.find((node) => node.kind === 'element') ?? null;
}
