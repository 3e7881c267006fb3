import type { CellVerdict, RuleVerdict } from '../../judge/rule-outcome.ts';
import { inCell } from '../../results/outcome.ts';
import type { CellResult } from '../../results/results.ts';
import type { Level } from '../../rules/rule.ts';
import { rulesBy } from '../../rules/rules.ts';
import { hasRecommended, letters, MARKED, verdictWord, verdictWords } from '../matrix.ts';
import {
  ClosedPart,
  causeId,
  cellId,
  cellTable,
  choice,
  count,
  MOST_CAUSES,
  type Model,
  type NumberedCause,
  Part,
  row,
  Table,
  terms,
  verdictClass,
} from './parts.tsx';
import { visible } from './visible.tsx';

export function cellsPart(model: Model) {
  return (
    <ClosedPart id="cells" title="Cell by cell" note={count(model.results.cells.length, 'cell')}>
      {model.results.cells.map((cell) => cellPart(cell, model))}
    </ClosedPart>
  );
}

const listedVerdicts = ['fail', 'inconclusive', 'not-reached', 'not-applicable', 'skipped', 'pass'] as const;

function cellPart(cell: CellResult, { causes }: Model) {
  const { operation, binding, verdict, reason, requests, rules } = cell;
  const rulesWith = (wanted: string) => rules.filter((rule) => rule.verdict === wanted).map(({ rule }) => rule);
  const isHere = inCell(cell);
  const causeOf = (rule: string) =>
    causes.find(({ findings }) => findings.some((one) => one.rule === rule && isHere(one)));
  const textOf = (one: RuleVerdict, ids: readonly string[]) => {
    if (one === 'fail') return ids.map((rule) => brokenRule(rule, causeOf(rule)));
    if (one === 'pass') return count(ids.length, 'rule');
    return [ids.join(', '), one === 'not-reached' ? reasons(cell) : null];
  };
  const said = listedVerdicts.flatMap((one) => {
    const ids = rulesWith(one);
    return ids.length === 0 ? [] : [[one, textOf(one, ids), verdictClass[one]] as const];
  });
  return (
    <section class="cell" id={cellId(operation, binding)} tabIndex={-1}>
      <h3>
        {operation} <span class="muted">{binding}</span>{' '}
        <span class={verdictClass[verdict]}>{verdictWords[verdict]}</span>
      </h3>
      {reason === undefined ? null : <p>{visible(`Not judged in full: ${reason}.`, 300)}</p>}
      <dl class="pairs">{terms([...said, ['requests', requests, 'muted']])}</dl>
    </section>
  );
}

function brokenRule(rule: string, cause: NumberedCause | undefined) {
  if (cause === undefined || cause.number > MOST_CAUSES) return [<code>{rule}</code>, ' '];
  return [
    <a href={`#${causeId(cause)}`}>
      <code>{rule}</code> (cause {cause.number})
    </a>,
    ' ',
  ];
}

/** Why rules were not reached, if the cell's own reason does not say it. */
function reasons(cell: CellResult) {
  const own = cell.rules.flatMap(({ reason }) => (reason === undefined || reason === cell.reason ? [] : [reason]));
  return [...new Set(own)].map((reason) => [' ', <span class="muted">({visible(reason, 300)})</span>]);
}

const verdicts = ['pass', 'fail', 'inconclusive', 'not-reached', 'skipped'] as const satisfies readonly CellVerdict[];
const ruleVerdicts = [...verdicts, 'not-applicable'] as const;

const levelLetters: Readonly<Record<Level, string>> = { required: 'r', recommended: 'e', observed: 'o' };

export function matrixPart(model: Model) {
  const { results, rules } = model;
  return (
    <Part id="matrix" title="Operations and bindings">
      {results.findings.length === 0 ? null : filtersForm(model)}
      {cellTable(results.cells, (cell) => matrixCell(cell, rules), 'matrix')}
      {results.cells.some(hasRecommended) ? <p>{MARKED}</p> : null}
    </Part>
  );
}

function matrixCell(cell: CellResult, rules: readonly string[]) {
  const { operation, binding, verdict } = cell;
  const judged = new Map(cell.rules.map((rule) => [rule.rule, letters[rule.verdict]]));
  return (
    <td data-rules={rules.map((rule) => judged.get(rule) ?? '-').join('')} data-verdict={letters[verdict]}>
      <a
        class={`v ${verdictClass[verdict]}`}
        href={`#${cellId(operation, binding)}`}
        aria-label={`${verdictWord(cell)} ${operation} over ${binding}`}
      >
        {verdictWord(cell).replace(' ', '\u00A0')}
      </a>
    </td>
  );
}

/** Hidden until the script shows it: it does nothing without the script. */
function filtersForm({ results, rules }: Model) {
  const levels = new Map(results.cells.flatMap((cell) => cell.rules.map(({ rule, level }) => [rule, level] as const)));
  const coded = rules.map((rule) => levelLetters[levels.get(rule) ?? 'observed']).join('');
  const choices = {
    Rule: rules.map((rule, index) => [`${index}`, rule] as const),
    Level: (['required', 'recommended'] as const).map((one) => [levelLetters[one], one] as const),
    Verdict: verdicts.map((one) => [letters[one], verdictWords[one]] as const),
  };
  return (
    <form class="filters" id="filters" hidden data-levels={coded}>
      {Object.entries(choices).map(([title, options]) => choice(title, options))}
      <label>
        Text in a cause <input type="search" name="text" />
      </label>
      <button type="reset">Show all</button>
      <output id="filtered" />
    </form>
  );
}

export function rulesPart({ results, rules, causes, contract }: Model) {
  const all = results.cells.flatMap((cell) => cell.rules);
  const described = causes.slice(0, MOST_CAUSES);
  return (
    <ClosedPart id="rules" title="Rule by rule" note={count(rules.length, 'rule')}>
      <Table label="How many cells" heads={['Rule', 'Level', ...ruleVerdicts, 'Causes']}>
        {rules.map((id) => {
          const mine = all.filter(({ rule }) => rule === id);
          const own = described.filter(({ findings }) => findings.some(({ rule }) => rule === id));
          const known = rulesBy(contract).find((rule) => rule.id === id);
          return row(
            [<code>{id}</code>, <div class="small">{known?.title}</div>],
            [
              <td class="word">{known?.level ?? mine[0]?.level}</td>,
              ...ruleVerdicts.map((one) => countCell(one, mine.filter(({ verdict }) => verdict === one).length)),
              own.map((cause) => [<a href={`#${causeId(cause)}`}>{cause.number}</a>, ' ']),
            ],
          );
        })}
      </Table>
    </ClosedPart>
  );
}

function countCell(verdict: RuleVerdict, number: number) {
  const tone = number === 0 ? 'muted' : verdict === 'fail' ? 'fail' : verdict === 'pass' ? 'pass' : 'open';
  return <td class={`num ${tone}`}>{number === 0 ? '·' : number}</td>;
}
