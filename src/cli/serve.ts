import type { Command } from 'commander';
import { type Environment, variable } from '../config/environment.ts';
import { numberFlag, ranges } from '../config/numbers.ts';
import { defaultNamespace } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { type ReferenceServer, type ReferenceServerOptions, startReferenceServer } from '../reference/server.ts';
import { printable } from '../report/terminal/palette.ts';
import { contractOf } from '../results/contract-of.ts';
import type { Cli } from '../run/command-io.ts';
import { ConfigError } from '../schemas/error.ts';
import { repeated } from './options.ts';
import { openHostWarning, serveBanner } from './serve-banner.ts';
import { readDefects } from './serve-defects.ts';

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
      const server = await listening({
        contract,
        port,
        host: flags.host,
        checkCredentials: flags.checkCredentials === true,
        defects: defects.map(({ mutation }) => mutation),
        log,
      });
      io.out(
        serveBanner(
          server.url,
          contract,
          defects.map(({ text }) => text),
        ),
      );
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

async function listening(options: ReferenceServerOptions): Promise<ReferenceServer> {
  try {
    return await startReferenceServer(options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${why.replace(/\.$/, '')}; another --port or --host may be free`);
  }
}
