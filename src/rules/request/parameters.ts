import { plural } from '../../base/words.ts';
import { FILTERING, namedBy } from '../../calls/filtering.ts';
import type { Cell, Contract, Field, Parameter } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, free, neutralFields, withValue } from '../../wire/soap/call.ts';
import { canonicalValue } from '../../wire/soap/canonical-value.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { decodeRecords, valuesAt } from '../../wire/soap/records.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { unescapedMarkup } from '../../xml/references.ts';
import { ofAnswers } from '../check.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import type { Judgement } from '../judgement.ts';
import type { Draw, Probe, Probing } from '../probe.ts';
import { byText, headerClauses, httpBindings, lesser, type Rule, soapBindings } from '../rule.ts';
import { difference, digestOf, mayBeFirewalled } from '../same-answer.ts';
import { echoRules } from './echo.ts';
import { faultCode, faultString } from './fault-structure.ts';
import { judgeNames, OF_ODD_NAME } from './header-names.ts';
import { isRead, isTooLarge, probingRule } from './same-answer-rule.ts';

/** Names in a list that any server takes, and in one beyond the limits that gateways and counters of a byte have. */
const [MANY, MORE] = [50, 300];
/** The end of their codes. */
const OF_NAMES = /-?(?:many|more)$/;

function valuesOf(
  { content }: Field,
  one: string,
  names: (count: number) => readonly string[],
): readonly (readonly [code: string, label: string, value: string | readonly string[]])[] {
  if (content.kind !== 'simple') {
    return [
      ['empty', 'empty', []],
      ['one', 'of one item', [one]],
      ['many', `of ${plural(MANY, 'item')}`, names(MANY)],
      ['more', `of ${plural(MORE, 'item')}`, names(MORE)],
    ];
  }
  const values = content.type === 'boolean' ? ['true', 'false'] : content.enumeration;
  return values.map((value) => [value, value, value] as const);
}

/** The base call with each value of each field of its header. */
function headerProbes(cell: Cell, base: Call, contract: Contract, draw: Draw): readonly Probe[] {
  // What the server says where it finds nothing.
  const [first] = free(cell);
  const unknown = first === undefined ? base : withValue(base, first, draw.word('unknown'));
  const control = requestOf({ ...unknown, header: neutralFields(contract) }, cell);
  return contract.header.fields.flatMap(({ name, ...field }) => {
    // The list has one name that the call requests, near the end: the others, one of them empty, are in no data.
    const known = base.values[namedBy(name)];
    const names = (count: number): readonly string[] => {
      const words = Array.from({ length: count }, (_, at) => `${draw.word(name)} ${at + 1}`);
      return known === undefined ? words : words.with(1, '').with(-2, known);
    };
    // A list that excludes has a name that nobody has.
    const one = known === undefined || name.startsWith('No') ? draw.word(name) : known;
    const alone = (code: string): Call =>
      OF_NAMES.test(code) && known !== undefined
        ? { ...base, header: { ...neutralFields(contract), ...FILTERING, [name]: [known] } }
        : base;
    const probes = valuesOf({ name, ...field }, one, names).flatMap(([code, label, value]): readonly Probe[] => {
      const call = alone(code);
      // The call has been answered: its own values are accepted.
      if (JSON.stringify(call.header?.[name]) === JSON.stringify(value)) return [];
      const filtering = code === 'one' ? FILTERING : {};
      const sent = { ...call, header: { ...call.header, ...filtering, [name]: value } };
      const request = requestOf(sent, cell);
      return [{ code: `${name}-${code}`, variant: `${name} ${label}`, call, sent, request, control }];
    });
    // A shorter list is tried where the longer one is refused, or selects otherwise.
    const many = probes.find(({ code }) => code.endsWith('-many'));
    const rest = probes.filter((probe) => probe !== many);
    return rest.map((probe) => (many && probe.code.endsWith('-more') ? { ...probe, parts: [many] } : probe));
  });
}

