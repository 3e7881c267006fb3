import { plural } from '../../base/words.ts';
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
import { difference, differences, digestOf, type Masked, mayBeFirewalled, pathOf } from '../same-answer.ts';

export const INVENTED_VALUES = 'calls with invented values, except those that one binding alone refuses';
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
 * The answers with which that to a write can be compared: the other SOAP version, or GET and POST, as ASP.NET refuses some
 * texts over GET and POST. None for a repeat, or if no later one was answered: both may be refused.
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
  const answered = others.filter(isAnswer);
  if (!isAnswer(own)) {
    if (answered.length === 0) return [];
    const actual = `status ${own.reading.response?.status}`;
    const text = `A call is refused with ${actual}, but answered over ${bindingsOf(answered)}`;
    const expected = `an answer, as over ${bindingsOf(answered)}`;
    // A status may also say that nothing was found: how is not shown.
    const isFirewalled = own.cellAnswers200 && mayBeFirewalled(own.reading);
    const isKnown = own.expectation === 'sample' || answered.some(hasData);
    const isAlone = answered.length === peers.length && isOfBinding(own);
    const problem = { code: 'refused', text, location: null, expected, actual };
    if (isAlone) return [problem];
    if (isFirewalled) return [{ ...problem, part: FIREWALLED }];
    return [{ ...problem, ...(isKnown ? partFor(own) : { part: isWrite ? WRITES : INVENTED_VALUES }) }];
  }
  const filled = answered.filter(hasData);
  if (hasData(own) || filled.length === 0) return [];
  const over = bindingsOf(filled);
  const text = `A call is answered without data, but with data over ${over}`;
  return [
    { code: 'no-data', text, location: null, expected: `data, as over ${over}`, actual: 'no record', ...partFor(own) },
  ];
}

/** Characters of all values that every server takes. */
const USUAL = 1000;

/** Texts without the marks on which firewalls act. */
const HARMLESS = /^[\w\s&.,+'\x80-\uffff-]*$/;

/**
 * Whether only the binding can be why a read is refused that all others answer. Over GET and POST, ASP.NET and others refuse
 * some texts that they take over SOAP, so there each text must be a plain word. A Fault over SOAP is no firewall's.
 */
function isOfBinding({ reading, call, cellAnswers200 }: Evidence): boolean {
  const { cell, response, located } = reading;
  const saysNothingFound = [204, 404].includes(response?.status ?? 0);
  const isOther = saysNothingFound || isTooLarge(reading) || mayBeFirewalled(reading);
  if (!isRead(cell) || !cellAnswers200 || isOther) return false;
  const texts = free(cell).flatMap(({ name, type }) => (type === 'string' ? [call.values[name] ?? ''] : []));
  if (!isSoap(cell.binding)) return texts.every((text) => /^[\w-]{1,40}$/.test(text));
  const joined = texts.join('');
  return joined.length <= USUAL && (located.fault !== null || HARMLESS.test(joined));
}

/** The answers to invented values are not shown. */
function partFor({ expectation, reading }: Evidence): Pick<Problem, 'part'> {
  return expectation === 'generated' ? { part: isRead(reading.cell) ? INVENTED_VALUES : WRITES } : {};
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
    (peer) => !isDiffering(peer) && differing.some((one) => differs(peer, one.peer, masked)),
  );
  const [first] = differing;
  if (first === undefined || differing.length <= agreeing.length) return [];
  const order = everyBinding.indexOf(own.reading.cell.binding);
  const isEarliest = differing.every(({ peer }) => order < everyBinding.indexOf(peer.reading.cell.binding));
  if (differing.length === agreeing.length + 1 && isEarliest) return [];
  const { values, ...found } = first.found;
  const over = bindingsOf(differing.map(({ peer }) => peer));
  const code = pathOf(found.location ?? '') || 'records';
  const text = `${code === 'records' ? 'The records differ' : `${code} differs`} from what the same call gets over ${over}`;
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

/** Texts of the call within a field that changes with them: in the answers of all others, which are equal there, and not here. */
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
      const [expected, actual] = [
        `'${call.values[parameter.name]}', as over ${over}`,
        echoed(reading, parameter, contract),
      ];
      const text = `${parameter.name} differs from what the same call gets over ${over}`;
      return { code: parameter.name, text, location: parameter.name, expected, actual: String(actual ?? 'nothing') };
    });
}

function differs(one: Evidence, other: Evidence, masked: Masked): boolean {
  return difference(digestOf(one.reading, one.contract), digestOf(other.reading, other.contract), masked) !== null;
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
