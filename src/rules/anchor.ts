/** The anchor of a rule on the page of rules, docs/rules.md. */
export function anchorOf(rule: string): string {
  return rule.replaceAll('.', '-');
}
