import { grouped } from '../base/group-by.ts';
import type { Trait } from '../calls/spelling/trait.ts';
import { defaultNamespace, documentClauses, loadContract } from '../contract/load.ts';
import type { Requirement } from '../contract/model.ts';
import type { Defect } from '../reference/defects/defect.ts';
import { defects, defectsFor } from '../reference/defects/defects.ts';
import type { ClientRule } from '../rules/client/client-rule.ts';
import { clientRules } from '../rules/client/rules.ts';
import { fixes } from '../rules/fixes.ts';
import { basisText, everyBinding, lesserPartsOf, levelOf, type Rule } from '../rules/rule.ts';
import { exclusionOf, ruleSets, sinceOf } from '../rules/rule-sets.ts';
import { rules } from '../rules/rules.ts';
import { allTraits, foundIn, rulesByRequirement, shownIn, whyNotJudged } from './clauses.ts';

type Clauses = readonly Requirement[];

const wildcards: Readonly<Record<string, string>> = {
  'records.*.fields': "The record of the cell's operation has the fields the document lists.",
  'operations.*': "The cell's operation takes and returns what the document's table 'Operations' says.",
};

/** Everything that has an explanation. All ids are different. */
export function explanations(): readonly { readonly id: string; readonly text: () => string }[] {
  const clauses = documentClauses();
  return [
    ...rules.map((rule) => ({ id: rule.id, text: () => rulePageText(rulePage(rule, clauses)) })),
    ...clientRules.map((rule) => ({ id: rule.id, text: () => rulePageText(clientRulePage(rule, clauses)) })),
    ...clauses.map((clause) => ({ id: clause.id, text: () => clauseText(clause) })),
    ...defects.map((defect) => ({ id: defect.id, text: () => defectText(defect, clauses) })),
    ...ruleSets.retired.map(({ rule, reason }) => ({
      id: rule,
      text: () => pageOf(`${rule} (rule, retired)`, reason),
    })),
    ...allTraits().map(({ rule, trait }) => ({ id: trait.id, text: () => traitText(trait, rule) })),
  ];
}

