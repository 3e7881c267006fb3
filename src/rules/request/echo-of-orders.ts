import { isNameOfNothing, isOtherYes } from '../../calls/read-texts.ts';
import { type Call, free } from '../../wire/soap/call.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import { cutWhereUnlike } from '../same-answer.ts';
import {
  changedEcho,
  echoed,
  echoing,
  hasPartOf,
  isCollated,
  isInvented,
  isNumeral,
  isOwnWord,
  OF_FORM,
  OWN_WORD,
  usualChange,
} from './echoed-text.ts';
import { isRead } from './same-answer-rule.ts';
import { isDamaged } from './text-change.ts';

/** A text without its case; ß becomes SS on the way. */
const inOneCase = (text: string): string => text.toUpperCase().toLowerCase();

/** Characters of a year, of which a session of the target has so many by chance only. */
const YEAR = 4;

/**
 * Whether a target may have begun a session of its own: the text is a name of nothing, or no session to some targets, such
 * as a date, and nothing of it came back.
 */
function isOwnSession(sent: string, got: unknown): boolean {
  if (typeof got !== 'string' || !/^[\w-]{6,}$/.test(got) || isCollated(sent, got)) return false;
  if (isNameOfNothing(sent)) return true;
  return !isInvented(sent) && !isNumeral(sent) && Number(sent) !== Number(got) && !hasPartOf(sent, got, YEAR);
}

/** So many characters of a drawn text are in no other by chance. */
const ENOUGH = 6;

/** Whether a text holds a part of the one that was sent, or is it damaged. */
function isCopy(sent: string, got: unknown): boolean {
  if (typeof got !== 'string' || got === '') return false;
  const parts = Array.from({ length: Math.max(0, sent.length - ENOUGH) }, (_, at) => sent.slice(at, at + ENOUGH));
  return parts.some((part) => got.includes(part)) || isDamaged(sent, got);
}

/** A write gets no probes: a field that repeated plain text in one answer repeats every text in the others. */
export function judgeOrders({ all, cell, contract }: CellEvidence): CellJudgement {
  if (isRead(cell)) return { kind: 'not-applicable' };
  const deciding = free(cell).filter(({ decides }) => decides);
  const sentFor = (name: string, { call }: Evidence): string => call.values[name] ?? '';
  /** Two orders of one thing, with two words for yes. */
  const isApprovedOtherwise = (one: Evidence, other: Evidence): boolean =>
    deciding.some(({ name }) => isOtherYes(sentFor(name, one), sentFor(name, other))) &&
    deciding.filter(({ name }) => sentFor(name, one) !== sentFor(name, other)).length === 1;
  /** For what nobody has, or with another word for yes than an earlier one: it may order nothing. */
  const isOfNothing = (order: Evidence): boolean =>
    deciding.every(({ name }) => isInvented(sentFor(name, order))) ||
    all.slice(0, all.indexOf(order)).some((earlier) => isApprovedOtherwise(order, earlier));
  let shown: Evidence | null = null;
  for (const parameter of echoing(cell, contract).filter(({ type }) => type === 'string')) {
    const repeats = all.flatMap((evidence) => {
      const { reading, call } = evidence;
      const [sent, got] = [call.values[parameter.name], echoed(reading, parameter, contract)];
      // Bytes that are not UTF-8: xml.encoding.
      const isRead = reading.success && reading.located.result !== null && reading.text?.problems.length === 0;
      return isRead && sent !== undefined && sent !== '' ? [{ evidence, sent, got }] : [];
    });
    // A text that two parameters got does not tell which of them the field repeats.
    const isOfOne = ({ values }: Call, sent: string): boolean =>
      Object.values(values).filter((value) => value === sent).length === 1;
    const plain = repeats.flatMap(({ evidence, sent, got }) =>
      sent === got && isOfOne(evidence.call, sent) ? [sent] : [],
    );
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
      isOwnSession(sent, got)
        ? OWN_WORD
        : (usualChange(sent, got) ?? (isOneCase && inOneCase(`${got}`) === inOneCase(sent) ? OF_FORM : undefined));
    // What the answer to an order of nothing repeats is not shown; but a damaged copy is of the text.
    const changes = repeats.filter(
      ({ evidence, sent, got }) => sent !== got && (!isOfNothing(evidence) || isCopy(sent, got)),
    );
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
