import { headerValue } from '../../wire/http/exchange.ts';
import { quoted } from '../../wire/soap/decode-parameters.ts';
import { isMediaType, mediaTypeOf } from '../../wire/soap/media-type.ts';
import { isCharsetOf } from '../../xml/decode.ts';
import type { BodyKind } from '../body/recognised.ts';
import { everyRequest } from '../request/same-answer-rule.ts';
import { byStandard, httpBindings, soapBindings } from '../rule.ts';
import { bodyProblem } from './body-problem.ts';
import { type ClientProblem, clientRulesOf } from './client-rule.ts';
import { NO_VALUE, UNICODE_ESCAPE } from './read-form.ts';
import type { RequestReading } from './read-request.ts';

const CONTENT_TYPE = 'header Content-Type';

function methodProblems({ request: { method, body }, path, soap }: RequestReading): readonly ClientProblem[] {
  const isPosted = soap !== null || (path.below === null && (body?.length ?? 0) > 0);
  const allowed = isPosted ? ['POST'] : ['GET', 'POST'];
  if (allowed.includes(method)) return [];
  const upper = method.toUpperCase();
  const near = allowed.includes(upper) ? upper : method === 'HEAD' && body === null ? 'GET' : allowed.join(' or ');
  const message = `method ${quoted(method)} calls nothing: expected ${near}`;
  return [{ message, location: 'method', expected: allowed.join(' or '), actual: quoted(method) }];
}

function pathProblems(reading: RequestReading): readonly ClientProblem[] {
  const { request, path, base, soap, binding, named, operation, parameters, contract } = reading;
  const right = contract.endpointPath;
  const actual = path.endpoint === '' ? 'another' : `/${path.endpoint}${path.below === null ? '' : '/…'}`;
  const all: ClientProblem[] = [];
  const object = (message: string, expected: string): void => {
    all.push({ message, location: 'path', expected, actual });
  };
  if (path.endpoint === '') object(`the path has no '${right}'`, right);
  else if (`/${path.endpoint}` !== right) object(`path ${quoted(`/${path.endpoint}`)}: expected '${right}'`, right);
  else if (base !== null && path.before !== base)
    object(`path ${quoted(`${path.before}${right}`)}: expected '${base}${right}'`, `${base}${right}`);
  const below = `${right}/${operation?.name ?? '<Op>'}`;
  if (soap !== null && path.below !== null)
    object(`a SOAP envelope is posted below the endpoint: expected only '${right}'`, right);
  if (soap === null && (path.below ?? '') === '') object(`the path names no operation: expected '${below}'`, below);
  if (soap === null && path.below && path.below !== named?.name)
    object(`the path goes on after the operation: expected '${below}'`, below);
  const isGet = binding === 'http-get';
  if (isGet ? path.below === null || (request.body?.length ?? 0) === 0 : path.query === '') return all;
  const complete = operation?.parameters.every(({ name }) => parameters.some((one) => one.name === name)) ?? false;
  const [surplus, method, place] = isGet ? ['body', 'GET', 'query'] : ['query', 'POST', 'body'];
  const where = { location: surplus, expected: `no ${surplus}`, actual: `a ${surplus}` };
  const message = `the ${surplus} is ignored: over ${method} the parameters belong in the ${place}`;
  return [...all, { message, ...where, ...(soap !== null || complete ? { level: 'observed' } : {}) }];
}

function typeProblems(reading: RequestReading): readonly ClientProblem[] {
  const { binding, soap, request, contract } = reading;
  const { bindings } = contract;
  if (binding === null || binding === 'http-get') return [];
  const written = headerValue(request.headers, 'content-type');
  const { title, requestMediaType } = bindings[binding];
  const own = soap?.version === null ? soapBindings : [binding];
  const allowed = own.map((name) => bindings[name].requestMediaType);
  const isAllowed = allowed.includes(mediaTypeOf(written)?.type ?? '');
  const isRight = isAllowed && isMediaType(written ?? '');
  if (isRight && reading.found?.kind !== 'multipart') return [];
  const [location, actual] = [CONTENT_TYPE, written === undefined ? 'none' : quoted(written)];
  const envelope = soap !== null && soap.version !== null ? `, as the envelope is ${title}'s` : '';
  const what = isAllowed ? ', in the grammar of media types' : envelope;
  const found = written === undefined ? 'there is no Content-Type' : `Content-Type is ${actual}`;
  const expected = isRight
    ? `${binding === 'http-post' ? 'a form' : 'an envelope'} by itself`
    : `'${requestMediaType}'`;
  const message = `${found}: expected ${expected}${isRight ? '' : what}`;
  const [body] = bodyProblem(reading, ['multipart', 'json', 'web-page'], allowed.join(' or '));
  if (body === undefined) return [{ message, location, expected: allowed.join(' or '), actual }];
  const words = `the body ${reading.found?.words}, and ${message}`;
  return [{ message: words, location, expected: body.expected, actual, fix: body.fix }];
}

