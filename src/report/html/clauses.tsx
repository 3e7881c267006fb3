import type { Contract } from '../../contract/model.ts';
import type { Finding } from '../../results/outcome.ts';
import { basisText } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { visible } from './visible.tsx';

/** The clauses, the standard, an example of right and wrong, and which clients break. */
export function clauses(finding: Finding, contract: Contract) {
  const rule = rules.find(({ id }) => id === finding.rule);
  return (
    <section class="clauses">
      <h4>What is required</h4>
      {finding.requirements.slice(0, 12).map((id) => clauseQuote(id, contract))}
      {rule === undefined ? null : (
        <dl>
          {rule.standard === null ? null : (
            <>
              <dt>Standard</dt>
              <dd>{rule.standard}</dd>
            </>
          )}
          <dt>Basis</dt>
          {rule.basis.map((basis) => (
            <dd>{basisText(basis)}</dd>
          ))}
          <dt>Right</dt>
          <dd>
            <code>{rule.example.right}</code>
          </dd>
          <dt>Wrong</dt>
          <dd>
            <code>{rule.example.wrong}</code>
          </dd>
          <dt>Who breaks</dt>
          <dd>{rule.breaks}</dd>
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
        {clause === undefined ? null : <>The document, section ‘{clause.section}’ · </>}
        <code>{visible(id, 120)}</code>
      </p>
    </blockquote>
  );
}
