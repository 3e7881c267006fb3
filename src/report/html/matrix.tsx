import type { RuleVerdict } from '../../judging/judge.ts';
import type { CellResult } from '../../results/results.ts';
import type { Level } from '../../rules/rule.ts';
import { cellId, type Model, verdictClass, verdictWords } from './model.ts';
import { TableShell } from './table-shell.tsx';

/** A letter for each verdict; the filters' script knows them too. */
const letters: Readonly<Record<RuleVerdict, string>> = {
  pass: 'p',
  fail: 'f',
  inconclusive: 'i',
  'not-reached': 'n',
  skipped: 's',
};

const levelLetters: Readonly<Record<Level, string>> = { required: 'r', recommended: 'e', observed: 'o' };

/** Operations × bindings; each verdict leads to its cell. */
export function Matrix({ model }: { readonly model: Model }) {
  const { results, operations, bindings, rules } = model;
  const cellOf = (operation: string, binding: string) =>
    results.cells.find((cell) => cell.operation === operation && cell.binding === binding);
  return (
    <section aria-labelledby="matrix-title" id="matrix">
      <h2 id="matrix-title">Operations and bindings</h2>
      <Filters model={model} />
      <TableShell
        class="matrix"
        corner="Operation"
        rows={operations}
        columns={bindings}
        cell={(operation, binding) => <MatrixCell cell={cellOf(operation, binding)} rules={rules} />}
      />
    </section>
  );
}

function MatrixCell({ cell, rules }: { readonly cell: CellResult | undefined; readonly rules: readonly string[] }) {
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

/** Shown by the script alone: without it there is nothing to choose, and everything is there. */
function Filters({ model: { results, rules } }: { readonly model: Model }) {
  const levels = new Map(results.cells.flatMap((cell) => cell.rules.map(({ rule, level }) => [rule, level] as const)));
  return (
    <form
      class="filters"
      id="filters"
      hidden
      data-levels={rules.map((rule) => levelLetters[levels.get(rule) ?? 'observed']).join('')}
    >
      <label>
        Rule{' '}
        <select name="rule">
          <option value="">all</option>
          {rules.map((rule, index) => (
            <option value={index}>{rule}</option>
          ))}
        </select>
      </label>
      <label>
        Level{' '}
        <select name="level">
          <option value="">all</option>
          <option value={levelLetters.required}>required</option>
          <option value={levelLetters.recommended}>recommended</option>
        </select>
      </label>
      <label>
        Verdict{' '}
        <select name="verdict">
          <option value="">all</option>
          {Object.entries(verdictWords).map(([verdict, words]) => (
            <option value={letters[verdict as RuleVerdict]}>{words}</option>
          ))}
        </select>
      </label>
      <button type="reset">Show all</button>
      <output id="filtered" />
    </form>
  );
}
