import type { Command } from 'commander';
import { withId } from '../config/names.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { defects } from '../reference/defects/defects.ts';
import { basisText, type Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { Cli } from '../run/output.ts';

const EXAMPLES = `
Examples:
  getdata-conformance explain http.content-type
  getdata-conformance explain record.field-order`;

const wildcards: Readonly<Record<string, string>> = {
  'records.*.fields': "The record of the cell's operation has the fields the document lists.",
  'operations.*': "The cell's operation takes and returns what the document's table 'Operations' says.",
};

/** Adds `explain <rule>`. */
export function addExplain(command: Command, { io, finish }: Cli): void {
  command
    .argument('<rule>', 'id of a rule, as `list rules` prints it')
    .addHelpText('after', EXAMPLES)
    .action((id: string) => {
      io.out(explanation(withId('rule', id, rules, 'explain'), loadContract(defaultNamespace())));
      finish(0);
    });
}

function explanation(rule: Rule, contract: Contract): string {
  const textOf = (id: string) => wildcards[id] ?? contract.requirements.find((one) => one.id === id)?.text ?? '';
  const clauses = rule.requirements.map((id) => `  ${id}\n${indented(textOf(id))}`);
  const proofs = rule.defects.map(
    (id) => `  ${id}: ${defects.find((defect) => defect.id === id)?.title ?? 'not in the catalogue yet'}`,
  );
  return [
    `${rule.id} (${rule.level}, layer ${rule.layer}, ${rule.bindings.join(', ')})`,
    rule.title,
    '',
    'Clauses of the document',
    ...clauses,
    ...(rule.standard === null ? [] : ['', 'Standard', `  ${rule.standard}`]),
    '',
    'Basis',
    ...rule.basis.map((basis) => `  ${basisText(basis)}`),
    ...(rule.lesserParts ?? []).map((part) => `  only recommended: ${part}`),
    '',
    'Why clients break',
    `  ${rule.breaks}`,
    `  (${rule.breaksFrom ?? 'executed'}: fixtures/clients/README.md, where .NET and WCF ran on Mono)`,
    '',
    'Right',
    indented(rule.example.right),
    'Wrong',
    indented(rule.example.wrong),
    '',
    'Defects of the reference server that prove it (serve --defect <id>)',
    ...proofs,
    '',
  ].join('\n');
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
