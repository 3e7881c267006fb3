import { expect, test } from 'vitest';
import { objectionOf } from '../../xml/schema-objection.ts';
import { checkOf } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import { schemaRules } from './schema.ts';

const NAMESPACE = '{http://dealer.example/webservices/}';
const XSD = '{http://www.w3.org/2001/XMLSchema}';

/** What the rule says of one objection of libxml2. */
function problemOf(message: string) {
  const [rule] = schemaRules;
  const judged = checkOf(rule, 'answer')?.judge({
    schema: { kind: 'invalid', errors: [objectionOf({ message, line: 4 })] },
  } as unknown as Evidence);
  return Array.isArray(judged) ? judged[0] : judged;
}

const wrongType = (element: string): string =>
  `Element '${NAMESPACE}${element}', attribute '{http://www.w3.org/2001/XMLSchema-instance}type': The type definition '${XSD}int', ` +
  'specified by xsi:type, is blocked or not validly derived from the type definition of the element declaration.';

test('a wrong xsi:type is said in our words, and is one mistake in all elements', () => {
  expect(problemOf(wrongType('Link'))).toMatchObject({
    text: '<Link> has xsi:type="xsd:int", which is not the type of the element, nor derived from it',
    actual: 'xsi:type="xsd:int"',
    cause: 'xsd.valid:xsi-type',
  });
  expect(problemOf(wrongType('Name'))).toMatchObject({ cause: 'xsd.valid:xsi-type' });
});

test('another objection has no namespaces in braces, and a cause of its own', () => {
  const problem = problemOf(`Element '${NAMESPACE}Years': '${XSD}x' is odd.\n`);
  expect(problem).toMatchObject({ text: "The XML Schema validator objects: Element 'Years': 'xsd:x' is odd" });
  expect(problem).not.toHaveProperty('cause');
});