const TELLING_STATUS =
  'a status 204 or 404, which may say that nothing was found, 413 or 431, which name a limit, or 403 or 406, ' +
  'as of a firewall';
const LONG_LIST = `a list of ${MORE} that is refused, where one of ${MANY} is not`;
const ALONE_REFUSED = 'a list that is refused, if its requested name alone is refused too';
const NOTHING_FOUND =
  'the fault that the server gives where it finds nothing, or a value that selects nothing of the unfiltered answer';
const OF_UNKNOWN_NAMES =
  'a list of one known and many unknown names that selects something else than the known name alone';

/** Whether a fault is the one with the same code and text that the server gives where it finds nothing. */
function isFaultOfNothing({ located }: ParsedResponse, control: ParsedResponse | null): boolean {
  const [fault, other] = [located.fault, control?.located.fault ?? null];
  if (fault === null || other === null) return false;
  return faultCode(fault) === faultCode(other) && faultString(fault) === faultString(other);
}

/** The field of an answer that says which value of the header selects it. */
const TYPE_FIELD = 'VehicleTypeName';
const TYPE_TO_FILTER = 'VehicleTypeToFilter';
const wordsOf = (text: unknown): string => `${text}`.toLowerCase().replaceAll(/[\W_]+/g, ' ');

/** Whether the answer to the call without this value is of another vehicle type than a call filters by. */
function selectsNothing(base: ParsedResponse, sent: Call | undefined, contract: Contract): boolean {
  const wanted = sent?.header?.[TYPE_TO_FILTER];
  const digest = digestOf(base, contract);
  if (wanted === undefined || digest.kind !== 'records') return false;
  const types = digest.records.flatMap((record) => valuesAt(record, [TYPE_FIELD])).filter((type) => type !== '');
  return types.length > 0 && types.every((type) => wordsOf(type) !== wordsOf(wanted));
}

/** A list with more names, of which nobody has any, selects what the one that the call requests does. */
const judgeList: Probing['judge'] = (base, answer, { code, variant, call, sent }, contract, masked) => {
  const name = code.replace(OF_NAMES, '');
  const [alone, ...more] = call.header?.[name] ?? [];
  const isWithMore = alone !== undefined && more.length === 0 && sent?.header?.[name]?.includes(alone) === true;
  const found = isWithMore ? difference(digestOf(base, contract), digestOf(answer, contract), masked) : null;
  if (found === null || !base.success) return [];
  const text = `A call with ${variant} is answered differently than with the one of them that it requests`;
  return [{ ...found, code: `${code}-differs`, text, part: OF_UNKNOWN_NAMES }];
};

/** The words in which servers refuse a SOAPAction (ASP.NET, Axis2, CXF, Metro). */
const ABOUT_ACTION = /soap[- ]?action|action (?:parameter|header)|wsa[: ]?action|ContractFilter mismatch/i;
/** WCF finds no operation for an action. */
const CONTRACT_FILTER = /ContractFilter mismatch/;
export const CONTRACT_FILTER_CAUSE = 'request.soapaction:contract-filter';

const isAccepted = ({ reading }: Evidence): boolean => reading.success && reading.located.fault === null;

/** A cell in which no call is answered, for a reason that names the action. */
function judgeAction({ all, cell: { binding } }: CellEvidence): CellJudgement {
  if (all.some(isAccepted)) return { kind: 'not-applicable' };
  const blamed = all.find(
    ({ reading: { response, text } }) => response !== null && ABOUT_ACTION.test(`${response.reason} ${text?.text}`),
  );
  if (blamed === undefined) return { kind: 'not-applicable' };
  const [how, expected] =
    binding === 'soap11'
      ? ['with its SOAPAction in quotes', 'the quoted SOAPAction is accepted']
      : ['without a SOAPAction', 'a request without SOAPAction is accepted'];
  const actual = `status ${blamed.reading.response?.status}: ${excerptOf(blamed.reading.text?.text ?? '')}`;
  const refused = `Every call ${how} is refused`;
  const problem = { code: 'SOAPAction', text: refused, location: null, expected, actual };
  if (!CONTRACT_FILTER.test(actual)) return judged(blamed, problem);
  const text = `${refused}: WCF has no operation of that action (ContractFilter mismatch)`;
  return judged(blamed, { ...problem, text, cause: CONTRACT_FILTER_CAUSE });
}

