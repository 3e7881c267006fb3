import { cutShort, editBody, renameOperation, withHeaderBlock } from '../../calls/spelling/edit-envelope.ts';
import { blockDimensions } from '../../calls/spelling/soap.ts';
import { spelledRequest, type Trait } from '../../calls/spelling/trait.ts';
import { xmlDimensions } from '../../calls/spelling/xml.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { placeOf } from '../../contract/operations.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import type { RunContext } from '../../wire/soap/binding.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { type Call, withValue } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { Problem } from '../judgement.ts';
import type { Draw, Probe, Probing } from '../probe.ts';
import { byStandard, type Rule, soapBindings } from '../rule.ts';
import { explanationProblems, faultCode, faultProblems, refusalOf } from './fault-structure.ts';
import { changed, probingRule, type RuleText } from './same-answer-rule.ts';

function versionProbe(cell: Cell, base: Call, contract: Contract): Probe {
  const known = bindings[cell.binding].spec(contract).envelopeNamespace ?? '';
  const edit = (request: HttpRequest, { word }: RunContext) => {
    const unknown = `urn:${word('unknown envelope')}:envelope`;
    return editBody(request, (text) => text.replace(`xmlns:soap="${known}"`, `xmlns:soap="${unknown}"`));
  };
  const probe = changed(cell, base, ['unknown-envelope', 'an envelope of an unknown namespace'], edit);
  return { ...probe, owner: 'soap.version-mismatch' };
}

/** What no server takes: of two operations, one gets XML that no parser reads, one an unknown element. */
function unknownProbe(cell: Cell, base: Call, contract: Contract): Probe {
  if (placeOf(cell, contract) % 2 === 1)
    return changed(cell, base, ['cut-envelope', 'an envelope that is cut short'], (request) =>
      editBody(request, cutShort),
    );
  return changed(cell, base, ['unknown-operation', 'an unknown operation'], (request, { word }) =>
    renameOperation(request, cell, word('unknown operation')),
  );
}

/** A non-number for a number parameter, if the operation has one. */
function notANumberProbes(cell: Cell, base: Call, draw: Draw): readonly Probe[] {
  const number = cell.operation.parameters.find(({ type }) => type !== 'string');
  if (number === undefined) return [];
  // A fault may repeat it.
  const call = withValue(base, number, `${draw.word(number.name)} < &`);
  const [code, variant] = [`${number.name}-no-number`, `${number.name} that is not a number`];
  return [{ code, variant, call: base, request: requestOf(call, cell) }];
}

/** A rule that sends a request which SOAP must refuse, with a fault of this code. */
function refusedRule(code: string, needsFault: boolean, plan: Probing['plan'], text: RuleText): Rule {
  const judge: Probing['judge'] = (_base, answer, { code: probed, variant }, contract) => {
    const refusal = refusalOf(answer);
    const isDrawn = probed.startsWith(DRAWN_BLOCK);
    const cause = isDrawn ? { cause: `${text.id}:${UNKNOWN_BLOCK}` } : {};
    const found = (actual: string): readonly Problem[] => {
      const sentence = `A request with ${variant} gets ${actual}`;
      const expected = `a fault with the code ${code}`;
      return [{ code: probed, text: sentence, location: null, expected, actual, ...cause }];
    };
    if (refusal.kind === 'none') return 'not-reached';
    if (refusal.kind === 'answered') return found(`an answer with status ${refusal.status}`);
    // A server that can't read this form refuses it for any call: other rules see that.
    if (isDrawn) return [];
    if (refusal.kind === 'refused') return needsFault ? found(`status ${refusal.status} without a fault`) : [];
    const actual = faultCode(refusal.fault);
    return actual === code
      ? explanationProblems(answer, contract)
      : found(`a fault with the code ${actual || 'nothing'}`);
  };
  return probingRule({ ...text, plan, judge });
}

