import type { SimpleType } from '../../contract/model.ts';
import { either, over, overSoap } from '../defects/cells.ts';
import { where } from '../defects/defect.ts';
import { bearing, type FieldFilter, isString, isValue, ofType } from '../defects/edits/tree.ts';
import { all, editFields, textIn } from './tree.ts';
import { table, type Variation, type VariationChange } from './variation.ts';

const BOOLEAN = 'XML Schema 1.0 Part 2, section 3.2.2';
const NUMBERS = 'XML Schema 1.0 Part 2, sections 3.3.17 and 3.3.13; XML Schema 1.0 Part 2, sections 3.3.16 and 3.3.13';
const COLLAPSED = 'XML Schema 1.0 Part 2, section 4.3.6: white space around numbers and booleans is collapsed';

const written =
  (...types: readonly SimpleType[]) =>
  (write: (text: string) => string): VariationChange =>
    editFields(ofType(...types), (one) =>
      one.children.length === 0 ? [one] : [{ ...one, children: [write(textIn(one))] }],
    );
const booleans = written('boolean');
const numbers = written('int', 'long');
const plus = (text: string): string => (text.startsWith('-') ? text : `+${text}`);
const zeros = (text: string): string => text.replace(/\d/, '00$&');
const digit = (text: string): string => (text === 'true' ? '1' : '0');

/** Where only some bindings differ: `binding.same-records` compares values, not how they are written. */
const lexicalVariations = [
  ...table(BOOLEAN, {
    'boolean-digits: Booleans are 1 and 0.': booleans(digit),
    'booleans-digits-over-post: Booleans are 1 and 0 over POST only.': where(over('http-post'), booleans(digit)),
  }),
  ...table(COLLAPSED, {
    'boolean-space: There is white space around booleans.': booleans((text) => ` ${text}\n\t`),
    'number-space: There is white space around numbers.': numbers((text) => `\n\t ${text} \n`),
    'numbers-space-over-two: There is white space around numbers over GET and SOAP 1.2 only.': where(
      either(over('http-get'), over('soap12')),
      numbers((text) => ` ${text} `),
    ),
  }),
  ...table(NUMBERS, {
    'number-plus: Numbers have a plus sign.': numbers(plus),
    'number-zeros: Numbers begin with zeros.': numbers(zeros),
    'number-many-zeros: Numbers begin with forty zeros.': numbers((text) => text.replace(/\d/, `${'0'.repeat(40)}$&`)),
    'number-minus-zero: Zero is -0.': numbers((text) => (text === '0' ? '-0' : text)),
    'numbers-plus-over-soap: Numbers have a plus sign and zeros over SOAP only.': where(
      overSoap,
      numbers((text) => plus(zeros(text))),
    ),
  }),
];

/** Adds the types of fields. */
function typed(type: (of: SimpleType, text: string) => string | null): VariationChange {
  const types: readonly SimpleType[] = ['string', 'int', 'long', 'boolean'];
  const says = (of: SimpleType): VariationChange =>
    editFields(ofType(of), (one) => {
      const name = type(of, textIn(one));
      return [name === null ? one : bearing({ 'xsi:type': name })(one)];
    });
  return all(...types.map(says));
}

const small = (text: string): boolean => /^-?\d{1,4}$/.test(text);
const derived = typed((of, text) => {
  if (of === 'int' || of === 'long') return small(text) ? 'xsd:short' : null;
  return of === 'string' && !/[\t\r\n]/.test(text) ? 'xsd:normalizedString' : null;
});
const TYPE = 'XML Schema 1.0 Part 1, section 2.6.1: xsi:type may name the type itself or one derived from it';

const typeVariations = [
  ...table(TYPE, {
    'xsi-type-simple: Every value says its type.': typed((of) => `xsd:${of}`),
    'xsi-type-derived: Small numbers say they are xsd:short, texts xsd:normalizedString.': derived,
  }),
  ...table('XML Schema 1.0 Part 1, section 2.6.2', {
    'xsi-nil-false: Every text says that it is not nil.': editFields(isString, (one) => [
      bearing({ 'xsi:nil': 'false' })(one),
    ]),
  }),
];

/** Texts that no parameter echoes: rules that look for their parameters find them unchanged. */
const isDescriptive: FieldFilter = (field) =>
  ['Title', 'Name', 'Description', 'Category', 'LinkTypeName', 'Filename'].includes(field.name) && !isValue(field);
const further = (text: string): VariationChange =>
  editFields(isDescriptive, (one) => [{ ...one, children: [...one.children, text] }]);

/** Further texts in fields that nothing reads. */
export const furtherTextVariations: readonly Variation[] = [
  ...table('XML 1.0, section 2.2', {
    'text-supplementary: Texts hold characters beyond U+FFFF, raw.': further(' \u{1F697}\u{20BB7}\u{10FFFD}'),
    'text-scripts: Texts are in many scripts and not normalised.': further(
      ' e\u0301 \u00e9 \u05e9\u05dc \u4e2d \uFEFF \u2028 \u0085',
    ),
  }),
  ...table('XML 1.0, section 2.4', {
    'text-markup: Texts hold markup, ]]> and references, escaped.': further(
      ' <b class="x">\'&amp;\'</b> ]]> &#1; <![CDATA[ <!DOCTYPE x>',
    ),
  }),
  ...table('the document, section Limits: not shown', {
    'text-long: Texts are 20,000 characters long.': further(`\n${'All weather & more. '.repeat(1000)}`),
  }),
  ...table('XML Schema 1.0 Part 2, section 3.2.1', {
    'text-outer-space: Texts end with white space and line ends of all kinds.': further(' \t\r\n\n\r  '),
  }),
];

export const valueVariations: readonly Variation[] = [...lexicalVariations, ...typeVariations];
