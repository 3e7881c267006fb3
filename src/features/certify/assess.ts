import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { failureName } from '../../options/known-failures.ts';
import { profiles } from '../../options/model.ts';
import { selectedCells, shardName } from '../../options/selected-cells.ts';
import { changingFields } from '../../results/changing.ts';
import { inCell } from '../../results/outcome.ts';
import { recordingsOf } from '../../results/record/recordings.ts';
import type { Coverage, Results } from '../../results/results.ts';
import { rulesInCells, verdictsIn } from '../../results/rule-outcomes.ts';
import { neededFields } from '../../rules/answer/coverage.ts';
import { counted, ruleSetNames } from '../../rules/rule-sets.ts';
import { rules } from '../../rules/rules.ts';
import { judgeOffline } from '../offline/judge-offline.ts';
import type { CheckedEvidence } from './evidence.ts';
import { brokenRule, failure, waivedCells } from './failures.ts';
import { implausible } from './plausible.ts';
import { unfounded } from './refold.ts';

/** Why these results can't be certified; null if they can. @param withWaivers - known failures are allowed */
export function objection(evidence: CheckedEvidence, withWaivers: boolean): string | null {
  const { results, contract, now } = evidence;
  if (results.verdict === 'error')
    return results.failure?.kind === 'target'
      ? 'the target could not be reached in this run, or stopped answering; run it again'
      : 'the suite itself failed in this run; run it again';
  return (
    brokenRule(results) ??
    scopeTooNarrow(results) ??
    implausible(results, contract, now) ??
    failure(results, withWaivers) ??
    coverageGap(results, contract) ??
    unfounded(results, contract) ??
    unsupportedVerdict(evidence)
  );
}

const UNCHECKED = "the target's TLS certificate was not checked, so it is not known who answered";

/** What the options of the run leave out; null if nothing. */
function scopeTooNarrow(results: Results): string | null {
  const { options, profile, incomplete, namespace, namespaceFrom, ruleSet } = results;
  if (incomplete) return 'the run was cut short, so not every rule has a verdict; run it again to its end';
  if (!ruleSetNames.includes(ruleSet))
    return `the rule set ${ruleSet} is not one of this program's: ${ruleSetNames.join(', ')}`;
  if (options.insecure) return `${UNCHECKED}; run it without --insecure, or with --ca if its issuer is your own`;
  const from = `the namespace ${namespace} comes from the target's own WSDL, so the target chose what it was judged by`;
  if (namespaceFrom === 'wsdl') return `${from}; run it with --namespace and the namespace that clients use`;
  if (results.cells.some(({ ranAt }) => ranAt !== undefined))
    return 'only a part of the cells was called in the last run (--rerun-failed); run all of them at once';
  const { operations, bindings, rules: ids, cells, runs, shard } = options;
  const part = shard && `these are only the results of shard ${shardName(shard)}, so the rest was not judged`;
  if (part) return `${part}; certify the results that \`merge\` makes from all shards`;
  const filters = { '--operations': operations, '--bindings': bindings, '--rules': ids, '--rerun-failed': cells };
  const filter = Object.entries(filters).find(([, names]) => names !== null);
  if (filter !== undefined) return `the run was filtered by ${filter[0]}, so the rest was not judged; run it in full`;
  if (!options.includeWrites) return 'Add_toCart was not called; run it with --include-writes';
  if (profile === 'quick')
    return 'the profile quick leaves out calls that a certificate requires; run it with --profile standard';
  if (runs !== null && runs < profiles.standard.runs)
    return `--runs ${runs} is fewer random calls per cell than the profile standard makes; run it without --runs`;
  if (options.allowInconclusive) return 'the run was allowed to lack evidence; run it without --allow-inconclusive';
  return null;
}

/** The first verdict that the recorded exchanges do not support when they are judged again; null if none. */
export function unsupportedVerdict({ results, contract, validator }: CheckedEvidence): string | null {
  const recorded = verdictsIn(results);
  const { ruleSet } = results;
  const { ruleResults } = judgeOffline(recordingsOf(results, contract, rules), {
    bindings: null,
    contract,
    rules: counted(rules, ruleSet),
    ruleSet,
    cells: selectedCells(contract).map((cell) => ({ cell, skip: null })),
    validator,
    redact: (text) => text,
    recorded,
    changing: changingFields(results.cells),
    unused: results.options.unused ?? [],
    command: failureName,
  });
  for (const { verdict, reason, ...test } of ruleResults) {
    const said = recorded.get(failureName(test));
    // A failure may come from an exchange that was not kept; a pass must show in those that were kept, or the rule must
    // not apply to them.
    const passes = verdict === 'pass' || verdict === 'not-applicable';
    const agrees = said === 'pass' ? passes : verdict !== 'fail' || said === 'fail';
    if (said === undefined || agrees || (verdict === 'skipped' && reason?.code === 'needs-traffic')) continue;
    const shown = verdict === 'fail' ? 'break it' : `can't tell (${reason?.text ?? verdict})`;
    return `the results say that ${failureName(test)} is ${said}, but the exchanges kept in them ${shown}`;
  }
  return null;
}

/** The first field, parameter or clause that the run has no evidence of; null if it has all (product.md, promise 1). */
export function coverageGap(results: Results, contract: Contract): string | null {
  const cells = selectedCells(contract);
  const waived = waivedCells(results);
  for (const cell of cells) {
    const unseen = waived.has(cellName(cell)) ? null : fieldGap(cell, results, contract);
    const gap = unseen ?? parameterGap(cell, results.coverage);
    if (gap !== null) return gap;
  }
  return clauseGap(results);
}

function fieldGap(cell: Cell, { coverage, options }: Results, contract: Contract): string | null {
  const own = coverage.fields.filter(inCell(cell));
  const seen = new Set(own.filter((field) => field.seen).map(({ path }) => path));
  const needed = own.filter((field) => field.needed).map(({ path }) => path);
  const always = neededFields(cell, contract, options.unused ?? [], () => true);
  const unseen = [...always, ...needed].find((path) => !seen.has(path));
  return unseen === undefined ? null : `the field ${unseen} of ${cellName(cell)} was never seen with a value`;
}

/** Credentials are not counted: their values are the user's. */
function parameterGap(cell: Cell, { parameters }: Coverage): string | null {
  const sent = parameters.filter(inCell(cell)).filter(({ values }) => values > 0);
  const own = cell.operation.parameters.filter(({ credential }) => !credential);
  const never = own.find(({ name }) => !sent.some(({ parameter }) => parameter === name));
  return never === undefined ? null : `the parameter ${never.name} of ${cellName(cell)} was never sent`;
}

/** Every clause that can be judged was: some rule based on it passed somewhere. */
function clauseGap({ cells, coverage }: Results): string | null {
  const tests = rulesInCells(cells);
  const passed = new Set(tests.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule));
  const judged = coverage.requirements.filter(({ verdict }) => verdict !== 'observed' && verdict !== 'untestable');
  // A set does not judge a clause that none of its rules cites.
  const open = judged.find((clause) => clause.rules.length > 0 && !clause.rules.some((rule) => passed.has(rule)));
  return open === undefined ? null : `no rule passed that is based on the clause ${open.id}`;
}
