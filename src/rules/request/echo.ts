import { listed } from '../../base/words.ts';
import { inOtherCase, isValidated } from '../../calls/read-texts.ts';
import { editParameters } from '../../calls/spelling/edit-parameters.ts';
import type { Parameter } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { free } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { type EditRequest, requestOf } from '../../wire/soap/request-of.ts';
import { OF_LIMITS } from '../answer/status.ts';
import type { Judgement } from '../judgement.ts';
import { type Probe, type Probing, TRIED_IN_PARTS } from '../probe.ts';
import { byText, interpreted, lesser, type Rule, soapBindings } from '../rule.ts';
import { cutWhereUnlike, difference, digestOf, mayBeFirewalled } from '../same-answer.ts';
import { judgeEchoes } from './echo-of-calls.ts';
import {
  changedEcho,
  echoed,
  echoing,
  isOwnWord,
  LONG_TEXT,
  OF_FIELD,
  OF_FILTER,
  OF_FIND,
  OF_FORM,
  OF_SPACE,
  OWN_WORD,
  usualChange,
  withPlain,
} from './echoed-text.ts';
import { refusalText } from './fault-structure.ts';
import { changed, isTooLarge, probingRule } from './same-answer-rule.ts';
import { causeOf, textChange } from './text-change.ts';
import { numberProbes, textProbes } from './text-probes.ts';

const REFUSED_TEXT = 'a text that is refused where others are answered';

const judgeCase: Probing['judge'] = (base, answer, { call, code }, contract, masked, control) => {
  if (answer.response === null) return 'not-reached';
  const [parameter] = echoing(base.cell, contract);
  if (parameter !== undefined && echoed(base, parameter, contract) === call.values[parameter.name]) {
    if (echoed(answer, parameter, contract) !== call.values[parameter.name]) return [];
    const [expected, actual] = [`no ${parameter.name}: <${inOtherCase(parameter.name)}> is another name`, 'its value'];
    const text = `<${inOtherCase(parameter.name)}> is read as ${parameter.name}`;
    return [{ code, text, location: parameter.name, expected, actual }];
  }
  if (difference(digestOf(base, contract), digestOf(answer, contract), masked) !== null) return [];
  // If the call without them gets the same answer too, the parameters do not matter at all.
  const matters =
    control === null || difference(digestOf(base, contract), digestOf(control, contract), masked) !== null;
  if (!matters) return 'not-applicable';
  const [expected, actual] = ['another answer: these are other names', 'the same answer, and another one without them'];
  return [{ code, text: 'Parameters whose names are in another case are read', location: null, expected, actual }];
};

/** Which of its characters beyond ASCII a text lacks where it comes back, if not most of them. */
function lostIn(sent: string, got: unknown): string {
  const [all, left] = [new Set(sent.match(/[^\0-\x7F]/gu)), new Set(`${got}`)];
  const lost = [...all].filter((one) => !left.has(one));
  const names = lost.map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  return lost.length === 0 || lost.length === all.size ? '' : ` (${listed(names, 5)})`;
}

/** What becomes of each text that was sent. */
const judgeTexts: Probing['judge'] = (base, answer, probe, ...rest) => {
  const { call, sent } = probe;
  const changed = free(base.cell).filter(({ name }) => sent !== undefined && sent.values[name] !== call.values[name]);
  if (!base.success) return 'not-applicable';
  if (!answer.success) return judgeRefused(answer, probe);
  const single = (name: string): Probe => probe.parts?.find(({ code }) => code.startsWith(`${name}-`)) ?? probe;
  const judged = changed.map((parameter) =>
    judgeText(parameter, base, answer, changed.length === 1 ? probe : single(parameter.name), ...rest),
  );
  const isProblem = (one: Judgement): boolean => Array.isArray(one) && one.length > 0;
  return judged.find(isProblem) ?? judged.find(Array.isArray) ?? judged[0] ?? 'not-applicable';
};

/** Characters of a refused text that a finding names. */
const MOST_SHOWN = 40;