/** How a body may be compressed, and that only its header says so. */
const OF_CODING: readonly BodyKind[] = [
  'compressed',
  'compressed-as-said',
  'compressed-twice',
  'compressed-cut',
  'compressed-otherwise',
  'not-compressed',
];

function charsetProblems(reading: RequestReading): readonly ClientProblem[] {
  const { binding, soap, isForeign, request, contract, found } = reading;
  const type = mediaTypeOf(headerValue(request.headers, 'content-type'));
  if (binding === null || binding === 'http-get' || type === null) return [];
  const expected = contract.bindings[binding].charset;
  const all: ClientProblem[] = [];
  const location = CONTENT_TYPE;
  const header = (message: string, actual: string): ClientProblem => ({ message, location, expected, actual });
  if (type.charset === null && soap !== null && !isForeign && found?.kind !== 'multipart')
    all.push({ ...header(`Content-Type has no charset: expected '${expected}'`, 'none'), level: 'observed' });
  const isTrue = type.charset !== null && soap !== null && isCharsetOf(type.charset, soap.decoding);
  // By a WSDL any encoding is right that is declared.
  const isFree = contract.by === 'wsdl';
  if (type.charset !== null && type.charset !== expected && !(isFree && isTrue))
    all.push(header(`charset ${quoted(type.charset)}: expected '${expected}'`, quoted(type.charset)));
  const compressed = bodyProblem(reading, OF_CODING, 'no content coding');
  const isPlain = found?.kind === 'not-compressed';
  for (const problem of compressed) all.push({ ...problem, ...(isPlain ? { level: 'observed' } : {}) });
  // Compressed bytes are no text.
  if (compressed.length > 0 && !isPlain) return all;
  for (const { kind, message, offset, isDeclared } of soap?.decoding.problems ?? []) {
    if (isFree && isDeclared) continue;
    const bytes = offset === undefined ? null : { start: offset, end: offset + 1 };
    const lesser = kind === 'declaration-disagrees' ? ({ level: 'recommended' } as const) : {};
    all.push({ message, location: 'body', expected: 'UTF-8', actual: message, bytes, ...lesser });
  }
  return all;
}

