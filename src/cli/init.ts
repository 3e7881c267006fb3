import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { ConfigError, writing } from '../base/error.ts';
import { jsonText } from '../base/json.ts';
import { listed } from '../base/words.ts';
import { contractOf } from '../contract/contract-of.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Contract, Operation } from '../contract/model.ts';
import { answeredNamespace } from '../engine/plan/answered-namespace.ts';
import { wsdlNamespace } from '../engine/plan/wsdl.ts';
import { readGivenWsdl } from '../features/described/given-wsdl.ts';
import { CONFIG_FILE, type ConfigFile, schemaAddress } from '../options/config-file.ts';
import { credentialSources } from '../options/credentials.ts';
import { describedIn } from '../options/described.ts';
import { variable } from '../options/environment.ts';
import type { Flags, RouteFlags } from '../options/flags.ts';
import { defaultLimits } from '../options/limits.ts';
import type { RunOptions } from '../options/model.ts';
import { proxyAddress } from '../options/proxy.ts';
import { routeTo } from '../options/route.ts';
import { completeOptions } from '../options/run-options.ts';
import { parseTarget, type TargetAddress } from '../options/target.ts';
import { unreachableText } from '../results/unreachable.ts';
import { writeNew } from '../results/write.ts';
import { invocationOf } from '../views/output.ts';
import { printable } from '../views/terminal/palette.ts';
import { routeNotes } from '../views/terminal/start-notes.ts';
import { free } from '../wire/soap/call.ts';
import { ROUTE, withFlags } from './options.ts';

type InitFlags = RouteFlags & Flags<'namespace' | 'wsdl'>;

const EXAMPLES = `
Examples:
  getdata-conformance init
  getdata-conformance init https://host.example
  getdata-conformance init https://host.example/shop.asmx --wsdl shop.wsdl`;

export function addInit(command: Command, { io, finish }: Cli): void {
  withFlags(command, `${ROUTE} wsdl namespace`, {
    wsdl: 'of a service that this WSDL describes: all its operations are written as reads, for you to choose',
    namespace: "the document's {xml_namespace}; without it the one in the target's WSDL",
  })
    .argument('[target]', "the service's address, with or without /getData.asmx (the document's {base_url})")
    .addHelpText('after', EXAMPLES)
    .action(async (argument: string | undefined, flags: InitFlags) => {
      const text = argument ?? variable(io.env, 'GETDATA_TARGET');
      if (flags.wsdl !== undefined) return finish(await initByWsdl(text, flags.wsdl, flags, io));
      const target = text === null ? null : parseTarget(text, 'the target');
      const given = flags.namespace ?? variable(io.env, 'GETDATA_NAMESPACE');
      if (given !== null) contractOf(given, 'the namespace given');
      const route = routeTo(target?.baseUrl ?? null, { flags, env: io.env, folder: io.folder });
      const asks = given === null && target !== null;
      if (asks) for (const note of routeNotes({ target: target.baseUrl, route })) io.out(`${note}\n`);
      if (asks) io.out(printable(`Asking ${target.baseUrl} for its WSDL, which names the namespace.\n`));
      const wsdl = asks ? await wsdlNamespace(target, route) : null;
      const answers = wsdl?.kind === 'none' && wsdl.trouble === undefined;
      const answered =
        answers && target !== null ? await answeredNamespace(optionsOf(flags, target, io), target.baseUrl) : null;
      const namespace = given ?? (wsdl?.kind === 'found' ? wsdl.namespace : (answered ?? defaultNamespace()));
      const settings = { namespace, values: unfedExamples(loadContract(namespace)) };
      await writeConfig(newConfig(target?.baseUrl ?? null, settings, io.folder, flags), io);
      if (wsdl?.kind === 'found') io.out(printable(`namespace: ${namespace}, as the target's WSDL says\n`));
      if (wsdl?.kind === 'none') {
        const { trouble, reason } = wsdl;
        if (trouble !== undefined)
          io.out(printable(`! ${unreachableText({ target: target?.baseUrl ?? null, route }, trouble)}\n`));
        const why = trouble === undefined ? `the target shows no WSDL (${reason})` : 'the target did not answer';
        const from = answered === null ? `the default, since ${why}` : `as the target answers calls; ${why}`;
        io.out(printable(`namespace: ${namespace}, ${from}; correct it if it is wrong\n`));
      }
      io.out(TO_EDIT);
      io.out(`Then: ${invocationOf(io)} run ${target === null ? '<target> ' : ''}--trust-config\n`);
      if (target?.authorization != null) {
        io.out(
          'The user name and password of the address are not in the file: ' +
            'give them in GETDATA_TARGET, or as a header.\n',
        );
      }
      const proxy = flags.proxy === undefined ? null : new URL(proxyAddress(flags.proxy, '--proxy'));
      if (proxy !== null && `${proxy.username}${proxy.password}` !== '') {
        io.out(
          "The proxy's user name and password are not in the file: write them as http://user:${ENV_NAME}@host:port.\n",
        );
      }
      finish(0);
    });
}

