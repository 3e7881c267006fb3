import type { Environment } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import { present } from '../base/present.ts';
import { defaultNamespace } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { ruleSetNames } from '../rules/rule-sets.ts';
import { rulesBy } from '../rules/rules.ts';
import type { Header } from '../wire/http/exchange.ts';
import { validatorNames } from '../xml/schema.ts';
import type { ConfigFile, ConfigText } from './config-file.ts';
import { readCredentials, secretValues } from './credentials.ts';
import { contractBy, describedIn, type GivenWsdl } from './described.ts';
import { variable } from './environment.ts';
import type { RunFlags } from './flags.ts';
import { configHeaders, headerFlag, mergedHeaders } from './headers.ts';
import { numberFlag, ranges, readLimits } from './limits.ts';
import { type ProfileName, profiles, type RunOptions, type Shard } from './model.ts';
import { knownName, nameFlag, namesFlag } from './names.ts';
import { parseConfig } from './parse-config.ts';
import { routeTo } from './route.ts';
import { parseTarget } from './target.ts';
import { trustedSecrets } from './trust.ts';
import { checkMasked, checkPools, checkUnused, exampleCall, operationWord, readSamples } from './values.ts';

export interface OptionSources {
  readonly flags: RunFlags;
  readonly env: Environment;
  readonly config: ConfigText | null;
  readonly randomSeed: number;
  /** The current folder, from which files are named; that of the process if left out. */
  readonly folder?: string;
  /** Of `--wsdl`; left out for the document's contract. */
  readonly wsdl?: GivenWsdl | undefined;
}

/** The complete options of a run: flag, else environment, else config file. @throws ConfigError */
export function completeOptions({ flags, env, config, randomSeed, folder = '', wsdl }: OptionSources): RunOptions {
  const file = config?.file ?? '';
  const given: ConfigFile = config === null ? {} : parseConfig(config);
  const named = namedTarget({ flags, env, config });
  const { target, authorization, otherCase } = targetOf(named, wsdl);
  const namespace =
    wsdl === undefined
      ? namespaceOf(flags, given, file, env)
      : ({ value: describedIn(wsdl).contract.namespace, where: '', from: 'wsdl' } as const);
  const contract = contractBy({ namespace: namespace.value, wsdl }, namespace.where);
  // What is said of operations that are not called is no mistake.
  const whole = wsdl === undefined ? contract : describedIn(wsdl).contract;
  checkPools(given, file, whole);
  const isCalled = ({ operation }: { readonly operation: string }): boolean =>
    contract.operations.some(({ name }) => name === operation);
  const samples = readSamples(given.samples ?? [], file, whole).filter(isCalled);
  const masked = checkMasked(given.masked ?? [], file, whole);
  const unused = checkUnused(given.unused ?? [], file, whole);
  const shard = shardFlag(flags.shard, contract.operations.length);
  const validator = nameFlag('validator', '--validator', flags.validator, validatorNames);
  const ruleSet = nameFlag('rule set', '--rule-set', flags.ruleSet, ruleSetNames);
  const waitSeconds = numberFlag('--wait', flags.wait, ranges.waitSeconds);
  const isTargetOfFile = named?.isOfFile === true;
  const trusted = trustedSecrets({ given, config, env, headers: flags.header ?? [], isTargetOfFile });
  return {
    target,
    ...present({ otherCase, ruleSet, shard, validator, waitSeconds, notTaken: trusted.notTaken, wsdl }),
    ...(config?.named === true ? { config: config.file } : {}),
    namespace: namespace.value,
    namespaceFrom: namespace.from,
    ...seedOf(flags, given, randomSeed),
    profile: nameFlag('profile', '--profile', flags.profile, profileNames) ?? given.profile ?? 'standard',
    runs: numberFlag('--runs', flags.runs, ranges.runs) ?? given.limits?.runs ?? null,
    ...selection(flags, given, file, contract),
    cells: null,
    // The embedded server is ours: its data needs no protection, and it knows the contract's examples.
    includeWrites: target === null || flags.includeWrites === true || given.includeWrites === true,
    samples: target === null ? [...samples, ...contract.operations.map((one) => exampleCall(one, contract))] : samples,
    ...(masked.length === 0 ? {} : { masked }),
    unused,
    failOn: nameFlag('level', '--fail-on', flags.failOn, ['required', 'recommended'] as const) ?? 'required',
    allowInconclusive: flags.allowInconclusive === true,
    ...(flags.failFast === true ? { failFast: true } : {}),
    limits: readLimits(flags, given.limits, file),
    credentials: {
      ...readCredentials(trusted.credentials, file, trusted.env, config?.printed?.credentials),
      ...(wsdl === undefined ? {} : secretValues(given.values)),
    },
    headers: mergedHeaders(
      configHeaders(given.headers ?? {}, file, env),
      authorization,
      config?.printed?.headers ?? [],
      ...(flags.header ?? []).map((text) => [headerFlag(text, env)]),
    ),
    route: routeTo(target, { flags, env, given, file, folder }),
    values: given.values ?? {},
    valuesByOperation: given.valuesByOperation ?? {},
    baseline: null,
  };
}