/** What a refused text shows: limits of length and of callers, and firewalls, say nothing of its characters. */
function judgeRefused(answer: ParsedResponse, { code, variant, call, sent, parts = [] }: Probe) {
  const { status = 0 } = answer.response ?? {};
  if (status < 400 || isTooLarge(answer) || code.endsWith('-long')) return 'not-applicable';
  // A firewall may refuse one of them.
  if (parts.length > 0 && (mayBeFirewalled(answer) || !OF_LIMITS.includes(status))) return TRIED_IN_PARTS;
  if (OF_LIMITS.includes(status)) return 'not-applicable';
  if (!isSoap(answer.cell.binding) && Object.values(sent?.values ?? {}).some(isValidated)) return 'not-applicable';
  const [expected, actual] = ['200, as for other texts', refusalText(answer)];
  const cause = `http.status-generated:${status}`;
  const plain = Object.values(call.values);
  const piece = Object.values(sent?.values ?? {})
    .filter((text) => !plain.includes(text))
    .join(', ');
  const says = piece.length > MOST_SHOWN ? '' : `: '${piece}'`;
  return [{ code, text: `${variant} is refused${says}`, location: null, expected, actual, part: REFUSED_TEXT, cause }];
}

function judgeText(
  parameter: Parameter,
  ...[base, answer, { call, code, variant, sent }, contract, masked]: Parameters<Probing['judge']>
): Judgement {
  const text = sent?.values[parameter.name] ?? '';
  const own = echoed(base, parameter, contract);
  const actual = echoed(answer, parameter, contract);
  const known = textChange(text, actual);
  const values = cutWhereUnlike(text, String(actual ?? 'nothing'));
  if (own !== call.values[parameter.name]) {
    const never = base.text?.problems.length === 0 ? changedEcho(call, parameter, own) : null;
    // A text that comes back as it was shows nothing of the mistake: others do.
    if (never === null || actual === text) return 'not-applicable';
    return [
      { ...never, ...(known && { text: `${parameter.name} comes back ${known.how}` }), ...values, ...causeOf(known) },
    ];
  }
  // Bytes that are not UTF-8: xml.encoding.
  if (answer.located.result === null || answer.text?.problems.length !== 0) return 'not-reached';
  if (actual === text) return [];
  const isOwn = isOwnWord(text, actual);
  const change = known?.how ?? (isOwn ? 'as another text' : 'changed');
  // What changes all texts in one way does not depend on the class of this one.
  const says = `${known === null ? `${variant}${lostIn(text, actual)}` : parameter.name} comes back ${change}`;
  // No length limit is shown: texts of many classes are long too, and each class is sent separately if damaged.
  const isCut = String(actual ?? '').length < text.length;
  const isLong = code.endsWith('-long') ? isCut : /-classes(?:-\d+)?$/.test(code);
  // A name that was found is shown as the data has it.
  const others = new Set([...masked, ...echoing(base.cell, contract).map(({ name }) => name)]);
  const isFound = difference(digestOf(base, contract), digestOf(answer, contract), others) !== null;
  const part = isLong ? LONG_TEXT : isFound ? OF_FIND : usualChange(text, actual);
  // A class of characters is damaged in every parameter by one fault.
  const { cause } = known ?? {
    cause: `request.text-fidelity:${code.slice(parameter.name.length + 1).replace(/-\d+$/, '')}`,
  };
  return [{ code, text: says, location: parameter.name, ...values, cause, ...(part && { part }) }];
}

