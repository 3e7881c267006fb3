import type { Cli } from '../base/cli-io.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { withReads } from '../contract/wsdl/read-wsdl.ts';
import { readGivenWsdl } from '../features/described/given-wsdl.ts';
import { describedIn } from '../options/described.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { defects, defectsFor } from '../reference/defects/defects.ts';
import { variations } from '../reference/variations/variations.ts';
import { clientRules } from '../rules/client/rules.ts';
import { everyBinding, groundOf, lesserPartsOf, levelOf } from '../rules/rule.ts';
import { exclusionOf, sinceOf } from '../rules/rule-sets.ts';
import { isRuleFor, rules, rulesBy } from '../rules/rules.ts';
import type { TableData } from '../views/terminal/table.ts';
import { allTraits, foundIn, rulesByRequirement, shownIn, whyNotJudged } from './clauses.ts';

/** What a list shows: as JSON, and as a table. */
export interface Listing {
  readonly data: readonly object[];
  readonly table: TableData;
}

export const listings = {
  rules: listRules,
  operations: listOperations,
  requirements: listRequirements,
  defects: listDefects,
  variations: listVariations,
  traits: listTraits,
};

/** What each rule stands on, and why it does not apply to a service that a WSDL describes, if so. */
export async function listRulesBy(wsdl: string, { env, folder }: Cli['io']): Promise<Listing> {
  const whole = describedIn(await readGivenWsdl(wsdl, { flags: {}, env, folder })).contract;
  // Which of them read it does not say: all might.
  const contract = withReads(
    whole,
    whole.operations.map(({ name }) => name),
  );
  const cells = selectedCells(contract);
  const applying = new Map(rulesBy(contract).map((rule) => [rule.id, rule]));
  const data = rules.map((rule) => {
    const own = applying.get(rule.id);
    const isFor = own !== undefined && cells.some((cell) => isRuleFor(cell, contract, own));
    const why =
      own === undefined
        ? 'it stands on the specification of GetData alone'
        : isFor
          ? null
          : 'no operation has what it judges';
    const { id, title } = own ?? rule;
    return { id, level: isFor ? own.level : null, ground: groundOf(rule), why, title };
  });
  const rows = data.map(({ id, level, ground, why, title }) => [id, level ?? '-', ground, why ?? title]);
  return { data, table: { head: ['rule', 'level', 'stands on', 'title, or why it does not apply'], rows } };
}

function listRules(): Listing {
  const ofRequests = clientRules.map((rule) => ({ ...rule, layer: 'request of a client' }));
  const data = [...rules, ...ofRequests].map((rule) => {
    const { id, level, layer, title, requirements, basis } = rule;
    const parts = 'judge' in rule ? rule.lesserParts : lesserPartsOf(rule);
    const lesserParts = parts === undefined || parts.length === 0 ? undefined : parts;
    const { bindings = everyBinding, standard = null } = rule;
    const set = { since: sinceOf(id), excluded: exclusionOf(id) ?? undefined };
    const basics = { id, level, ...set, lesserParts, layer, title, bindings, requirements, standard, basis };
    return { ...basics, defects: defectsFor(id) };
  });
  const rows = data.map((one) => [one.id, one.level, one.since, one.layer, one.basis[0].kind, one.title]);
  return { data, table: { head: ['rule', 'level', 'since', 'layer', 'basis', 'title'], rows } };
}

function listOperations({ operations } = loadContract(defaultNamespace())): Listing {
  const data = operations.map(({ name, parameters: all, header, result, effect }) => {
    const parameters = all.map(({ name: parameter, type, credential }) => ({ name: parameter, type, credential }));
    return { name, parameters, header, result, effect };
  });
  const rows = data.map(({ name, parameters, result, effect }) => [
    name,
    parameters.map((one) => (one.type === 'string' ? one.name : `${one.name}:${one.type}`)).join(', '),
    result.httpRoot,
    effect,
  ]);
  return { data, table: { head: ['operation', 'parameters', 'result', 'effect'], rows } };
}

function listRequirements(contract = loadContract(defaultNamespace())): Listing {
  const trace = rulesByRequirement(contract);
  const data = contract.requirements.map((requirement) => {
    return { ...requirement, rules: trace.get(requirement.id) ?? [] };
  });
  const rows = data.map((requirement) => {
    const { id, section, kind, rules: by } = requirement;
    return [id, section, kind, by.length > 0 ? by.join(', ') : whyNotJudged(requirement)];
  });
  return { data, table: { head: ['requirement', 'section', 'kind', 'judged by'], rows } };
}

function listDefects(): Listing {
  const data = defects.map((defect) => {
    const { id, title, foundBy, verdict = 'fail' } = defect;
    // The first clause, or else standard, of the rules that find it: `explain` has all.
    const finders = rules.filter((rule) => foundBy.includes(rule.id));
    const [requirement] = finders.flatMap(({ requirements, standard = [] }) => [...requirements, standard].flat());
    return { id, title, requirement, cells: shownIn(defect), rules: foundBy, verdict };
  });
  const rows = defects.map((defect) => [defect.id, defect.title, shownIn(defect), foundIn(defect).join(', ')]);
  return { data, table: { head: ['defect', 'what the server does wrong', 'where it shows', 'found by'], rows } };
}

function listVariations(): Listing {
  const data = variations.map(({ id, title, why }) => ({ id, title, why }));
  return {
    data,
    table: { head: ['variation', 'what the server does differently', 'legal by'], rows: data.map(Object.values) },
  };
}

/** Each rule's ways of writing a call. */
function listTraits(): Listing {
  const data = allTraits().map(({ rule, dimension, trait }) => {
    const { id, variant, standard, bindings = rule.bindings ?? everyBinding } = trait;
    const level = levelOf(rule, [trait]);
    return { id, rule: rule.id, dimension, level, variant, bindings, standard };
  });
  const rows = data.map(({ id, rule, level, variant, standard }) => [id, rule, level, variant, standard]);
  return { data, table: { head: ['trait', 'rule', 'level', 'a request with', 'legal by'], rows } };
}
