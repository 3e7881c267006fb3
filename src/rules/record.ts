import type { Cell, Contract } from '../contract/model.ts';
import { fieldPaths, hasList, hasType } from './fields.ts';
import { inspectedRule } from './inspected.ts';
import type { Rule } from './rule.ts';

const hasValueType = (cell: Cell, contract: Contract): boolean =>
  (['int', 'long', 'boolean'] as const).some((type) => hasType(type)(cell, contract));
const hasSeveralFields = (cell: Cell, contract: Contract): boolean => fieldPaths(cell, contract).length > 1;

/** Layer 'record': the elements that the document's record tables describe. */
export const recordRules: readonly Rule[] = [
  inspectedRule('record.namespace', {
    title: 'Every element of a record is in the service namespace.',
    requirements: ['records.namespace'],
    standard: null,
    breaks: '.NET, zeep and JAXB leave the field null, without an error.',
    example: { right: '<Title>Rack</Title> below xmlns="{xml_namespace}"', wrong: '<Title xmlns="">Rack</Title>' },
    defects: ['field-unqualified', 'record-unqualified'],
  }),
  inspectedRule('record.shape', {
    title: 'The result is an array or a single record as the table says, with no level too many or too few.',
    requirements: ['bindings.rule-3.soap-result', 'bindings.rule-4.http-root', 'records.lists'],
    standard: null,
    breaks: 'All generated clients: an empty list, or a record with nothing in it.',
    example: { right: '<Submodels><string>LX</string></Submodels>', wrong: '<Submodels>LX</Submodels>' },
    defects: ['record-level-extra', 'record-level-missing', 'list-flattened', 'list-level-extra'],
  }),
  inspectedRule('record.unknown-field', {
    title: 'A record holds no element that its table does not list.',
    requirements: ['records.*.fields'],
    standard: null,
    breaks: 'Validating clients and zeep in strict mode; the field it replaced stays empty everywhere.',
    example: { right: '<Title>Rack</Title>', wrong: '<Caption>Rack</Caption>' },
    defects: ['field-added', 'field-renamed', 'nested-field-renamed'],
  }),
  inspectedRule('record.field-name', {
    title: 'Fields are spelled as in the table, in the same case and number.',
    requirements: ['records.*.fields'],
    standard: null,
    breaks: 'All: XML names are case-sensitive, so the field stays empty.',
    example: { right: '<YearFrom>2019</YearFrom>', wrong: '<yearFrom>2019</yearFrom>' },
    defects: ['field-case', 'field-plural', 'nested-field-case'],
  }),
  inspectedRule('record.field-order', {
    title: 'Fields stand in the order of the table.',
    requirements: ['records.*.fields'],
    standard: 'XML Schema 1.0 Part 1, section 3.8 (a sequence is ordered)',
    breaks: ".NET's XmlSerializer and gSOAP drop every field that comes too late; zeep raises.",
    example: { right: '<ID/><Name/>', wrong: '<Name/><ID/>' },
    defects: ['fields-swapped', 'nested-fields-swapped', 'field-last'],
    appliesTo: hasSeveralFields,
  }),
  inspectedRule('record.field-repeated', {
    title: 'No field of a record stands twice.',
    requirements: ['records.*.fields'],
    standard: null,
    breaks: 'Clients take the first or the last of the two; node-soap makes an array of them.',
    example: { right: '<Name>A</Name>', wrong: '<Name>A</Name><Name>A</Name>' },
    defects: ['field-twice', 'nested-field-twice'],
  }),
  inspectedRule('record.missing-value', {
    title: 'A field of type int, long or boolean is present in every record.',
    requirements: ['records.types', 'records.*.fields'],
    standard: null,
    breaks: '.NET takes 0 or false for it, silently; JAXB and zeep give null where code expects a number.',
    example: { right: '<Active>false</Active>', wrong: 'no <Active> where it is false' },
    defects: ['value-missing', 'nested-value-missing', 'false-left-out'],
    appliesTo: hasValueType,
  }),
  inspectedRule('record.list-item', {
    title: "Children of a list of strings are named string, children of a list of records bear the record's name.",
    requirements: ['records.lists'],
    standard: null,
    breaks: 'All generated clients: the list is empty.',
    example: { right: '<Years><string>2020</string></Years>', wrong: '<Years><Year>2020</Year></Years>' },
    defects: ['string-item-renamed', 'record-item-renamed', 'nested-item-renamed'],
    appliesTo: hasList,
  }),
  inspectedRule('record.nil', {
    title: 'xsi:nil stands on no int, long or boolean, and a nil element is empty.',
    requirements: ['records.types'],
    standard: 'XML Schema 1.0 Part 1, section 2.6.2',
    breaks: '.NET ("cannot convert null to a value type"), WCF, JAXB primitives.',
    example: { right: '<Mcat>0</Mcat>', wrong: '<Mcat xsi:nil="true"/>' },
    defects: ['value-nil', 'nil-with-content'],
  }),
  inspectedRule('record.attribute', {
    title: 'Elements bear no attributes but those of XML Schema instance.',
    requirements: ['records.*.fields'],
    standard: null,
    breaks: 'Validating clients; converters to JSON, which turn the field into an object.',
    example: { right: '<Video>', wrong: '<Video id="1">' },
    defects: ['attribute-added'],
  }),
  inspectedRule('record.mixed-text', {
    title: 'No text stands between the fields of a record or the items of a list.',
    requirements: ['records.*.fields', 'records.lists'],
    standard: null,
    breaks: "Validating clients; clients that read a record's text.",
    example: { right: '<Video><Link/></Video>', wrong: '<Video>1<Link/></Video>' },
    defects: ['text-between-fields'],
  }),
];
