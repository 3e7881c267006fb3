import type { Contract, Operation } from '../../contract/model.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { toInteger } from './convert.ts';
import { failed, type InRequest, type ParsedRequest, type RequestFailure, readMediaType } from './message.ts';

/** Reads GET or POST of `/getData.asmx/<name>` as ASMX: all parameters, in any case, repeated ones joined by commas. */
export function readHttp(request: InRequest, name: string, contract: Contract): ParsedRequest {
  const binding = request.method === 'GET' ? 'http-get' : 'http-post';
  const operation = contract.operations.find((one) => one.name === name);
  if (operation === undefined) return failed(binding, null, unknownOperation(name, contract));
  const wrong = wrongFormat(request);
  if (wrong !== null) return failed(binding, operation, wrong);
  const given = givenValues(parameterText(request));
  const values: [string, string | bigint][] = [];
  for (const parameter of operation.parameters) {
    const text = given.get(parameter.name.toLowerCase());
    if (text === undefined) return failed(binding, operation, plain(`Missing parameter: ${parameter.name}.`));
    const converted = parameter.type === 'string' ? null : toInteger(text, parameter.type);
    if (typeof converted === 'string') return failed(binding, operation, cannotConvert(parameter, text, converted));
    values.push([parameter.name, converted ?? text]);
  }
  return { binding, operation, parameters: Object.fromEntries(values), header: null, failure: null };
}

function unknownOperation(name: string, { operations }: Contract): RequestFailure {
  const near = operations.find((operation) => operation.name.toLowerCase() === name.toLowerCase());
  if (near === undefined) return plain(`${name} Web Service method name is not valid.`);
  return plain(
    `Invalid method name '${name}', method names are case sensitive. ` +
      `The method name '${near.name}' with the same name but different casing was found.\nParameter name: methodName`,
  );
}

function wrongFormat(request: InRequest): RequestFailure | null {
  if (request.method === 'GET') return null;
  const written = headerValue(request.headers, 'content-type');
  if (readMediaType(written).type === 'application/x-www-form-urlencoded') return null;
  return plain(`Request format is invalid: ${written ?? ''}.`);
}

function parameterText(request: InRequest): string {
  const query = request.path.indexOf('?');
  if (request.method === 'GET') return query < 0 ? '' : request.path.slice(query + 1);
  return new TextDecoder().decode(request.body);
}

function givenValues(pairs: string): ReadonlyMap<string, string> {
  // .NET gives a name without '=' no name, so it is missing.
  const named = pairs.split('&').filter((pair) => pair.includes('='));
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(named.join('&'))) {
    const before = given.get(name.toLowerCase());
    given.set(name.toLowerCase(), before === undefined ? value : `${before},${value}`);
  }
  return given;
}

function cannotConvert(parameter: Operation['parameters'][number], text: string, why: string): RequestFailure {
  const type = parameter.type === 'long' ? 'System.Int64' : 'System.Int32';
  return plain(`Cannot convert ${text.slice(0, 40)} to ${type}.\nParameter name: ${parameter.name} ---> ${why}`);
}

function plain(message: string): RequestFailure {
  return { kind: 'plain', message };
}
