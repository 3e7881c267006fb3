import { present } from '../../base/present.ts';
import { choicesIn, type Dimension, groupsOf, spelledRequest, type Trait } from '../../calls/spelling/trait.ts';
import type { Cell } from '../../contract/model.ts';
import { placeOf } from '../../contract/operations.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { hasNoData, type ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { type EditRequest, requestOf } from '../../wire/soap/request-of.ts';
import { malformedCause } from '../answer/document.ts';
import { checkOf } from '../check.ts';
import type { Draw, Probe, Probing } from '../probe.ts';
import type { Rule } from '../rule.ts';
import {
  type AnswerDigest,
  type Difference,
  differences,
  digestOf,
  mayBeFirewalled,
  refuserOf,
} from '../same-answer.ts';
import { faultCode, refusalOf } from './fault-structure.ts';
import { causeOf, textChange } from './text-change.ts';

/** The parts of a rule that are its own; all rules over several exchanges share the rest. */
export type RuleText = Omit<Rule, 'layer' | 'checks'>;

/** The requests of all four bindings, as the document shows them. */
export const everyRequest: Rule['requirements'] = [
  'bindings.soap11.request',
  'bindings.soap12.request',
  'bindings.http-get.request',
  'bindings.http-post.request',
];

/** True for reads: a variant of a write would be one more write than announced. */
export function isRead({ operation }: Cell): boolean {
  return operation.effect === 'read';
}

/** A rule that sends further requests, of reads; it judges nothing in the generated exchanges themselves. */
export function probingRule({ plan, judge, dimensions, described, ...text }: RuleText & Probing): Rule {
  const how = { plan, judge, ...present({ dimensions, described }) };
  return {
    ...text,
    layer: 'several exchanges',
    appliesTo: (cell, contract) => isRead(cell) && text.appliesTo?.(cell, contract) !== false,
    checks: [{ kind: 'experiment', sides: 'variants', ...how }],
  };
}

/** A rule that relates all answers of a cell, and of any operations that a check lists; or answers and the WSDL. */
export function relationRule(rule: Omit<Rule, 'level' | 'layer' | 'breaksFrom'> & Partial<Pick<Rule, 'level'>>): Rule {
  const { lists } = checkOf(rule, 'cell') ?? {};
  const { appliesTo = lists && ((...of) => lists(...of).length > 0) } = rule;
  const usual = { level: 'recommended', layer: 'several exchanges', breaksFrom: 'definition' } as const;
  return { ...usual, ...rule, ...(appliesTo && { appliesTo }) };
}

/** A base call's request, changed. */
export function changed(
  cell: Cell,
  call: Call,
  [code, variant]: readonly [code: string, variant: string],
  change: EditRequest,
): Probe {
  return { code, variant, call, request: requestOf(call, cell, change) };
}

interface SpellingText extends RuleText {
  /** The calls that are written so; the base call if left out. */
  readonly calls?: (cell: Cell, base: Call, draw: Draw) => readonly Call[];
}

/** One operation in so many gets what real servers refuse: they read all alike. */
const RARE = 10;

/**
 * A rule that a call gets the same answer however it is written. Its probes have many traits at once; those with a
 * different answer are split.
 */
export function spellingRule(dimensions: readonly Dimension[], rule: SpellingText): Rule {
  const { calls = (_cell, base) => [base], ...text } = rule;
  const plan: Probing['plan'] = (cell, base, contract, draw) =>
    calls(cell, base, draw).flatMap((call, of) => {
      const groups = groupsOf(choicesIn(cell.binding, dimensions), (items, name) =>
        draw.shuffled(items, `${text.id}/${of}/${name}`),
      );
      const isSent = of === 0 && placeOf(cell, contract) % RARE === 1;
      return groups
        .filter((traits) => isSent || traits.every(({ refusedBy }) => refusedBy !== 'all'))
        .map((traits) => spelledProbe(traits, cell, call));
    });
  return sameAnswerRule(text, { plan, dimensions });
}

/** The probe of a call that has these traits; its code names them. */
export function spelledProbe(traits: readonly Trait[], cell: Cell, call: Call): Probe {
  const part = traits.find((trait) => trait.part !== undefined)?.part;
  return {
    code: traits.map(({ id }) => id).join('+'),
    variant: traits.map(({ variant }) => variant).join(', '),
    call,
    traits,
    request: (context) => spelledRequest(traits, cell, call, context),
    ...(part === undefined ? {} : { part }),
  };
}

/** The lesser part of each of these rules. */
export const REFUSED_CALL =
  'a call that is refused in its plain form or as too large, or as firewalls refuse (403, 406, a closed connection)';

