import { isIP } from 'node:net';
import type { Command } from 'commander';
import { bindings } from '../bindings/bindings.ts';
import { type Environment, variable } from '../config/environment.ts';
import { numberFlag, ranges } from '../config/limits.ts';
import { exampleCall } from '../config/values.ts';
import { defaultNamespace } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { readCatalog } from '../reference/catalog.ts';
import { type ServedExchange, startReferenceServer } from '../reference/server.ts';
import { stacks } from '../reference/variations/stacks.ts';
import { printable } from '../report/terminal/palette.ts';
import { contractOf } from '../results/contract-of.ts';
import { curlLine } from '../results/record/finding.ts';
import { judgeRequest } from '../rules/client/judge-request.ts';
import { refusal, shortJudgement } from '../rules/client/sentence.ts';
import type { Cli } from '../run/output.ts';
import { ConfigError } from '../schemas/error.ts';
import { repeated } from './options.ts';
import { type ServedChange, servedChanges } from './served-changes.ts';

interface Flags {
  readonly port: string;
  readonly host: string;
  readonly namespace?: string;
  readonly defect?: readonly string[];
  readonly variation?: readonly string[];
  readonly as?: string;
  readonly seed?: string;
  readonly latency?: string;
  readonly catalog?: string;
  readonly checkCredentials?: boolean;
  readonly strict?: boolean;
  readonly quiet?: boolean;
}

const EXAMPLES = `
Examples:
  getdata-conformance serve
  getdata-conformance serve --port 0 --check-credentials
  getdata-conformance serve --defect fields-swapped@Get_Inventory/soap12
  getdata-conformance serve --defect status-201@http-get
  getdata-conformance serve --variation cdata --variation headers-lower-case
  getdata-conformance serve --variation random --seed 7
  getdata-conformance serve --as wcf --latency 200

\`list defects\` prints what is wrong by the document, \`list variations\` what is right and differs.`;

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
    .option(
      '--variation <id>',
      "another legal way to answer, in all cells; 'random' draws one for each answer; repeatable",
      repeated,
    )
    .option('--as <stack>', `answer as another stack does: ${stacks.map(({ id }) => id).join(', ')}`)
    .option('--seed <n>', 'what --variation random draws from; 1 unless given')
    .option('--latency <ms>', 'milliseconds to wait before each answer')
    .option('--catalog <file>', 'your own data in place of lists of fixtures/catalog.json')
    .option('--check-credentials', 'refuse dealers, keys and passwords that the catalogue does not know')
    .option('--strict', 'refuse requests that break a required client rule, with a fault or message that says why')
    .option('--quiet', 'do not print a line per request')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      const contract = servedContract(flags.namespace, io.env);
      const port = numberFlag('--port', flags.port, ranges.port) ?? 0;
      const changes = servedChanges(flags, contract);
      const latencyMs = numberFlag('--latency', flags.latency, ranges.latencyMs) ?? 0;
      const catalog = flags.catalog === undefined ? {} : { catalog: readCatalog(io.folder, flags.catalog) };
      const log = flags.quiet === true ? () => {} : (line: string) => io.out(`${line}\n`);
      const interrupted = io.interrupted();
      const own = { contract, port, host: flags.host, checkCredentials: flags.checkCredentials === true, log };
      const mutations = { defects: changes.map(({ mutation }) => mutation) };
      const judge = (request: HttpRequest) => judgeRequest(request, contract);
      const judged = {
        observe: ({ request }: ServedExchange) => printable(shortJudgement(judge(request))).replaceAll('\n', ' '),
        ...(flags.strict === true ? { refuse: (request: HttpRequest) => refusal(judge(request)) } : {}),
      };
      const server = await startReferenceServer({ ...own, ...judged, ...mutations, ...catalog, latencyMs }).catch(
        refused,
      );
      io.out(serveBanner(server.url, contract, changes, own.checkCredentials));
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
  served: readonly ServedChange[],
  checksCredentials = false,
): string {
  const endpoint = `${url}${contract.endpointPath}`;
  const textsOf = (kind: ServedChange['kind']): string =>
    served.flatMap((one) => (one.kind === kind ? [one.text] : [])).join(', ') || 'none';
  const samples = bindingNames.map(
    (binding) => `${contract.bindings[binding].title}:\n  ${sample(url, contract, binding)}`,
  );
  return [
    `The reference server of GetData listens on ${url} (Ctrl-C ends it).`,
    `  endpoint   ${endpoint}`,
    `  WSDL       ${endpoint}?wsdl`,
    `  namespace  ${contract.namespace}`,
    `  defects    ${textsOf('defect')}`,
    `  variations ${textsOf('variation')}`,
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
