import { type Call, free, withValue } from '../../bindings/call.ts';
import type { ParsedResponse } from '../../bindings/parsed-response.ts';
import { decodeRecords, recordNamed } from '../../bindings/records.ts';
import { requestOf } from '../../bindings/request-of.ts';
import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import { editBody, renameElements, withoutElements } from '../../spelling/edit-envelope.ts';
import type { Problem } from '../judgement.ts';
import type { Draw, DrawnText, Probe, Probing } from '../probe.ts';
import {
  byText,
  type CellJudgement,
  type Evidence,
  interpreted,
  judged,
  LESSER,
  type Rule,
  soapBindings,
} from '../rule.ts';
import { cutWhereUnlike, difference, digestOf } from '../same-answer.ts';
import { changed, isRead, probingRule } from './same-answer-rule.ts';

/** The parameters that a field of the answer's one record may echo: those with its name. */
export function echoing(cell: Cell, contract: Contract): readonly Parameter[] {
  const { kind, record } = cell.operation.result;
  if (kind !== 'single') return [];
  const { fields } = recordNamed(contract, record);
  return free(cell).filter(({ name, type }) =>
    fields.some((field) => field.name === name && field.content.kind === 'simple' && field.content.type === type),
  );
}

/** The call with a value that is in no server's data: if it comes back, it was echoed. */
function withPlain(base: Call, parameter: Parameter, draw: Draw): Call {
  const { name, type } = parameter;
  return withValue(base, parameter, type === 'string' ? draw.word(name) : draw.number(name));
}

/** What the field with a parameter's name holds in the answer's one record; undefined where there is none. */
export function echoed({ located, cell }: ParsedResponse, { name }: Parameter, contract: Contract): unknown {
  if (located.result === null) return undefined;
  return decodeRecords(located.result, cell, contract)[0]?.[name];
}

function otherCase(name: string): string {
  return name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
}

const judgeCase: Probing['judge'] = (base, answer, { call, code }, contract, masked, control) => {
  if (answer.response === null) return 'not-reached';
  const [parameter] = echoing(base.cell, contract);
  if (parameter !== undefined && echoed(base, parameter, contract) === call.values[parameter.name]) {
    if (echoed(answer, parameter, contract) !== call.values[parameter.name]) return [];
    const [expected, actual] = [`no ${parameter.name}: <${otherCase(parameter.name)}> is another name`, 'its value'];
    const text = `<${otherCase(parameter.name)}> is read as ${parameter.name}`;
    return [{ code, text, location: parameter.name, expected, actual }];
  }
  if (difference(digestOf(base, contract), digestOf(answer, contract), masked) !== null) return [];
  // If the call without them gets the same answer too, the parameters do not matter at all.
  const matters =
    control !== null && difference(digestOf(base, contract), digestOf(control, contract), masked) !== null;
  if (!matters) return 'not-applicable';
  const [expected, actual] = ['another answer: these are other names', 'the same answer, and another one without them'];
  return [{ code, text: 'Parameters whose names are in another case are read', location: null, expected, actual }];
};

/** Numbers that a float of 32 bits can't hold: a smaller one comes back. */
function numberProbes(cell: Cell, base: Call, parameter: Parameter, draw: Draw): readonly Probe[] {
  const { name } = parameter;
  const drawn = draw.number(name);
  const call = withValue(base, parameter, drawn.slice(0, 6));
  return [`${drawn.slice(0, 8)}1`, '2147483647'].map((number, at) => {
    const sent = withValue(base, parameter, number);
    const [code, variant] = [`${name}-number-${at + 1}`, `${name} ${number}`];
    return { code, variant, call, sent, request: requestOf(sent, cell) };
  });
}

/** One text of all classes except those sent alone, split where damaged; texts that are whole values; random ones. */
function textProbes(cell: Cell, base: Call, parameter: Parameter, draw: Draw): readonly Probe[] {
  const { name } = parameter;
  const call = withPlain(base, parameter, draw);
  const probe = ({ code, label, text }: DrawnText): Probe => {
    const sent = withValue(call, parameter, text);
    return { code: `${name}-${code}`, variant: `${name} with ${label}`, call, sent, request: requestOf(sent, cell) };
  };
  const classes = draw.classes(name);
  const together = classes.filter(({ alone }) => alone !== true);
  const all = { code: 'classes', label: 'characters of many classes', text: together.map(({ text }) => text).join('') };
  const drawn = draw.texts(name).map((text, at) => {
    return { code: `drawn-${at + 1}`, label: `the text ${JSON.stringify(text)}`, text };
  });
  const others = [...classes.filter(({ alone }) => alone === true), ...draw.wholes(name), ...drawn];
  return [{ ...probe(all), parts: together.map(probe) }, ...others.map(probe)];
}

