import { bindings } from '../../wire/soap/bindings.ts';
import { type Call, type HeaderFields, neutralFields } from '../../wire/soap/call.ts';
import { isInteger } from '../../wire/soap/canonical-value.ts';
import { escapeAttribute } from '../../xml/escape.ts';
import { editBody, withHeaderBlock } from './edit-envelope.ts';
import { dimensions, type SpelledCall, type Trait, turnOf } from './trait.ts';

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
  /** That another node must understand it, or none. */
  others: {
    soap11: [`actor="urn:{word}" ${OWN}:mustUnderstand="1"`],
    soap12: ['urn:{word}', `${ROLE}/none`].flatMap((role) =>
      ['1', 'true'].map((flag) => `role="${role}" ${OWN}:mustUnderstand="${flag}"`),
    ),
  },
} as const;

function written(kind: keyof typeof attributes, of: SpelledCall): string {
  const { envelopeNamespace } = bindings[of.cell.binding].spec(of.contract);
  const choices: readonly string[] = attributes[kind][of.cell.binding === 'soap11' ? 'soap11' : 'soap12'];
  const attribute = choices[turnOf(of, kind) % choices.length] ?? '';
  return ` xmlns:${OWN}="${envelopeNamespace}" ${OWN}:${attribute.replace('{word}', of.word('role'))}`;
}

type BlockText = (prefix: string, of: SpelledCall) => string;

/** What a further header block has other than the usual: no attribute, no content, a word as name, the first place. */
interface Block {
  readonly attribute?: keyof typeof attributes;
  readonly content?: BlockText;
  readonly name?: BlockText;
  readonly places?: readonly ('first' | 'last')[];
}

/** Further header blocks, of a namespace that nobody knows. */
function block(id: string, variant: string, { attribute, content, name, places = ['first'] }: Block): Trait {
  const edit: Trait['edit'] = (request, of) => {
    const prefix = of.word('block prefix');
    const [namespace, qualified] = [of.word(id), `${prefix}:${name?.(prefix, of) ?? of.word(id)}`];
    const start = `${qualified} xmlns:${prefix}="urn:${of.word('block')}:${namespace}"`;
    const text = `<${start}${attribute ? written(attribute, of) : ''}>${content?.(prefix, of) ?? ''}</${qualified}>`;
    return places.reduce(
      (spelled, place) => editBody(spelled, (envelope) => withHeaderBlock(envelope, text, place)),
      request,
    );
  };
  return { id, variant, standard: BLOCKS, edit };
}

/** The operation's element with other values: a copy of a call, as blocks of signatures and of tracing hold it. */
const otherCall: BlockText = (_prefix, { cell: { operation }, contract, word, hex }) => {
  const values = operation.parameters
    // A nested one has no name of an element.
    .filter(({ credential, path }) => !credential && path === undefined)
    .map(({ name, type }) => {
      const value = type === 'string' ? word(`other ${name}`) : Number.parseInt(hex(name).slice(0, 7), 16);
      return `<${name}>${value}</${name}>`;
    });
  return `<${operation.name} xmlns="${escapeAttribute(contract.namespace)}">${values.join('')}</${operation.name}>`;
};

/** A header that filters nothing, in the block's namespace: the call's own may. */
const neutralHeader: BlockText = (prefix, { contract }) => {
  const written = (name: string, value: string) => `<${prefix}:${name}>${value}</${prefix}:${name}>`;
  const fields = Object.entries(neutralFields(contract));
  return fields.map(([name, value]) => written(name, typeof value === 'string' ? value : '')).join('');
};

/** Matches no block: a service that a WSDL describes may take none. */
const NO_NAME = '(?!)';

/** The call's own header block with this attribute. */
function ownBlock(id: string, variant: string, attribute: keyof typeof attributes): Trait {
  const edit: Trait['edit'] = (request, of) =>
    editBody(request, (envelope) =>
      envelope.replace(
        new RegExp(`<(?:[^\\s<>/:]+:)?${of.contract.header.name || NO_NAME}(?=[\\s>/])`),
        (tag) => `${tag}${written(attribute, of)}`,
      ),
    );
  return { id, variant, standard: BLOCKS, edit };
}

/** Blocks that receivers skip if unknown, and attributes of the known one; not of WS-Addressing and WS-Security. */
export const blockDimensions = dimensions({
  'further block': [
    block('optional-block', 'a header block that need not be understood', {}),
    block('optional-block-marked', 'a header block whose attribute requires nothing', {
      attribute: 'optional',
      content: (prefix) => `<${prefix}:a>1</${prefix}:a>`,
    }),
    block('optional-block-for-next', 'a header block for a role', { attribute: 'anyRole', content: () => 'text' }),
    // ASP.NET looks at no role: it refuses the block as if it were for it (fixtures/asmx/README.md).
    {
      ...block('blocks-for-another', 'header blocks that another role must understand', {
        attribute: 'others',
        content: otherCall,
        places: ['first', 'last'],
      }),
      refusedBy: 'MustUnderstand',
      exempts: ['http.status-generated'],
    },
  ],
  'own block': [
    ownBlock('own-block-marked', 'mustUnderstand on its header', 'marked'),
    ownBlock('own-block-for-next', 'its header for the first receiver', 'next'),
  ],
  // Last, since other traits look for the first element with the name of the service's header.
  'block behind': [
    block('block-behind', 'a header block behind its own', { content: () => 'text', places: ['last'] }),
    block('block-with-call', 'a header block that holds another call', { content: otherCall, places: ['last'] }),
    block('namesake-blocks', 'header blocks of its name and of another namespace around its own', {
      name: (_prefix, { contract, word }) => contract.header.name || word('namesake'),
      content: neutralHeader,
      places: ['first', 'last'],
    }),
  ],
});

type Lexical = (value: string) => string;

function inForm(call: Call, { cell, contract }: SpelledCall, number: Lexical, flag: Lexical): Call {
  const numeric = cell.operation.parameters.flatMap(({ name, type }) => (isInteger(type) ? [name] : []));
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

/** One for each way of writing a boolean: beside leading zeros it is a digit, as beside a plus sign. */
export const booleanForms: readonly Trait[] = lexicalDimensions.flatMap(({ choices }) =>
  choices.filter(({ id }) => id !== 'leading-zeros'),
);