/** The sentence that names the action, without surrounding markup. */
function excerptOf(text: string): string {
  const plain = text.slice(0, 65_536).replaceAll(/<[^<>]*>/g, ' ');
  const start = Math.max(0, plain.search(ABOUT_ACTION) - 100);
  return unescapedMarkup(plain.slice(start, start + 200)).trim();
}

function numbersOf({ operation }: Cell): readonly Parameter[] {
  return operation.parameters.filter(({ type }) => type !== 'string');
}

/** The values of the field with a parameter's name, in any case, in the records of an answer. */
function echoes({ reading, contract }: Evidence, { name }: Parameter): string {
  const { located, cell } = reading;
  if (located.result === null) return '';
  const values = decodeRecords(located.result, cell, contract).flatMap((record) =>
    Object.entries(record).flatMap(([field, value]) => (field.toLowerCase() === name.toLowerCase() ? [value] : [])),
  );
  return [...new Set(values)].join(', ');
}

/** If a SOAP answer to the same call contains the sent number, this one does too. */
function judgeNumbers(own: Evidence, peers: readonly Evidence[]): Judgement {
  const { reading, call } = own;
  const soap = peers.filter((peer) => isSoap(peer.reading.cell.binding) && peer.reading.success);
  if (!reading.success || soap.length === 0 || reading.located.payload === null) return 'not-reached';
  const sentAs = ({ name, type }: Parameter) => canonicalValue(call.values[name] ?? '', type);
  const shown = numbersOf(reading.cell).filter((one) => soap.some((peer) => echoes(peer, one) === sentAs(one)));
  if (shown.length === 0) return 'not-applicable';
  return shown.flatMap((parameter) => {
    const sent = sentAs(parameter);
    const actual = echoes(own, parameter);
    if (actual === sent) return [];
    // What reads one number of a form wrongly does so with all.
    const kind = actual === '0' ? 'zero' : actual !== '' && sent.startsWith(actual) ? 'cut' : undefined;
    const cause = kind === undefined ? {} : { cause: `request.text-parameters:${kind}` };
    const { name } = parameter;
    const shown = actual || 'no record';
    const text = `${name} is sent as ${sent} and answered as ${shown}`;
    const facts = { wanted: [sent], found: [actual] };
    return [{ code: name, text, location: name, expected: `${sent}, as over SOAP`, actual: shown, facts, ...cause }];
  });
}