/** A heading with its lines, after an empty line; nothing if there are none. */
function part(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${line}`)];
}

function pageOf(...lines: readonly string[]): string {
  return [...lines, ''].join('\n');
}

function clauseText(clause: Requirement): string {
  const { id, kind, section, text } = clause;
  const judges = rulesByRequirement(loadContract(defaultNamespace())).get(id) ?? [];
  const judging = titles(rules.filter((rule) => judges.includes(rule.id)));
  return pageOf(
    `${id} (${kind} of the document, section '${section}')`,
    text,
    ...part('Judged by', judges.length === 0 ? [whyNotJudged(clause)] : judging),
  );
}

function defectText(defect: Defect, clauses: Clauses): string {
  const { id, title, foundBy } = defect;
  const broken = rules
    .filter((rule) => foundBy.includes(rule.id))
    .flatMap(({ requirements, standard = [] }) => [...requirements.map((one) => cited(one, clauses)), standard].flat());
  return pageOf(
    `${id} (defect of the reference server: serve --defect ${id})`,
    title,
    ...part('Where it shows', [shownIn(defect, Infinity)]),
    ...part('Breaks, of these', [...new Set(broken)]),
    ...part(
      'Found by',
      foundIn(defect).map((found) => {
        const rule = rules.find((one) => found.split(' ')[0] === one.id);
        return `${found}: ${rule?.title}`;
      }),
    ),
  );
}

function traitText(trait: Trait, rule: Rule): string {
  const { id, variant, standard, bindings } = trait;
  return pageOf(
    `${id} (trait, ${levelOf(rule, [trait])}, ${(bindings ?? rule.bindings ?? everyBinding).join(', ')})`,
    `The same call in a request with ${variant}.`,
    ...part('Legal by', [standard]),
    ...part('Sent and judged by', titles([rule])),
  );
}

function titles(some: readonly Rule[]): readonly string[] {
  return some.map(({ id, title }) => `${id}: ${title}`);
}

function cited(id: string, clauses: Clauses): string {
  const text = wildcards[id] ?? clauses.find((one) => one.id === id)?.text;
  return text === undefined ? id : `${id}\n${indented(text)}`;
}

/** What explains a rule, for the terminal and for docs/rules.md. */
export interface RulePage {
  readonly id: string;
  readonly level: string;
  readonly place: string;
  readonly bindings: readonly string[];
  readonly says: readonly string[];
  /** Headings with their lines, those of examples as they are written. */
  readonly parts: readonly (readonly [heading: string, lines: readonly string[]])[];
}

/** Every rule with its explanation, those of requests too. */
export function rulePages(): readonly RulePage[] {
  const clauses = documentClauses();
  return [...rules.map((rule) => rulePage(rule, clauses)), ...clientRules.map((rule) => clientRulePage(rule, clauses))];
}

function rulePageText({ id, level, place, bindings, says, parts }: RulePage): string {
  const shown = parts.flatMap(([heading, lines]) => part(heading, lines));
  return pageOf(`${id} (${level}, ${place}, ${bindings.join(', ')})`, ...says, ...shown);
}

function sources(rule: Rule | ClientRule, clauses: Clauses): RulePage['parts'] {
  const ofRequest = 'layer' in rule ? [] : (rule.lesserParts ?? []);
  return [
    ['Clauses of the document', rule.requirements.map((id) => cited(id, clauses))],
    ['Standard', [rule.standard ?? []].flat()],
    ['Basis', [...rule.basis.map(basisText), ...ofRequest.map((one) => `less than required: ${one}`)]],
  ];
}

function rightAndWrong({ example }: Rule | ClientRule): RulePage['parts'] {
  return [
    ['Right', example.right.split('\n')],
    ['Wrong', example.wrong.split('\n')],
  ];
}

function clientRulePage(rule: ClientRule, clauses: Clauses): RulePage {
  return {
    id: rule.id,
    level: rule.level,
    place: 'request of a client',
    bindings: rule.bindings ?? everyBinding,
    says: [rule.title, setText(rule)],
    parts: [
      ['What happens to a request that breaks it', [rule.explanation]],
      ['What to change in the client', [rule.fix]],
      ...rightAndWrong(rule),
      ...sources(rule, clauses),
    ],
  };
}

/** How it is known why clients break. */
const KNOWN_FROM = {
  executed: 'seen with clients that ran, .NET and WCF on Mono',
  read: 'read in the sources or manuals of clients',
  definition: 'it follows from what the rule says',
} as const;

function rulePage(rule: Rule, clauses: Clauses): RulePage {
  const evidence = `(${KNOWN_FROM[rule.breaksFrom ?? 'executed']})`;
  const remedies = Object.entries(fixes).flatMap(([key, texts]) => {
    const [id, mistake] = key.split(':');
    return id === rule.id ? Object.entries(texts).map(([stack, text]) => ({ stack, text, mistake })) : [];
  });
  // Several causes of a rule may have the same fix.
  const advice = grouped(remedies, ({ stack, text }) => `${stack}: ${text}`).map((same) => {
    const mistakes = same.flatMap(({ mistake }) => mistake?.replaceAll('-', ' ') ?? []);
    const where = mistakes.length === same.length ? ` (${mistakes.join(', ')})` : '';
    return `${same[0].stack}${where}: ${same[0].text}`;
  });
  return {
    id: rule.id,
    level: lesserPartsOf(rule).length === 0 ? rule.level : `${rule.level}, parts only recommended`,
    place: `layer ${rule.layer}`,
    bindings: rule.bindings ?? everyBinding,
    says: [rule.title, setText(rule)],
    parts: [
      ['How stacks fix it', advice],
      ...rightAndWrong(rule),
      ['Why clients break', [rule.breaks, evidence]],
      ...sources(rule, clauses),
      [PROVEN_BY, [defectsFor(rule.id).join(', ')]],
    ],
  };
}

/** The heading of the defects of a rule, which docs/rules.md leaves to `explain`. */
export const PROVEN_BY = 'Defects that prove it (explain <defect>, serve --defect <defect>)';

/** The rule set that introduced a rule, and the challenge that excluded it. */
function setText({ id }: Rule | ClientRule): string {
  const out = exclusionOf(id);
  const excluded = out === null ? '' : `; excluded on ${out.decided} by ${out.challenge}: ${out.reason}`;
  return `Rule set ${sinceOf(id)} and later${excluded}.`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
