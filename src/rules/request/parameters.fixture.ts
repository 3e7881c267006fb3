import { loadContract } from '../../contract/load.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { readExchange } from '../../judge/read.ts';
import { xmlExchange } from '../../wire/http/http-file.fixture.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { probingOf } from '../check.ts';
import { NOTHING_DRAWN } from '../draw.fixture.ts';
import type { Probe } from '../probe.ts';
import type { Rule } from '../rule.ts';
import { rules } from '../rules.ts';

export const contract = loadContract('http://dealer.example/webservices/');

export function ruleNamed(id: string): Rule {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  return rule;
}

export function cellOf(operation: string, binding: BindingName): Cell {
  return { operation: operationNamed(contract, operation), binding };
}

/** An answer that holds one record with these fields; '' stands for a refusal. */
export function answer(cell: Cell, fields: string): ParsedResponse {
  if (fields === '') return readExchange(xmlExchange('refused', 500), cell);
  const { name, result } = cell.operation;
  const inside = cell.binding === 'http-get' ? fields : `<${name}Result>${fields}</${name}Result>`;
  const payload = cell.binding === 'http-get' ? result.httpRoot : `${name}Response`;
  const element = `<${payload} xmlns="${contract.namespace}">${inside}</${payload}>`;
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${element}</s:Body></s:Envelope>`;
  return readExchange(xmlExchange(cell.binding === 'http-get' ? element : envelope), cell);
}

export const base = (values: Call['values'], operation: string): Call => ({ operation, values, header: null });

/** A probe with what it combines, and what that combines. */
function withParts(probe: Probe): readonly Probe[] {
  return [probe, ...(probe.parts ?? []).flatMap(withParts)];
}

/** What a rule makes of a plain answer, of that to its first probe whose variant has this in it, and of that to its control. */
export function judged(id: string, cell: Cell, variant: string, plain: string, varied: string, control?: string) {
  const probing = probingOf(ruleNamed(id));
  const probes = probing?.plan(
    cell,
    base({ Make: 'Honda', ProductID: 'P', Year: '2020', recid: '7' }, cell.operation.name),
    contract,
    NOTHING_DRAWN,
  );
  const probe = probes?.flatMap(withParts).find((one) => one.variant.includes(variant));
  if (probing === undefined || probe === undefined) throw new Error(`${id} has no probe for ${variant}`);
  const controlled = control === undefined ? null : answer(cell, control);
  return probing.judge(answer(cell, plain), answer(cell, varied), probe, contract, new Set(), controlled);
}

/** Which of the problems are only recommended against; none where nothing was judged. */
export const levelsOf = (found: ReturnType<typeof judged>): readonly (string | undefined)[] =>
  typeof found === 'string' || 'code' in found ? [] : found.map(({ part }) => part && 'recommended');
