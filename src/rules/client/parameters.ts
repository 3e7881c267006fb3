import { isOfType } from '../../wire/soap/canonical-value.ts';
import { quoted } from '../../wire/soap/decode-parameters.ts';
import { childElements, XSI_NAMESPACE } from '../../xml/tree.ts';
import { byText } from '../rule.ts';
import { type ClientProblem, clientRulesOf } from './client-rule.ts';
import { type SentName, UNICODE_ESCAPE } from './read-form.ts';
import { meant, type RequestReading } from './read-request.ts';

/** The parameters sent under no name, or a similar one. */
function unsent({ operation, parameters, isForeign }: RequestReading) {
  if (isForeign) return [];
  const names = operation?.parameters.map(({ name }) => name) ?? [];
  const absent = names.filter((name) => parameters.every((one) => one.name !== name));
  const misspelt = parameters.flatMap(({ name }) => (names.includes(name) ? [] : (meant(name, absent) ?? [])));
  return operation?.parameters.filter(({ name }) => absent.includes(name) && !misspelt.includes(name)) ?? [];
}

function whole({ named, binding, soap }: RequestReading): Pick<ClientProblem, 'location' | 'bytes'> {
  if (soap !== null) return { location: named?.location ?? 'body', bytes: named?.bytes ?? null };
  return { location: binding === 'http-get' ? 'query' : 'form', bytes: null };
}

function typeProblems({ operation, parameters, soap }: RequestReading): readonly ClientProblem[] {
  return parameters.flatMap(({ name, value, element, location, bytes, badEncoding }) => {
    const parameter = operation?.parameters.find((one) => one.name === name);
    if (parameter === undefined || (badEncoding ?? UNICODE_ESCAPE) !== UNICODE_ESCAPE) return [];
    const { type, credential } = parameter;
    const own = { location, bytes, expected: type };
    if (element !== undefined && childElements(element).length > 0)
      return [{ ...own, message: `parameter '${name}' holds elements: expected text`, actual: 'elements' }];
    const isNull = { ...own, actual: 'xsi:nil' };
    if (value === null && type === 'string')
      return [
        { ...isNull, message: `parameter '${name}' is nil: the document shows text`, level: 'observed' } as const,
      ];
    if (value === null) return [{ ...isNull, message: `parameter '${name}' is nil: expected an ${type}` }];
    if (!isOfType(value, type)) {
      const actual = credential ? '***' : quoted(value);
      return [{ ...own, message: `parameter '${name}' is ${actual}: expected an ${type}`, actual }];
    }
    const said = element?.attributes.find((one) => one.name === 'type' && one.namespace === XSI_NAMESPACE)?.value;
    if (soap === null || said === undefined || said.trim().replace(/^.*:/s, '') === type) return [];
    const message = `parameter '${name}' says that its type is ${quoted(said)}: expected ${type}`;
    return [{ ...own, message, actual: quoted(said), level: 'recommended' } as const];
  });
}

function missingProblems(reading: RequestReading): readonly ClientProblem[] {
  const missing = unsent(reading).filter(({ credential }) => !credential);
  return missing.map(({ name }) => {
    return { message: `parameter '${name}' is not sent`, ...whole(reading), expected: name, actual: 'none' };
  });
}

function credentialProblems(reading: RequestReading): readonly ClientProblem[] {
  const absent = unsent(reading).map(({ name }) => name);
  const sent = new Map<string, SentName>(reading.parameters.map((one) => [one.name, one]));
  return (reading.operation?.parameters ?? []).flatMap(({ name, credential }) => {
    const isEmpty = sent.get(name)?.value?.trim() === '';
    if (!credential || (!absent.includes(name) && !isEmpty)) return [];
    const { location, bytes } = sent.get(name) ?? whole(reading);
    const actual = isEmpty ? 'empty' : 'none';
    const message = `credential '${name}' is ${isEmpty ? 'empty' : 'not sent'}`;
    return [{ message, location, ...(bytes === undefined ? {} : { bytes }), expected: name, actual }];
  });
}

