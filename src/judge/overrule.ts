import type { Judgement, Problem } from '../rules/judgement.ts';
import { isBroken } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import type { SchemaVerdict } from '../xml/schema.ts';
import { UNKNOWN } from './schema-verdicts.ts';

const UNDECLARED = 'an answer that no schema of the WSDL declares';

/**
 * What a WSDL says is what its schemas allow: rules on records word what is wrong, and can't object to what is valid, such as
 * derived types, attributes, or elements of other namespaces. Where no schema declares the answer, what they say is only
 * recommended.
 */
export function overrule(judgements: Map<Rule, Judgement>, said: SchemaVerdict): void {
  if (said.kind === 'unreadable') return;
  for (const [rule, judgement] of judgements) {
    if ((rule.layer !== 'record' && rule.layer !== 'value') || !isBroken(judgement)) continue;
    const errors = said.kind === 'invalid' ? said.errors : [];
    const own = judgement.filter((one) => errors.some(({ message }) => isOf(message, rule.id, one)));
    judgements.set(rule, said === UNKNOWN ? judgement.map((one) => ({ ...one, part: UNDECLARED })) : own);
  }
}

/** What libxml2 says where a rule rightly objects: to that element, or to its content. */
const SAYS: Readonly<Record<string, RegExp>> = {
  'record.nil': /nil/,
  'record.attribute': /, attribute '/,
  'record.mixed-text': /Character content/,
  'value.int': /valid value/,
  'value.long': /valid value/,
  'value.boolean': /valid value/,
};
const OF_CONTENT = /element is not expected|Missing child|content (?:is|other)/;

/** Rules that object to what a schema may allow at one element, and not at another. */
const OF_ELEMENT = /^(?:value|record\.(?:nil|attribute|mixed-text|namespace|field-repeated|unknown-field)$)/;

function isOf(message: string, rule: string, { location }: Problem): boolean {
  if (!(SAYS[rule] ?? OF_CONTENT).test(message)) return false;
  const [path = ''] = (location ?? '').split(' (line', 1);
  const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('[', 1);
  return !OF_ELEMENT.test(rule) || message.includes(`}${name}'`) || message.includes(`'${name}'`);
}
