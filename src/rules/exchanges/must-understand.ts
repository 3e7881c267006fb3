import { bindings } from '../../bindings/bindings.ts';
import type { Call } from '../../bindings/call.ts';
import type { Cell } from '../../contract/model.ts';
import { editBody, withHeaderBlock } from '../../spelling/edit-envelope.ts';
import { blockDimensions } from '../../spelling/soap.ts';
import { spelledRequest, type Trait } from '../../spelling/trait.ts';
import { xmlDimensions } from '../../spelling/xml.ts';
import type { Draw, Probe } from '../probe.ts';
import { changed } from './same-answer-rule.ts';

/** A block that nobody knows and that must be understood. @param flag - its attributes, of the prefix e or that of the samples */
function unknownBlock(flag: string): NonNullable<Trait['edit']> {
  return (request, { word, cell, contract }) => {
    const [prefix, name] = [word('unknown prefix'), word('unknown block')];
    const own = flag.startsWith('e:') ? ` xmlns:e="${bindings[cell.binding].spec(contract).envelopeNamespace}"` : '';
    const start = `${prefix}:${name} xmlns:${prefix}="urn:${word('unknown')}:${name}"${own} ${flag}`;
    return editBody(request, (text) => withHeaderBlock(text, `<${start}>${word('content')}</${prefix}:${name}>`));
  };
}

/** A call with an unknown block, marked as in the samples of SOAP. */
export function mustUnderstandProbe(cell: Cell, base: Call): Probe {
  const edit = unknownBlock('soap:mustUnderstand="1"');
  const named = ['unknown-header-block', 'an unknown header block with mustUnderstand="1"'] as const;
  return changed(cell, base, named, (request, context) => edit(request, { ...context, cell }));
}

/** The roles that whoever gets a message plays, and none. */
const ROLES = {
  soap11: ['', ' e:actor="http://schemas.xmlsoap.org/soap/actor/next"'],
  soap12: [
    '',
    ...['next', 'ultimateReceiver'].map((one) => ` e:role="http://www.w3.org/2003/05/soap-envelope/role/${one}"`),
  ],
};
/** The code of the probe with a block in a drawn form. */
export const DRAWN_BLOCK = 'unknown-header-block-drawn';

/** The same in another form, which the seed draws: of the flag, the role and the envelope, and with an optional block beside it. */
export function drawnBlockProbe(cell: Cell, base: Call, draw: Draw): Probe {
  const one = <T>(items: readonly T[], name: string): readonly T[] =>
    draw.shuffled(items, `soap.must-understand/${name}`).slice(0, 1);
  const version = cell.binding === 'soap12' ? 'soap12' : 'soap11';
  const [flag] = one(version === 'soap12' ? ['true', '1'] : ['1'], 'flag');
  const attributes = `e:mustUnderstand="${flag}"${one(ROLES[version], 'role')}`;
  const traits = [...xmlDimensions, ...blockDimensions].flatMap(({ name, choices }) =>
    ['envelope names', 'further block'].includes(name) ? one(choices, name) : [],
  );
  const variant = [`an unknown header block with ${attributes}`, ...traits.map((trait) => trait.variant)].join(', ');
  const block: Trait = { id: DRAWN_BLOCK, variant, standard: '', edit: unknownBlock(attributes) };
  // A block is put before those that are there, so the optional one comes first.
  const request: Probe['request'] = (context) => spelledRequest([block, ...traits], cell, base, context);
  return { code: DRAWN_BLOCK, variant, call: base, request };
}
