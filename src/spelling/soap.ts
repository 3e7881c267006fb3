import type { Call, HeaderFields } from '../bindings/call.ts';
import { editBody, withHeaderBlock } from './edit-envelope.ts';
import type { Dimension, SpelledCall, Trait } from './trait.ts';

const BLOCKS = 'SOAP 1.1, section 4.2; SOAP 1.2 Part 1, sections 2.4 and 5.2';
const BLOCK = 'urn:getdata-conformance:optional';
/** The actor or role of whoever gets the message first. */
const NEXT = {
  soap11: 'soap:actor="http://schemas.xmlsoap.org/soap/actor/next"',
  soap12: 'soap:role="http://www.w3.org/2003/05/soap-envelope/role/next"',
} as const;

/** A further header block, with these attributes; {next} stands for the first receiver. */
function block(id: string, variant: string, attributes: string, content = ''): Trait {
  const edit: Trait['edit'] = (request, { cell: { binding } }) => {
    const next = NEXT[binding === 'soap11' ? 'soap11' : 'soap12'];
    const text = `<o:Optional xmlns:o="${BLOCK}"${attributes.replace('{next}', next)}>${content}</o:Optional>`;
    return editBody(request, (envelope) => withHeaderBlock(envelope, text));
  };
  return { id, variant, standard: BLOCKS, edit };
}

/** The call's own header block with this attribute. */
function ownBlock(id: string, variant: string, attributeOf: (binding: string) => string): Trait {
  const edit: Trait['edit'] = (request, { cell, contract }) =>
    editBody(request, (envelope) =>
      envelope.replace(`<${contract.header.name} `, (tag) => `${tag}${attributeOf(cell.binding)} `),
    );
  return { id, variant, standard: BLOCKS, edit };
}

/** Header blocks that a receiver which does not know them passes over, and attributes of the one that it knows. */
export const blockDimensions: readonly Dimension[] = [
  {
    name: 'further block',
    choices: [
      block('optional-block', 'a header block that need not be understood', ''),
      block(
        'optional-block-marked',
        'a header block with mustUnderstand="0"',
        ' soap:mustUnderstand="0"',
        '<o:a>1</o:a>',
      ),
      block('optional-block-for-next', 'a header block for the first receiver', ' {next}', 'text'),
    ],
  },
  {
    name: 'own block',
    choices: [
      ownBlock('own-block-marked', 'mustUnderstand="1" on its header', () => 'soap:mustUnderstand="1"'),
      ownBlock(
        'own-block-for-next',
        'its header for the first receiver',
        (binding) => NEXT[binding === 'soap11' ? 'soap11' : 'soap12'],
      ),
    ],
  },
];

type Lexical = (value: string) => string;

function inForm(call: Call, { cell, contract }: SpelledCall, number: Lexical, flag: Lexical): Call {
  const numeric = cell.operation.parameters.flatMap(({ name, type }) => (type === 'string' ? [] : [name]));
  const values = Object.entries(call.values).map(([name, value]) => [
    name,
    numeric.includes(name) ? number(value) : value,
  ]);
  const flags = contract.header.fields.flatMap(({ name, content }) =>
    content.kind === 'simple' && content.type === 'boolean' ? [name] : [],
  );
  const header = Object.entries(call.header ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' && flags.includes(name) ? flag(value) : value,
  ]);
  const fields: HeaderFields | null = call.header === null ? null : Object.fromEntries(header);
  return { ...call, values: Object.fromEntries(values), header: fields };
}

function form(id: string, variant: string, number: Lexical, flag: Lexical): Trait {
  const standard = 'XML Schema Part 2, sections 3.2.2, 3.3.13 and 4.3.6';
  return { id, variant, standard, values: (call, of) => inForm(call, of, number, flag) };
}

const asDigit: Lexical = (flag) => (flag === 'true' ? '1' : flag === 'false' ? '0' : flag);

/** Other lexical forms of numbers and booleans. */
export const lexicalDimensions: readonly Dimension[] = [
  {
    name: 'form',
    choices: [
      form(
        'plus-sign',
        'numbers with a plus sign, booleans as digits',
        (number) => number.replace(/^(?=\d)/, '+'),
        asDigit,
      ),
      form(
        'leading-zeros',
        'numbers with leading zeros, booleans as digits',
        (number) => number.replace(/^-?(?=\d)/, '$&00'),
        asDigit,
      ),
      form(
        'spaces-around',
        'white space round numbers and booleans',
        (number) => ` ${number}\n`,
        (flag) => ` ${flag} `,
      ),
    ],
  },
];
