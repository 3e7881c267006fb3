import type { Cell, Contract } from '../contract/model.ts';
import { fieldPaths } from './fields.ts';
import { groundOf, type Rule } from './rule.ts';

/** True for a rule based on that clause; `records.*.fields` and `operations.*` mean every record's and operation's. */
export function citesRequirement(rule: Rule, id: string): boolean {
  return rule.requirements.some((cited) => cited === id || (cited.includes('*') && matches(cited, id)));
}

function matches(pattern: string, id: string): boolean {
  const [before = '', after = ''] = pattern.split('*');
  const middle = id.slice(before.length, id.length - after.length);
  return id.startsWith(before) && id.endsWith(after) && middle !== '' && !middle.includes('.');
}

/** A clause of one binding. */
const OF_BINDING = /^bindings\.(soap11|soap12|http-get|http-post)\./;

/**
 * The clauses behind a rule in a cell: none of another binding, and the wildcards filled in. @param fields - paths of
 * the fields that break it, like codes of problems: only their records are cited, or all of the answer if none is named
 */
export function requirementsOf(rule: Rule, cell: Cell, contract: Contract, fields: readonly string[] = []) {
  if (contract.by === 'wsdl') return wsdlPlaces(rule, cell, contract, fields);
  return rule.requirements.flatMap((id) => {
    if (id === 'operations.*') return [`operations.${cell.operation.name}`];
    if (id !== 'records.*.fields') return (OF_BINDING.exec(id)?.[1] ?? cell.binding) === cell.binding ? [id] : [];
    return recordClauses(cell, contract, fields).map((record) => `records.${record}.fields`);
  });
}

/** The part of the WSDL that a rule is about in a cell, from the outside: its operation, the message, the fields. */
function wsdlPlaces(rule: Rule, cell: Cell, contract: Contract, fields: readonly string[]): readonly string[] {
  const operation = `operation ${cell.operation.name}`;
  if (groundOf(rule) !== 'shape') return [operation];
  const known = new Set(fieldPaths(cell, contract).map(({ path }) => path));
  const elements = [...new Set(fields)].filter((field) => known.has(field));
  return [operation, 'output message', ...elements.map((path) => `element ${path}`)];
}

function recordClauses(cell: Cell, contract: Contract, fields: readonly string[]): readonly string[] {
  const { record } = cell.operation.result;
  const nested = fieldPaths(cell, contract).flatMap(({ path, content }): readonly [string, string][] =>
    content.kind === 'list' && content.item.content.kind === 'record' ? [[path, content.item.content.record]] : [],
  );
  const records = new Map([[record, record], ...nested]);
  const broken = fields.flatMap((field) => records.get(field.replace(/\.[^.]*$/, '')) ?? []);
  return [...new Set(broken.length > 0 ? broken : records.values())];
}
