import { free } from '../../wire/soap/call.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import { cutWhereUnlike } from '../same-answer.ts';
import { changedEcho, echoed, echoing, isInvented, isOwnWord, OF_FORM, usualChange } from './echoed-text.ts';
import { isRead } from './same-answer-rule.ts';

/** A text without its case; ß becomes SS on the way. */
const inOneCase = (text: string): string => text.toUpperCase().toLowerCase();

/** A write gets no probes: a field that repeated plain text in one answer repeats every text in the others. */
export function judgeOrders({ all, cell, contract }: CellEvidence): CellJudgement {
  if (isRead(cell)) return { kind: 'not-applicable' };
  const deciding = free(cell).filter(({ decides }) => decides);
  const isOfNothing = ({ evidence: { call } }: { readonly evidence: Evidence }): boolean =>
    deciding.every(({ name }) => isInvented(call.values[name] ?? ''));
  let shown: Evidence | null = null;
  for (const parameter of echoing(cell, contract).filter(({ type }) => type === 'string')) {
    const repeats = all.flatMap((evidence) => {
      const { reading, call } = evidence;
      const [sent, got] = [call.values[parameter.name], echoed(reading, parameter, contract)];
      // Bytes that are not UTF-8: xml.encoding.
      const isRead = reading.success && reading.located.result !== null && reading.text?.problems.length === 0;
      return isRead && sent !== undefined && sent !== '' ? [{ evidence, sent, got }] : [];
    });
    const plain = repeats.flatMap(({ sent, got }) => (sent === got && /^[\w-]+$/.test(sent) ? [sent] : []));
    if (plain.length === 0) {
      const never = repeats.flatMap(({ evidence, sent, got }) => {
        const found = changedEcho(evidence.call, parameter, got);
        return found === null && !isInvented(sent) ? [] : [found];
      });
      const [first, ...others] = never;
      if (first === undefined || others.length === 0 || never.includes(null)) continue;
      return judged(repeats[0]?.evidence ?? null, first);
    }
    // A field whose letters are all in one case shows it only where both are sent.
    const isOneCase = !plain.some((one) => /[a-z]/.test(one) && /[A-Z]/.test(one));
    const partOf = ({ sent, got }: { readonly sent: string; readonly got: unknown }): string | undefined =>
      usualChange(sent, got) ?? (isOneCase && inOneCase(`${got}`) === inOneCase(sent) ? OF_FORM : undefined);
    // What the answer to an order of nothing repeats is not shown.
    const changes = repeats.filter((one) => one.sent !== one.got && !isOfNothing(one));
    const changed = changes.find((change) => partOf(change) === undefined) ?? changes[0];
    shown ??= repeats[0]?.evidence ?? null;
    if (changed === undefined) continue;
    const { evidence, sent, got } = changed;
    const { name } = parameter;
    const isOther = isOwnWord(sent, got);
    const part = partOf(changed);
    const text = `${name} comes back ${isOther ? 'as another text' : 'changed'}`;
    const values = cutWhereUnlike(sent, String(got ?? 'nothing'));
    return judged(evidence, { code: name, text, location: name, ...values, ...(part && { part }) });
  }
  return shown === null ? NO_ECHO : judged(shown);
}

const NO_ECHO: CellJudgement = {
  kind: 'not-applicable',
  reason: { code: 'nothing-to-judge', text: 'no field repeats a text that was sent' },
};
