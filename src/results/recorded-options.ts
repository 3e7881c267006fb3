import type { BindingName } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Results } from './results.ts';
import { EMBEDDED, type RunOptions } from './run-options.ts';

/**
 * The options of a run as its results tell them, enough to fold results again. In place of what is never recorded stands
 * nothing: of credentials and headers the names alone. A shard's part is left out, and so are the known failures.
 */
export function recordedOptions({
  options,
  target,
  namespace,
  seed,
  profile,
}: Pick<Results, 'options' | 'target' | 'namespace' | 'seed' | 'profile'>): RunOptions {
  const { shard: _part, bindings: wanted, ...others } = options;
  return {
    ...others,
    bindings: wanted === null ? null : bindingNames.filter((name: BindingName) => wanted.includes(name)),
    target: target === EMBEDDED ? null : target,
    namespace,
    seed,
    profile,
    credentials: Object.fromEntries(options.credentials.map((name) => [name, ''])),
    headers: options.headers.map((name) => [name, ''] as const),
    route: { tls: options.insecure ? { insecure: true } : {}, proxy: null },
    values: {},
    valuesByOperation: {},
    samples: [],
    unused: options.unused ?? [],
    baseline: null,
  };
}
