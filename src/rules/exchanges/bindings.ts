import { isSoap } from '../../bindings/binding.ts';
import { callKey } from '../../bindings/call.ts';
import { hasNoData } from '../../bindings/parsed-response.ts';
import type { BindingName, Cell, Parameter } from '../../contract/model.ts';
import type { Judgement, Problem, Reason } from '../judgement.ts';
import {
  byText,
  type CellJudgement,
  type Comparing,
  type Evidence,
  everyBinding,
  interpreted,
  LESSER,
  type Rule,
  soapBindings,
} from '../rule.ts';
import { difference, digestOf, type Masked } from '../same-answer.ts';
import { noAnswer } from '../status.ts';
import { echoed, echoing } from './echo.ts';
import { isRead } from './same-answer-rule.ts';

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
  return peers.filter(({ reading }) => isSoap(reading.cell.binding) === isSoap(binding));
}

/** All bindings succeed with a call or none; all have data or none (by the document's one table of bindings). */
function judgeParity(own: Evidence, all: readonly Evidence[]): Judgement {
  const isWrite = !isRead(own.reading.cell);
  const peers = isWrite ? besideWrite(own, all) : all;
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
    const level = own.expectation === 'sample' || answered.some(hasData) ? levelFor(own) : LESSER;
    return [{ code: 'refused', text, location: null, expected, actual, ...level }];
  }
  const filled = answered.filter(hasData);
  if (hasData(own) || filled.length === 0) return [];
  const over = bindingsOf(filled);
  const text = `A call is answered without data, but with data over ${over}`;
  return [
    { code: 'no-data', text, location: null, expected: `data, as over ${over}`, actual: 'no record', ...levelFor(own) },
  ];
}

/** The answers to invented values are not shown. */
function levelFor({ expectation }: Evidence): Pick<Problem, 'level'> {
  return expectation === 'generated' ? LESSER : {};
}

/** The same records as the other bindings; if they disagree the minority is at fault, and of two halves the later. */
function judgeSameRecords(own: Evidence, peers: readonly Evidence[], masked: Masked, changing?: Masked): Judgement {
  const filled = peers.filter((peer) => isComparable(peer) && hasData(peer));
  if (!isComparable(own) || !hasData(own) || filled.length === 0) return 'not-reached';
  return isRead(own.reading.cell) ? judgeContent(own, filled, masked) : judgeWrite(own, filled, changing);
}

function judgeContent(own: Evidence, filled: readonly Evidence[], masked: Masked): readonly Problem[] {
  const mine = digestOf(own.reading, own.contract);
  const differing = filled.flatMap((peer) => {
    const found = difference(digestOf(peer.reading, peer.contract), mine, masked);
    return found === null ? [] : [{ peer, found }];
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
  const { location, expected, actual } = first.found;
  const over = bindingsOf(differing.map(({ peer }) => peer));
  const code = location?.replaceAll(/\[\d+\]\.?/g, '') || 'records';
  const text = `The same call has other ${code === 'records' ? code : `content in ${code}`} over ${over}`;
  return [{ code, text, location, expected: `${expected}, as over ${over}`, actual }];
}

/** Of the answer of a write: what it repeats, and what two such answers of each binding have alike. */
function judgeWrite(own: Evidence, peers: readonly Evidence[], changing?: Masked): Judgement {
  if (!peers.every(({ call }) => callKey(call) === callKey(own.call))) return 'not-applicable';
  const echoes = judgeEchoes(own, peers);
  if (changing === undefined) return echoes;
  const repeated = echoing(own.reading.cell, own.contract).map(({ name }) => name);
  const others = judgeContent(own, peers, new Set([...changing, ...repeated])).map((one) => ({ ...one, ...LESSER }));
  return typeof echoes === 'string' ? (others.length === 0 ? echoes : others) : [...echoes, ...others];
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
      const text = `The same call has other content in ${parameter.name} over ${over}`;
      return { code: parameter.name, text, location: parameter.name, expected, actual: String(actual ?? 'nothing') };
    });
}

function differs(one: Evidence, other: Evidence, masked: Masked): boolean {
  return difference(digestOf(one.reading, one.contract), digestOf(other.reading, other.contract), masked) !== null;
}

/** http.status reports a result with a wrong status: the binding is there. */
function judgeReachable(all: readonly Evidence[]): CellJudgement {
  const answered = all.filter(({ reading }) => reading.response !== null);
  const [first] = answered;
  if (first === undefined) return { kind: 'not-applicable' };
  if (first.cellAnswers200) return { kind: 'judged', problem: null, evidence: first };
  if (!answered.every(isRefusal)) return { kind: 'not-applicable' };
  const actual = `${first.reading.response?.status}, and no 200 in ${answered.length} answers`;
  return {
    kind: 'judged',
    problem: { ...noAnswer(answered), location: null, expected: '200', actual },
    evidence: first,
  };
}

function isRefusal({ reading }: Evidence): boolean {
  return !reading.success && (reading.response?.status ?? 0) >= 400;
}

/**
 * SOAP without the header gets the same as GET and POST. Whether it may be left out is not shown: if one of the
 * versions refuses that, nothing is compared.
 */
