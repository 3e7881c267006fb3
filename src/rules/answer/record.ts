import type { Cell, Contract } from '../../contract/model.ts';
import { fieldPaths, hasList, hasType } from '../fields.ts';
import { byOwner, byText, interpreted, type Rule } from '../rule.ts';
import { inspectedRule } from './inspected.ts';

const hasValueType = (cell: Cell, contract: Contract): boolean =>
  (['int', 'long', 'boolean'] as const).some((type) => hasType(type)(cell, contract));
const hasSeveralFields = (cell: Cell, contract: Contract): boolean => fieldPaths(cell, contract).length > 1;

export const recordRules: readonly Rule[] = [
  inspectedRule('record.namespace', {
    title: 'Every element of a record is in the service namespace.',
    requirements: ['records.namespace', 'versioning.single-namespace'],
    basis: byText(),
    breaks:
      '.NET, JAX-WS and gSOAP leave the field null or 0 without an error. zeep raises an error for a ' +
      'foreign namespace.',
    example: { right: '<Title>Rack</Title> below xmlns="{xml_namespace}"', wrong: '<Title xmlns="">Rack</Title>' },
  }),
  inspectedRule('record.shape', {
    title: 'The result is an array or a single record as the table says, with no level too many or too few.',
    requirements: ['bindings.rule-3.soap-result', 'bindings.rule-4.http-root', 'records.lists'],
    basis: byText(),
    breaks: '.NET, JAX-WS, gSOAP and PHP return an empty list or record. zeep raises an error.',
    example: { right: '<Submodels><string>LX</string></Submodels>', wrong: '<Submodels>LX</Submodels>' },
  }),
  inspectedRule('record.unknown-field', {
    title: 'A record holds no element that its table does not list.',
    requirements: ['records.*.fields'],
    basis: interpreted(
      'The tables list the fields of each record, and the document leaves the contents of three elements open and ' +
        'of no other. zeep and suds raise an error for an unknown field.',
    ),
    breaks: "zeep and suds raise an error. .NET's XmlSerializer with explicit Order loses the fields after it.",
    example: { right: '<Title>Rack</Title>', wrong: '<Caption>Rack</Caption>' },
  }),
  inspectedRule('record.field-name', {
    title: 'Fields are spelled as in the table, in the same case and number.',
    requirements: ['records.*.fields'],
    basis: byText(),
    breaks: '.NET and JAX-WS leave the field null or 0; zeep and suds raise an error.',
    example: { right: '<YearFrom>2019</YearFrom>', wrong: '<yearFrom>2019</yearFrom>' },
  }),
  inspectedRule('record.field-order', {
    title: 'Fields are in the order of the table.',
    requirements: ['records.*.fields'],
    standard: 'XML Schema 1.0 Part 1, section 3.8 (a sequence is ordered)',
    basis: byOwner(
      'Every record keeps the order of the tables. ASMX writes the fields of a class in ' +
        'one order; zeep fails on another, and so does WCF for a required field.',
      { Cart: ['text', "'Fields, in order.'"] },
    ),
    breaks:
      "zeep raises an error, and so does WCF for a required member. .NET's XmlSerializer with explicit Order " +
      'loses fields without an error; without Order it reads any order, as JAX-WS and gSOAP do.',
    example: { right: '<ID/><Name/>', wrong: '<Name/><ID/>' },
    appliesTo: hasSeveralFields,
  }),
  inspectedRule('record.field-repeated', {
    title: 'No field of a record appears twice.',
    requirements: ['records.*.fields'],
    basis: interpreted(
      'The tables list each field once, and only lists repeat elements. A client that reads one value has no rule ' +
        'to choose between two.',
    ),
    breaks: 'zeep raises an error; node-soap, PHP, Savon and suds return an array in place of the value.',
    example: { right: '<Name>A</Name>', wrong: '<Name>A</Name><Name>A</Name>' },
  }),
  inspectedRule('record.missing-value', {
    title: 'A field of type int, long or boolean is present in every record.',
    requirements: ['records.types', 'records.*.fields'],
    basis: interpreted(
      'ASMX always writes value types: XmlSerializer leaves out an int, long or boolean only where its class says so ' +
        '(DefaultValue, a Specified flag, ShouldSerialize). The document marks no field as optional.',
    ),
    breaks: '.NET, JAX-WS and gSOAP return 0 or false without an error. zeep and WCF raise an error.',
    example: { right: '<Active>false</Active>', wrong: 'no <Active> where it is false' },
    appliesTo: hasValueType,
  }),
  inspectedRule('record.list-item', {
    title: "Children of a list of strings are named string, children of a list of records have the record's name.",
    requirements: ['records.lists'],
    basis: byText({
      "items of a list of records have the record's name":
        'The text names the items of arrays and of lists of strings. ASMX names the items of every list by their type.',
      'the items of recid_images_URL have one name':
        'The text gives them no name, so any name is accepted. It describes a list as repeated child elements, ' +
        'which have one name.',
    }),
    breaks: '.NET, JAX-WS, gSOAP and PHP return an empty list. zeep and suds raise an error.',
    example: { right: '<Years><string>2020</string></Years>', wrong: '<Years><Year>2020</Year></Years>' },
    appliesTo: hasList,
  }),
  inspectedRule('record.nil', {
    title: 'No int, long or boolean has xsi:nil, and a nil element is empty.',
    requirements: ['records.types', 'records.soap-nil-lists'],
    standard: 'XML Schema 1.0 Part 1, section 2.6.2',
    basis: interpreted(
      "A value type of ASMX can't be null: XmlSerializer writes xsi:nil for an int, long or boolean only where " +
        "its class makes it nullable. The document's samples have it on lists.",
      { 'a nil element is empty': ['standard'], 'nested lists over SOAP may be nil': ['sample'] },
    ),
    breaks:
      '.NET, WCF and gSOAP raise an error for a nil number; JAX-WS returns 0. Content of a nil element is ' +
      'kept by some clients and dropped by others.',
    example: { right: '<Mcat>0</Mcat>', wrong: '<Mcat xsi:nil="true"/>' },
  }),
  inspectedRule('record.attribute', {
    title: 'Elements have no attributes except those of XML Schema instance.',
    requirements: ['records.*.fields'],
    basis: interpreted(
      'The document describes elements and no attributes. node-soap and suds return an object in place of a value ' +
        'that has one.',
    ),
    breaks:
      'node-soap and suds return an object in place of the value. gSOAP fails on an id attribute that occurs twice.',
    example: { right: '<Video>', wrong: '<Video id="1">' },
  }),
  inspectedRule('record.mixed-text', {
    title: 'There is no text between the fields of a record or the items of a list.',
    requirements: ['records.*.fields', 'records.lists'],
    basis: interpreted(
      'The tables give a record fields and a list items, and neither any text. node-soap and WCF raise an error ' +
        'for it.',
    ),
    breaks: 'node-soap and WCF raise an error. gSOAP loses the fields, and Savon and suds return the record as text.',
    example: { right: '<Video><Link/></Video>', wrong: '<Video>1<Link/></Video>' },
  }),
];
