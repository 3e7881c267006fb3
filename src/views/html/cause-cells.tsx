import { groupBy } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { cellCount } from '../../results/causes/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { basisText } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { placeOf, remediesOf } from '../finding-lines.ts';
import type { CellNames } from '../matrix.ts';
import { causeId, cellLinks, type Model, more, type NumberedCause, terms } from './parts.tsx';
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
          <code>{name}</code>{' '}
          <span class="bindings">
            {cellLinks(
              name,
              all.map(({ binding }) => binding),
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The clauses, the standard, an example of right and wrong, and which clients break. */
export function clauses(finding: Finding, contract: Contract) {
  const rule = rules.find(({ id }) => id === finding.rule);
  return (
    <section class="clauses">
      <h4>What is required</h4>
      {finding.requirements.slice(0, 12).map((id) => clauseQuote(id, contract))}
      {rule === undefined ? null : (
        <dl class="pairs">
          {rule.standard === undefined ? null : terms([['Standard', rule.standard]])}
          {terms(rule.basis.map((basis) => ['Basis', basisText(basis)]))}
          {terms([
            ['Right', <code>{rule.example.right}</code>],
            ['Wrong', <code>{rule.example.wrong}</code>],
            ['Who breaks', rule.breaks],
          ])}
        </dl>
      )}
    </section>
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

/** How stacks fix the rule of a cause: shown at its first cause, to which the others refer, to keep the page small. */
export function fixesPart(cause: NumberedCause, { causes }: Model) {
  const remedies = remediesOf(cause.smallest);
  if (remedies === undefined) return null;
  const first = causes.find(({ smallest }) => remediesOf(smallest) === remedies) ?? cause;
  if (first !== cause) {
    return (
      <p class="note">
        How stacks fix it: with <a href={`#${causeId(first)}`}>cause {first.number}</a>.
      </p>
    );
  }
  return (
    <details class="fixes">
      <summary>How stacks fix it</summary>
      <dl class="pairs">{terms(Object.entries(remedies))}</dl>
    </details>
  );
}