function judgeWithoutHeader(own: Evidence, peers: readonly Evidence[], masked: Masked): Judgement {
  const answers = [own, ...peers].filter((one) => isComparable(one) && isAnswer(one));
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

/**
 * The bindings whose answers to one call can be compared: all four, but since GET and POST can't carry a header,
 * operations with one compare the SOAP versions, and GET with POST.
 */
function comparableWith(cell: Cell, withoutHeader = false): readonly Cell['binding'][] {
  const others = everyBinding.filter((binding) => binding !== cell.binding);
  if (cell.operation.header === null || withoutHeader) return others;
  return others.filter((binding) => isSoap(binding) === isSoap(cell.binding));
}

/** Those of the selected bindings (null: all) with which a rule compares a cell. */
export function comparedWith(
  cell: Cell,
  selected: readonly BindingName[] | null,
  { against = everyBinding, withoutHeader }: Pick<Comparing, 'against' | 'withoutHeader'> = {},
): readonly BindingName[] {
  return comparableWith(cell, withoutHeader).filter(
    (name) => against.includes(name) && (selected?.includes(name) ?? true),
  );
}

/** Why a run of only some bindings leaves out a rule that relates bindings. */
export const NOT_SELECTED: Reason = {
  code: 'not-selected',
  text: 'no binding that this one can be compared with was selected',
};

/** Rules that relate the four bindings of an operation. */
export const bindingRules: readonly Rule[] = [
  {
    id: 'binding.reachable',
    level: 'required',
    layer: 'several exchanges',
    title: 'Each operation is answered in each of the four bindings.',
    requirements: [
      'service.four-bindings',
      'operations.*',
      'auth.in-parameters',
      'auth.DealerID',
      'auth.APIKEY',
      'auth.Password',
      'auth.none',
    ],
    basis: byText(),
    breaks:
      'Every client of that binding. ASP.NET has GET and POST off by default, and PHP SoapServer does not ' +
      'have them.',
    breaksFrom: 'read',
    example: { right: 'GET /getData.asmx/McatCodes?… answers 200', wrong: 'it answers 404, while SOAP works' },
    defects: [
      'operation-missing',
      'binding-off',
      'method-throws',
      'soapaction-quotes-refused',
      'soap12-action-required',
    ],
    judgeCell: judgeReachable,
  },
  {
    id: 'binding.parity',
    level: 'required',
    lesserParts: ['calls with invented values', 'writes'],
    layer: 'several exchanges',
    title: 'One call succeeds in all four bindings or in none, and has data in all or in none.',
    requirements: ['service.four-bindings', 'bindings.rule-2.text-parameters'],
    basis: interpreted(
      'The document describes one set of operations and four ways to write a call, and nothing that lets a call ' +
        'succeed in only one of them.',
      {
        writes:
          'A repeat may be refused, so each binding gets an order with texts of its own, of the same classes. One that SOAP ' +
          'refuses in one version, or that GET or POST alone refuses, while a later one is answered, is refused for its binding.',
      },
    ),
    breaks: 'Clients that change from one binding to another: calls that worked fail.',
    breaksFrom: 'definition',
    example: { right: 'Make=Söhne & Co answers 200 in all four', wrong: 'it answers 500 over POST only' },
    defects: ['ampersand-refused-in-one-binding', 'no-data-in-one-binding', 'order-refused-in-one-binding'],
    comparing: { judge: judgeParity },
  },
  {
    id: 'binding.same-records',
    level: 'required',
    lesserParts: ['what a write answers besides texts of the call'],
    layer: 'several exchanges',
    title: 'One call gets the same records in all four bindings.',
    requirements: ['service.four-bindings', 'records.same-over-http'],
    basis: interpreted(
      'The document gives an operation one result and four ways to call it. Lists that SOAP marks nil, as in its ' +
        'samples, are not compared.',
      {
        'what a write answers besides texts of the call':
          'What a write answers is not shown. A field that has one value in two answers of each binding, and another in one ' +
          'binding than in all others, depends on the binding.',
        'which binding has the finding':
          'The document does not say which binding is right: the minority has the finding, and of two halves the one ' +
          'later in the table.',
      },
    ),
    breaks: 'Clients that change from one binding to another: values differ without an error.',
    breaksFrom: 'definition',
    example: { right: '<Quantity>7</Quantity> in all four', wrong: '<Quantity>0</Quantity> over GET only' },
    defects: [
      'value-differs-in-one-binding',
      'record-lost-in-one-binding',
      'record-lost-for-some-in-one-binding',
      'text-damaged-in-one-binding',
      'number-of-chance-in-one-binding',
      'echo-lost-in-one-binding',
      'price-differs-in-one-binding',
    ],
    comparing: { judge: judgeSameRecords },
  },
  {
    id: 'binding.same-without-header',
    level: 'recommended',
    layer: 'several exchanges',
    title: 'SOAP without a VehicleTypeHeader, where both versions answer that, gets the same records as GET and POST.',
    bindings: soapBindings,
    requirements: ['service.four-bindings', 'records.same-over-http'],
    basis: interpreted(
      'Over GET and POST the two operations are called without the header, and have one result each. Whether SOAP may ' +
        'leave it out is not shown: a refusal is observed.',
    ),
    breaks: 'Clients that change from GET to SOAP and set no header: they get other vehicles without an error.',
    breaksFrom: 'definition',
    example: { right: 'no soap:Header gets the models that GET gets', wrong: 'it gets only trucks' },
    defects: ['absent-header-filters'],
    appliesTo: (cell) => isRead(cell) && cell.operation.header !== null,
    comparing: { withoutHeader: true, judge: judgeWithoutHeader },
  },
];
