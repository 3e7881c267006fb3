import type { CellVerdict, RuleVerdict } from '../../judging/judge.ts';
import type { CellResult } from '../../results/results.ts';
import type { Level } from '../../rules/rule.ts';
import { verdictWords } from '../matrix.ts';
import { cellId, type Model, verdictClass } from './model.ts';
import { Part } from './parts.tsx';
import { CellTable } from './table-shell.tsx';

/** A letter for each verdict; the filters' script knows them too. */
const letters: Readonly<Record<RuleVerdict, string>> = {
  pass: 'p',
  fail: 'f',
  inconclusive: 'i',
  'not-reached': 'n',
  'not-applicable': 'a',
  skipped: 's',
};

const verdicts = ['pass', 'fail', 'inconclusive', 'not-reached', 'skipped'] as const satisfies readonly CellVerdict[];

const levelLetters: Readonly<Record<Level, string>> = { required: 'r', recommended: 'e', observed: 'o' };

/** Operations × bindings; each verdict links to its cell. */
export function matrixPart(model: Model) {
  const { results, rules } = model;
  return (
    <Part id="matrix" title="Operations and bindings">
      {filtersForm(model)}
      <CellTable class="matrix" cells={results.cells} cell={(cell) => matrixCell(cell, rules)} />
    </Part>
  );
}

function matrixCell(cell: CellResult | undefined, rules: readonly string[]) {
  if (cell === undefined) return <td />;
  const { operation, binding, verdict } = cell;
  const verdicts = new Map(cell.rules.map((rule) => [rule.rule, rule.verdict]));
  const coded = rules.map((rule) => {
    const judged = verdicts.get(rule);
    return judged === undefined ? '-' : letters[judged];
  });
  return (
    <td data-rules={coded.join('')} data-verdict={letters[verdict]}>
      <a class={`v ${verdictClass[verdict]}`} href={`#${cellId(operation, binding)}`}>
        {verdictWords[verdict]}
      </a>
    </td>
  );
}

/** Hidden until the script shows it: without the script it would do nothing. */
function filtersForm({ results, rules }: Model) {
  const levels = new Map(results.cells.flatMap((cell) => cell.rules.map(({ rule, level }) => [rule, level] as const)));
  return (
    <form
      class="filters"
      id="filters"
      hidden
      data-levels={rules.map((rule) => levelLetters[levels.get(rule) ?? 'observed']).join('')}
    >
      {choice(
        'Rule',
        rules.map((rule, index) => [`${index}`, rule]),
      )}
      {choice(
        'Level',
        (['required', 'recommended'] as const).map((one) => [levelLetters[one], one]),
      )}
      {choice(
        'Verdict',
        verdicts.map((one) => [letters[one], verdictWords[one]]),
      )}
      <button type="reset">Show all</button>
      <output id="filtered" />
    </form>
  );
}

function choice(title: string, options: readonly (readonly [value: string, text: string])[]) {
  return (
    <label>
      {title}{' '}
      <select name={title.toLowerCase()}>
        <option value="">all</option>
        {options.map(([value, text]) => (
          <option value={value}>{text}</option>
        ))}
      </select>
    </label>
  );
}
