import { grouped } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import type { Cell, Parameter } from '../../contract/model.ts';
import { callKey, free } from '../../wire/soap/call.ts';
import { canonicalValue } from '../../wire/soap/canonical-value.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import { valuesAt } from '../../wire/soap/records.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import { fieldPaths } from '../fields.ts';
import type { Reason } from '../judgement.ts';
import { echoed, echoing, isInvented, isNonce, isNumeral } from '../request/echoed-text.ts';
import { isRead, relationRule } from '../request/same-answer-rule.ts';
import { isDamaged } from '../request/text-change.ts';
import { interpreted, type Rule } from '../rule.ts';
import { type AnswerDigest, areAlike, difference, digestOf } from '../same-answer.ts';
import type { Trial } from '../trial.ts';
import { mixedCallers, sentBy } from './callers.ts';
import { recordsOf, sameName } from './data.ts';
import { pathsTo } from './lists.ts';

/** So many answers must repeat a parameter before one that repeats another call's counts. */
const ENOUGH = 3;

const ECHOES_NONE: Reason = {
  code: 'nothing-to-judge',
  text: "too few answers repeat a text of their call, so they can't be told from answers to other calls",
};

/** An answer that repeats the invented text of another call is that call's answer. */
function judgeOwnCall({ all, cell, contract }: CellEvidence): CellJudgement {
  const texts = echoing(cell, contract).filter(({ type }) => type === 'string');
  let repeated = 0;
  for (const parameter of texts) {
    const seen = all.flatMap((evidence) => echoIn(evidence, parameter) ?? []);
    const own = seen.filter(({ evidence, sent, echo }) => sent === echo && isSentOnce(sent, evidence)).length;
    if (own < ENOUGH) continue;
    repeated += own;
    const isTelling = (sent: unknown): boolean =>
      isRead(cell) ? isNonce(`${sent}`) : isInvented(`${sent}`) || isNumeral(`${sent}`);
    const sentTexts = new Set(seen.map(({ sent }) => sent));
    const isAnothers = (sent: string, echo: string): boolean =>
      sentTexts.has(echo) && (isTelling(echo) || (isTelling(sent) && !isRead(cell)));
    // request.text-fidelity reports the own text where it is damaged.
    const mixed = seen.find(({ evidence, sent, echo }) => {
      return evidence.reading.cell.binding === cell.binding && !isDamaged(sent, echo) && isAnothers(sent, echo);
    });
    if (mixed === undefined) continue;
    const text = `An answer repeats ${parameter.name} of another call`;
    const [expected, actual] = [`'${mixed.sent}', as sent`, `'${mixed.echo}', which another call sent`];
    // Whichever parameter shows it, calls are mixed up.
    const cause = 'response.own-call:answer';
    return judged(mixed.evidence, { code: parameter.name, text, location: parameter.name, expected, actual, cause });
  }
  const swapped = answerOfAnother(all, cell);
  if (swapped !== null) return swapped;
  if (repeated === 0) return { kind: 'not-applicable', reason: ECHOES_NONE };
  return judged();
}

/** Orders of all bindings, of which the last were sent at once: none repeats the text of another. */
const ofOtherOrders: Trial = {
  kind: 'trial',
  sees: 'everything',
  run: async (evidence, ask) =>
    isRead(evidence.cell)
      ? { kind: 'not-applicable' }
      : judgeOwnCall({ ...evidence, all: (await ask.orders()).flat() }),
};

/** False for a text of two parameters: a server that confuses them repeats it too. */
const isSentOnce = (text: string, { call }: Evidence): boolean =>
  Object.values(call.values).filter((value) => value === text).length === 1;

/** So many equal answers to a call make one other answer odd. */
const STEADY = 4;

/** Equal for equal requests of a call: in another spelling it may be misread, and is answered by itself. */
const requestKey = ({ call, reading: { exchange } }: Evidence): string =>
  `${callKey(call)} ${exchange.request.path} ${Buffer.from(exchange.request.body ?? []).toString('latin1')}`;

/** An answer that a call got once, while repeats steadily get their own, and that another call gets as its own. */
function answerOfAnother(all: readonly Evidence[], cell: Cell): CellJudgement | null {
  for (const answers of grouped(all, requestKey)) {
    const last = answers.at(-1);
    if (last === undefined || !last.reading.success) continue;
    const odds = answers.filter((one) => !areAlike(one, last));
    const steady = answers.length - odds.length;
    if (steady < STEADY) continue;
    const once = odds.filter((one) => one.reading.success && odds.filter((other) => areAlike(one, other)).length === 1);
    const callOf = (odd: Evidence): string | null => {
      const owner = all.find((one) => tellsFrom(one, last, cell) && tellsFrom(last, one, cell) && areAlike(one, odd));
      return owner === undefined ? null : sentBy(owner);
    };
    for (const otherOf of [callOf, (odd: Evidence) => valueOfOther(odd, last, all, cell)]) {
      const [odd] = once.filter((one) => otherOf(one) !== null);
      if (odd === undefined) continue;
      const text = 'A call once got the answer to another call';
      const [expected, actual] = [
        `the answer that it got ${plural(steady, 'other time')}`,
        `the answer to a call with ${otherOf(odd)}`,
      ];
      return judged(odd, { code: 'answer', text, location: null, expected, actual });
    }
  }
  return null;
}

/**
 * Whether an answer has a value that its call sent and another call did not, in a field that shows the parameter, and
 * not the other's. Else two calls may ask for the same data, which has changed since.
 */
function tellsFrom(answer: Evidence, other: Evidence, cell: Cell): boolean {
  return free(cell).some((parameter) => {
    const [own, its] = [answer, other].map((one) => sentFor(parameter, one));
    const values = shownFor(parameter, answer, cell);
    return own !== undefined && its !== undefined && values.includes(own) && !values.includes(its);
  });
}