/** Characters without a width: ZERO WIDTH SPACE and JOINER, and the byte order mark. */
const WIDTHLESS = /\u200B|\u200D|\uFEFF/g;

const judgeText: Probing['judge'] = (base, answer, { call, code, variant, sent }, contract) => {
  const parameter = free(base.cell).find(({ name }) => sent !== undefined && sent.values[name] !== call.values[name]);
  const text = sent?.values[parameter?.name ?? ''];
  // http.status-generated and binding.parity report a refused value.
  if (parameter === undefined || text === undefined || !base.success || !answer.success) return 'not-applicable';
  const own = echoed(base, parameter, contract);
  if (own !== call.values[parameter.name]) {
    const never = base.text?.problems.length === 0 ? changedEcho(call, parameter, own) : null;
    return never === null ? 'not-applicable' : [never];
  }
  // Bytes that are not UTF-8: xml.encoding.
  if (answer.located.result === null || answer.text?.problems.length !== 0) return 'not-reached';
  const actual = echoed(answer, parameter, contract);
  if (actual === text) return [];
  const isOwn = isOwnWord(text, actual);
  const [says, got] = [`${variant} comes back ${isOwn ? 'as another text' : 'changed'}`, String(actual ?? 'nothing')];
  const isFiltered = actual === text.replaceAll(WIDTHLESS, '');
  // No length limit is shown: texts of many classes are long too, and each class is sent separately if damaged.
  const isLong = [`${parameter.name}-long`, `${parameter.name}-classes`].includes(code);
  const level = isOwn || isFiltered || isLong || isCut(text, actual) ? LESSER : {};
  // A class of characters is damaged in every parameter by one fault.
  const cause = `request.text-fidelity:${code.slice(parameter.name.length + 1).replace(/-\d+$/, '')}`;
  return [{ code, text: says, location: parameter.name, ...cutWhereUnlike(text, got), cause, ...level }];
};

/** Fewest characters after which a field may end. */
const FIELD = 10;

/** Whether a text is cut after so many characters that a field's length may be why: no limit is shown. */
const isCut = (text: string, got: unknown): boolean =>
  typeof got === 'string' && got.length >= FIELD && text.startsWith(got);

