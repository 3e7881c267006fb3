import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import { plural } from '../base/words.ts';
import { judgeHar } from '../features/offline/judge-file.ts';
import { withNamespace } from '../features/run/settle-target.ts';
import { type Callers, originOf } from '../features/traffic/callers.ts';
import { clientSentence } from '../features/traffic/client-report.ts';
import { LIVE_PATH } from '../features/traffic/live/page.ts';
import { openProxySession, type ProxyEnd, serverSentence } from '../features/traffic/proxy/session.ts';
import { writeClientReport } from '../features/traffic/session.ts';
import { readConfigText } from '../options/config-file.ts';
import { contractAt, contractBy } from '../options/described.ts';
import type { RunFlags } from '../options/flags.ts';
import { numberFlag, ranges } from '../options/limits.ts';
import { completeOptions } from '../options/run-options.ts';
import { reserveResults } from '../results/write.ts';
import { outputOf } from '../views/output.ts';
import { printable } from '../views/terminal/palette.ts';
import { alarms } from '../views/terminal/start-notes.ts';
import { hostOf, isLoopback } from '../wire/http/address.ts';
import { openedRoute } from '../wire/http/run-route.ts';
import { givenWsdl } from './given-wsdl.ts';
import { endNewServer, type NewServerFlags, newServerOf, startNewServer } from './new-server.ts';
import { notListening, PROXY_HELP, ROUTE_AND_CONFIG, repeated, withFlags } from './options.ts';
import { warnOfHost } from './serve-banner.ts';

type ListenFlags = Readonly<Record<'port' | 'host' | 'reports', string>> &
  Partial<Readonly<Record<'allowHost' | 'allowOrigin', readonly string[]>>>;
type ProxyFlags = Omit<RunFlags, 'target'> & ListenFlags & NewServerFlags;

const EXAMPLES = `
Examples:
  getdata-conformance proxy https://host.example/path
  getdata-conformance proxy https://host.example --port 8081 --namespace http://dealer.example/webservices/
  getdata-conformance proxy https://host.example --allow-origin https://shop.example
  getdata-conformance judge reports/traffic.har
  getdata-conformance proxy https://old.example --also https://new.example

Let the client call this proxy instead of the target, at the same path. Header lines and bodies pass unchanged, except
Host in a request, and the service's address in a WSDL or discovery document. Credentials, ContactInfo, Client_IP and
sessions are masked in everything that is kept.
On a loopback address, requests for a Host that is neither loopback nor the target's are refused, and so are those that
a browser sends for a page of another site: --allow-host and --allow-origin take them.
--also <url>: clients are answered by the target; each request that is recognised as a read is also sent to this new
server, and the answers are compared as by \`compare\`: on the live page, and at Ctrl-C in compare.json and
compare.html. Clients never wait for it: while more reads come than are compared, some are left out and counted. What
changes state is never sent. A read whose answers differ is sent to both servers once more. The new server gets the
credential parameters of the clients; Authorization, cookies, other header lines that hold secrets and the client
certificate only with --also-credentials. User and password of its address go only to it. The exit code is then that of
\`compare\`: 0 no difference that counts, 1 they differ, 3 nothing could be compared in some called cell, 4 the new
server never answered.
Exit codes without --also, at Ctrl-C: 0 both sides right, 1 a client's requests or the target's answers break required
rules, 2 wrong usage, 3 no call was seen, or none was answered with 200, 5 a report could not be written, or the suite
itself failed. A recording that can't be written to, as on a full disk, ends with its last whole exchange; the proxy
goes on, and says at the end how many are missing.${PROXY_HELP}`;

