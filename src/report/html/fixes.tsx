import { fixes } from '../../rules/fixes.ts';
import { ruleToFix } from '../finding-lines.ts';
import { causeId, type Model, type NumberedCause, terms } from './parts.tsx';

/** How stacks fix the rule of a cause: shown at its first cause, to which the others refer, to keep the page small. */
export function fixesPart(cause: NumberedCause, { causes }: Model) {
  const rule = ruleToFix(cause.smallest);
  const known = Object.entries(fixes[rule] ?? {});
  if (known.length === 0) return null;
  const first = causes.find(({ smallest }) => ruleToFix(smallest) === rule) ?? cause;
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
      <dl>{terms(known)}</dl>
    </details>
  );
}
