import { spelledRequest, type Trait } from '../../calls/spelling/trait.ts';
import type { Cell } from '../../contract/model.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { withoutValues } from '../../reference/value.ts';
import { probingOf } from '../../rules/check.ts';
import { levelOf } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import type { RunContext } from '../../wire/soap/binding.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Misreading } from './misreadings.ts';

/** What a server that does not understand how a request is written does with it. */
const kinds: Readonly<Record<string, Omit<Mutation, 'applies'>>> = {
  'refuses what it does not understand': { failure: () => ({ kind: 'empty', status: 400, why: 'not understood' }) },
  'loses the values': { parameters: withoutValues, header: () => null },
  'answers nothing': { result: (value) => (Array.isArray(value) ? [] : null) },
};

/** A server that knows only one text of a boolean reads another form of it as the other. */
const flags = Object.fromEntries(
  (['Filtervehicles', 'NoMissings', 'VcdbOnly'] as const).flatMap((field) =>
    [true, false].map((flag) => [
      `reads ${field} as ${flag}`,
      { header: (block) => block && { ...block, [field]: flag } } satisfies Omit<Mutation, 'applies'>,
    ]),
  ),
);

/** Every trait that changes some call of a cell, and every way not to understand it. */
export function* misspellings(cell: Cell, calls: readonly Call[], context: RunContext): Generator<Misreading> {
  // A write sends too few requests for all traits.
  if (cell.operation.effect === 'write') return;
  for (const rule of rules) {
    const { id, bindings } = rule;
    if (bindings?.includes(cell.binding) === false) continue;
    const traits = (probingOf(rule)?.dimensions ?? []).flatMap(({ choices }) => choices);
    for (const [at, trait] of traits.entries()) {
      if (trait.bindings?.includes(cell.binding) === false) continue;
      if (!calls.some((call) => isShown(trait, [trait], cell, call, context))) continue;
      const done = { place: `trait of ${id}`, detail: trait.id, level: levelOf(rule, [trait]), trait };
      // What an earlier trait writes alike is no form of its own.
      const writtenBy = (one: Trait) => calls.map((call) => shown(spelledRequest([one], cell, call, context))).join();
      const isForm = id === 'request.lexical-forms' && cell.operation.header !== null;
      const isOwn = isForm && !traits.slice(0, at).some((other) => writtenBy(other) === writtenBy(trait));
      const ofTrait = isOwn ? { ...kinds, ...flags } : kinds;
      for (const [kind, hooks] of Object.entries(ofTrait))
        yield { ...done, kind, mutation: { ...hooks, applies: () => true }, values: null, fired: () => 0 };
    }
  }
}

/** Whether one of its traits changes the request of a call. */
export function isShown(trait: Trait, traits: readonly Trait[], cell: Cell, call: Call, context: RunContext): boolean {
  const others = traits.filter((one) => one !== trait);
  if (others.length === traits.length) return false;
  return shown(spelledRequest(others, cell, call, context)) !== shown(spelledRequest(traits, cell, call, context));
}

function shown({ body, ...rest }: HttpRequest): string {
  return JSON.stringify({ ...rest, body: body === null ? null : Buffer.from(body).toString('latin1') });
}
