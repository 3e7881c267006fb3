import { groupBy } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { cellCount } from '../../results/causes/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { basisText } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { fixOf, placeOf, remediesOf } from '../finding-lines.ts';
import type { CellNames } from '../matrix.ts';
import { causeId, cellLinks, type Model, more, type NumberedCause, prose, terms } from './parts.tsx';
import { visible } from './visible.tsx';

const MOST_PLACES = 6;
/** Most cells of a cause that are listed, and most unaffected cells listed in their place. */
const MOST_OPEN = 16;
const MOST_UNAFFECTED = 12;

/** Where a cause shows: the place in the example, the cells, and findings that differ from the example. */
export function causeCells(findings: readonly Finding[], smallest: Finding, model: Model) {
  const pairOf = ({ expected, actual }: Finding): string => `${expected}\n${actual}`;
  const distinct = new Map(findings.map((finding) => [pairOf(finding), finding]));
  distinct.delete(pairOf(smallest));
  const differing = [...distinct.values()];
  const place = placeOf(smallest);
  return (
    <section class="where">
      <h4>Where</h4>
      {place === null ? null : (
        <p>
          <code class="place">{visible(place)}</code>
        </p>
      )}
      {spread(findings, model)}
      {differing.length === 0 ? null : (
        <details>
          <summary>Other findings</summary>
          <ul class="places">
            {differing.slice(0, MOST_PLACES).map((finding) => (
              <li>
                <code>{finding.operation}</code> {finding.binding}: expected {visible(finding.expected, 200)}, got{' '}
                {visible(finding.actual, 200)}
                {finding.location === null ? null : [' at ', visible(finding.location, 200)]}
              </li>
            ))}
          </ul>
          {more(differing.length, MOST_PLACES, 'finding')}
        </details>
      )}
    </section>
  );
}

/** The cells of a cause. If it is in many, the few cells without it say more. */
function spread(findings: readonly Finding[], { results }: Model) {
  const count = cellCount(findings);
  if (count <= MOST_OPEN) return cellList(findings);
  const found = new Set(findings.map(cellName));
  const unaffected = results.cells.filter((cell) => !found.has(cellName(cell)));
  const few = unaffected.length > 0 && unaffected.length <= MOST_UNAFFECTED;
  return (
    <>
      <p>
        {unaffected.length === 0
          ? `All ${plural(count, 'cell')}.`
          : `${count} of ${plural(results.cells.length, 'cell')}.`}
        {few ? ' Not in:' : null}
      </p>
      {few ? cellList(unaffected) : null}
      <details>
        <summary>The {plural(count, 'cell')}</summary>
        {cellList(findings)}
      </details>
    </>
  );
}

function cellList(places: readonly CellNames[]) {
  const operations = groupBy(places, ({ operation }) => operation);
  return (
    <ul class={operations.size > 3 ? 'cells many' : 'cells'}>
      {[...operations].map(([name, all]) => (
        <li>
          <code>{name}</code> <span class="bindings">{cellLinks(all)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The clauses, the standard, an example of right and wrong, and which clients break. */
export function clauses(finding: Finding, contract: Contract) {
  const rule = rules.find(({ id }) => id === finding.rule);
  return (
    <details class="why">
      <summary>Why is this {finding.level}?</summary>
      {finding.requirements.slice(0, 12).map((id) => clauseQuote(id, contract))}
      {rule === undefined ? null : (
        <dl class="pairs">
          {terms([
            ...(rule.standard === undefined ? [] : [['Standard', rule.standard] as const]),
            ...rule.basis.map((basis) => ['Basis', basisText(basis)] as const),
            ['Right', <code>{rule.example.right}</code>],
            ['Wrong', <code>{rule.example.wrong}</code>],
            ['Who breaks', prose(rule.breaks)],
          ])}
        </dl>
      )}
    </details>
  );
}

function clauseQuote(id: string, contract: Contract) {
  const clause = contract.requirements.find((requirement) => requirement.id === id);
  return (
    <blockquote>
      {clause === undefined ? null : <p>{clause.text}</p>}
      <p class="source">
        {contract.by === 'wsdl' ? 'The WSDL, ' : null}
        {clause === undefined ? null : <>The document, section ‘{clause.section}’ · </>}
        <code>{visible(id, 120)}</code>
      </p>
    </blockquote>
  );
}

/** The fix for the stack that the answer names, or for own code; others are at the first cause of their kind. */
export function fixPart(cause: NumberedCause, { causes }: Model) {
  const fix = fixOf(cause.smallest);
  if (fix === null) return null;
  const { stack, text, others } = fix;
  const remedies = remediesOf(cause.smallest);
  const first = causes.find(({ smallest }) => remediesOf(smallest) === remedies) ?? cause;
  return (
    <section class="fixes">
      <h4>How to fix it</h4>
      {text === undefined ? null : (
        <p>
          <b>{stack === 'own code' ? 'In own code' : stack}</b>: {text}
        </p>
      )}
      {others.length === 0 ? null : first === cause ? (
        <details>
          <summary>In other stacks</summary>
          <dl class="pairs">{terms(others)}</dl>
        </details>
      ) : (
        <p class="note">
          In other stacks: with <a href={`#${causeId(first)}`}>cause {first.number}</a>.
        </p>
      )}
    </section>
  );
}
