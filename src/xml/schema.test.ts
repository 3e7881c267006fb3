import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diag } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSchemaValidator, type SchemaValidator } from './schema.ts';
import { whyNot } from './schema-libxmljs2.ts';

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const OURS = 'xmlns="http://u.example/" targetNamespace="http://u.example/" elementFormDefault="qualified"';

const schemas: ReadonlyMap<string, string> = new Map([
  [
    'records.xsd',
    `<xs:schema ${XS} ${OURS}>
      <xs:complexType name="A"><xs:sequence>
        <xs:element name="i" type="xs:int"/><xs:element name="l" type="xs:long" minOccurs="0"/>
        <xs:element name="b" type="xs:boolean" minOccurs="0"/>
        <xs:element name="s" type="xs:string" minOccurs="0" nillable="true"/>
      </xs:sequence></xs:complexType>
      <xs:complexType name="B"><xs:sequence/></xs:complexType>
    </xs:schema>`,
  ],
  [
    'operations/Op.xsd',
    `<xs:schema ${XS} ${OURS}><xs:include schemaLocation="../records.xsd"/>
      <xs:element name="R"><xs:complexType><xs:sequence>
        <xs:element name="a" type="A" minOccurs="0" maxOccurs="unbounded" nillable="true"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>`,
  ],
  [
    'envelope.xsd',
    `<xs:schema ${XS} targetNamespace="http://env.example/" elementFormDefault="qualified">
      <xs:element name="Body"><xs:complexType><xs:sequence><xs:any processContents="lax" namespace="##any"/></xs:sequence></xs:complexType></xs:element>
    </xs:schema>`,
  ],
  [
    'drivers/Op.xsd',
    `<xs:schema ${XS}><xs:import namespace="http://env.example/" schemaLocation="../envelope.xsd"/>
      <xs:import namespace="http://u.example/" schemaLocation="../operations/Op.xsd"/></xs:schema>`,
  ],
  ['broken.xsd', `<xs:schema ${XS} ${OURS}><xs:element name="R" type="Missing"/></xs:schema>`],
]);

const root = (inside: string): string =>
  `<R xmlns="http://u.example/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${XS}>${inside}</R>`;
const record = (inside: string): string => root(`<a>${inside}</a>`);

const VALID: readonly string[] = [
  root(''),
  record('<i>12</i>'),
  record('<i> 12 </i>'),
  record('<i>\n+12\t</i>'),
  record('<i>007</i><l> -9223372036854775808 </l>'),
  record('<i>-2147483648</i><b> 1 </b>'),
  record('<i>1</i><s/>'),
  record('<i>1</i><s xsi:nil="true"/>'),
  record('<i>1</i><s xsi:nil="false">x</s>'),
  root('<a xsi:nil="true"/>'),
  root('<a xsi:type="DigitalImage"><i>1</i></a>'),
  root('<a xsi:type="A"><i> 1 </i><s xsi:type="xs:string">x</s></a>'),
  record('\n <!-- c --><i>1<!-- c --></i><?pi?>'),
  `<?xml version="1.0"\nencoding="utf-16"?>${root('')}`,
  `\uFEFF${root('')}`,
  root('<a xsi:schemaLocation="http://u.example/ none.xsd" xsi:noNamespaceSchemaLocation="none.xsd"><i>1</i></a>'),
];

const INVALID: readonly (readonly [body: string, message: RegExp])[] = [
  [record('<i>2147483648</i>'), /'2147483648' is not a valid value of the atomic type 'xs:int'/],
  [record('<i> 2147483648 </i>'), /xs:int/],
  [record('<i>1</i><l> 9223372036854775808 </l>'), /xs:long/],
  [record('<i>1 2</i>'), /xs:int/],
  [record('<i> </i>'), /xs:int/],
  [record('<i>\u00A012</i>'), /xs:int/],
  [record('<i>1</i><b>True</b>'), /xs:boolean/],
  [record('<i xsi:nil="true"/>'), /not 'nillable'/],
  // XML Schema Part 1, cvc-elt.3.1: the attribute itself is forbidden there, whatever it says.
  [record('<i xsi:nil="false">1</i>'), /not 'nillable'/],
  [root('<a xsi:nil="true"><i>1</i></a>'), /'nilled'/],
  [record('<i>1</i><s/><b>1</b>'), /not expected/],
  [record('<i>1</i><z/>'), /not expected/],
  [record(''), /Missing child/],
  [record('<i k="1">1</i>'), /not allowed/],
  [record('<i xsi:other="1">1</i>'), /not allowed/],
  [root('<a schemaLocation="x"><i>1</i></a>'), /not allowed/],
  [root('<a>x<i>1</i></a>'), /[Cc]haracter content/],
  [root('<a xsi:type="B"/>'), /not validly derived/],
  [root('<a xsi:type="q:DigitalImage"><i>1</i></a>'), /no corresponding namespace/],
  ['<Q xmlns="http://u.example/"/>', /No matching global declaration/],
];

