import type { CliIo } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import type { Contract } from '../contract/model.ts';
import type { LeftOut } from '../contract/wsdl/read-wsdl.ts';
import { readGivenWsdl } from '../features/described/given-wsdl.ts';
import { readConfigText } from '../options/config-file.ts';
import { describedIn, type GivenWsdl } from '../options/described.ts';
import {
  type ConfigFlags,
  type FlagName,
  type Flags,
  type RouteFlags,
  type RunFlags,
  typed,
} from '../options/flags.ts';
import { readLimits } from '../options/limits.ts';
import type { RunOptions } from '../options/model.ts';
import { parseConfig } from '../options/parse-config.ts';
import { firstReads, readsAmong, readsNamed } from '../options/reads.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { shownLine } from '../views/shown-text.ts';

type WsdlFlags = RouteFlags & ConfigFlags & Flags<'wsdl' | 'reads' | 'quiet'> & Pick<RunFlags, 'timeout' | 'maxTime'>;

/** Flags that stand on the document, or on operations whose effect it knows. */
const OF_DOCUMENT: readonly (FlagName | 'plain')[] = [
  'embedded',
  'targets',
  'calls',
  'plain',
  'certify',
  'includeWrites',
  'namespace',
  'baseUrl',
  'rerunFailed',
];

/**
 * The WSDL of `--wsdl` with the reads, which it prints; undefined without. @param isSent - false: recorded calls are
 * judged, of all its operations @throws ConfigError
 */
export async function givenWsdl(flags: WsdlFlags, io: CliIo, isSent = true): Promise<GivenWsdl | undefined> {
  const { rerunFailed } = { rerunFailed: undefined, ...flags };
  if (flags.wsdl === undefined && (flags.reads === undefined || rerunFailed !== undefined)) return undefined;
  if (flags.wsdl === undefined) throw new ConfigError('--reads is given without --wsdl; the document says what reads');
  const given = new Map<string, unknown>(Object.entries(flags));
  const unfit = (isSent ? OF_DOCUMENT : ['namespace']).find((name) => given.get(name));
  if (unfit !== undefined)
    throw new ConfigError(
      `--${typed(unfit)} is given with --wsdl, which calls reads of the WSDL alone; expected one of them`,
    );
  const config = readConfigText(io.folder, flags);
  const settings = config === null ? {} : parseConfig(config);
  const sources = { flags, env: io.env, given: settings, file: config?.file ?? '', folder: io.folder };
  const limits = readLimits(flags, settings.limits, sources.file);
  const whole = await readGivenWsdl(flags.wsdl, sources, limits);
  const { contract, leftOut } = describedIn(whole);
  const names = contract.operations.map(({ name }) => name);
  if (names.length === 0) {
    const [first] = leftOut.map(({ operation, reason }) => `${operation ?? 'the WSDL'}: ${reason}`);
    throw new ConfigError(`--wsdl has no operation that can be called${first === undefined ? '' : ` (${first})`}`);
  }
  const named = readsNamed(flags, io.folder);
  if (!isSent && named === undefined && given.get('also') === undefined)
    return { ...whole, reads: [], withOthers: true };
  const wsdl: GivenWsdl = { ...whole, reads: readsIn(names, leftOut, named), ...(isSent ? {} : { withOthers: true }) };
  const reads = shownLine(wsdl.reads.join(', '), 4000);
  const text = `Reads: ${reads}, in the namespace ${shownLine(contract.namespace, 500)}`;
  if (flags.quiet !== true && isSent) io.out(`${text}; nothing else is called.\n`);
  return wsdl;
}

/** @throws ConfigError if the options select no cell */
export function checkSelected(contract: Contract, options: RunOptions): void {
  if (selectedCells(contract, options).length > 0) return;
  throw new ConfigError('--operations and --bindings select nothing that the WSDL has among --reads');
}

/** The operations that the user names as reads: nothing else is called. @throws ConfigError */
function readsIn(names: readonly string[], leftOut: readonly LeftOut[], named: ReturnType<typeof readsNamed>) {
  if (named === undefined)
    throw new ConfigError(
      '--wsdl calls only what --reads names, as a WSDL does not say what changes state; ' +
        `expected some of ${firstReads(names)}, or '*' for all`,
    );
  const untaken = leftOut.find(
    ({ operation }) => operation !== null && !names.includes(operation) && isIn(named.text, operation),
  );
  if (untaken !== undefined)
    throw new ConfigError(`${named.where} names ${untaken.operation}, which is left out: ${untaken.reason}`);
  return readsAmong(names, named);
}

const isIn = (list: string, name: string): boolean => list.split(',').some((one) => one.trim() === name);