/** A text that is in nobody's data: of some length, with a character that no name of a make or model has. */
export const NONCE = /^(?=.{4})(?=.*[^\p{L}\p{N} .,/&'-])/su;

/** Whether the run invented a text, and so much of one that no data has that by chance. */
const isInvented = (text: string): boolean => /^[A-Za-z]{10}$/.test(text) || NONCE.test(text);
const ENOUGH = 5;

/**
 * What a field with the name of a parameter shows of the call if it does not repeat the parameter: the text of another
 * one, or an invented text in another case, cut or padded. Null if it shows nothing of the call.
 */
function changedEcho({ values }: Call, { name }: Parameter, got: unknown): Problem | null {
  const sent = values[name] ?? '';
  if (typeof got !== 'string' || got === '' || got === sent) return null;
  const other = Object.keys(values).find((from) => from !== name && values[from] === got);
  const part = got.trim().toLowerCase();
  const isPart = part.length >= ENOUGH && sent.toLowerCase().startsWith(part);
  const isChanged = isInvented(sent) && isPart;
  if (other === undefined && !isChanged) return null;
  const text = other === undefined ? `${name} comes back changed` : `${name} holds what was sent for ${other}`;
  // Nothing shows that the field should repeat the parameter: it never does.
  return { code: `${name}-never`, text, location: name, expected: sent, actual: got, ...LESSER };
}

/** A part of a text that no other has by chance. */
const PART = 3;

/** Whether an answer has a word of its own, with no part of the odd text that was sent, as a new session has. */
function isOwnWord(sent: string, got: unknown): boolean {
  if (typeof got !== 'string' || !/^[\w-]{4,}$/.test(got) || /^[\w-]*$/.test(sent)) return false;
  const [from, word] = [sent.toLowerCase(), got.toLowerCase()];
  return !Array.from({ length: word.length - PART + 1 }, (_, at) => word.slice(at, at + PART)).some((part) =>
    from.includes(part),
  );
}

/** A text without its case; ß becomes SS on the way. */
const inOneCase = (text: string): string => text.toUpperCase().toLowerCase();

/** A write gets no probes: a field that repeated plain text in one answer repeats every text in the others. */
function judgeWrites(all: readonly Evidence[], cell: Cell, contract: Contract): CellJudgement {
  if (isRead(cell)) return { kind: 'not-applicable' };
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
    const changes = repeats.filter(({ sent, got }) => sent !== got);
    const changed = changes.find(({ sent, got }) => !isOwnWord(sent, got)) ?? changes[0];
    shown ??= repeats[0]?.evidence ?? null;
    if (changed === undefined) continue;
    const { evidence, sent, got } = changed;
    const { name } = parameter;
    const isOther = isOwnWord(sent, got);
    // A field whose letters are all in one case shows it only where both are sent.
    const isFolded =
      inOneCase(`${got}`) === inOneCase(sent) && !plain.some((one) => /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(one));
    const level = isOther || isFolded || isCut(sent, got) ? LESSER : {};
    const text = `${name} comes back ${isOther ? 'as another text' : 'changed'}`;
    const values = cutWhereUnlike(sent, String(got ?? 'nothing'));
    return judged(evidence, { code: name, text, location: name, ...values, ...level });
  }
  return shown === null ? NO_ECHO : judged(shown);
}

const NO_ECHO: CellJudgement = {
  kind: 'not-applicable',
  reason: { code: 'nothing-to-judge', text: 'no field repeats a text that was sent' },
};

/** Rules that check parameters by the field that repeats them. */
export const echoRules: readonly Rule[] = [
  probingRule(
    {
      id: 'request.parameter-case',
      level: 'recommended',
      title: 'A SOAP parameter whose name is in another case is not taken for the one the operation has.',
      // ASP.NET's own GET and POST ignore case (fixtures/asmx/README.md): there it is observed, not judged.
      bindings: soapBindings,
      requirements: ['bindings.rule-1.parameter-names'],
      standard: 'XML 1.0, section 1.2 (names are matched in case)',
      basis: byText({
        'GET and POST, which are not judged': "ASP.NET's own bindings ignore the case of names there (fixtures/asmx).",
      }),
      breaks: 'None at once; clients come to rely on names that other servers ignore.',
      breaksFrom: 'definition',
      example: { right: '<make>Honda</make> is ignored or refused', wrong: '<make>Honda</make> is read as Make' },
      defects: ['parameter-case-ignored'],
    },
    {
      plan: (cell, base, contract, draw) => {
        const [first] = echoing(cell, contract);
        const names = free(cell).map(({ name }) => name);
        const edit = (text: string) => renameElements(text, names, otherCase);
        const call = first === undefined ? base : withPlain(base, first, draw);
        const probe = changed(cell, call, ['names-in-other-case', 'names in another case'], (request) =>
          editBody(request, edit),
        );
        const without = (text: string) => withoutElements(text, names);
        return [{ ...probe, control: requestOf(call, cell, (request) => editBody(request, without)) }];
      },
      judge: judgeCase,
    },
    (cell) => free(cell).length > 0,
  ),
  {
    ...probingRule(
      {
        id: 'request.text-fidelity',
        level: 'required',
        lesserParts: [
          'a long text, and one of many classes each of which comes back by itself',
          'a text that is cut after ten characters or more, or comes back from an order in one case',
          'a field that never repeats its parameter, but always shows it changed, or another one',
          'a word with no part of the text that was sent',
          'characters without a width that are left out',
        ],
        title: 'A text or number that is sent comes back unchanged in the field of its name.',
        requirements: ['service.xml', 'operations.parameter-types', 'bindings.rule-2.text-parameters'],
        standard: 'XML 1.0, sections 2.2 and 2.4; RFC 3986, section 2.5',
        basis: interpreted(
          'The document does not say that an answer repeats a parameter: a text is judged only in a field that ' +
            'returned plain text before, and a number where a smaller one came back. Nothing in the document lets it ' +
            'change another one.',
          {
            'characters that XML and URLs carry': ['standard'],
            'a long text': 'Limits of size are not shown. ASP.NET allows a query of 2,048 by default.',
            'a text that is cut after ten characters or more':
              'A field may have a length: limits of size are not shown. A session may be one without case.',
            'a field that never repeats its parameter':
              'That it is about the parameter is seen from the invented word in it, or from the text of another parameter.',
            'a word with no part of the text that was sent':
              'It is not that text damaged: a target may give a session of its own in place of a text that can be none.',
            'characters without a width': 'Many filters of inputs remove them.',
          },
        ),
        breaks: 'Searches for names such as Söhne & Co find nothing, or orders carry a wrong name.',
        breaksFrom: 'definition',
        example: { right: '<Make>Söhne &amp; Co</Make>', wrong: '<Make>S?hne &amp;amp; Co</Make>' },
        defects: [
          'cart-text-damaged',
          'plus-kept',
          'markup-escaped-twice',
          'html-names-decoded',
          'non-ascii-lost',
          'astral-lost',
          'long-text-cut',
          'quotes-lost',
          'echoes-crosswise',
          'echoes-padded',
          'session-cut',
        ],
      },
      {
        described: true,
        plan: (cell, base, contract, draw) =>
          echoing(cell, contract).flatMap((parameter) =>
            (parameter.type === 'string' ? textProbes : numberProbes)(cell, base, parameter, draw),
          ),
        judge: judgeText,
      },
    ),
    appliesTo: (cell, contract) => echoing(cell, contract).length > 0,
    judgeCell: judgeWrites,
  },
];