/** For `a|b` in a query: most servers read it, some refuse; none gets what follows a '#' (RFC 3986, section 3.4). */
function rawProblems({ binding, path: { query } }: RequestReading): readonly ClientProblem[] {
  const raw = binding === 'http-get' ? (/#/.exec(query) ?? /["<>[\\\]^`{|}]/.exec(query))?.[0] : undefined;
  if (raw === undefined) return [];
  const own = { message: `the query has a raw '${raw}': expected an escape`, location: 'query' };
  return [{ ...own, expected: encodeURIComponent(raw), actual: raw, level: raw === '#' ? 'required' : 'recommended' }];
}

/** For `a=1;b=2`, of which a server reads one parameter. A value may hold a ';', hardly the name of an unsent one. */
function separatorProblems(reading: RequestReading): readonly ClientProblem[] {
  const { parameters, operation, binding, path, request } = reading;
  const isGet = binding === 'http-get';
  const pairs = isGet ? path.query : Buffer.from(request.body ?? []).toString('latin1');
  const unsent = (operation?.parameters ?? []).filter(({ name }) => parameters.every((one) => one.name !== name));
  const hidden = unsent.find(({ name }) => pairs.includes(`;${name}=`));
  if (hidden === undefined) return [];
  const message = `';' stands before the parameter '${hidden.name}': expected '&'`;
  return [{ message, location: isGet ? 'query' : 'form', expected: '&', actual: ';', fix: JOIN_BY_AMPERSAND }];
}

const JOIN_BY_AMPERSAND = "Join the pairs by '&'; with a ';' a server takes the rest for a part of the value.";

function encodingProblems({ parameters, operation }: RequestReading): readonly ClientProblem[] {
  return parameters.flatMap(({ name, badEncoding, location, bytes }) => {
    if (badEncoding === undefined) return [];
    const isKnown = operation?.parameters.some((one) => one.name === name) === true;
    const lesser =
      badEncoding === UNICODE_ESCAPE ? 'recommended' : isKnown && badEncoding === NO_VALUE ? 'observed' : null;
    const message = `parameter ${quoted(name)} is not URL-encoded: ${badEncoding}`;
    const expected = '<param>=<value>, escaped';
    return [{ message, location, expected, actual: badEncoding, bytes, ...(lesser === null ? {} : { level: lesser }) }];
  });
}

function lengthProblems({ request: { headers, body } }: RequestReading): readonly ClientProblem[] {
  const written = headerValue(headers, 'content-length');
  const length = String(body?.length ?? 0);
  const isChunked = written === undefined && headerValue(headers, 'transfer-encoding') !== undefined;
  if (!isChunked && (written === undefined || written === length)) return [];
  const actual = isChunked ? 'none' : quoted(written ?? '');
  const found = isChunked ? 'there is no Content-Length' : `Content-Length is ${actual}`;
  const message = `${found}: expected ${length}`;
  return [{ message, location: 'header Content-Length', expected: length, actual }];
}

/** Rules on what HTTP carries: method, path, media type, charset, encoding of parameters, length. */
export const httpRules = clientRulesOf([
  {
    id: 'client.method',
    title: "The method is the binding's: POST for SOAP, GET or POST below the endpoint.",
    requirements: everyRequest,
    standard: 'RFC 9110, section 9.1',
    explanation: 'ASMX answers 405 at the endpoint and 500 below it.',
    fix: 'Send SOAP with POST, and an operation of the path with GET or POST; methods are in capitals.',
    example: { right: 'POST /getData.asmx', wrong: 'PUT /getData.asmx' },
    judge: methodProblems,
  },
  {
    id: 'client.path',
    lesserParts: ['a query next to a body that has all parameters, and a body next to such a query'],
    title: 'The path is the endpoint for SOAP, and the endpoint with /<Op> for GET and POST.',
    requirements: ['service.endpoint', ...everyRequest],
    standard: 'RFC 3986, section 6.2.2.1',
    explanation:
      'IIS takes a path in any case, other servers answer 404. Over POST, parameters of a query are not read.',
    fix: 'Use the path as the document writes it; put parameters into the query for GET, into the body for POST.',
    example: { right: 'POST /getData.asmx/Get_Inventory', wrong: 'POST /GetData.asmx/Get_Inventory?ItemNo=1' },
    judge: pathProblems,
  },
  {
    id: 'client.media-type',
    title: "The request's media type is that of its binding and envelope.",
    bindings: ['soap11', 'soap12', 'http-post'],
    requirements: everyRequest.filter((id) => id !== 'bindings.http-get.request'),
    standard: 'RFC 9110, section 8.3; RFC 3902',
    explanation: 'ASMX answers 415 with an empty body to SOAP in another type, and 500 to a form in another type.',
    fix: 'Send text/xml for SOAP 1.1, application/soap+xml for SOAP 1.2, application/x-www-form-urlencoded for a form.',
    example: { right: 'Content-Type: text/xml; charset=utf-8', wrong: 'Content-Type: application/xml' },
    judge: typeProblems,
  },
  {
    id: 'client.charset',
    lesserParts: [
      'no charset for an envelope',
      'an XML declaration that names another encoding',
      'a Content-Encoding of a body that is not compressed',
    ],
    title: 'The body is UTF-8, and nothing in the request says otherwise.',
    bindings: ['soap11', 'soap12', 'http-post'],
    requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
    standard: 'RFC 7303, section 3; XML 1.0, section 4.3.3',
    explanation:
      'A server that goes by the charset reads other characters than the client meant; ' +
      'one that reads UTF-8 refuses the rest.',
    fix: 'Encode the body as UTF-8 and send charset=utf-8.',
    example: { right: 'text/xml; charset=utf-8', wrong: 'text/xml; charset=iso-8859-1' },
    judge: charsetProblems,
  },
  {
    id: 'client.url-encoding',
    lesserParts: ["a '%u' escape, which ASP.NET reads", 'a raw character in a query', "a known parameter without '='"],
    title: 'Parameters over GET and POST are <param>=<value>, escaped, in UTF-8.',
    bindings: httpBindings,
    requirements: ['bindings.http-get.request', 'bindings.http-post.request'],
    standard: 'WHATWG URL, section 5.1; RFC 3986, section 2.1',
    explanation: "An '&' that is not escaped ends the value; a wrong escape gives other characters, or 400.",
    fix: 'Encode names and values with the URL or form encoder of your language, once.',
    example: { right: 'ItemNo=S%C3%B6hne%20%26%20Co', wrong: 'ItemNo=S%F6hne & Co' },
    judge: (reading) => [
      ...(reading.soap === null ? bodyProblem(reading, ['base64', 'http-head'], 'a form') : []),
      ...separatorProblems(reading),
      ...encodingProblems(reading),
      ...rawProblems(reading),
    ],
  },
  {
    id: 'client.content-length',
    level: 'observed',
    title: 'A body comes with a Content-Length that counts its bytes.',
    bindings: ['soap11', 'soap12', 'http-post'],
    requirements: ['limits.content-length'],
    standard: 'RFC 9112, section 6.2',
    basis: byStandard(),
    explanation: 'HTTP/1.1 allows a chunked body; ASP.NET on Mono answers 500 to it.',
    fix: 'Send the body in one piece, so that your HTTP library knows its length.',
    example: { right: 'Content-Length: 383', wrong: 'Transfer-Encoding: chunked' },
    judge: lengthProblems,
  },
]);
