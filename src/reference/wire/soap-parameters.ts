import type { Operation, Parameter } from '../../contract/model.ts';
import type { ParameterValues, VehicleTypeHeader } from '../value.ts';
import { toBoolean, toInteger } from './convert.ts';
import { XSI } from './element.ts';
import { fault, type RequestFailure } from './message.ts';
import { childNamed, type InElement, isSet } from './namespaces.ts';

export type Read<T> = { readonly value: T } | { readonly failure: RequestFailure };

/** As XmlSerializer reads them: the first of a name, a missing string null, a number 0. A null wrapper has none. */
export function soapParameters(
  operation: Operation,
  wrapper: InElement | null,
  namespace: string,
): Read<ParameterValues> {
  const values: [string, string | bigint | null][] = [];
  for (const parameter of operation.parameters) {
    const found = wrapper === null ? undefined : childNamed(wrapper, parameter.name, namespace);
    const read = parameterValue(parameter, found);
    if ('failure' in read) return read;
    values.push([parameter.name, read.value]);
  }
  return { value: Object.fromEntries(values) };
}

function parameterValue(parameter: Parameter, found: InElement | undefined): Read<string | bigint | null> {
  if (found === undefined) return { value: parameter.type === 'string' ? null : 0n };
  if (found.children.length > 0 || found.hasComment) return notText(found);
  if (parameter.type === 'string') return { value: isSet(found, 'nil', XSI) ? null : found.text };
  const converted = toInteger(found.text, parameter.type);
  return typeof converted === 'string' ? unreadable(parameter.name, converted) : { value: converted };
}

/** The VehicleTypeHeader's fields; lists keep their order, absent ones are false, None or empty. */
export function vehicleTypeHeader(
  block: InElement,
  namespace: string,
  types: readonly string[],
): Read<VehicleTypeHeader> {
  const field = (name: string) => childNamed(block, name, namespace);
  const type = field('VehicleTypeToFilter')?.text.trim() ?? 'None';
  if (!types.includes(type)) {
    return unreadable('VehicleTypeToFilter', `Instance validation error: '${type.slice(0, 40)}' is not a valid value.`);
  }
  const flags = { Filtervehicles: false, NoMissings: false, VcdbOnly: false };
  for (const name of ['Filtervehicles', 'NoMissings', 'VcdbOnly'] as const) {
    const read = toBoolean(field(name)?.text ?? 'false');
    if (typeof read === 'string') return unreadable(name, read);
    flags[name] = read;
  }
  const names = (name: string) => strings(field(name), namespace);
  return { value: { ...flags, VehicleTypeToFilter: type, OnlyMake: names('OnlyMake'), NoModel: names('NoModel') } };
}

function strings(list: InElement | undefined, namespace: string): readonly string[] {
  const items = list?.children.filter((child) => child.name === 'string' && child.namespace === namespace) ?? [];
  return items.map((item) => item.text);
}

function notText(found: InElement): Read<never> {
  const what = found.hasComment ? 'a comment' : 'an element';
  return { failure: { kind: 'empty', status: 400, why: `${what} is inside a parameter` } };
}

function unreadable(name: string, message: string): Read<never> {
  const where = `There is an error in XML document (element ${name})`;
  const text = `Server was unable to read request. ---> ${where}. ---> ${message}`;
  return { failure: fault('Client', text) };
}
