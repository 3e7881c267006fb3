import type { CliIo } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import type { Contract } from '../contract/model.ts';
import { type DescribedContract, withReads } from '../contract/wsdl/read-wsdl.ts';
import { kinds } from '../features/comparison/servers/difference.ts';
import { readWsdlContract } from '../features/comparison/servers/wsdl-contract.ts';
import { readConfigText } from '../options/config-file.ts';
import type { RunFlags, TextFlags } from '../options/flags.ts';
import type { RunOptions } from '../options/model.ts';
import { namesFlag } from '../options/names.ts';
import { parseConfig } from '../options/parse-config.ts';
import { routeTo } from '../options/route.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { shownLine } from '../views/shown-text.ts';

/** Flags of `compare` that stand on the document, or on operations whose effect it knows. */
const NOT_WITH_WSDL = {
  calls: '--calls',
  plain: '--plain',
  includeWrites: '--include-writes',
  namespace: '--namespace',
  baseUrl: '--base-url',
} as const;

/** Rules and observations stand on the document. */
export const describedKinds = kinds.filter((kind) => kind !== 'rules' && kind !== 'observations');

type DescribedFlags = RunFlags &
  TextFlags<'wsdl' | 'reads' | 'baseUrl'> & { readonly plain?: boolean; readonly quiet?: boolean };

/** The contract of `--wsdl` with the reads alone, which it prints; null without. @throws ConfigError */
export async function describedBy(flags: DescribedFlags, io: CliIo): Promise<DescribedContract | null> {
  if (flags.wsdl === undefined && flags.reads === undefined) return null;
  if (flags.wsdl === undefined) throw new ConfigError('--reads is given without --wsdl; the document says what reads');
  const names = Object.keys(NOT_WITH_WSDL) as (keyof typeof NOT_WITH_WSDL)[];
  const unfit = names.find((name) => flags[name] !== undefined);
  if (unfit !== undefined)
    throw new ConfigError(
      `${NOT_WITH_WSDL[unfit]} is given with --wsdl, which compares reads of the WSDL alone; expected one of them`,
    );
  const config = readConfigText(io.folder, flags);
  const given = config === null ? {} : parseConfig(config);
  const sources = { flags, env: io.env, given, file: config?.file ?? '', folder: io.folder };
  const whole = await readWsdlContract(flags.wsdl, io.folder, (url) => routeTo(url, sources));
  const described = onlyReads(whole, flags.reads);
  const { contract } = described;
  const reads = contract.operations.map(({ name }) => name).join(', ');
  const text = `Reads: ${reads}, in the namespace ${contract.namespace}; nothing else is called.`;
  if (flags.quiet !== true) io.out(`${shownLine(text, 4000)}\n`);
  return described;
}

/** @throws ConfigError if the options select no cell */
export function checkSelected({ contract }: DescribedContract, options: RunOptions): void {
  if (selectedCells(contract, options).length > 0) return;
  throw new ConfigError('--operations and --bindings select nothing that the WSDL has among --reads');
}

/** The contract with the operations alone that the user names as reads: nothing else is called. @throws ConfigError */
function onlyReads({ contract, leftOut }: DescribedContract, reads: string | undefined): DescribedContract {
  const names = contract.operations.map(({ name }) => name);
  if (names.length === 0) {
    const [first] = leftOut.map(({ operation, reason }) => `${operation ?? 'the WSDL'}: ${reason}`);
    throw new ConfigError(`--wsdl has no operation that can be compared${first === undefined ? '' : ` (${first})`}`);
  }
  if (reads === undefined)
    throw new ConfigError(
      `--wsdl calls only what --reads names, as a WSDL does not say what changes state; expected some of ${listOf(contract)}, or '*' for all`,
    );
  const untaken = leftOut.find(
    ({ operation }) => operation !== null && !names.includes(operation) && isIn(reads, operation),
  );
  if (untaken !== undefined)
    throw new ConfigError(`--reads names ${untaken.operation}, which is not compared: ${untaken.reason}`);
  const named = reads.trim() === '*' ? names : (namesFlag('operation of the WSDL', '--reads', reads, names) ?? []);
  // Of an operation that is not called, what it can't be compared by is no news.
  const told = leftOut.filter(
    ({ operation }) => operation === null || !names.includes(operation) || named.includes(operation),
  );
  return { contract: withReads(contract, named), leftOut: told };
}

const isIn = (list: string, name: string): boolean => list.split(',').some((one) => one.trim() === name);

const MOST_LISTED = 200;

function listOf({ operations }: Contract): string {
  const names = operations.slice(0, MOST_LISTED).map(({ name }) => name);
  const more = operations.length - names.length;
  return `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