export function addProxy(command: Command, { io, finish }: Cli): void {
  withFlags(command, `${ROUTE_AND_CONFIG} wsdl reads namespace timeout maxBody header reports quiet`, {
    timeout: 'milliseconds without a byte after which the target is given up (default: 10000)',
    maxBody:
      'size of the largest judged body (of a request 1048576 at most); longer ones pass unjudged (default: 16777216)',
    header: "a header for every request that lacks it, 'Name: value'; repeatable",
    reports: 'folder that the recording and the reports are written to',
    quiet: 'do not print a line per exchange',
  })
    .argument('<target>', "the service's address, with or without /getData.asmx (the document's {base_url})")
    .option('--also <url>', 'also send each read to this new server, and compare its answers')
    .option('--also-credentials', 'it also gets Authorization, cookies and the client certificate')
    .option('--port <n>', 'port to listen on; 0 for any free one', '8081')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-host <name>', 'on loopback, also take requests for this Host; repeatable', repeated)
    .option('--allow-origin <origin>', 'on loopback, also take requests of pages of this origin; repeatable', repeated)
    .addHelpText('after', EXAMPLES)
    .action(async (target: string, flags: ProxyFlags) => {
      const { host, quiet } = flags;
      const port = numberFlag('--port', flags.port, ranges.port) ?? 0;
      const config = readConfigText(io.folder, flags);
      const wsdl = await givenWsdl(flags, io, false);
      const sources = { flags: { ...flags, target }, env: io.env, config, randomSeed: 0, folder: io.folder, wsdl };
      const asked = completeOptions(sources);
      if (asked.target === null) throw new ConfigError('the target is empty; expected an address');
      const by = wsdl && contractAt(wsdl, asked.target);
      // Clients call what is below the folder of the endpoint, as they do with the document's {base_url}.
      const given = { ...asked, target: asked.target.slice(0, by && -by.endpointPath.length) };
      refuseItself(new URL(given.target), host, port);
      const newServer = newServerOf(sources, flags);
      if (newServer !== null) refuseItself(new URL(newServer.options.target), host, port, '--also');
      const callers = callersOf(new URL(given.target), flags);
      const folder = resolve(io.folder, flags.reports);
      await reserveResults(folder);
      const interrupted = io.interrupted();
      const { options, note } = await withNamespace(given, given.target, new AbortController().signal);
      const contract = by ?? contractBy(options);
      const log = quiet === true ? null : (line: string) => io.out(`${printable(line)}\n`);
      const { headers, limits } = options;
      const shadow = newServer === null ? null : startNewServer(newServer, { ...options, target: asked.target });
      const session = await openProxySession({
        ...(shadow === null ? {} : { also: shadow }),
        ...{ contract, target: new URL(given.target), host, port, folder, log, headers, callers },
        ...{ route: openedRoute(options.route), timeoutMs: limits.timeoutMs, maxBodyBytes: limits.maxBodyBytes },
      }).catch((error: unknown) => {
        shadow?.stop();
        return notListening(error);
      });
      for (const line of [...alarms(options), ...(note === '' ? [] : [note])]) io.out(`${printable(line)}\n`);
      io.out(`The proxy to ${given.target} listens on ${session.baseUrl} (Ctrl-C ends it).\n`);
      io.out(`The live page: ${session.origin}${LIVE_PATH}\n`);
      if (newServer !== null) io.out(`${printable(`Each read is also sent to ${newServer.options.target}.`)}\n`);
      io.out("Changed on the way: Host, and the service's address in a WSDL or discovery document.\n\n");
      warnOfHost(host, io);
      await interrupted;
      const ended = await session.end();
      const { lost, problem, files } = ended.recorded;
      if (lost > 0 || problem !== null)
        io.err(
          `${printable(`warning: ${plural(lost, 'exchange')} could not be recorded: ${problem ?? 'it is full'}`)}\n`,
        );
      const written = [...files];
      try {
        written.push(...(await writeClientReport(ended.client, contract, folder)));
        if (ended.entries.log.entries.length > 0) {
          const { namespace, endpointPath } = contract;
          const baseUrl = `${given.target}${wsdl === undefined ? '' : endpointPath}`;
          const flags = { ...(wsdl === undefined ? { namespace } : {}), baseUrl, reports: folder };
          written.push(...(await judgeHar(ended.entries, 'traffic.har', flags, io.folder, wsdl)).report.files);
        }
      } catch (error) {
        // Of calls with too many secrets nothing is recorded that could be read again; they were judged before.
        if (!(error instanceof ConfigError)) throw error;
        io.err(`${printable(`warning: results.json is not written: ${error.message}`)}\n`);
      } finally {
        // Said also where a full disk takes no report.
        const sentences = [clientSentence(ended.client), serverSentence(ended.server)];
        const place = `Written: ${written.join(', ') || 'nothing'}`;
        io.out(`${[place, ...sentences].map(printable).join('\n')}\n`);
      }
      if (shadow !== null)
        return finish(
          await endNewServer(shadow, outputOf(io, { reports: flags.reports, quiet: quiet === true, color: true })),
        );
      const { exitCode, last } = verdictOf(ended);
      io.out(`${last}\n`);
      finish(exitCode);
    });
}

/** The exit code and the line that says which side breaks required rules. */
function verdictOf({ client, server }: Pick<ProxyEnd, 'client' | 'server'>) {
  const wrong = [...(client.exitCode === 1 ? ['client'] : []), ...(server.broken.length > 0 ? ['server'] : [])];
  const exitCode = wrong.length > 0 ? 1 : client.exitCode || (server.successes === 0 ? 3 : 0);
  const right = exitCode === 0 ? 'client and server are right' : 'inconclusive';
  const broken =
    wrong.length === 2 ? 'client and server break required rules' : `the ${wrong[0]} breaks required rules`;
  const said = wrong.length > 0 ? broken : right;
  return { exitCode, last: `${said} (exit code ${exitCode})` };
}

/** Whose requests are taken besides those for loopback names. @throws ConfigError */
function callersOf(target: URL, { host, allowHost = [], allowOrigin = [] }: ListenFlags): Callers {
  const hosts = allowHost.map((text) => {
    const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null;
    if (url !== null && hostOf(url) === text.toLowerCase()) return hostOf(url);
    throw new ConfigError(`--allow-host is '${text}'; expected the name of a host, without scheme and port`);
  });
  const origins = allowOrigin.map((text) => {
    const origin = originOf(text);
    if (text === 'null' || (origin !== 'null' && text.toLowerCase() === origin)) return origin;
    throw new ConfigError(`--allow-origin is '${text}'; expected an origin as browsers send it: https://host.example`);
  });
  return { host, hosts: [hostOf(target), ...hosts], origins };
}

function refuseItself(target: URL, host: string, port: number, what = 'the target'): void {
  const own = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  const isHere = hostOf(target) === host || isLoopback(hostOf(target));
  if (port !== 0 && own === port && isHere)
    throw new ConfigError(`${what} ${target.origin} is the proxy itself; name another --port`);
}