/** A write is not sent again: the orders show what becomes of their texts. */
const fidelityOfReads = probingRule({
  id: 'request.text-fidelity',
  level: 'required',
  title: 'A text or number that is sent comes back unchanged in the field of its name.',
  requirements: ['operations.parameter-types', 'bindings.rule-2.text-parameters'],
  standard: 'XML 1.0, sections 2.2 and 2.4; RFC 3986, section 2.5',
  basis: interpreted(
    'The document does not say that an answer repeats a parameter. So a text is judged only in a field that ' +
      'returned plain text before, and a number where a smaller one came back. Nothing in the document lets ' +
      'a server change others.',
    {
      'characters that XML and URLs carry': ['standard'],
      [REFUSED_TEXT]: lesser('Error responses are not shown, and a service may know no such text.'),
      [LONG_TEXT]: lesser('Limits of size are not shown. ASP.NET allows a query of 2,048 by default.'),
      [OF_FORM]: lesser('Limits of size are not shown, so a field may have a length. A session may ignore case.'),
      [OF_FIELD]: lesser(
        'The invented word in it, or the text of another parameter, shows that the field belongs to the parameter.',
      ),
      [OWN_WORD]: lesser(
        'It is not a damaged copy of that text: a target may answer with a session of its own if the text can be none.',
      ),
      [OF_FIND]: lesser(
        'Matching rules are not shown: a record that is found by a part of its name may come back with its whole name.',
      ),
      [OF_FILTER]: lesser('Many filters of inputs remove them.'),
      [OF_SPACE]: lesser(
        'ASP.NET code often trims inputs, and XML Schema has types that collapse white space. ' +
          'Canonically equivalent texts are the same text (Unicode, UAX #15), and databases keep names in one form. ' +
          'A reader sees no difference. U+2028, ' +
          'a no-break space and others inside a text are no white space of XML (section 2.3): losing one is required.',
      ),
    },
  ),
  breaks: 'Searches for names such as Söhne & Co find nothing, or orders carry a wrong name.',
  breaksFrom: 'definition',
  example: { right: '<Make>Söhne &amp; Co</Make>', wrong: '<Make>S?hne &amp;amp; Co</Make>' },
  described: true,
  plan: (cell, base, contract, draw) => {
    const all = echoing(cell, contract);
    const texts = all.filter(({ type }) => type === 'string');
    const numbers = all.filter(({ type }) => type !== 'string');
    return [
      ...numbers.flatMap((one) => numberProbes(cell, base, one, draw)),
      ...textProbes(cell, base, texts, contract, draw),
    ];
  },
  judge: judgeTexts,
});

export const echoRules: readonly Rule[] = [
  probingRule({
    id: 'request.parameter-case',
    level: 'recommended',
    title: 'A SOAP parameter whose name is in another case is not taken for the one the operation has.',
    // ASP.NET's own GET and POST ignore case (fixtures/asmx/README.md): there it is observed, not judged.
    bindings: soapBindings,
    requirements: ['bindings.rule-1.parameter-names'],
    standard: 'XML 1.0, section 1.2 (names are matched in case)',
    basis: byText({
      'GET and POST, which are not judged': "ASP.NET's own bindings ignore the case of names there.",
    }),
    breaks: 'None at once; clients come to rely on names that other servers ignore.',
    breaksFrom: 'definition',
    example: { right: '<make>Honda</make> is ignored or refused', wrong: '<make>Honda</make> is read as Make' },
    appliesTo: (cell) => free(cell).length > 0,
    plan: (cell, base, contract, draw) => {
      const [first] = echoing(cell, contract);
      const names = free(cell).map(({ name }) => name);
      const call = first === undefined ? base : withPlain(base, first, draw);
      const probe = changed(cell, call, ['names-in-other-case', 'names in another case'], (request) =>
        editParameters(request, cell, (all) =>
          all.map(([name, text]) => [names.includes(name) ? inOtherCase(name) : name, text]),
        ),
      );
      const without: EditRequest = (request) =>
        editParameters(request, cell, (all) => all.filter(([name]) => !names.includes(name)));
      return [{ ...probe, control: requestOf(call, cell, without) }];
    },
    judge: judgeCase,
  }),
  {
    ...fidelityOfReads,
    appliesTo: (cell, contract) => echoing(cell, contract).length > 0,
    checks: [...fidelityOfReads.checks, { kind: 'cell', sees: 'answers', needsAll: true, judge: judgeEchoes }],
  },
];
