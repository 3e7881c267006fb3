import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { CellResult } from '../../results/results.ts';
import { requirementsOf } from '../../rules/cites.ts';
import { basisText, type Rule } from '../../rules/rule.ts';

/** The clauses behind a rule in a cell; none where this version has no such rule. */
export function clausesOf(rule: Rule | undefined, cell: CellResult, contract: Contract): readonly string[] {
  if (rule === undefined) return [];
  const operation = operationNamed(contract, cell.operation);
  return requirementsOf(rule, { operation, binding: cell.binding }, contract);
}

/**
 * Where the HTML report shows a clause, relative to a report that Allure generated into a folder beside it
 * (`-o reports/allure-report`). Allure 2 follows it; Allure 3 follows absolute addresses only and shows the clause's id.
 */
export function requirementAddress(id: string): string {
  return `../report.html#requirement-${id}`;
}

/** What a rule requires, where that is written and which clients break without it, as Markdown. */
export function descriptionOf(rule: Rule, clauses: readonly string[], contract: Contract): string {
  const texts = clauses.map((id) => {
    const text = contract.requirements.find((one) => one.id === id)?.text ?? '';
    return `- \`${id}\` ${plain(text)}`;
  });
  return [
    plain(rule.title),
    '',
    '**Clauses of the document**',
    '',
    ...texts,
    ...(rule.standard === null ? [] : ['', `**Standard** ${plain(rule.standard)}`]),
    '',
    `**Basis** ${plain(rule.basis.map(basisText).join('; '))}`,
    '',
    `**Why clients break** ${plain(rule.breaks)}`,
  ].join('\n');
}

/** Text that Markdown leaves as it is (CommonMark 0.31, section 2.5: a character reference is never markup). */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>&~|#]/g, (character) => `&#${character.charCodeAt(0)};`);
}