function orderProblems(reading: RequestReading): readonly ClientProblem[] {
  const names = reading.operation?.parameters.map(({ name }) => name) ?? [];
  const sent = [...new Set(reading.parameters.map(({ name }) => name))].filter((name) => names.includes(name));
  const expected = names.filter((name) => sent.includes(name));
  const at = sent.findIndex((name, index) => name !== expected[index]);
  const first = reading.parameters.find(({ name }) => name === sent[at]);
  if (first === undefined) return [];
  const { location, bytes } = first;
  const message = `parameter '${first.name}' is where '${expected[at]}' is in the document`;
  return [{ message, location, bytes, expected: expected.join(', '), actual: sent.join(', ') }];
}

function repeatedProblems({ operation, parameters }: RequestReading): readonly ClientProblem[] {
  const names = operation?.parameters.map(({ name }) => name) ?? [];
  return parameters.flatMap(({ name, location, bytes }, index) => {
    if (!names.includes(name) || parameters.findIndex((one) => one.name === name) === index) return [];
    return [{ message: `parameter '${name}' is sent again`, location, bytes, expected: 'once', actual: 'again' }];
  });
}

const SURPLUS = ['operations.parameter-surplus', 'operations.*'];

export const parameterRules = clientRulesOf([
  {
    id: 'client.types',
    lesserParts: ['a nil string', 'an xsi:type that is not the type of the parameter'],
    title: "A parameter is text of its type in the table 'Operations'.",
    requirements: ['operations.parameter-types', 'bindings.rule-2.text-parameters', 'operations.parameter-lexical'],
    standard: 'XML Schema Part 2, sections 3.3.13 and 3.3.17',
    basis: byText({ 'over GET and POST': "Text that is not an int is not one in any binding: ASMX can't convert it." }),
    explanation: 'ASMX answers with a fault, or 500 over GET and POST.',
    fix: 'Send ints (32 bit) and longs (64 bit) as decimal digits, never empty, without separators.',
    example: { right: '<mcat>12</mcat>', wrong: '<mcat>12.0</mcat>' },
    judge: typeProblems,
  },
  {
    id: 'client.parameter-missing',
    level: 'observed',
    title: "Every parameter of the table 'Operations' is sent.",
    requirements: ['operations.parameter-required', 'operations.*'],
    explanation:
      'The document does not say which parameters may be left out. ' +
      'ASMX takes null over SOAP, and answers 500 over GET and POST.',
    fix: 'Send every parameter, empty where you have no value.',
    example: { right: 'Application_ID=&ItemNo=SC-1001', wrong: 'ItemNo=SC-1001' },
    judge: missingProblems,
  },
  {
    id: 'client.parameter-order',
    level: 'observed',
    title: "Parameters are in the order of the table 'Operations'.",
    requirements: SURPLUS,
    explanation: 'ASMX takes any order; a server that goes by the schema of its WSDL may refuse it.',
    fix: 'Send the parameters in the order of the table.',
    example: { right: 'Application_ID=1&ItemNo=2', wrong: 'ItemNo=2&Application_ID=1' },
    judge: orderProblems,
  },
  {
    id: 'client.parameter-repeated',
    level: 'observed',
    title: 'A parameter is sent once.',
    requirements: SURPLUS,
    explanation: 'ASMX joins the values with a comma over GET and POST, and takes the first over SOAP.',
    fix: 'Send one value; call again for another.',
    example: { right: 'ItemNo=1', wrong: 'ItemNo=1&ItemNo=2' },
    judge: repeatedProblems,
  },
  {
    id: 'client.credentials',
    level: 'observed',
    title: 'The credentials that an operation lists are sent.',
    requirements: ['auth.in-parameters', 'auth.missing'],
    explanation: 'The document does not say what missing credentials lead to; a server may refuse the call.',
    fix: 'Send DealerID, APIKEY and Password as parameters where the operation lists them, never in headers.',
    example: { right: 'DealerID=…&Password=…', wrong: 'DealerID=…' },
    judge: credentialProblems,
  },
]);