const UNREADABLE: readonly (readonly [body: string, message: RegExp])[] = [
  ['', /./],
  ['<R>', /./],
  ['<p:R/>', /./],
  [`<!DOCTYPE R [<!ENTITY e SYSTEM "file:///etc/passwd">]>${root('&e;')}`, /document type declaration/],
  [root('\u0000'), /U\+0000/],
];

describe.each(['libxmljs2', 'libxml2-wasm'] as const)('%s', (library) => {
  let validator: SchemaValidator;
  beforeAll(async () => {
    validator = await createSchemaValidator(library);
  });
  afterAll(() => validator.dispose());
  const judge = (body: string | Uint8Array): ReturnType<SchemaValidator['validate']> =>
    validator.validate(body, schemas, 'operations/Op.xsd');

  test('is the library that was named', () => {
    expect(validator.library).toBe(library);
    expect(validator.name).toMatch(new RegExp(`^${library} \\d+\\.\\d+\\.\\d+$`));
  });

  test.each(VALID)('%s is valid', (body) => {
    expect(judge(body)).toEqual({ kind: 'valid' });
    expect(judge(new TextEncoder().encode(body))).toEqual({ kind: 'valid' });
  });

  test.each(INVALID)('%s is invalid', (body, message) => {
    const verdict = judge(body);
    expect(verdict.kind).toBe('invalid');
    expect(verdict.kind === 'invalid' ? verdict.errors[0]?.message : '').toMatch(message);
  });

  test.each(UNREADABLE)('%s is unreadable', (body, message) => {
    expect(judge(body)).toMatchObject({ kind: 'unreadable', message: expect.stringMatching(message) });
  });

  test('an element with an unknown xsi:type is still validated as its declared type', () => {
    const verdict = judge(root('<a xsi:type="DigitalImage">\n<i>x</i></a><a><i>y</i></a>'));
    expect(verdict).toMatchObject({ errors: [{ message: expect.stringContaining("'x'"), line: 2 }, { line: 2 }] });
  });

  // https://github.com/jameslan/libxml2-wasm/issues/113: what stands behind a misplaced element was not reported.
  test('a misplaced element hides no mistake in a record after it', () => {
    const verdict = judge(root('<a><i>1</i><z/></a>\n<a><i>x</i></a>\n<a><i>1</i><s/><b>1</b></a>\n<a><i>y</i></a>'));
    expect(verdict).toMatchObject({ errors: [{ line: 1 }, { line: 2 }, { line: 3 }, { line: 4 }] });
  });

  test('lines are those of the body, declaration and all', () => {
    const verdict = judge(`<?xml version="1.0"\n?>\n${record('\n<i>x</i>')}`);
    expect(verdict).toMatchObject({ errors: [{ line: 4 }] });
  });

  test('a body in UTF-16 is judged', () => {
    expect(judge(Buffer.from(`\uFEFF${record('<i>x</i>')}`, 'utf16le'))).toMatchObject({ kind: 'invalid' });
  });

  test('a driver ties an envelope to an operation', () => {
    const envelope = (inside: string): string => `<e:Body xmlns:e="http://env.example/">${inside}</e:Body>`;
    expect(validator.validate(envelope(record('<i>1</i>')), schemas, 'drivers/Op.xsd')).toEqual({ kind: 'valid' });
    expect(validator.validate(envelope(record('<i>x</i>')), schemas, 'drivers/Op.xsd').kind).toBe('invalid');
    expect(validator.validate(envelope(''), schemas, 'drivers/Op.xsd').kind).toBe('invalid');
  });

  test('text that looks like a schema location stays', () => {
    const looksLike = record('<i>1</i><s><![CDATA[<x xsi:schemaLocation="a b"/>]]></s>');
    expect(judge(looksLike)).toEqual({ kind: 'valid' });
    expect(judge(record('<i>1 xsi:schemaLocation="a"</i>')).kind).toBe('invalid');
  });

  test('a schema that a document names is never loaded', () => {
    const file = join(tmpdir(), `getdata-evil-${process.pid}.xsd`);
    onTestFinished(() => rmSync(file, { force: true }));
    writeFileSync(
      file,
      `<xs:schema ${XS} targetNamespace="http://evil.example/"><xs:element name="q" type="xs:int"/></xs:schema>`,
    );
    const body = `<e:Body xmlns:e="http://env.example/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      xsi:schemaLocation="http://evil.example/ file://${file}"><q xmlns="http://evil.example/">x</q></e:Body>`;
    expect(validator.validate(body, schemas, 'drivers/Op.xsd')).toEqual({ kind: 'valid' });
  });

  test('a schema that is wrong or absent is a mistake in set-up', () => {
    expect(() => validator.validate('<R/>', schemas, 'broken.xsd')).toThrow("schema broken.xsd can't be compiled");
    expect(() => validator.validate('<R/>', schemas, 'none.xsd')).toThrow('there is no schema none.xsd');
  });

  test('two sets of schemas do not mix', () => {
    const other = new Map([...schemas].map(([path, text]) => [path, text.replace('xs:int', 'xs:string')]));
    const body = record('<i>x</i>');
    expect(judge(body).kind).toBe('invalid');
    expect(validator.validate(body, other, 'operations/Op.xsd').kind).toBe('valid');
    expect(judge(body).kind).toBe('invalid');
  });

  test('it can be used again after it was disposed of', () => {
    validator.dispose();
    expect(judge(record('<i>1</i>'))).toEqual({ kind: 'valid' });
  });
});

