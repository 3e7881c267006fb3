import { cellName } from '../../contract/cell-name.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call, HeaderFields } from '../../wire/soap/call.ts';
import { editBody, withHeaderBlock } from './edit-envelope.ts';
import { dimensions, type SpelledCall, type Trait } from './trait.ts';

const BLOCKS = 'SOAP 1.1, section 4.2; SOAP 1.2 Part 1, sections 2.4 and 5.2';
/** The prefix that a block declares for the envelope's namespace, even if the envelope has another. */
const OWN = 'e';

const ROLE = 'http://www.w3.org/2003/05/soap-envelope/role';
const ENCODING = {
  soap11: 'http://schemas.xmlsoap.org/soap/encoding/',
  soap12: 'http://www.w3.org/2003/05/soap-encoding',
};

/** Attributes of a block, one of which each cell has. In them {word} is a word of the run. */
const attributes = {
  /** That it need not be understood, and how its content is encoded. */
  optional: {
    soap11: ['mustUnderstand="0"', `encodingStyle="${ENCODING.soap11}"`],
    soap12: ['mustUnderstand="0"', 'mustUnderstand="false"', 'relay="true"', `encodingStyle="${ENCODING.soap12}"`],
  },
  marked: { soap11: ['mustUnderstand="1"'], soap12: ['mustUnderstand="1"', 'mustUnderstand="true"'] },
  /** For the next node, which the receiver is. */
  next: { soap11: ['actor="http://schemas.xmlsoap.org/soap/actor/next"'], soap12: [`role="${ROLE}/next"`] },
  /** For the next node, for another one, or for none. */
  anyRole: {
    soap11: ['actor="http://schemas.xmlsoap.org/soap/actor/next"', 'actor="urn:{word}"'],
    soap12: [`role="${ROLE}/next"`, `role="${ROLE}/none"`, 'role="urn:{word}"'],
  },
} as const;

function written(kind: keyof typeof attributes, of: SpelledCall): string {
  const { envelopeNamespace } = bindings[of.cell.binding].spec(of.contract);
  const choices: readonly string[] = attributes[kind][of.cell.binding === 'soap11' ? 'soap11' : 'soap12'];
  const drawn = Number.parseInt(of.hex(`${kind}/${cellName(of.cell)}`).slice(0, 8), 16);
  const attribute = choices[drawn % choices.length] ?? '';
  return ` xmlns:${OWN}="${envelopeNamespace}" ${OWN}:${attribute.replace('{word}', of.word('role'))}`;
}

/** A further header block. In its content {prefix} means the block's own. */
function block(id: string, variant: string, attribute: keyof typeof attributes | null, content: string): Trait {
  const edit: Trait['edit'] = (request, of) => {
    const own = attribute === null ? '' : written(attribute, of);
    const [prefix, name] = [of.word('block prefix'), of.word(id)];
    const start = `${prefix}:${name} xmlns:${prefix}="urn:${of.word('block')}:${name}"${own}`;
    const text = `<${start}>${content.replaceAll('{prefix}', prefix)}</${prefix}:${name}>`;
    return editBody(request, (envelope) => withHeaderBlock(envelope, text));
  };
  return { id, variant, standard: BLOCKS, edit };
}

/** The call's own header block with this attribute. */
function ownBlock(id: string, variant: string, attribute: keyof typeof attributes): Trait {
  const edit: Trait['edit'] = (request, of) =>
    editBody(request, (envelope) =>
      envelope.replace(
        new RegExp(`<(?:[\\w-]+:)?${of.contract.header.name}(?=[\\s>/])`),
        (tag) => `${tag}${written(attribute, of)}`,
      ),
    );
  return { id, variant, standard: BLOCKS, edit };
}

/** Blocks that receivers skip if unknown, and attributes of the known one; not of WS-Addressing and WS-Security. */
export const blockDimensions = dimensions({
  'further block': [
    block('optional-block', 'a header block that need not be understood', null, ''),
    block(
      'optional-block-marked',
      'a header block whose attribute requires nothing',
      'optional',
      '<{prefix}:a>1</{prefix}:a>',
    ),
    block('optional-block-for-next', 'a header block for a role', 'anyRole', 'text'),
  ],
  'own block': [
    ownBlock('own-block-marked', 'mustUnderstand on its header', 'marked'),
    ownBlock('own-block-for-next', 'its header for the first receiver', 'next'),
  ],
});

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
export const lexicalDimensions = dimensions({
  form: [
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
      (number) => `\n\t ${number}\t \n`,
      (flag) => `\n\t ${flag}\t \n`,
    ),
  ],
});
