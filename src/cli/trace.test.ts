import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { Requirement } from '../contract/model.ts';
import { defects, defectsFor } from '../reference/defects/defects.ts';
import { observers } from '../rules/observers/observers.ts';
import type { Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { rulesByRequirement } from './clauses.ts';

const contract = loadContract('http://dealer.example/webservices/');
const trace = rulesByRequirement(contract);
const [clauses, gaps] = (['clause', 'gap'] as const).map((kind) =>
  contract.requirements.filter((one) => one.kind === kind),
);

const rulesOf = ({ id }: Requirement): readonly string[] => trace.get(id) ?? [];

test('every clause has a rule, or a reason why none can judge it', () => {
  const bare = (clauses ?? []).filter((clause) => rulesOf(clause).length === 0 && clause.untestable === null);
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test('every gap is observed, judged by an observed rule, or said to be out of reach', () => {
  const ids = new Set(observers.flatMap(({ gaps: seen }) => seen));
  const bare = (gaps ?? []).filter(
    (gap) => !ids.has(gap.id) && rulesOf(gap).length === 0 && gap.untestable === null && gap.probe === null,
  );
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test('every rule is proved by a defect, and every defect by a rule', () => {
  const known = new Set(rules.map(({ id }) => id));
  const named = new Set(defects.flatMap(({ foundBy }) => foundBy));
  expect(rules.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([]);
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
  expect(defects.filter(({ foundBy }) => foundBy.length === 0).map(({ id }) => id)).toEqual([]);
});

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [`## ${title}`, '', row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row), ''].join('\n');
}

/** A clause or gap: what judges or observes it, what that rests on, and how many defects prove it. */
function traceOf(requirement: Requirement): readonly string[] {
  const { id, text, untestable, probe, named } = requirement;
  const judging = rules.filter((rule) => rulesOf(requirement).includes(rule.id));
  const proofs = new Set(judging.flatMap(({ id: rule }) => defectsFor(rule))).size;
  const watching = observers.filter(({ gaps: seen }) => seen.includes(id)).map((observer) => observer.id);
  const by = [...judging.map((rule) => rule.id), ...new Set([...watching, ...(probe === null ? [] : [probe])])];
  const basis = judging.map(({ basis: [whole] }) => whole.kind).join(', ');
  const judged = by.map((name) => `\`${name}\``).join(', ') || `untestable: ${untestable ?? 'not shown'}`;
  const gap = named === true ? 'not shown' : 'silent';
  return [`\`${id}\``, text, judged, named === null ? basis : gap, proofs === 0 ? '' : `${proofs}`];
}

/** A rule as a whole, with where to read it, then its parts. */
function basisOf({ id, level, requirements, standard, basis }: Rule): readonly (readonly string[])[] {
  return basis.map(({ kind, part, reason }) => {
    if (part !== null) return ['', '', kind, reason === null ? part : `${part}: ${reason}`];
    const cited = kind === 'standard' ? standard : requirements.map((clause) => `\`${clause}\``).join(', ');
    return [`\`${id}\``, level, kind, reason ?? cited ?? ''];
  });
}

test('specs/TRACE.md is the trace of the data; `npm run pages` writes it anew', async () => {
  const text = [
    '# Requirement → rules → defects',
    '',
    `Written by \`src/cli/trace.test.ts\` from the data. ${rules.length} rules are based on ${clauses?.length} clauses of the document and on the standards below it; ${defects.length} defects`,
    `of the reference server prove that the rules find what they are for; ${observers.length} observers record what a server does in the ${gaps?.length} gaps. The results of a run are in`,
    '`coverage.requirements` and `observations` of its results.json.',
    '',
    table('Clauses', ['clause', 'in our words', 'judged by', 'basis', 'defects'], (clauses ?? []).map(traceOf)),
    "A gap is what the document names as 'not shown', or a point on which it is silent.",
    '',
    table('Gaps', ['gap', 'in our words', 'observed by', 'the document', 'defects'], (gaps ?? []).map(traceOf)),
    table('Rules', ['rule', 'level', 'basis', 'clauses, section or reason; part of the rule'], rules.flatMap(basisOf)),
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../../specs/TRACE.md');
});
