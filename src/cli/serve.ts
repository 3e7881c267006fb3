import { isIP } from 'node:net';
import type { Command } from 'commander';
import { bindings } from '../bindings/bindings.ts';
import { type Environment, variable } from '../config/environment.ts';
import { numberFlag, ranges } from '../config/limits.ts';
import { knownName, withId } from '../config/names.ts';
import { exampleCall } from '../config/values.ts';
import { defaultNamespace } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import type { CellFilter, Defect } from '../reference/defects/defect.ts';
import { defects, mutation } from '../reference/defects/defects.ts';
import type { Mutation } from '../reference/mutation.ts';
import { startReferenceServer } from '../reference/server.ts';
import { printable } from '../report/terminal/palette.ts';
import { contractOf } from '../results/contract-of.ts';
import { curlLine } from '../results/record/finding.ts';
import { selectedCells } from '../results/selected-cells.ts';
import type { Cli } from '../run/output.ts';
import { ConfigError } from '../schemas/error.ts';
import { suggestion } from '../schemas/nearest.ts';
import { repeated } from './options.ts';

interface Flags {
  readonly port: string;
  readonly host: string;
  readonly namespace?: string;
  readonly defect?: readonly string[];
  readonly checkCredentials?: boolean;
  readonly quiet?: boolean;
}

const EXAMPLES = `
Examples:
  getdata-conformance serve
  getdata-conformance serve --port 0 --check-credentials
  getdata-conformance serve --defect fields-swapped@Get_Inventory/soap12
  getdata-conformance serve --defect status-201@http-get

\`list defects\` prints the defects.`;

/** Adds `serve`: the reference server, until Ctrl-C. */
export function addServe(command: Command, { io, finish }: Cli): void {
  command
    .option('--port <n>', 'port to listen on; 0 for any free one', '8080')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--namespace <uri>', "the document's {xml_namespace}")
    .option(
      '--defect <id>',
      'a deliberate fault, as id, id@Operation, id@binding or id@Operation/binding; repeatable',
      repeated,
    )
    .option('--check-credentials', 'refuse dealers, keys and passwords that the catalogue does not know')
    .option('--quiet', 'do not print a line per request')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      const contract = servedContract(flags.namespace, io.env);
      const port = numberFlag('--port', flags.port, ranges.port) ?? 0;
      const defects = readDefects(flags.defect ?? [], contract);
      const log = flags.quiet === true ? () => {} : (line: string) => io.out(`${line}\n`);
      const interrupted = io.interrupted();
      const own = { contract, port, host: flags.host, checkCredentials: flags.checkCredentials === true, log };
      const mutations = defects.map(({ mutation }) => mutation);
      const server = await startReferenceServer({ ...own, defects: mutations }).catch(refused);
      io.out(serveBanner(server.url, contract, defects, own.checkCredentials));
      const warning = openHostWarning(flags.host);
      if (warning !== null) io.err(`${printable(warning)}\n`);
      await interrupted;
      await server.close();
      finish(0);
    });
}

function servedContract(flag: string | undefined, env: Environment): Contract {
  if (flag !== undefined) return contractOf(flag, '--namespace');
  const fromEnvironment = variable(env, 'GETDATA_NAMESPACE');
  if (fromEnvironment !== null) return contractOf(fromEnvironment, 'the environment variable GETDATA_NAMESPACE');
  return contractOf(defaultNamespace(), '');
}

function refused(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new ConfigError(`${why.replace(/\.$/, '')}; another --port or --host may be free`);
}

/** What `serve` prints when it listens: addresses, and a call in each of the four bindings. */
export function serveBanner(
  url: string,
  contract: Contract,
  served: readonly ServedDefect[],
  checksCredentials = false,
): string {
  const endpoint = `${url}${contract.endpointPath}`;
  const samples = bindingNames.map(
    (binding) => `${contract.bindings[binding].title}:\n  ${sample(url, contract, binding)}`,
  );
  return [
    `The reference server of GetData listens on ${url} (Ctrl-C ends it).`,
    `  endpoint   ${endpoint}`,
    `  WSDL       ${endpoint}?wsdl`,
    `  namespace  ${contract.namespace}`,
    `  defects    ${served.map(({ text }) => text).join(', ') || 'none'}`,
    ...(checksCredentials ? ['  dealers    those of fixtures/catalog.json; other credentials are refused'] : []),
    '',
    'Get_Inventory in each of the four bindings:',
    ...samples,
    '',
    '',
  ].join('\n');
}

/** What to know where others than this machine can call the server; null on a loopback address. */
export function openHostWarning(host: string): string | null {
  if (host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return null;
  return `warning: ${host} is no loopback address: whoever reaches this machine can call the server, over plain HTTP; it is a sandbox, and no place for real credentials`;
}

function sample(url: string, contract: Contract, binding: (typeof bindingNames)[number]): string {
  const call = exampleCall(operationNamed(contract, 'Get_Inventory'), contract);
  const { method, path, headers, body } = bindings[binding].encode(call, { contract, basePath: '', credentials: {} });
  const text = body === null ? null : new TextDecoder().decode(body);
  // curl counts the body itself.
  const own = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return curlLine({ method, url: `${url}${path}`, headers: own, body: text });
}

/** A defect that is switched on, and how it was named. */
export interface ServedDefect {
  readonly text: string;
  readonly mutation: Mutation;
}

/**
 * The defects of `--defect id`, `id@Operation`, `id@binding` or `id@Operation/binding`.
 * @throws ConfigError for an unknown name, and for cells in which the defect can't show
 */
export function readDefects(texts: readonly string[], contract: Contract): readonly ServedDefect[] {
  return texts.map((text) => {
    const [id = '', cells] = text.split(/@(.*)/s);
    const defect = withId('defect', id, defects, '--defect');
    const filter = cellFilter(cells, contract);
    checkShows(defect, filter, text, contract);
    return { text, mutation: mutation(defect, filter, contract) };
  });
}

function cellFilter(text: string | undefined, contract: Contract): CellFilter {
  if (text === undefined) return { operation: null, binding: null };
  const operations = contract.operations.map(({ name }) => name);
  const [first = '', second] = text.split(/\/(.*)/s);
  if (second !== undefined) {
    const operation = knownName('operation', first, operations, '--defect');
    return { operation, binding: knownName('binding', second, bindingNames, '--defect') };
  }
  const binding = bindingNames.find((name) => name === first);
  if (binding !== undefined) return { operation: null, binding };
  if (operations.includes(first)) return { operation: first, binding: null };
  const expected = suggestion(first, [...bindingNames, ...operations]);
  throw new ConfigError(`--defect names the unknown operation or binding '${first}'; ${expected}`);
}

function checkShows(defect: Defect, { operation, binding }: CellFilter, text: string, contract: Contract): void {
  const operations = operation === null ? null : [operation];
  const cells = selectedCells(contract, { operations, bindings: binding === null ? null : [binding], cells: null });
  const shows = cells.some((cell) => defect.cells(cell, contract));
  if (!shows) throw new ConfigError(`--defect ${text} has no effect: ${defect.id} can't show in any of these cells`);
}