const headerValues = probingRule({
  id: 'request.header-values',
  ground: 'document',
  level: 'required',
  title: 'Every allowed value of VehicleTypeHeader is accepted.',
  bindings: soapBindings,
  requirements: headerClauses,
  basis: byText({
    [NOTHING_FOUND]: lesser(
      'What header values select is not shown, nor an answer without results, nor any fault. ' +
        'A fault with the code and text of that for an unknown make says that nothing was found.',
    ),
    [TELLING_STATUS]: lesser(
      'What header values select is not shown, nor an answer without results. ' +
        'The others are statuses of limits and of firewalls.',
    ),
    [ALONE_REFUSED]: lesser(
      'Then it is the name that is refused, and not the list: whether anybody has it is not shown.',
    ),
    'an empty list, and lists of one and of 50': 'The text allows any make or model text and gives no number of items.',
    [LONG_LIST]: lesser('Limits of size are not shown. Gateways bound the children of an element.'),
    [OF_UNKNOWN_NAMES]: lesser('What a list selects is not shown; names that nobody has can select nothing.'),
    [OF_ODD_NAME]: lesser('What a list selects is not shown. Both names are requested, and get data without a filter.'),
  }),
  breaks: 'Every client of the two operations that filters by a value the server refuses.',
  breaksFrom: 'definition',
  example: { right: '<VehicleTypeToFilter>Utility_Vehicle</VehicleTypeToFilter> gets 200', wrong: 'it gets 500' },
  appliesTo: ({ operation }) => operation.header !== null,
  described: true,
  plan: headerProbes,
  judge: (base, answer, probe, contract, masked, control) => {
    const { response, success } = answer;
    const { code, variant, sent } = probe;
    if (response === null) return 'not-reached';
    if (response.status === 200 && success) return judgeList(base, answer, probe, contract, masked, control);
    const actual = `status ${response.status}`;
    const text = `A call with ${variant} gets ${actual}`;
    // The answer when a filter matches nothing is not shown; a list may leave out the one name that is requested.
    const isRefusedAlone = OF_NAMES.test(code) && !base.success;
    const isOther = isTooLarge(answer) || mayBeFirewalled(answer);
    const findsNothing = isFaultOfNothing(answer, control) || selectsNothing(base, sent, contract);
    const isOfStatus = [204, 404].includes(response.status) || isOther;
    const ofNothing = isRefusedAlone ? ALONE_REFUSED : findsNothing ? NOTHING_FOUND : undefined;
    const ofLength = code.endsWith('-more') ? LONG_LIST : undefined;
    const part = isOfStatus ? TELLING_STATUS : (ofNothing ?? ofLength);
    return [{ code, text, location: null, expected: 'status 200', actual, ...(part && { part }) }];
  },
});

export const parameterRules: readonly Rule[] = [
  {
    ...headerValues,
    checks: [...headerValues.checks, { kind: 'cell', sees: 'plain calls', needsAll: true, judge: judgeNames }],
  },
  {
    id: 'request.soapaction',
    level: 'required',
    layer: 'several exchanges',
    title: 'SOAP 1.1 is answered with the SOAPAction in quotes, and SOAP 1.2 with none.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.soapaction', 'bindings.soap12.no-soapaction'],
    standard: 'SOAP 1.1, section 6.1.1; SOAP 1.2 Part 2, section 6.5',
    basis: byText(),
    breaks:
      'All clients we captured except SOAP::Lite put quotes around the SOAPAction. In SOAP 1.2, .NET, PHP, ' +
      'node-soap and JAX-WS send none.',
    example: {
      right: 'SOAPAction: "{xml_namespace}Get_Inventory" gets 200',
      wrong: 'Server did not recognize the value of HTTP Header SOAPAction',
    },
    checks: [
      ...ofAnswers((evidence) => (isAccepted(evidence) ? [] : 'not-reached')),
      { kind: 'cell', sees: 'answers', judge: judgeAction },
    ],
  },
  {
    id: 'request.text-parameters',
    level: 'required',
    layer: 'several exchanges',
    title: 'A number that is sent as text over GET or POST means what it means over SOAP.',
    bindings: httpBindings,
    requirements: ['bindings.rule-2.text-parameters'],
    basis: byText({
      'what the number means':
        'The document does not say that an answer repeats a parameter: a number is judged only where the SOAP ' +
        'answer to the same call shows it in the field of its name.',
    }),
    breaks: 'Clients of GET and POST: they get the data of another vehicle or recid, or none, without an error.',
    breaksFrom: 'definition',
    example: { right: 'recid=50001 answers <recid>50001</recid>', wrong: 'recid=50001 answers <recid>0</recid>' },
    appliesTo: (cell) => isRead(cell) && numbersOf(cell).length > 0,
    checks: [{ kind: 'experiment', sides: 'bindings', against: soapBindings, judge: judgeNumbers }],
  },
  ...echoRules,
];
