import type { ConfigFile } from '../config/config-file.ts';
import { ConfigError } from '../schemas/error.ts';
import { parseJson } from '../schemas/json.ts';
import { mostMiB, readNamed, textOf } from '../schemas/read-file.ts';
import { type SchemaMistake, valid } from '../schemas/validate.ts';

/** A server of a fleet, as specs/schemas/targets.schema.json describes it: what is its own, by the config file's keys. */
export interface TargetEntry extends Pick<ConfigFile, 'namespace' | 'credentials' | 'headers' | 'tls'> {
  readonly name: string;
  readonly target: string;
  /** A config file, relative to the folder of the file of targets. */
  readonly config?: string;
}

/**
 * The servers of a file of targets, each with a name that a folder can have on any system.
 * @param folder - the current folder
 * @throws ConfigError in one sentence naming the file, the key, what was found and what is allowed
 */
export function readTargets(folder: string, file: string): readonly TargetEntry[] {
  const named = { folder, file, kind: 'the file of targets', mostMiB: mostMiB.written };
  const { targets } = valid<{ readonly targets: readonly TargetEntry[] }>(
    'targets',
    parseJson(file, textOf(named, readNamed(named).bytes)),
    (mistake) => new ConfigError(`${file}: ${sentenceOf(mistake)}`),
  );
  checkNames(file, targets);
  return targets;
}

function sentenceOf({ pointer, keyword, found, sentence }: SchemaMistake): string {
  const [, index] = /^\/targets\/(\d+)\/name$/.exec(pointer) ?? [];
  if (index === undefined || !['pattern', 'minLength'].includes(keyword)) return sentence;
  return `targets[${index}].name is '${String(found).slice(0, 80)}'; expected letters, digits, '.', '_' and '-' of ASCII, a letter or digit first and no '.' last: it names a folder`;
}

/** Device names of Windows, which are no files there, whatever follows their dot ('Naming Files, Paths, and Namespaces'). */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** The fleet's own files lie beside the folders. */
const REPORT = /^league\.(?:html|md|json)$/i;

function checkNames(file: string, targets: readonly TargetEntry[]): void {
  const seen = new Map<string, number>();
  for (const [index, { name }] of targets.entries()) {
    const where = `${file}: targets[${index}].name is '${name}'`;
    if (DEVICE.test(name)) {
      throw new ConfigError(`${where}, which is a device on Windows; expected a name that a folder can have`);
    }
    if (REPORT.test(name)) {
      throw new ConfigError(`${where}, which is a file of the fleet's report; expected another name`);
    }
    const first = seen.get(name.toLowerCase());
    if (first !== undefined) {
      throw new ConfigError(
        `${where}, and targets[${first}].name is '${targets[first]?.name}'; expected names that differ in more than case`,
      );
    }
    seen.set(name.toLowerCase(), index);
  }
}