/** Rules on requests that SOAP must refuse, and on the faults that refuse them. */
export const faultRules: readonly Rule[] = [
  refusedRule(
    'MustUnderstand',
    true,
    (cell, base, _contract, draw) => [mustUnderstandProbe(cell, base), drawnBlockProbe(cell, base, draw)],
    {
      id: 'soap.must-understand',
      ground: 'faults',
      level: 'recommended',
      title: 'A header block that must be understood and is not is refused with a MustUnderstand fault.',
      bindings: soapBindings,
      requirements: ['bindings.soap11.request', 'bindings.soap12.request', 'errors.responses'],
      standard: 'SOAP 1.1, sections 4.2.3 and 4.4.1; SOAP 1.2 Part 1, sections 2.4 and 5.4.8',
      basis: byStandard(),
      breaks:
        'A client that sets mustUnderstand, as node-soap does for WS-Security, takes any normal answer to ' +
        'mean that the block was processed.',
      breaksFrom: 'read',
      example: {
        right: '500 with <faultcode>soap:MustUnderstand</faultcode>',
        wrong: '200, as if the block were not there',
      },
    },
  ),
  refusedRule('VersionMismatch', false, (cell, base, contract) => [versionProbe(cell, base, contract)], {
    id: 'soap.version-mismatch',
    ground: 'faults',
    level: 'recommended',
    title:
      'An envelope of an unknown namespace is refused, and if by a fault, by a VersionMismatch fault; ' +
      'one of SOAP 1.2 says which envelopes are known.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request', 'versioning.envelopes', 'errors.responses'],
    standard: 'SOAP 1.1, section 4.1.2; SOAP 1.2 Part 1, section 5.4.7 and appendix A',
    basis: byStandard(),
    breaks:
      'Without the fault, the developer of a client sees an answer that does not explain why. ' +
      'No library that we ran fails.',
    breaksFrom: 'definition',
    example: { right: '500 with <faultcode>soap:VersionMismatch</faultcode>', wrong: '200 with a result' },
  }),
  probingRule({
    id: 'soap.fault',
    ground: 'faults',
    level: 'recommended',
    title:
      "A fault is a correct SOAP message with its version's structure, namespace and order, its media type " +
      'and a status of 4xx or 5xx.',
    bindings: soapBindings,
    requirements: ['versioning.envelopes', 'errors.responses', 'errors.success-status'],
    standard:
      'SOAP 1.1, sections 4.4 and 6.2; WS-I Basic Profile 1.1, R1000 and R1001; SOAP 1.2 Part 1, section 5.4; ' +
      'SOAP 1.2 Part 2, section 7.5.2.2',
    basis: byStandard(),
    breaks:
      '.NET and JAX-WS lose the reason when media type or code prefix is wrong. A Fault outside the ' +
      'envelope namespace is a null result in .NET and PHP. WCF raises an XmlException for a Text without xml:lang.',
    example: {
      right: '<soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason>…',
      wrong: '<faultcode> in a SOAP 1.2 envelope; a fault with status 200',
    },
    plan: (cell, base, contract, draw) => [
      unknownProbe(cell, base, contract),
      ...notANumberProbes(cell, base, draw),
      mustUnderstandProbe(cell, base),
      // SOAP 1.1 refuses an envelope of an unknown version, whichever was meant.
      ...(cell.binding === 'soap11' ? [versionProbe(cell, base, contract)] : []),
    ],
    judge: (base, answer, { code, variant }, contract) => {
      const problems = faultProblems(answer, contract, base, code === 'unknown-envelope');
      return problems?.map((one) => ({ ...one, actual: `${one.actual} (sent with ${variant})` })) ?? 'not-applicable';
    },
  }),
];

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
const UNKNOWN_BLOCK = 'unknown-header-block';

/** A call with an unknown block, marked as in the samples of SOAP. */
function mustUnderstandProbe(cell: Cell, base: Call): Probe {
  const probe = blockProbe(cell, base, UNKNOWN_BLOCK, 'soap:mustUnderstand="1"');
  return { ...probe, owner: 'soap.must-understand' };
}

/** How the codes of probes with a block in a drawn form begin. */
const DRAWN_BLOCK = `${UNKNOWN_BLOCK}-drawn`;
const ROLE = 'http://www.w3.org/2003/05/soap-envelope/role';
/** What says that a block must be understood, and by which role: any receiver plays these, or none is set. */
const FLAGS = ['e:mustUnderstand="1"', 'e:mustUnderstand="true"'];
const ROLES = ['', ` e:role="${ROLE}/next"`, ` e:role="${ROLE}/ultimateReceiver"`];
const ACTORS = ['', ' e:actor="http://schemas.xmlsoap.org/soap/actor/next"'];

/** The same in another form, drawn from the seed: of flag, role and envelope, with an optional block before it. */
function drawnBlockProbe(cell: Cell, base: Call, draw: Draw): Probe {
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
