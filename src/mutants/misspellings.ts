import type { RunContext } from '../bindings/binding.ts';
import { bindings } from '../bindings/bindings.ts';
import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import type { Mutation } from '../reference/mutation.ts';
import { rules } from '../rules/rules.ts';
import { spelledRequest, spellingOf, type Trait } from '../spelling/trait.ts';
import type { Misreading } from './misreadings.ts';

type Hooks = Omit<Mutation, 'applies'>;

/** What a server that does not understand how a request is written makes of it. */
const kinds: Readonly<Record<string, Hooks>> = {
  'refuses what it does not understand': { failure: () => ({ kind: 'empty', status: 400, why: 'not understood' }) },
  'loses the values': {
    parameters: (values) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'bigint' ? 0n : null])),
    header: () => null,
  },
  'answers nothing': { result: (value) => (Array.isArray(value) ? [] : null) },
};

/** Every trait that makes a difference to some call of a cell, and every way not to understand it. */
export function* misspellings(cell: Cell, calls: readonly Call[], context: RunContext): Generator<Misreading> {
  // Of a write too few requests are sent for all traits.
  if (cell.operation.effect === 'write') return;
  for (const { id, level: usual, bindings: of, probing } of rules) {
    if (!of.includes(cell.binding)) continue;
    for (const trait of (probing?.dimensions ?? []).flatMap(({ choices }) => choices)) {
      if (trait.bindings?.includes(cell.binding) === false) continue;
      const shows = (call: Call): boolean => shown(spelledRequest([trait], cell, call, context)) !== plain(call);
      const plain = (call: Call): string => shown(bindings[cell.binding].encode(call, context));
      const spelled = calls.filter(shows).map((call) => spelledRequest([trait], cell, call, context));
      if (spelled.length === 0) continue;
      for (const [kind, hooks] of Object.entries(kinds)) {
        let fired = 0;
        const concerns = (request: HttpRequest): boolean => {
          const carried = carries(request, trait, context);
          if (carried) fired += 1;
          return carried;
        };
        const mutation: Mutation = { ...hooks, applies: () => true };
        const level = trait.level ?? usual;
        const place = `trait of ${id}`;
        yield {
          kind,
          place,
          detail: trait.id,
          mutation,
          spelled,
          concerns,
          changes: () => false,
          level,
          fired: () => fired,
        };
      }
    }
  }
}

/** Whether a request would be another one without a trait. */
function carries(request: HttpRequest, trait: Trait, context: RunContext): boolean {
  const spelling = spellingOf(request);
  if (spelling?.traits.includes(trait) !== true) return false;
  const { traits, cell, call } = spelling;
  const others = traits.filter((one) => one !== trait);
  return shown(spelledRequest(others, cell, call, context)) !== shown(request);
}

function shown({ body, ...rest }: HttpRequest): string {
  return JSON.stringify({ ...rest, body: body === null ? null : Buffer.from(body).toString('latin1') });
}
