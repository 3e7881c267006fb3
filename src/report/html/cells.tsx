import type { CellResult } from '../../results/results.ts';
import { MOST_CAUSES } from './mend.tsx';
import { causeId, cellId, count, type Model, verdictClass, verdictWords } from './model.ts';
import { Visible } from './visible.tsx';

/** Each cell with its rules: where the matrix leads to. */
export function Cells({ model }: { readonly model: Model }) {
  return (
    <details class="part" id="cells">
      <summary>
        <h2>
          Cell by cell <span class="muted">{count(model.results.cells.length, 'cell')}</span>
        </h2>
      </summary>
      {model.results.cells.map((cell) => (
        <Cell cell={cell} model={model} />
      ))}
    </details>
  );
}

function Cell({ cell, model: { causes } }: { readonly cell: CellResult; readonly model: Model }) {
  const { operation, binding, verdict, reason, requests, rules } = cell;
  const rulesWith = (wanted: string) => rules.filter((rule) => rule.verdict === wanted).map(({ rule }) => rule);
  const causeOf = (rule: string) =>
    causes.find(({ findings }) =>
      findings.some(
        (finding) => finding.rule === rule && finding.operation === operation && finding.binding === binding,
      ),
    );
  const others = (['inconclusive', 'not-reached', 'skipped', 'pass'] as const).filter(
    (one) => rulesWith(one).length > 0,
  );
  return (
    <section class="cell" id={cellId(operation, binding)} tabIndex={-1}>
      <h3>
        {operation} <span class="muted">{binding}</span>{' '}
        <span class={verdictClass[verdict]}>{verdictWords[verdict]}</span>
      </h3>
      {reason === undefined ? null : (
        <p>
          <Visible text={`Not judged to its end: ${reason}.`} most={300} />
        </p>
      )}
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
              {one === 'not-reached' ? <Reasons cell={cell} /> : null}
            </dd>
          </>
        ))}
        <dt class="muted">requests</dt>
        <dd>{requests}</dd>
      </dl>
    </section>
  );
}

/** Why rules were not reached, where the cell itself does not say it. */
function Reasons({ cell }: { readonly cell: CellResult }) {
  const own = cell.rules.flatMap(({ reason }) => (reason === undefined || reason === cell.reason ? [] : [reason]));
  return (
    <>
      {[...new Set(own)].map((reason) => (
        <>
          {' '}
          <span class="muted">
            (<Visible text={reason} most={300} />)
          </span>
        </>
      ))}
    </>
  );
}
