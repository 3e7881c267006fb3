import { plural } from '../../base/words.ts';
import { isPlainText } from '../../calls/read-texts.ts';
import type { Parameter } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { callKey, free } from '../../wire/soap/call.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import { valuesAt } from '../../wire/soap/records.ts';
import { noAnswer } from '../answer/status.ts';
import { recordsOf } from '../data/data.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import type { Judgement, Problem } from '../judgement.ts';
import { echoed, echoing } from '../request/echoed-text.ts';
import { isRead, isTooLarge } from '../request/same-answer-rule.ts';
import { causeOf, textChange } from '../request/text-change.ts';
import { everyBinding } from '../rule.ts';
import { areAlike, difference, differences, digestOf, type Masked, mayBeFirewalled, pathOf } from '../same-answer.ts';

export const INVENTED_VALUES =
  'calls with invented values, except plain ones that one binding alone refuses, or answers with data or without';
export const WRITES = 'writes';
export const FIREWALLED = 'single calls that get 403 or 406, or a closed connection';
export const OF_WRITE = 'what a write answers, except texts of the call';

/** True where an answer can be compared: a refusal, or a readable success whose records break no required rule. */
function isComparable({ reading, inspection }: Evidence): boolean {
  const { response, located, success } = reading;
  if (response === null) return false;
  if (!success) return response.status >= 400 || response.status === 204;
  const irregular = inspection?.irregularities.filter(({ rule }) => rule !== 'record.attribute');
  return (located.payload !== null || located.nullResult) && irregular?.length === 0;
}

const isAnswer = ({ reading }: Evidence): boolean => reading.success;
const hasData = ({ reading }: Evidence): boolean =>
  reading.success && reading.located.payload !== null && !hasNoData(reading);
const bindingsOf = (peers: readonly Evidence[]): string => peers.map(({ reading }) => reading.cell.binding).join(', ');

const ofFamily = (own: Evidence, peers: readonly Evidence[]): readonly Evidence[] =>
  peers.filter(({ reading }) => isSoap(reading.cell.binding) === isSoap(own.reading.cell.binding));

/** White space at an end and CR: frameworks trim or normalise them in SOAP, or in GET and POST, and ASP.NET in none. */
const OF_FAMILY = /^\s|\s$|\r/;

/** The answers with which that to a read can be compared. */
const besideRead = (own: Evidence, peers: readonly Evidence[]): readonly Evidence[] =>
  Object.values(own.call.values).some((text) => OF_FAMILY.test(text)) ? ofFamily(own, peers) : peers;

/**
 * The answers with which that to a write can be compared: the other SOAP version, or GET and POST, as ASP.NET refuses
 * some texts over GET and POST. None for a repeat, or if no later one was answered: both may be refused.
 */
function besideWrite(own: Evidence, peers: readonly Evidence[]): readonly Evidence[] {
  const { binding } = own.reading.cell;
  const isLater = (peer: Evidence): boolean =>
    everyBinding.indexOf(peer.reading.cell.binding) > everyBinding.indexOf(binding);
  const isRepeat = peers.some(({ call }) => callKey(call) === callKey(own.call));
  if (isRepeat || !peers.some((peer) => isLater(peer) && isAnswer(peer))) return [];
  return ofFamily(own, peers);
}

/** All bindings succeed with a call or none; all have data or none (by the document's one table of bindings). */
export function judgeParity(own: Evidence, all: readonly Evidence[]): Judgement {
  const isWrite = !isRead(own.reading.cell);
  const peers = isWrite ? besideWrite(own, all) : besideRead(own, all);
  if (isWrite && (peers.length === 0 || isAnswer(own))) return 'not-applicable';
  const others = peers.filter((peer) => isComparable(peer));
  if (!isComparable(own) || others.length === 0) return 'not-reached';
  const [answered, refused] = [others.filter(isAnswer), others.filter((peer) => !isAnswer(peer))];
  if (!isAnswer(own)) return judgeRefusal(own, { answered, refused, peers });
  // If most refuse a call with data for known values, each of them is wrong.
  const isOdd = refused.length > answered.length + 1 && (own.expectation === 'generated' || !hasData(own));
  if (isOdd) {
    const over = bindingsOf(refused);
    const text = `A call is answered, but refused over ${over}`;
    const values = { expected: `a refusal, as over ${over}`, actual: 'a result' };
    return [{ code: 'answered', text, location: null, ...values, part: INVENTED_VALUES }];
  }
  return judgeData(own, answered, others);
}

