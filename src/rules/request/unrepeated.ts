import type { Parameter } from '../../contract/model.ts';
import { neutralFields } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { remainsIn } from '../data/readable-text.ts';
import type { Probing } from '../probe.ts';
import { echoed, echoing, isCollated, NONCE, withPlain } from './echoed-text.ts';

/** Longer texts may be cut: no limit is shown. */
const SHORT = 100;
/** A server that escapes no ampersand decodes a text of references alone: xml.well-formed shows it. */
const isTelling = (text: string): boolean => NONCE.test(text) && (!/&\w+;/.test(text) || /&(?!\w+;)/.test(text));

/**
 * A planned call whose answer does not repeat an invented text, has a word like `null` in place of an empty one, loses
 * one text beside another that it repeats, or has another text of the call in its place; and the call with words in
 * place of those texts, and without a filter. Names that were found may differ.
 */
export const unrepeated: NonNullable<Probing['suspect']> = (call, answer, contract, draw) => {
  const { cell, success } = answer;
  const texts = echoing(cell, contract).filter(({ type }) => type === 'string');
  const sentFor = ({ name }: Parameter): string => call.values[name] ?? '';
  const shown = new Map(texts.map((one) => [one, `${echoed(answer, one, contract) ?? ''}`] as const));
  const isRepeated = texts.some((one) => sentFor(one) !== '' && shown.get(one) === sentFor(one));
  const others = [...texts.map(sentFor), ...Object.values(call.header ?? {}).flat()];
  const isOdd = (one: Parameter): boolean => {
    const [sent, got = ''] = [sentFor(one), shown.get(one)];
    if (sent === '') return remainsIn(got) !== null;
    if (got === sent) return false;
    return isTelling(sent) || (got === '' ? isRepeated : others.includes(got) && !isCollated(sent, got));
  };
  const changed = success ? texts.find(isOdd) : undefined;
  if (changed === undefined) return null;
  const { name } = changed;
  const kind = sentFor(changed).length > SHORT ? 'long' : 'planned';
  const header = call.header && neutralFields(contract);
  // What is lost beside one text may come back beside another.
  const replaced = sentFor(changed) === '' || isTelling(sentFor(changed)) ? [changed] : texts;
  const plain = replaced.reduce((one, parameter) => withPlain(one, parameter, draw), { ...call, header });
  return { code: `${name}-${kind}`, variant: name, call: plain, sent: call, request: requestOf(call, cell) };
};
