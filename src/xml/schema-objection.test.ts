import { afterAll, describe, expect, test } from 'vitest';
import { createSchemaValidator, validatorNames } from './schema.ts';
import type { SchemaObjection } from './schema-objection.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const SCHEMAS = new Map([
  [
    'shop.xsd',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:s" targetNamespace="urn:s" elementFormDefault="qualified">
      <xs:complexType name="A"><xs:sequence><xs:element name="i" type="xs:int"/></xs:sequence><xs:attribute name="k" use="required"/></xs:complexType>
      <xs:complexType name="B"><xs:sequence/></xs:complexType>
      <xs:element name="a" type="A"/><xs:element name="n" type="xs:int" nillable="true"/>
      <xs:element name="s"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="1"/></xs:restriction></xs:simpleType></xs:element>
    </xs:schema>`,
  ],
]);
const open = (name: string, attributes = ''): string => `<${name} xmlns="urn:s" xmlns:x="${XSI}" ${attributes}>`;

/** Each document with what is said of it first; names that are left out are null. */
const SAID: readonly (readonly [string, Partial<SchemaObjection>])[] = [
  [`${open('a', 'k="" q=""')}<i>1</i></a>`, { kind: 'unknown attribute', element: '{urn:s}a', attribute: 'q' }],
  [`${open('a')}<i>1</i></a>`, { kind: 'missing attribute', element: '{urn:s}a' }],
  [
    `${open('a', 'k="" x:type="B"')}</a>`,
    { kind: 'wrong type', element: '{urn:s}a', attribute: `{${XSI}}type`, type: '{urn:s}B' },
  ],
  [`${open('a', 'k=""')}<i x:nil="true"/></a>`, { kind: 'not nillable', element: '{urn:s}i' }],
  [`${open('n', 'x:nil="true"')}1</n>`, { kind: 'nil with content', element: '{urn:s}n' }],
  [
    `${open('n', 'x:nil="no"')}1</n>`,
    { kind: 'value', element: '{urn:s}n', attribute: `{${XSI}}nil`, value: 'no', type: 'xs:boolean' },
  ],
  [`${open('a', 'k=""')}t<i>1</i></a>`, { kind: 'text', element: '{urn:s}a' }],
  [`${open('a', 'k=""')}<z/></a>`, { kind: 'elements', element: '{urn:s}z' }],
  [`${open('a', 'k=""')}</a>`, { kind: 'elements', element: '{urn:s}a' }],
  [`${open('n')}<i/></n>`, { kind: 'elements', element: '{urn:s}n' }],
  [`${open('n')}it's 'x': 1</n>`, { kind: 'value', element: '{urn:s}n', value: "it's 'x': 1", type: 'xs:int' }],
  [`${open('s')}long</s>`, { kind: 'other', element: '{urn:s}s' }],
  ['<z xmlns="urn:s"/>', { kind: 'other', element: '{urn:s}z' }],
];

describe.each(validatorNames)('%s', async (library) => {
  const validator = await createSchemaValidator(library);
  afterAll(() => validator.dispose());

  test.each(SAID)('what it says of %s is read', (body, expected) => {
    const verdict = validator.validate(body, SCHEMAS, 'shop.xsd', true);
    const [first] = verdict.kind === 'invalid' ? verdict.errors : [];
    const { message: _message, line, ...read } = first ?? { line: 0 };
    expect(line).toBe(1);
    expect(read).toEqual({ attribute: null, value: null, type: null, ...expected });
  });
});
