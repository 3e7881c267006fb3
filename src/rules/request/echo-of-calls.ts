import { isNameOfNothing, isOtherYes, isPlainText } from '../../calls/read-texts.ts';
import type { Contract, Parameter } from '../../contract/model.ts';
import { free } from '../../wire/soap/call.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import { areAlike, cutWhereUnlike } from '../same-answer.ts';
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
import { causeOf, isDamaged, textChange } from './text-change.ts';

/** A text without its case; ß becomes SS on the way. */
const inOneCase = (text: string): string => text.toUpperCase().toLowerCase();

/** Characters of a year, of which a session of the target has so many by chance only. */
const YEAR = 4;

/**
 * Whether a target may have begun a session of its own: the text is a name of nothing, or no session to some targets,
 * such as a date, and nothing of it came back.
 */
function isOwnSession(sent: string, got: unknown): boolean {
  if (typeof got !== 'string' || !/^[\w-]{6,}$/.test(got) || isCollated(sent, got)) return false;
  if (isNameOfNothing(sent)) return true;
  return !isInvented(sent) && !isNumeral(sent) && Number(sent) !== Number(got) && !hasPartOf(sent, got, YEAR);
}

/** So many characters of a drawn text are in no other by chance. */
const ENOUGH = 6;

/** Whether a text holds a part of the one that was sent, or is it damaged: most characters are in their places. */
function isCopy(sent: string, got: unknown): boolean {
  if (typeof got !== 'string' || got === '') return false;
  const [own, its] = [[...sent], [...got]];
  if (own.filter((one, at) => one === its[at]).length * 2 > own.length) return true;
  const parts = Array.from({ length: Math.max(0, sent.length - ENOUGH) }, (_, at) => sent.slice(at, at + ENOUGH));
  return parts.some((part) => got.includes(part)) || isDamaged(sent, got);
}

/** The texts of a parameter that answers with a record may repeat, and what the field of its name holds. */
function repeatsOf(all: readonly Evidence[], parameter: Parameter, contract: Contract) {
  return all.flatMap((evidence) => {
    const { reading, call } = evidence;
    const sent = call.values[parameter.name] ?? '';
    // Bytes that are not UTF-8: xml.encoding.
    const hasResult = reading.success && reading.located.result !== null && reading.text?.problems.length === 0;
    if (!hasResult || sent === '') return [];
    const got = echoed(reading, parameter, contract);
    // A text that two parameters got does not tell which of them the field repeats.
    const isOfOne = Object.values(call.values).filter((value) => value === sent).length === 1;
    return [{ evidence, sent, got, isPlain: sent === got && isOfOne }];
  });
}

/** What becomes of the texts of planned calls in fields that repeat them. */
export const judgeEchoes = (of: CellEvidence): CellJudgement => (isRead(of.cell) ? judgeReads(of) : judgeOrders(of));

/**
 * A read repeats an odd text as it is, where it finds no more than with an invented one that came back: it has no text
 * of its own for that. What servers usually change in texts is tried by itself.
 */
function judgeReads({ all, cell, contract }: CellEvidence): CellJudgement {
  const parameters = echoing(cell, contract);
  const names = new Set(parameters.map(({ name }) => name));
  let isShown = false;
  for (const parameter of parameters.filter(({ type }) => type === 'string')) {
    const repeats = repeatsOf(all, parameter, contract);
    const plain = repeats.filter(({ sent, isPlain }) => isPlain && isInvented(sent));
    const known = new Set<unknown>(repeats.map(({ sent }) => sent));
    const isOdd = (text: string): boolean => isPlainText(text) && (isInvented(text) || /[^\0-\x7F]/.test(text));
    const damaged = repeats.find(
      ({ evidence, sent, got }) =>
        evidence.isPlanned &&
        isOdd(sent) &&
        // That of another call: response.own-call.
        !known.has(got) &&
        isCopy(sent, got) &&
        !isCollated(sent, `${got}`) &&
        usualChange(sent, got) === undefined &&
        plain.some((one) => areAlike(one.evidence, evidence, names)),
    );
    if (damaged !== undefined) return judgedEcho(parameter, damaged);
    isShown ||= plain.length > 0;
  }
  return isShown ? judged() : NO_ECHO;
}

/** What shows that a text is changed on the way. */
function judgedEcho({ name }: Parameter, { evidence, sent, got }: ReturnType<typeof repeatsOf>[number], part?: string) {
  const change = textChange(sent, got);
  const how = change?.how ?? (isOwnWord(sent, got) ? 'as another text' : 'changed');
  const values = { ...cutWhereUnlike(sent, String(got ?? 'nothing')), ...causeOf(change) };
  return judged(evidence, {
    code: name,
    text: `${name} comes back ${how}`,
    location: name,
    ...values,
    ...(part && { part }),
  });
}

/** A write gets no probes: a field that repeated plain text in one answer repeats every text in the others. */
function judgeOrders({ all, cell, contract }: CellEvidence): CellJudgement {
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
    const repeats = repeatsOf(all, parameter, contract);
    const plain = repeats.flatMap(({ sent, isPlain }) => (isPlain ? [sent] : []));
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
    return judgedEcho(parameter, changed, partOf(changed));
  }
  return shown === null ? NO_ECHO : judged(shown);
}

const NO_ECHO: CellJudgement = {
  kind: 'not-applicable',
  reason: { code: 'nothing-to-judge', text: 'no field repeats a text that was sent' },
};
