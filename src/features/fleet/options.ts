import { resolve } from 'node:path';
import { ConfigError } from '../../base/error.ts';
import { parseJson } from '../../base/json.ts';
import { mostMiB, readNamed, textOfFile } from '../../base/read-file.ts';
import { type SchemaMistake, valid } from '../../base/schemas/validate.ts';
import { contractOf } from '../../contract/contract-of.ts';
import { baselineOf } from '../../options/baseline-file.ts';
import { type ConfigFile, type ConfigText, fileBeside, readConfigText } from '../../options/config-file.ts';
import { ownCredentials } from '../../options/credentials.ts';
import { configHeaders, headerFlag, mergedHeaders } from '../../options/headers.ts';
import type { RunOptions } from '../../options/model.ts';
import { parseConfig } from '../../options/parse-config.ts';
import { routeTo } from '../../options/route.ts';
import { completeOptions, type OptionSources } from '../../options/run-options.ts';
import { parseTarget } from '../../options/target.ts';
import { withRecordedCalls } from '../../results/har/recorded-calls.ts';

export interface FleetTarget {
  readonly name: string;
  readonly options: RunOptions & { readonly target: string };
  /** The config file that counts for it: its own, or the one for all. */
  readonly config: ConfigText | null;
  /** The same, with the output of its hook added to that config file. */
  readonly withConfig: (config: ConfigText | null) => FleetTarget;
}

/** `config`: the config file for all targets. */
type FleetSources = OptionSources & Readonly<Record<'file' | 'folder', string>>;

/**
 * The options of a fleet's servers: flag, targets file, environment, config file. What all servers share gives no
 * permission to write and no known failures; `--max-time` is the fleet's. @throws ConfigError before anything is sent
 */
export function fleetOptions(sources: FleetSources): readonly FleetTarget[] {
  return readTargets(sources.folder, sources.file).map((entry, index) =>
    fleetTarget(entry, `${sources.file}: targets[${index}] (${entry.name})`, sources),
  );
}

/** @param where - file, key and name, for the sentence */
function fleetTarget(entry: TargetEntry, where: string, sources: FleetSources): FleetTarget {
  const { flags, env, folder } = sources;
  const { baseUrl } = parseTarget(entry.target, `${where}: target`);
  if (entry.namespace !== undefined) contractOf(entry.namespace, `${where}: namespace`);
  const ownFile = entry.config === undefined ? null : ownConfig(entry.config, where, sources);
  const { maxTime: _whole, ...shared } = flags;
  const withConfig = (config: ConfigText | null): FleetTarget => {
    const targetFlags = { ...shared, target: entry.target, namespace: flags.namespace ?? entry.namespace };
    const options = completeOptions({ ...sources, flags: targetFlags, config });
    const targeted = {
      ...options,
      target: baseUrl,
      includeWrites: ownFile === null ? flags.includeWrites === true : options.includeWrites,
      baseline: ownFile === null ? null : baselineOf(folder, undefined, ownFile),
      credentials: { ...options.credentials, ...ownCredentials(entry.credentials, where, env) },
      headers: mergedHeaders(
        options.headers,
        configHeaders(entry.headers ?? {}, where, env),
        ...(flags.header ?? []).map((text) => [headerFlag(text, env)]),
      ),
      route:
        entry.tls === undefined
          ? options.route
          : { ...options.route, tls: ownTls(entry.tls, where, entry.target, sources) },
    };
    return { name: entry.name, options: withRecordedCalls(targeted, folder, flags.calls), config, withConfig };
  };
  return withConfig(ownFile ?? sources.config);
}

/** A sentence about what the config file for all has for one server only, which is not used; null if nothing. */
export function notShared(config: ConfigText | null): string | null {
  if (config === null) return null;
  const { includeWrites, baseline } = parseConfig(config);
  const keys = [...(includeWrites === true ? ['includeWrites'] : []), ...(baseline === undefined ? [] : ['baseline'])];
  if (keys.length === 0) return null;
  const held = `${config.file} holds ${keys.join(' and ')}, which is for one server and is ignored for this fleet`;
  return `${held}; put it in a config file that a target names.`;
}

function ownConfig(path: string, where: string, { file, folder }: FleetSources): ConfigText | null {
  try {
    return readConfigText(folder, { config: fileBeside(file, path) });
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(`${where}: config: ${error.message}`) : error;
  }
}

function ownTls(tls: NonNullable<TargetEntry['tls']>, where: string, target: string, sources: FleetSources) {
  const { flags, env, file, folder } = sources;
  const paths = Object.entries(tls).map(([key, value]) =>
    typeof value === 'string' ? [key, resolve(folder, fileBeside(file, value))] : [key, value],
  );
  return routeTo(target, { flags, env, given: { tls: Object.fromEntries(paths) }, file: where, folder }).tls;
}

/** A server of a fleet (specs/schemas/targets.schema.json): its own values, by the config file's keys. */
interface TargetEntry extends Pick<ConfigFile, 'namespace' | 'credentials' | 'headers' | 'tls'> {
  readonly name: string;
  readonly target: string;
  /** A config file, relative to the folder of the file of targets. */
  readonly config?: string;
}

/** The servers of a targets file, each with a name that can be a folder anywhere. @throws ConfigError */
function readTargets(folder: string, file: string): readonly TargetEntry[] {
  const named = { folder, file, kind: 'the file of targets', mostMiB: mostMiB.written };
  const { targets } = valid<{ readonly targets: readonly TargetEntry[] }>(
    'targets',
    parseJson(file, textOfFile(named, readNamed(named).bytes)),
    (mistake) => new ConfigError(`${file}: ${sentenceOf(mistake)}`),
  );
  const seen = new Map<string, number>();
  for (const [index, { name }] of targets.entries()) {
    const where = `${file}: targets[${index}].name is '${name}'`;
    if (DEVICE.test(name))
      throw new ConfigError(`${where}, which is a device on Windows; expected a name that a folder can have`);
    if (REPORT.test(name))
      throw new ConfigError(`${where}, which is a file of the fleet's report; expected another name`);
    const first = seen.get(name.toLowerCase());
    if (first !== undefined)
      throw new ConfigError(
        `${where}, and targets[${first}].name is '${targets[first]?.name}'; ` +
          'expected names that differ in more than case',
      );
    seen.set(name.toLowerCase(), index);
  }
  return targets;
}

function sentenceOf({ pointer, keyword, found, sentence }: SchemaMistake): string {
  const [, index] = /^\/targets\/(\d+)\/name$/.exec(pointer) ?? [];
  if (index === undefined || !['pattern', 'minLength'].includes(keyword)) return sentence;
  const right = "letters, digits, '.', '_' and '-' of ASCII, a letter or digit first and no '.' last";
  return `targets[${index}].name is '${String(found).slice(0, 80)}'; expected ${right}: it names a folder`;
}

/** Windows device names, which are not files, whatever follows the dot ('Naming Files, Paths, and Namespaces'). */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** The fleet's own files are beside the folders. */
const REPORT = /^league\.(?:html|md|json)$/i;
