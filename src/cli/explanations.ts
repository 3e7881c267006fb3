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

/** What explains an id: what it is, in sentences, and headings with their lines, of examples as written. */
interface Explanation {
  readonly about: string;
  readonly says: readonly string[];
  readonly parts: readonly (readonly [heading: string, lines: readonly string[]])[];
}

/** Everything that has an explanation. All ids are different. */
export function explanations(): readonly { readonly id: string; readonly text: () => string }[] {
  const clauses = documentClauses();
  const pages: readonly (readonly [id: string, page: () => Explanation])[] = [
    ...rules.map((rule) => [rule.id, () => rulePage(rule, clauses)] as const),
    ...clientRules.map((rule) => [rule.id, () => clientRulePage(rule, clauses)] as const),
    ...clauses.map((clause) => [clause.id, () => clausePage(clause)] as const),
    ...defects.map((defect) => [defect.id, () => defectPage(defect, clauses)] as const),
    ...ruleSets.retired.map(({ rule, reason }) => {
      return [rule, () => ({ about: 'rule, retired', says: [reason], parts: [] })] as const;
    }),
    ...allTraits().map(({ rule, trait }) => [trait.id, () => traitPage(trait, rule)] as const),
  ];
  return pages.map(([id, page]) => ({ id, text: () => pageText(id, page()) }));
}

/** A heading without lines is left out. */
function pageText(id: string, { about, says, parts }: Explanation): string {
  const shown = parts
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([heading, lines]) => {
      return ['', heading, ...lines.map((line) => `  ${line}`)];
    });
  return [`${id} (${about})`, ...says, ...shown, ''].join('\n');
}

function clausePage(clause: Requirement): Explanation {
  const { id, kind, section, text } = clause;
  const judges = rulesByRequirement(loadContract(defaultNamespace())).get(id) ?? [];
  const judging = titles(rules.filter((rule) => judges.includes(rule.id)));
  return {
    about: `${kind} of the document, section '${section}'`,
    says: [text],
    parts: [['Judged by', judges.length === 0 ? [whyNotJudged(clause)] : judging]],
  };
}

function defectPage(defect: Defect, clauses: Clauses): Explanation {
  const { id, title, foundBy } = defect;
  const broken = rules
    .filter((rule) => foundBy.includes(rule.id))
    .flatMap(({ requirements, standard = [] }) => [...requirements.map((one) => cited(one, clauses)), standard].flat());
  const finders = foundIn(defect).map((found) => {
    const rule = rules.find((one) => found.split(' ')[0] === one.id);
    return `${found}: ${rule?.title}`;
  });
  return {
    about: `defect of the reference server: serve --defect ${id}`,
    says: [title],
    parts: [
      ['Where it shows', [shownIn(defect, Infinity)]],
      ['Breaks, of these', [...new Set(broken)]],
      ['Found by', finders],
    ],
  };
}

function traitPage(trait: Trait, rule: Rule): Explanation {
  const { variant, standard, bindings } = trait;
  return {
    about: `trait, ${levelOf(rule, [trait])}, ${(bindings ?? rule.bindings ?? everyBinding).join(', ')}`,
    says: [`The same call in a request with ${variant}.`],
    parts: [
      ['Legal by', [standard]],
      ['Sent and judged by', titles([rule])],
    ],
  };
}

function titles(some: readonly Rule[]): readonly string[] {
  return some.map(({ id, title }) => `${id}: ${title}`);
}

function cited(id: string, clauses: Clauses): string {
  const text = wildcards[id] ?? clauses.find((one) => one.id === id)?.text;
  return text === undefined ? id : `${id}\n${indented(text)}`;
}

/** The page of a rule, as docs/rules.md has it too. */
export type RulePage = ReturnType<typeof pageOfRule>;

/** Every rule with its explanation, those of requests too. */
export function rulePages(): readonly RulePage[] {
  const clauses = documentClauses();
  return [...rules.map((rule) => rulePage(rule, clauses)), ...clientRules.map((rule) => clientRulePage(rule, clauses))];
}

function sources(rule: Rule | ClientRule, clauses: Clauses): Explanation['parts'] {
  const ofRequest = 'layer' in rule ? [] : (rule.lesserParts ?? []);
  return [
    ['Clauses of the document', rule.requirements.map((id) => cited(id, clauses))],
    ['Standard', [rule.standard ?? []].flat()],
    ['Basis', [...rule.basis.map(basisText), ...ofRequest.map((one) => `less than required: ${one}`)]],
  ];
}

function rightAndWrong({ example }: Rule | ClientRule): Explanation['parts'] {
  return [
    ['Right', example.right.split('\n')],
    ['Wrong', example.wrong.split('\n')],
  ];
}

function pageOfRule(rule: Rule | ClientRule, level: string, place: string, parts: Explanation['parts']) {
  const { id, title, bindings = everyBinding } = rule;
  const about = `${level}, ${place}, ${bindings.join(', ')}`;
  return { id, level, place, bindings, about, says: [title, setText(rule)], parts };
}

function clientRulePage(rule: ClientRule, clauses: Clauses): RulePage {
  return pageOfRule(rule, rule.level, 'request of a client', [
    ['What happens to a request that breaks it', [rule.explanation]],
    ['What to change in the client', [rule.fix]],
    ...rightAndWrong(rule),
    ...sources(rule, clauses),
  ]);
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
  const level = lesserPartsOf(rule).length === 0 ? rule.level : `${rule.level}, parts only recommended`;
  return pageOfRule(rule, level, `layer ${rule.layer}`, [
    ['How stacks fix it', advice],
    ...rightAndWrong(rule),
    ['Why clients break', [rule.breaks, evidence]],
    ...sources(rule, clauses),
    [PROVEN_BY, [defectsFor(rule.id).join(', ')]],
  ]);
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
