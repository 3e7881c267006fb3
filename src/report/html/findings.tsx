import type { Finding } from '../../results/outcome.ts';
import type { Detail } from './budget.ts';
import { shownExchanges } from './budget.ts';
import { CauseArticle } from './cause.tsx';
import { MOST_CAUSES } from './mend.tsx';
import { count, type Model } from './model.ts';

/** Every cause with all that an engineer needs to mend it. */
export function Findings({ model }: { readonly model: Model }) {
  const { causes } = model;
  if (causes.length === 0) return null;
  const described = causes.slice(0, MOST_CAUSES);
  const shown: ReadonlyMap<Finding, Detail> = shownExchanges(described);
  return (
    <section aria-labelledby="findings-title" id="findings">
      <h2 id="findings-title">Findings, cause by cause</h2>
      {described.map((cause) => (
        <CauseArticle cause={cause} model={model} shown={shown} />
      ))}
      {causes.length > MOST_CAUSES ? (
        <p class="note">
          {count(causes.length - MOST_CAUSES, 'more cause')}, with all exchanges, in results.json: mend these first.
        </p>
      ) : null}
    </section>
  );
}