/** A parameter of which an answer has only what another call sent, a later one to its call what it sent, or nothing. */
function valueOfOther(odd: Evidence, later: Evidence, all: readonly Evidence[], cell: Cell): string | null {
  for (const parameter of free(cell)) {
    const own = sentFor(parameter, odd);
    const shown = new Set(shownFor(parameter, odd, cell));
    const [other] = shown;
    const isOwnText = typeof own === 'string' && typeof other === 'string' && isDamaged(own, other);
    if (
      shown.size !== 1 ||
      other === own ||
      isOwnText ||
      shownFor(parameter, later, cell).some((value) => value !== own)
    )
      continue;
    if (all.some((one) => sentFor(parameter, one) === other)) return `${parameter.name} '${other}'`;
  }
  return null;
}

const sentFor = ({ name, type }: Parameter, { call }: Evidence) => canonicalValue(call.values[name] ?? '', type);

/** The values in the fields that have a parameter's name, or that feed it. */
function shownFor({ name }: Parameter, answer: Evidence, cell: Cell): readonly unknown[] {
  const named = fieldPaths(cell, answer.contract).map(({ path }) => path.split('.').slice(1));
  const feeding = pathsTo(cell.operation, name).map((path) => path.split('.'));
  const paths = [...named.filter((path) => sameName(path.at(-1) ?? '', name)), ...feeding];
  return paths.flatMap((path) => valuesAt(recordsOf(answer), path));
}

/** A text that a call sent and its answer repeats; null where the answer holds no record. */
function echoIn(evidence: Evidence, parameter: Parameter) {
  const { reading, call, contract } = evidence;
  if (!reading.success || reading.response?.status !== 200) return null;
  const echo = echoed(reading, parameter, contract);
  const sent = canonicalValue(call.values[parameter.name] ?? '', parameter.type);
  return typeof echo === 'string' ? { evidence, sent, echo } : null;
}

/** So many distinct calls must get the same answer before that counts. */
const MANY = 6;

/** A record without content. */
const EMPTY: AnswerDigest = { kind: 'records', records: [{}] };

const TOO_FEW: Reason = { code: 'nothing-to-judge', text: 'too few different calls were answered with data' };

/** Whether the request makes any difference. */
function judgeVaries({ all, cell, contract }: CellEvidence): CellJudgement {
  const read = all.filter(({ reading }) => reading.success && reading.located.payload !== null);
  const isFilled = ({ reading }: Evidence): boolean =>
    !hasNoData(reading) && difference(digestOf(reading, contract), EMPTY) !== null;
  // Other rules report what is wrong with a record.
  const isOdd = ({ inspection }: Evidence): boolean => inspection?.irregularities.length !== 0;
  const [first, ...others] = read;
  const isAlike = (one: Evidence): boolean => first !== undefined && areAlike(first, one);
  // In almost every cell answers differ, and the other two conditions need not be checked.
  if (!others.every(isAlike) || !read.every(isFilled) || read.some(isOdd)) return judged();
  const names = free(cell).map(({ name }) => name);
  const questions = new Set(read.map(({ call }) => JSON.stringify(names.map((name) => call.values[name]))));
  if (questions.size < MANY) return { kind: 'not-applicable', reason: TOO_FEW };
  const text = `all ${plural(questions.size, 'different call')} got the same answer, so none can be shown to be right`;
  return { kind: 'inconclusive', reason: { code: 'same-answers', text } };
}

export const ownCallRules: readonly Rule[] = [
  relationRule({
    id: 'response.own-call',
    level: 'required',
    title: 'An answer belongs to the call that it answers.',
    requirements: ['operations.*'],
    basis: interpreted(
      'The document gives each operation a result for its parameters. An answer with a text that only another ' +
        'call sent is the answer to that call, unless it is the own text damaged: folded, or read in another encoding.',
      {
        'orders with an invented text':
          'The answer to an order belongs to another order if it has the text of that one where this one sent an ' +
          'invented text, and three answers or more repeat their own.',
        'answers without a text of their call':
          "A call got another call's answer if it got that call's data once, with a parameter value that only " +
          'that call sent, and its own data at least four other times.',
        'answers that depend on another caller':
          'A call that is sent beside another, or after it, does not get the answer to its own parameters if it ' +
          "gets the other's data: each time after it, or more than once of eight times beside it, and never by " +
          'itself; or, without a header, eight times or more after calls with one, and never after calls with the ' +
          'neutral one.',
      },
    ),
    breaks: 'Any client that calls while others do: it shows the data of another customer.',
    example: { right: 'Make=#a answers <Make>#a</Make>', wrong: 'it answers <Make>#b</Make>, which another call sent' },
    appliesTo: (cell) => free(cell).length > 0,
    checks: [mixedCallers, ofOtherOrders, { kind: 'cell', sees: 'answers', needsAll: true, judge: judgeOwnCall }],
  }),
  relationRule({
    id: 'data.varies',
    ground: 'own-call',
    level: 'required',
    title: 'Different calls get different answers somewhere.',
    requirements: ['operations.*'],
    basis: interpreted(
      'Operations take parameters so that answers depend on them. The rule never fails: where nothing that is sent ' +
        'makes a difference in any operation, it leaves the cells inconclusive. One operation may have one answer.',
    ),
    breaks: 'None by itself. It keeps a server that gives one canned answer from being called conformant.',
    example: { right: 'an unknown Make gets other data than Honda', wrong: 'every call gets the same bytes' },
    appliesTo: (cell) => isRead(cell) && free(cell).length > 0,
    checks: [{ kind: 'cell', sees: 'answers', needsAll: true, judge: judgeVaries }],
  }),
];
