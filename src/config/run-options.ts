import { defaultNamespace } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import type { Header } from '../exchange/exchange.ts';
import { contractOf } from '../results/contract-of.ts';
import { type ProfileName, profiles, type RunOptions } from '../results/run-options.ts';
import { type ConfigFile, type ConfigText, parseConfig } from './config-file.ts';
import { readCredentials } from './credentials.ts';
import { type Environment, variable } from './environment.ts';
import { configHeaders, headerFlag, mergedHeaders } from './headers.ts';
import { readLimits } from './limits.ts';
import { knownBindings, knownName, namesFlag, operationNames, ruleIds } from './names.ts';
import { numberFlag, ranges } from './numbers.ts';
import { routeTo } from './route.ts';
import type { RunFlags } from './run-flags.ts';
import { exampleCall, readSamples } from './samples.ts';
import { SHARD_SEED, shardFlag } from './shard.ts';
import { parseTarget } from './target.ts';
import { checkUnused } from './unused.ts';
import { checkPools } from './values.ts';

/** All that decides a run's options. */
export interface OptionSources {
  readonly flags: RunFlags;
  readonly env: Environment;
  readonly config: ConfigText | null;
  /** The seed where none is given. */
  readonly randomSeed: number;
  /** The current folder, from which files are named; that of the process where it is left out. */
  readonly folder?: string;
}

/**
 * The options of a run, complete and checked: a flag beats the environment beats the config file.
 * @throws ConfigError in one sentence for the first mistake
 */
export function completeOptions({ flags, env, config, randomSeed, folder = '' }: OptionSources): RunOptions {
  const file = config?.file ?? '';
  const given: ConfigFile = config === null ? {} : parseConfig(config);
  const { target, authorization } = targetOf(flags, given, file, env);
  const namespace = namespaceOf(flags, given, file, env);
  const contract = contractOf(namespace.value, namespace.where);
  checkPools(given, file, contract);
  const samples = readSamples(given.samples ?? [], file, contract);
  const unused = checkUnused(given.unused ?? [], file, contract);
  const shard = shardFlag(flags.shard, contract.operations.length);
  const freeSeed = shard === undefined ? randomSeed : SHARD_SEED;
  return {
    target,
    namespace: namespace.value,
    seed: numberFlag('--seed', flags.seed, ranges.seed) ?? given.seed ?? freeSeed,
    profile: profileFlag(flags.profile) ?? given.profile ?? 'standard',
    runs: numberFlag('--runs', flags.runs, ranges.runs) ?? given.limits?.runs ?? null,
    ...selection(flags, given, file, contract),
    cells: null,
    ...(shard === undefined ? {} : { shard }),
    // The embedded server is ours: nothing there needs protection, and it knows the contract's examples.
    includeWrites: target === null || flags.includeWrites === true || given.includeWrites === true,
    samples: target === null ? [...samples, ...contract.operations.map((one) => exampleCall(one, contract))] : samples,
    unused,
    failOn:
      flags.failOn === undefined
        ? 'required'
        : knownName('level', flags.failOn, ['required', 'recommended'], '--fail-on'),
    allowInconclusive: flags.allowInconclusive === true,
    limits: readLimits(flags, given.limits, file),
    credentials: readCredentials(given.credentials, file, env),
    headers: mergedHeaders(
      configHeaders(given.headers ?? {}, file, env),
      authorization,
      ...(flags.header ?? []).map((text) => [headerFlag(text, env)]),
    ),
    route: routeTo(target, { flags, env, given, file, folder }),
    values: given.values ?? {},
    valuesByOperation: given.valuesByOperation ?? {},
    baseline: null,
  };
}

/** The value that comes first, with where it comes from. */
function strongest(
  flag: readonly [string, string | undefined],
  name: string,
  key: readonly [string, string | undefined],
  env: Environment,
): { readonly value: string; readonly where: string } | null {
  const sources = [flag, [`the environment variable ${name}`, variable(env, name) ?? undefined], key] as const;
  const [first] = sources.flatMap(([where, value]) => (value === undefined ? [] : [{ value, where }]));
  return first ?? null;
}

function targetOf(flags: RunFlags, given: ConfigFile, file: string, env: Environment) {
  const none = { target: null, authorization: [] };
  if (flags.target === null) return none;
  const found = strongest(['the target', flags.target], 'GETDATA_TARGET', [`${file}: target`, given.target], env);
  if (found === null) return none;
  const { baseUrl, authorization } = parseTarget(found.value, found.where);
  const headers: readonly Header[] = authorization === null ? [] : [authorization];
  return { target: baseUrl, authorization: headers };
}

function namespaceOf(flags: RunFlags, given: ConfigFile, file: string, env: Environment) {
  const found = strongest(
    ['--namespace', flags.namespace],
    'GETDATA_NAMESPACE',
    [`${file}: namespace`, given.namespace],
    env,
  );
  return found ?? { value: defaultNamespace(), where: '' };
}

function selection(flags: RunFlags, given: ConfigFile, file: string, contract: Contract) {
  const operations = namesFlag('--operations', flags.operations);
  const bindings = namesFlag('--bindings', flags.bindings);
  const rules = namesFlag('--rules', flags.rules);
  return {
    operations: operationNames(operations, '--operations', contract) ?? given.operations ?? null,
    bindings: knownBindings(bindings, '--bindings') ?? given.bindings ?? null,
    rules: ruleIds(rules, '--rules') ?? ruleIds(given.rules ?? null, `${file}: rules`),
  };
}

function profileFlag(text: string | undefined): ProfileName | null {
  if (text === undefined) return null;
  return knownName('profile', text, Object.keys(profiles) as ProfileName[], '--profile');
}
