import { editBody, withHeaderBlock } from '../../calls/spelling/edit-envelope.ts';
import { blockDimensions } from '../../calls/spelling/soap.ts';
import { spelledRequest, type Trait } from '../../calls/spelling/trait.ts';
import { xmlDimensions } from '../../calls/spelling/xml.ts';
import type { Cell } from '../../contract/model.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Draw, Probe } from '../probe.ts';

/** An unknown block that must be understood. @param flag - its attributes, of the prefix e or that of the samples */
function unknownBlock(flag: string): NonNullable<Trait['edit']> {
  return (request, { word, cell, contract }) => {
    const [prefix, name] = [word('unknown prefix'), word('unknown block')];
    const own = flag.startsWith('e:') ? ` xmlns:e="${bindings[cell.binding].spec(contract).envelopeNamespace}"` : '';
    const start = `${prefix}:${name} xmlns:${prefix}="urn:${word('unknown')}:${name}"${own} ${flag}`;
    return editBody(request, (text) => withHeaderBlock(text, `<${start}>${word('content')}</${prefix}:${name}>`));
  };
}

function blockProbe(cell: Cell, call: Call, code: string, flag: string, traits: readonly Trait[] = []): Probe {
  // The request shows the whole address of a role.
  const named = `an unknown header block with ${flag.replace(/^soap:/, '').replace(/"http.*\//, '"…/')}`;
  const block: Trait = { id: code, variant: named, standard: '', edit: unknownBlock(flag) };
  const variant = [block, ...traits].map((trait) => trait.variant).join(', ');
  // A block is added before the existing ones, so an optional one of the traits comes first.
  return { code, variant, call, request: (context) => spelledRequest([block, ...traits], cell, call, context) };
}

/** The code of the probe with a block as in the samples. */
export const UNKNOWN_BLOCK = 'unknown-header-block';

/** A call with an unknown block, marked as in the samples of SOAP. */
export function mustUnderstandProbe(cell: Cell, base: Call): Probe {
  const probe = blockProbe(cell, base, UNKNOWN_BLOCK, 'soap:mustUnderstand="1"');
  return { ...probe, owner: 'soap.must-understand' };
}

/** How the codes of probes with a block in a drawn form begin. */
export const DRAWN_BLOCK = `${UNKNOWN_BLOCK}-drawn`;
const ROLE = 'http://www.w3.org/2003/05/soap-envelope/role';
/** What says that a block must be understood, and by which role: any receiver plays these, or none is set. */
const FLAGS = ['e:mustUnderstand="1"', 'e:mustUnderstand="true"'];
const ROLES = ['', ` e:role="${ROLE}/next"`, ` e:role="${ROLE}/ultimateReceiver"`];
const ACTORS = ['', ' e:actor="http://schemas.xmlsoap.org/soap/actor/next"'];

/** The same in another form, drawn from the seed: of flag, role and envelope, with an optional block before it. */
export function drawnBlockProbe(cell: Cell, base: Call, draw: Draw): Probe {
  const one = <T>(items: readonly T[], name: string): readonly T[] =>
    draw.shuffled(items, `soap.must-understand/${name}`).slice(0, 1);
  const [flags, roles] = cell.binding === 'soap12' ? [FLAGS, ROLES] : [FLAGS.slice(0, 1), ACTORS];
  const traits = [...xmlDimensions, ...blockDimensions].flatMap(({ name, choices }) =>
    ['envelope names', 'further block'].includes(name) ? one(choices, name) : [],
  );
  const drawn = (part: string, flag: string, some: readonly Trait[]): Probe =>
    blockProbe(cell, base, `${DRAWN_BLOCK}${part}`, flag, some);
  const flag = `${one(flags, 'flag')}${one(roles, 'role')}`;
  const parts = traits.map((trait) => drawn(`-${trait.id}`, 'e:mustUnderstand="1"', [trait]));
  return { ...drawn('', flag, traits), parts: [drawn('-flag', flag, []), ...parts] };
}