type Sides = Readonly<Record<'answered' | 'refused' | 'peers', readonly Evidence[]>>;

/** A refusal of what others answer; the finding is theirs, unless they are more and nobody knows the values. */
function judgeRefusal(own: Evidence, { answered, refused, peers }: Sides): readonly Problem[] {
  const isWrite = !isRead(own.reading.cell);
  const isKnown = own.expectation === 'sample' || answered.some(hasData);
  const isOfMost = refused.length + 1 > answered.length && !(isKnown && own.expectation !== 'generated') && !isWrite;
  if (answered.length === 0 || isOfMost) return [];
  const actual = `status ${own.reading.response?.status}`;
  const over = bindingsOf(answered);
  const text = `A call is refused with ${actual}, but answered over ${over}${halves(answered, refused)}`;
  const problem = { code: 'refused', text, location: null, expected: `an answer, as over ${over}`, actual };
  if (answered.length === peers.length && isOfBinding(own)) return [problem];
  // A status may also say that nothing was found: how is not shown.
  if (own.cellAnswers200 && mayBeFirewalled(own.reading)) return [{ ...problem, part: FIREWALLED }];
  return [{ ...problem, ...(isKnown ? partFor(own) : { part: isWrite ? WRITES : INVENTED_VALUES }) }];
}

/** Data where most have none, or none where most have data; of two halves the later has the finding. */
function judgeData(own: Evidence, answered: readonly Evidence[], others: readonly Evidence[]): readonly Problem[] {
  const unlike = answered.filter((peer) => hasData(peer) !== hasData(own));
  const alike = answered.filter((peer) => !unlike.includes(peer));
  if (!isAtFault(own, alike, unlike)) return [];
  const over = bindingsOf(unlike);
  const [text, expected, actual] = hasData(own)
    ? [`A call is answered with data, but without over ${over}`, `no data, as over ${over}`, 'data']
    : [`A call is answered without data, but with data over ${over}`, `data, as over ${over}`, 'no record'];
  const isAlone = unlike.length === others.length && unlike.length > 1 && areWords(own);
  const part = isAlone ? {} : partFor(own);
  return [{ code: 'no-data', text: `${text}${halves(unlike, alike)}`, location: null, expected, actual, ...part }];
}

/** Whether an answer is one of the minority, or of the later of two halves. */
function isAtFault(own: Evidence, alike: readonly Evidence[], unlike: readonly Evidence[]): boolean {
  if (unlike.length !== alike.length + 1) return unlike.length > alike.length;
  const firstOf = (side: readonly Evidence[]): number =>
    Math.min(...side.map(({ reading }) => everyBinding.indexOf(reading.cell.binding)));
  return firstOf([own, ...alike]) > firstOf(unlike);
}

/** What a finding says where as many are on the other side. @param alike - others on the own side */
const halves = (unlike: readonly Evidence[], alike: readonly Evidence[]): string =>
  unlike.length === alike.length + 1 && alike.length > 0 ? ': one side is wrong' : '';

/** Characters of all values that every server takes. */
const USUAL = 1000;

