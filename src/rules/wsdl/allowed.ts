import { NS } from '../../contract/wsdl/names.ts';

function words(text = ''): ReadonlySet<string> {
  return new Set(text.split(' ').filter((word) => word !== ''));
}

const PARTICLES = 'element group choice sequence any';
const ATTRIBUTES = 'attribute attributeGroup anyAttribute';
const FACETS =
  'enumeration fractionDigits length maxExclusive maxInclusive maxLength minExclusive minInclusive minLength pattern ' +
  'totalDigits whiteSpace explicitTimezone assertion';
const MODEL = `group! all! choice! sequence! ${ATTRIBUTES} assert openContent`;
const GLOBAL = `simpleType complexType group attributeGroup element attribute notation`;

/**
 * The attributes of an element and, behind a bar, what it holds besides annotations, of XML Schema 1.0 and 1.1 (Part 1,
 * appendix A). `schema/`: right below a schema; `@ref`: one that refers to another; `!`: one of these at most.
 */
const SCHEMA: Readonly<Record<string, string>> = {
  schema:
    'attributeFormDefault blockDefault elementFormDefault finalDefault targetNamespace version defaultAttributes ' +
    `xpathDefaultNamespace | include import redefine override defaultOpenContent ${GLOBAL}`,
  'schema/element': 'name type abstract block default final fixed nillable substitutionGroup',
  element:
    'name type block default fixed form maxOccurs minOccurs nillable targetNamespace | simpleType! complexType! ' +
    'unique key keyref alternative',
  'element@ref': 'ref maxOccurs minOccurs',
  'schema/attribute': 'name type default fixed inheritable',
  attribute: 'name type default fixed form use inheritable targetNamespace | simpleType!',
  'attribute@ref': 'ref default fixed use inheritable',
  'schema/complexType': 'name abstract block final mixed defaultAttributesApply',
  complexType: `mixed defaultAttributesApply | simpleContent! complexContent! ${MODEL}`,
  complexContent: 'mixed | restriction! extension!',
  simpleContent: '| restriction! extension!',
  extension: `base | ${MODEL}`,
  restriction: `base | simpleType! ${FACETS} ${MODEL}`,
  'schema/simpleType': 'name final',
  simpleType: '| restriction! list! union!',
  list: 'itemType | simpleType',
  union: 'memberTypes | simpleType',
  'schema/group': 'name',
  group: 'ref maxOccurs minOccurs | all! choice! sequence!',
  attributeGroup: `name ref | ${ATTRIBUTES}`,
  all: 'maxOccurs minOccurs | element any group',
  choice: `maxOccurs minOccurs | ${PARTICLES}`,
  sequence: `maxOccurs minOccurs | ${PARTICLES}`,
  any: 'maxOccurs minOccurs namespace processContents notNamespace notQName',
  anyAttribute: 'namespace processContents notNamespace notQName',
  ...Object.fromEntries(FACETS.split(' ').map((facet) => [facet, 'value fixed test xpathDefaultNamespace'])),
  annotation: '| appinfo documentation',
  appinfo: 'source',
  documentation: 'source',
  include: 'schemaLocation',
  import: 'namespace schemaLocation',
};

/** Other elements of XML Schema, which no service needs: they have what they like. */
export const RARE = words(
  'notation redefine override unique key keyref selector field alternative assert defaultOpenContent openContent',
);

/** The same of WSDL 1.1 (appendices A 4.1 to 4.4), and of its binding for SOAP 1.2. */
const WSDL = {
  definitions: 'name targetNamespace | import types message portType binding service',
  import: 'namespace location',
  types: '',
  message: 'name | part',
  part: 'name element type',
  portType: 'name | operation',
  operation: 'name parameterOrder | input output fault',
  binding: 'name type | operation',
  input: 'name message',
  output: 'name message',
  fault: 'name message',
  service: 'name | port',
  port: 'name binding',
  documentation: '',
};
const SOAP = {
  binding: 'transport style',
  operation: 'soapAction style soapActionRequired',
  body: 'parts use encodingStyle namespace',
  header: 'message part use encodingStyle namespace | headerfault',
  headerfault: 'message part use encodingStyle namespace',
  fault: 'name use encodingStyle namespace',
  address: 'location',
};
const HTTP = { binding: 'verb', operation: 'location', address: 'location', urlEncoded: '', urlReplacement: '' };
const MIME = { content: 'part type', mimeXml: 'part', multipartRelated: '| part', part: 'name' };

/** What an element of WSDL or XML Schema may have; of the children in `either` one. */
export interface Allowed {
  readonly attributes: ReadonlySet<string>;
  readonly children: ReadonlySet<string>;
  readonly either: ReadonlySet<string>;
}

function allowedBy(table: Readonly<Record<string, string>>): ReadonlyMap<string, Allowed> {
  return new Map(
    Object.entries(table).map(([place, text]) => {
      const [name = ''] = place.slice(place.indexOf('/') + 1).split('@');
      const [attributes, children = table[name]?.split('|')[1]] = text.split('|');
      const marked = [...words(children)].filter((word) => word.endsWith('!'));
      const either = words(marked.join(' ').replaceAll('!', ''));
      return [place, { attributes: words(attributes), children: words(children?.replaceAll('!', '')), either }];
    }),
  );
}

/** By namespace and name, or place and name. */
export const ELEMENTS = new Map<string, ReadonlyMap<string, Allowed>>([
  [NS.xsd, allowedBy(SCHEMA)],
  [NS.wsdl, allowedBy(WSDL)],
  [NS.soap11, allowedBy(SOAP)],
  [NS.soap12, allowedBy(SOAP)],
  [NS.http, allowedBy(HTTP)],
  [NS.mime, allowedBy(MIME)],
]);