const profileNames = Object.keys(profiles) as ProfileName[];

/** The first given value, with its source. */
function strongest(...sources: readonly (readonly [where: string, value: string | null | undefined])[]) {
  const [first] = sources.flatMap(([where, value]) => (value == null ? [] : [{ value, where }]));
  return first ?? null;
}

function ofVariable(env: Environment, name: string) {
  return [`the environment variable ${name}`, variable(env, name)] as const;
}

/** The address that is named as the target, by flag, else environment, else config file; null if none is. */
export function namedTarget({ flags, env, config }: Pick<OptionSources, 'flags' | 'env' | 'config'>) {
  if (flags.target === null) return null;
  const ofFile = [`${config?.file}: target`, config === null ? undefined : parseConfig(config).target] as const;
  const found = strongest(['the target', flags.target], ofVariable(env, 'GETDATA_TARGET'), ofFile);
  return found === null ? null : { ...found, isOfFile: found.where === ofFile[0] };
}

/** @param wsdl - its endpoint is the whole address */
function targetOf(named: ReturnType<typeof namedTarget>, wsdl: GivenWsdl | undefined) {
  if (named === null) return { target: null, authorization: [], otherCase: null };
  const { baseUrl, authorization, otherCase } = parseTarget(named.value, named.where, wsdl !== undefined);
  const headers: readonly Header[] = authorization === null ? [] : [authorization];
  return { target: baseUrl, authorization: headers, otherCase };
}

/** The namespace by flag, else environment, else config file, else the default one, with its source. */
export function namespaceOf(flags: Pick<RunFlags, 'namespace'>, given: ConfigFile, file: string, env: Environment) {
  const variable = ofVariable(env, 'GETDATA_NAMESPACE');
  const flag = ['--namespace', flags.namespace] as const;
  const found = strongest(flag, variable, [`${file}: namespace`, given.namespace]);
  if (found === null) return { value: defaultNamespace(), where: '', from: 'default' } as const;
  const from = found.where === flag[0] ? 'flag' : found.where === variable[0] ? 'environment' : 'config';
  return { ...found, from } as const;
}

function selection(flags: RunFlags, given: ConfigFile, file: string, contract: Contract) {
  const operations = contract.operations.map(({ name }) => name);
  const ids = rulesBy(contract).map(({ id }) => id);
  const named = (key: 'operations' | 'rules', what: string, allowed: readonly string[]): readonly string[] | null =>
    namesFlag(what, `--${key}`, flags[key], allowed) ??
    given[key]?.map((name) => knownName(what, name, allowed, `${file}: ${key}`)) ??
    null;
  return {
    operations: named('operations', operationWord(contract), operations),
    bindings: namesFlag('binding', '--bindings', flags.bindings, bindingNames) ?? given.bindings ?? null,
    rules: named('rules', contract.by === 'wsdl' ? 'rule on a service by its WSDL' : 'rule', ids),
  };
}

/** The seed; `--certify` draws it, so that nobody can choose the calls. @throws ConfigError if a flag sets one then */
function seedOf(flags: RunFlags, given: ConfigFile, randomSeed: number): Pick<RunOptions, 'seed' | 'seedDrawn'> {
  const free = flags.shard === undefined ? randomSeed : SHARD_SEED;
  if (flags.certify !== true) return { seed: numberFlag('--seed', flags.seed, ranges.seed) ?? given.seed ?? free };
  if (flags.seed !== undefined)
    throw new ConfigError('--certify draws the seed itself, and --seed is given too; expected one of them');
  if (flags.shard !== undefined)
    throw new ConfigError('--certify draws a seed, and all shards need the same one; run the whole with --certify');
  return { seed: randomSeed, seedDrawn: true };
}

/** The seed of shards if none is given: each is a separate command, and all must send the calls of one run. */
const SHARD_SEED = 1;

/**
 * The part of a run that `--shard i/n` names. @param most - operations: with more parts some would have none, and pass
 * unnoticed @throws ConfigError for anything else
 */
function shardFlag(text: string | undefined, most: number): Shard | undefined {
  if (text === undefined) return undefined;
  const [, first, second] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const index = Number(first);
  const count = Number(second);
  if (index >= 1 && index <= count && count <= most) return { index, count };
  throw new ConfigError(
    `--shard is '${text}'; expected i/n, like 1/4 for the first of four parts, ` +
      `with i from 1 to n and n up to ${most}, the number of operations`,
  );
}
