import type { CellResult } from '../../results/results.ts';
import { verdictWords } from '../matrix.ts';
import { causeId, cellId, count, MOST_CAUSES, type Model, verdictClass } from './model.ts';
import { ClosedPart } from './parts.tsx';
import { visible } from './visible.tsx';

/** Each cell with its rules: the matrix links to them. */
export function cellsPart(model: Model) {
  return (
    <ClosedPart id="cells" title="Cell by cell" note={count(model.results.cells.length, 'cell')}>
      {model.results.cells.map((cell) => cellPart(cell, model))}
    </ClosedPart>
  );
}

function cellPart(cell: CellResult, { causes }: Model) {
  const { operation, binding, verdict, reason, requests, rules } = cell;
  const rulesWith = (wanted: string) => rules.filter((rule) => rule.verdict === wanted).map(({ rule }) => rule);
  const causeOf = (rule: string) =>
    causes.find(({ findings }) =>
      findings.some(
        (finding) => finding.rule === rule && finding.operation === operation && finding.binding === binding,
      ),
    );
  const others = (['inconclusive', 'not-reached', 'not-applicable', 'skipped', 'pass'] as const).filter(
    (one) => rulesWith(one).length > 0,
  );
  return (
    <section class="cell" id={cellId(operation, binding)} tabIndex={-1}>
      <h3>
        {operation} <span class="muted">{binding}</span>{' '}
        <span class={verdictClass[verdict]}>{verdictWords[verdict]}</span>
      </h3>
      {reason === undefined ? null : <p>{visible(`Not judged in full: ${reason}.`, 300)}</p>}
      <dl>
        {rulesWith('fail').length === 0 ? null : (
          <>
            <dt class="fail">fail</dt>
            <dd>
              {rulesWith('fail').map((rule) => {
                const cause = causeOf(rule);
                return (
                  <>
                    {cause === undefined || cause.number > MOST_CAUSES ? (
                      <code>{rule}</code>
                    ) : (
                      <a href={`#${causeId(cause)}`}>
                        <code>{rule}</code> (cause {cause.number})
                      </a>
                    )}{' '}
                  </>
                );
              })}
            </dd>
          </>
        )}
        {others.map((one) => (
          <>
            <dt class={verdictClass[one]}>{one}</dt>
            <dd>
              {rulesWith(one).join(', ')}
              {one === 'not-reached' ? reasons(cell) : null}
            </dd>
          </>
        ))}
        <dt class="muted">requests</dt>
        <dd>{requests}</dd>
      </dl>
    </section>
  );
}

/** Why rules were not reached, where the cell's own reason does not say it. */
function reasons(cell: CellResult) {
  const own = cell.rules.flatMap(({ reason }) => (reason === undefined || reason === cell.reason ? [] : [reason]));
  return (
    <>
      {[...new Set(own)].map((reason) => (
        <>
          {' '}
          <span class="muted">({visible(reason, 300)})</span>
        </>
      ))}
    </>
  );
}