test('libxmljs2 keeps its files in a private folder until it is disposed of', async () => {
  const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('getdata-schemas-'));
  const before = new Set(folders());
  const validator = await createSchemaValidator('libxmljs2');
  validator.validate(root(''), schemas, 'operations/Op.xsd');
  const [made = ''] = folders().filter((name) => !before.has(name));
  expect(existsSync(join(tmpdir(), made, 'operations/Op.xsd'))).toBe(true);
  validator.dispose();
  expect(existsSync(join(tmpdir(), made))).toBe(false);
});

test('schemas outside their folder are refused', async () => {
  const validator = await createSchemaValidator('libxmljs2');
  expect(() => validator.validate('<R/>', new Map([['../x.xsd', '<a/>']]), '../x.xsd')).toThrow('lies outside');
  validator.dispose();
});

test('libxml2-wasm holds no document after its verdict, and no schema after it was disposed of', async () => {
  const validator = await createSchemaValidator('libxml2-wasm');
  const held = (): unknown =>
    Object.entries<{ readonly totalInstances: number }>(diag.report()).map(([kind, of]) => [kind, of.totalInstances]);
  diag.configure({ enabled: true });
  onTestFinished(() => diag.configure({ enabled: false }));
  const bodies = [root(''), record('<i>x</i>'), '<R>', root('</R>')];
  const kinds = bodies.map((body) => validator.validate(body, schemas, 'operations/Op.xsd').kind);
  expect(kinds).toEqual(['valid', 'invalid', 'unreadable', 'unreadable']);
  expect(() => validator.validate('<R/>', schemas, 'broken.xsd')).toThrow("can't be compiled");
  expect(held()).toEqual([['XsdValidator', 1]]);
  validator.dispose();
  expect(held()).toEqual([]);
});

test('libxml2-wasm is the default, and libxmljs2 is refused in one sentence where it cannot be loaded', async () => {
  vi.doMock('libxmljs2', () => {
    throw new Error('not installed');
  });
  onTestFinished(() => {
    vi.doUnmock('libxmljs2');
  });
  const validator = await createSchemaValidator();
  expect(validator.library).toBe('libxml2-wasm');
  expect(validator.name).toMatch(/^libxml2-wasm \d+\.\d+\.\d+$/);
  validator.dispose();
  await expect(createSchemaValidator('libxmljs2')).rejects.toThrow(/^libxmljs2 can't be loaded: /);
});

test.each([
  [
    ['ERR_MODULE_NOT_FOUND', "Cannot find package 'libxmljs2' imported from schema.js"],
    "libxmljs2 is not installed; 'npm i libxmljs2' installs it",
  ],
  [
    ['MODULE_NOT_FOUND', "Cannot find module 'libxmljs2'\nRequire stack:"],
    "libxmljs2 is not installed; 'npm i libxmljs2' installs it",
  ],
  [
    ['MODULE_NOT_FOUND', "Cannot find module 'bindings'\nRequire stack:"],
    "libxmljs2 can't be loaded: Cannot find module 'bindings' Require stack:",
  ],
  [
    [undefined, 'Could not locate the bindings file. Tried:\n → build/xmljs.node'],
    "libxmljs2 was installed without being built; 'npm rebuild libxmljs2' builds it",
  ],
  [
    ['ERR_DLOPEN_FAILED', "The module '/x/xmljs.node'\nwas compiled against ... NODE_MODULE_VERSION 115."],
    "libxmljs2 was built for another version of Node.js; 'npm rebuild libxmljs2' builds it for this one",
  ],
  [['ERR_DLOPEN_FAILED', 'x'.repeat(900)], `libxmljs2 can't be loaded: ${'x'.repeat(200)}`],
] as const)('%j: %s', ([code, message], why) => {
  expect(whyNot(Object.assign(new Error(message), code === undefined ? {} : { code }))).toBe(why);
});