/** A rule: every variant must be answered as the base call is. */
export function sameAnswerRule(text: RuleText, sent: Pick<Probing, 'plan' | 'dimensions'>): Rule {
  const { id } = text;
  const judge: Probing['judge'] = (base, answer, probe, contract, masked) => {
    const { code, variant } = probe;
    // A server may refuse a version of HTTP, and say so (RFC 9110, section 15.5.22): Envoy refuses 1.0.
    if (answer.response?.status === 426) return 'not-applicable';
    const refusal = refusalOf(answer);
    const fault = refusal.kind === 'fault' ? faultCode(refusal.fault) : '';
    const isLegal = ({ refusedBy }: Trait): boolean =>
      refusedBy === 'all' ? refusal.kind !== 'answered' : refusedBy === fault;
    if (probe.traits?.some(isLegal)) return 'not-applicable';
    // http.answer judges that: a gateway may close the connection on a text that it takes for an attack.
    if (base.response === null) return 'not-reached';
    // Rules on bytes and XML judge that: what can't be read is not compared.
    if (base.success && (base.coding !== null || base.xml?.kind === 'problem')) return 'not-reached';
    if (answer.response?.unknownCoding === true) return { code: 'not-comparable', text: UNKNOWN_CODING };
    // A target that asks to wait has not answered.
    const { outcome } = answer.exchange;
    if (outcome.kind === 'trouble' && outcome.trouble.kind === 'unavailable') return 'not-reached';
    // http.status-generated reports a text that a firewall refuses, which it may know in one form only.
    if (refuserOf(base.response.status) !== '') return 'not-applicable';
    // A length limit may refuse it: lengths are not shown.
    if (!base.success && answer.success && lengthOf(base) > lengthOf(answer)) return 'not-applicable';
    // Accept-Language may choose the texts, if the answer says their language (RFC 9110, sections 8.5 and 12.5.4).
    if (languageOf(answer) !== languageOf(base)) return 'not-applicable';
    const digests = [digestOf(base, contract), digestOf(answer, contract)] as const;
    const found = differences(...digests, { masked }).next().value;
    // Two answers without data say little.
    if (found === undefined) return hasNoData(base) ? 'not-applicable' : [];
    const isRefused = !base.success || isTooLarge(answer) || mayBeFirewalled(answer);
    const part = probe.part ?? (isRefused ? REFUSED_CALL : undefined);
    const lesser = part === undefined ? {} : { part };
    // xml.well-formed judges the answer too.
    const [trait, ...others] = probe.traits ?? [];
    const family = others.length === 0 && trait?.family !== undefined ? `${id}:${trait.family}` : undefined;
    const key = malformedCause(answer) ?? family;
    const cause = key === undefined ? {} : { cause: key };
    const { values, ...place } = found;
    if (isPlainMisread(...digests, probe, found)) {
      const cause = causeOf(textChange(probe.call.values[fieldOf(found)], values[0]));
      const text =
        place.location === null
          ? `A request gets no result in its plain form; with ${variant}, as below, it gets one`
          : `A request is misread in its plain form; with ${variant}, as below, it is read well`;
      const { expected: got, actual: expected, location, facts } = place;
      const turned = facts === undefined ? {} : { facts: { wanted: facts.found, found: facts.wanted } };
      const actual = `${got}, in its plain form`;
      return [{ code, text, location, expected, actual, ...turned, ...lesser, ...cause }];
    }
    const text = `A request is answered differently with ${variant}`;
    return [{ code, text, ...place, ...lesser, ...cause }];
  };
  return probingRule({ ...text, described: true, ...sent, judge });
}

const UNKNOWN_CODING = 'the answer is in a content coding that its request accepts and the suite does not know';

/** The bytes of a request's target and body. */
export const lengthOf = ({ exchange: { request } }: Pick<ParsedResponse, 'exchange'>): number =>
  request.path.length + (request.body?.byteLength ?? 0);

const languageOf = ({ response }: ParsedResponse) => headerValue(response?.headers ?? [], 'content-language');

/** A refusal for the size of a body, target or header: limits are not shown (RFC 9110, 15.5.14; RFC 6585, 5). */
export const isTooLarge = ({ response }: ParsedResponse): boolean => [413, 414, 431].includes(response?.status ?? 0);

/** The field of the one record in which answers differ. */
const fieldOf = ({ location }: Difference): string => location?.replace(/^\[1\]\./, '') ?? '';

/** True where only the variant has a result, or only its answer repeats a text as it was sent. */
function isPlainMisread(plain: AnswerDigest, varied: AnswerDigest, { call }: Probe, found: Difference): boolean {
  if (found.location === null) return plain.kind !== 'records' && varied.kind === 'records';
  const sent = call.values[fieldOf(found)];
  return sent !== undefined && sent === found.values[1];
}