/** Texts without the marks on which firewalls act. */
const HARMLESS = /^[\w\s&.,+'\x80-\uffff-]*$/;

/**
 * Whether a read that all others answer is refused for the binding alone. Over GET and POST, ASP.NET and others refuse
 * some texts that they take over SOAP, so there each text must be a plain word. A Fault over SOAP is no firewall's.
 */
function isOfBinding({ reading, call, cellAnswers200 }: Evidence): boolean {
  const { cell, response, located } = reading;
  const saysNothingFound = [204, 404].includes(response?.status ?? 0);
  const isOther = saysNothingFound || isTooLarge(reading) || mayBeFirewalled(reading);
  if (!isRead(cell) || !cellAnswers200 || isOther) return false;
  if (!isSoap(cell.binding)) return areWords({ reading, call });
  const joined = textsOf({ reading, call }).join('');
  return joined.length <= USUAL && (located.fault !== null || HARMLESS.test(joined));
}

const textsOf = ({ reading: { cell }, call }: Pick<Evidence, 'reading' | 'call'>): readonly string[] =>
  free(cell).flatMap(({ name, type }) => (type === 'string' ? [call.values[name] ?? ''] : []));
const areWords = (of: Pick<Evidence, 'reading' | 'call'>): boolean =>
  textsOf(of).every((text) => /^[\w-]{1,40}$/.test(text));

/** The answers to invented values are not shown, and ASP.NET refuses some known ones over GET and POST. */
function partFor(own: Evidence): Pick<Problem, 'part'> {
  const { expectation, reading } = own;
  const isRefusable = !isSoap(reading.cell.binding) && !textsOf(own).every(isPlainText);
  return expectation === 'generated' || isRefusable ? { part: isRead(reading.cell) ? INVENTED_VALUES : WRITES } : {};
}

/** The same records as the other bindings; if they disagree the minority is at fault, and of two halves the later. */
export function judgeSameRecords(
  own: Evidence,
  peers: readonly Evidence[],
  masked: Masked,
  changing?: Masked,
): Judgement {
  const isWrite = !isRead(own.reading.cell);
  const filled = (isWrite ? peers : besideRead(own, peers)).filter((peer) => isComparable(peer) && hasData(peer));
  if (!isComparable(own) || !hasData(own) || filled.length === 0) return 'not-reached';
  return isWrite ? judgeWrite(own, filled, changing) : judgeContent(own, filled, masked);
}

function judgeContent(own: Evidence, filled: readonly Evidence[], masked: Masked): readonly Problem[] {
  const mine = digestOf(own.reading, own.contract);
  const differing = filled.flatMap((peer) => {
    const found = differences(digestOf(peer.reading, peer.contract), mine, { masked }).next().value;
    return found === undefined ? [] : [{ peer, found }];
  });
  const isDiffering = (peer: Evidence): boolean => differing.some((one) => one.peer === peer);
  // A peer that agrees with both sides, since it leaves the place open, is on neither.
  const agreeing = filled.filter(
    (peer) => !isDiffering(peer) && differing.some((one) => !areAlike(peer, one.peer, masked)),
  );
  const [first] = differing;
  const unlike = differing.map(({ peer }) => peer);
  if (first === undefined || !isAtFault(own, agreeing, unlike)) return [];
  const { values, ...found } = first.found;
  const over = bindingsOf(unlike);
  const code = pathOf(found.location ?? '') || 'records';
  const what = code === 'records' ? 'The records differ' : `${code} differs`;
  const text = `${what} from what the same call gets over ${over}${halves(unlike, agreeing)}`;
  const sent = own.call.values[code];
  const cause = values[0] === sent ? causeOf(textChange(sent, values[1])) : {};
  const place = { ...found, expected: `${found.expected}, as over ${over}` };
  return [{ code, text, ...place, ...cause }];
}

/** Of the answer of a write: what it repeats, and what two such answers of each binding have alike. */
function judgeWrite(own: Evidence, peers: readonly Evidence[], changing?: Masked): Judgement {
  if (!peers.every(({ call }) => callKey(call) === callKey(own.call))) return 'not-applicable';
  const echoes = judgeEchoes(own, peers);
  if (changing === undefined) return echoes;
  const repeated = echoing(own.reading.cell, own.contract).map(({ name }) => name);
  const differing = judgeContent(own, peers, new Set([...changing, ...repeated]));
  const rest = differing.map((problem) => ({ ...problem, part: OF_WRITE }));
  const others = [...judgeHeld(own, peers, changing), ...rest];
  return typeof echoes === 'string' ? (others.length === 0 ? echoes : others) : [...echoes, ...others];
}

/** Fewest characters of a text that no other value has by chance. */
const TELLING = 3;

/** Texts of the call within a field that changes with them: in the equal answers of all others, and not here. */
function judgeHeld(own: Evidence, peers: readonly Evidence[], changing: Masked): readonly Problem[] {
  const { call, reading } = own;
  const valueIn = (one: Evidence, field: string): string => valuesAt(recordsOf(one), [field]).join();
  const sentFor = ({ name }: Parameter): string => call.values[name] ?? '';
  const texts = free(reading.cell).filter((one) => one.type === 'string' && sentFor(one).length >= TELLING);
  return [...changing].flatMap((field): readonly Problem[] => {
    const [expected = '', ...others] = new Set(peers.map((peer) => valueIn(peer, field)));
    const actual = valueIn(own, field);
    const held = texts.filter((one) => sentFor(one) !== expected && expected.includes(sentFor(one)));
    const lost = held.find((one) => !actual.includes(sentFor(one)));
    if (peers.length < 2 || others.length > 0 || actual === '' || lost === undefined) return [];
    const text = `${field} lacks the ${lost.name} of the call, which it holds over ${bindingsOf(peers)}`;
    return [{ code: field, text, location: field, expected, actual }];
  });
}

/** What the answer of a write repeats. */
function judgeEchoes(own: Evidence, peers: readonly Evidence[]): Judgement {
  const { contract, call, reading } = own;
  const repeats = (one: Evidence, parameter: Parameter): boolean =>
    echoed(one.reading, parameter, contract) === call.values[parameter.name];
  const shown = echoing(reading.cell, contract).filter((parameter) => peers.every((peer) => repeats(peer, parameter)));
  if (shown.length === 0) return 'not-applicable';
  return shown
    .filter((parameter) => !repeats(own, parameter))
    .map((parameter) => {
      const over = bindingsOf(peers);
      const expected = `'${call.values[parameter.name]}', as over ${over}`;
      const actual = String(echoed(reading, parameter, contract) ?? 'nothing');
      const text = `${parameter.name} differs from what the same call gets over ${over}`;
      return { code: parameter.name, text, location: parameter.name, expected, actual };
    });
}

/** http.status reports a result with a wrong status: the binding is there. */
export function judgeReachable({ all }: CellEvidence): CellJudgement {
  const answered = all.filter(({ reading }) => reading.response !== null);
  const [first] = answered;
  if (first === undefined) return { kind: 'not-applicable' };
  if (first.cellAnswers200) return judged(first);
  if (!answered.every(isRefusal)) return { kind: 'not-applicable' };
  const actual = `${first.reading.response?.status}, and no 200 in ${plural(answered.length, 'answer')}`;
  return judged(first, { ...noAnswer(answered), location: null, expected: '200', actual });
}

function isRefusal({ reading }: Evidence): boolean {
  return !reading.success && (reading.response?.status ?? 0) >= 400;
}

/**
 * SOAP without the header gets the same as GET and POST. Whether it may be left out is not shown: if one of the
 * versions refuses that, nothing is compared.
 */
export function judgeWithoutHeader(own: Evidence, peers: readonly Evidence[], masked: Masked): Judgement {
  const answers = [own, ...besideRead(own, peers)].filter((one) => isComparable(one) && isAnswer(one));
  const plain = answers.filter(({ reading }) => !isSoap(reading.cell.binding));
  const refused = [own, ...peers].some((one) => isSoap(one.reading.cell.binding) && !answers.includes(one));
  if (own.call.header !== null || refused || plain.length === 0) return 'not-applicable';
  const mine = digestOf(own.reading, own.contract);
  const found = plain.map((peer) => difference(digestOf(peer.reading, peer.contract), mine, masked));
  const [first] = found;
  // binding.same-records reports where GET and POST differ.
  if (first == null || found.includes(null)) return [];
  const over = bindingsOf(plain);
  const text = `A call without the header gets other records than over ${over}`;
  return [{ code: 'without-header', text, ...first, expected: `${first.expected}, as over ${over}` }];
}
