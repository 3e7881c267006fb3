import type { Judgement, Problem } from '../rules/judgement.ts';
import { isBroken } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import type { SchemaVerdict } from '../xml/schema.ts';
import { nameIn, type ObjectionKind, type SchemaObjection } from '../xml/schema-objection.ts';
import { XSI_NAMESPACE } from '../xml/tree.ts';
import { UNKNOWN } from './schema-verdicts.ts';

const UNDECLARED = 'an answer that no schema of the WSDL declares';

/**
 * What a WSDL says is what its schemas allow: rules on records word what is wrong, and can't object to what is valid,
 * such as derived types, attributes, or elements of other namespaces. Where no schema declares the answer, what they
 * say is only recommended.
 */
export function overrule(judgements: Map<Rule, Judgement>, said: SchemaVerdict): void {
  if (said.kind === 'unreadable') return;
  for (const [rule, judgement] of judgements) {
    if ((rule.layer !== 'record' && rule.layer !== 'value') || !isBroken(judgement)) continue;
    const errors = said.kind === 'invalid' ? said.errors : [];
    const own = judgement.filter((one) => errors.some((error) => isOf(error, rule.id, one)));
    judgements.set(rule, said === UNKNOWN ? judgement.map((one) => ({ ...one, part: UNDECLARED })) : own);
  }
}

/** What the validator objects to where a rule rightly does: at that element, or in its content. */
const SAYS: Readonly<Record<string, (error: SchemaObjection) => boolean>> = {
  'record.nil': ({ kind, attribute }) => NIL.has(kind) || attribute === `{${XSI_NAMESPACE}}nil`,
  'record.attribute': ({ attribute }) => attribute !== null,
  'record.mixed-text': ({ kind }) => kind === 'text',
  'value.int': ({ kind }) => kind === 'value',
  'value.long': ({ kind }) => kind === 'value',
  'value.boolean': ({ kind }) => kind === 'value',
};
const NIL: ReadonlySet<ObjectionKind> = new Set<ObjectionKind>(['not nillable', 'nil with content']);
const OF_CONTENT: ReadonlySet<ObjectionKind> = new Set<ObjectionKind>(['elements', 'text', 'nil with content']);

/** Rules that object to what a schema may allow at one element, and not at another. */
const OF_ELEMENT = /^(?:value|record\.(?:nil|attribute|mixed-text|namespace|field-repeated|unknown-field)$)/;

function isOf(error: SchemaObjection, rule: string, { location }: Problem): boolean {
  const says = SAYS[rule];
  if (says === undefined ? !OF_CONTENT.has(error.kind) : !says(error)) return false;
  const [path = ''] = (location ?? '').split(' (line', 1);
  const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('[', 1);
  return !OF_ELEMENT.test(rule) || nameIn(error.element ?? '') === name;
}