async function writeConfig(config: object, { folder, out }: Cli['io']): Promise<void> {
  await writing(CONFIG_FILE, () => writeNew(resolve(folder, CONFIG_FILE), jsonText(config)), THERE);
  out(`Written: ${CONFIG_FILE}\n`);
}

/** Writes the config file for a service that a WSDL describes. @returns the exit code @throws ConfigError */
async function initByWsdl(text: string | null, wsdl: string, flags: InitFlags, io: Cli['io']): Promise<number> {
  if (flags.namespace !== undefined)
    throw new ConfigError('--namespace is given with --wsdl, which names it; expected one of them');
  const target = text === null ? null : parseTarget(text, 'the target', true).baseUrl;
  const given = await readGivenWsdl(wsdl, { flags, env: io.env, folder: io.folder });
  const { contract } = describedIn(given);
  const reads = contract.operations.map(({ name }) => name);
  if (reads.length === 0) throw new ConfigError(`--wsdl ${given.from} has no operation that can be called`);
  await writeConfig(newConfig(target, { reads, values: {} }, io.folder, flags), io);
  io.out(EDIT_READS);
  const named = /^[\w./:@%+=?-]+$/.test(wsdl) ? wsdl : '<wsdl>';
  io.out(`Then: ${invocationOf(io)} run ${target === null ? '<target> ' : ''}--wsdl ${named} --trust-config\n`);
  return 0;
}

const EDIT_READS = `Edit the file before you use it:
  reads        are all operations: delete those that change state, as nothing else is called
  values       are none: put in those that the target knows, by parameter: { "productId": ["4711"] }
`;

/** The options of a run with these flags and no config file. */
function optionsOf(flags: InitFlags, target: TargetAddress, { env, folder }: Cli['io']): RunOptions {
  const { baseUrl, authorization } = target;
  const options = completeOptions({ flags: { ...flags, target: baseUrl }, env, config: null, randomSeed: 1, folder });
  return authorization === null ? options : { ...options, headers: [authorization, ...options.headers] };
}

const TO_EDIT = `Edit the file before you use it:
  values       are examples: put in values that the target knows
Credentials are not in the file: set those of ${listed(
  credentialSources.map(({ variable }) => variable),
  credentialSources.length,
)} that the target needs.
`;

const THERE = { EEXIST: 'it already exists; move it away first' };

/**
 * A config file to edit: target and namespace, limits, and values only the user knows. Credentials come from the
 * environment without it.
 * @param folder - where it will be: the current one, so that paths of flags are valid in it
 */
function newConfig(
  target: string | null,
  settings: Pick<ConfigFile, 'namespace' | 'reads' | 'values'>,
  folder: string,
  route: RouteFlags,
) {
  const { concurrency, timeoutMs, maxBodyBytes } = defaultLimits;
  return {
    $schema: schemaAddress('config', folder),
    ...(target === null ? {} : { target }),
    ...settings,
    limits: { concurrency, timeoutMs, maxBodyBytes },
    ...routeKeys(route),
  };
}

/** The keys of the given flags; a proxy's address is without user and password, which are secret. */
function routeKeys({ ca, cert, key, insecure, proxy }: RouteFlags): Pick<ConfigFile, 'tls' | 'proxy'> {
  const given = Object.entries({ ca, cert, key, insecure: insecure === true || undefined });
  const tls: ConfigFile['tls'] = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return {
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
    ...(proxy === undefined ? {} : { proxy: new URL(proxyAddress(proxy, '--proxy')).origin }),
  };
}

/**
 * Examples for the parameters that no operation's answers feed: only the user knows these values. A field of another
 * name, like ItemID for ItemNo, may have values that the operation does not know.
 */
function unfedExamples({ operations }: Contract): Readonly<Record<string, readonly string[]>> {
  const reached = reachable(operations);
  const open = operations.flatMap((operation) => free({ operation })).filter(({ name }) => !reached.has(name));
  return Object.fromEntries(open.map(({ name, example }) => [name, [example]]));
}

/** The parameters that are known once every operation with known parameters has been called. */
function reachable(operations: readonly Operation[], known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const callable = operations.filter((operation) => free({ operation }).every(({ name }) => known.has(name)));
  const next = new Set([...known, ...callable.flatMap(({ feeds }) => Object.entries(feeds).flatMap(fedByName))]);
  return next.size === known.size ? known : reachable(operations, next);
}

/** The parameters that a field feeds whose name says so: `YearFrom` a `Year`, `Makename` a `Make`. */
function fedByName([path, parameters]: readonly [path: string, parameters: readonly string[]]): readonly string[] {
  const field = path.split('.').at(-1)?.toLowerCase() ?? '';
  return parameters.filter((name) => field.includes(name.toLowerCase()));
}
