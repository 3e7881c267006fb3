import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import soap from 'soap';
import type { Contract, Operation } from '../../../contract/model.ts';

/** Binding → operation → the result as the client read it. */
export type ClientAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Values of the parameters by operation, numbers for int and long. */
export type ClientCalls = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

/** A real client library that calls every operation in the bindings that it has. */
export interface SoapClient {
  readonly name: string;
  readonly packages: string;
  /** Succeeds if it is installed. */
  readonly probe: readonly [command: string, ...args: string[]];
  /** Generates a client from the WSDL at `url`. @returns calls any server @throws Error with the client's output */
  readonly open: (
    url: string,
    contract: Contract,
  ) => Promise<(url: string, calls: ClientCalls) => Promise<ClientAnswers>>;
}

/** Every field filled, so that a field that is not sent is seen. */
const VEHICLE_TYPE_HEADER = {
  Filtervehicles: true,
  VehicleTypeToFilter: 'Car',
  OnlyMake: { string: ['Honda'] },
  NoModel: { string: ['Accord'] },
  NoMissings: true,
  VcdbOnly: true,
};

export function exampleCalls({ operations }: Contract): ClientCalls {
  const typed = ({ parameters }: Operation) =>
    Object.fromEntries(
      parameters.map(({ name, type, example }) => [name, type === 'string' ? example : Number(example)]),
    );
  return Object.fromEntries(operations.map((operation) => [operation.name, typed(operation)]));
}

/** What a program prints. @throws Error with its error output, or how it ended */
async function printed(command: string, args: readonly string[], input = '', cwd = tmpdir()): Promise<string> {
  const child = spawn(command, args, { cwd });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (errors !== '' || code !== 0) throw new Error(errors || output || `${command} ended with ${code}`);
  return output;
}

const program = (name: string): string =>
  fileURLToPath(new URL(`../../../../src/proof/bench/clients/${name}`, import.meta.url));
const scripted =
  (command: string, name: string): SoapClient['open'] =>
  async (_wsdl, { namespace }) =>
  async (url, calls) =>
    JSON.parse(await printed(command, [program(name), url, namespace], JSON.stringify(calls)));

/** Mono's names of the protocols, each with the C# namespace that its proxy gets. */
const PROTOCOLS = { SOAP: 'soap11', SOAP12: 'soap12', HttpGet: 'httpget', HttpPost: 'httppost' };
/** GET and POST proxies need the second, and our program the third. */
const ASSEMBLIES = ['System.Web.Services', 'System.EnterpriseServices', 'System.Web.Extensions'];

/** Proxies that Mono's wsdl generates, compiled. It finds the WSDL through the page, as Add Web Reference does. */
const openMono: SoapClient['open'] = async (wsdlUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-mono-'));
  for (const [protocol, name] of Object.entries(PROTOCOLS)) {
    const options = ['-nologo', `-protocol:${protocol}`, `-namespace:${name}`, `-out:${name}.cs`];
    await printed('/usr/bin/wsdl', [...options, `${wsdlUrl}/getData.asmx`], '', folder);
  }
  const sources = [...Object.values(PROTOCOLS).map((name) => `${name}.cs`), program('mono-client.cs')];
  const references = ASSEMBLIES.map((one) => `-r:${one}`);
  await printed('/usr/bin/mcs', ['-nologo', '-out:client.exe', ...references, ...sources], '', folder);
  return async (url, calls) =>
    JSON.parse(await printed('/usr/bin/mono', ['client.exe', url], JSON.stringify(calls), folder));
};

const openNodeSoap: SoapClient['open'] =
  async (wsdlUrl, { operations, namespace }) =>
  async (url, calls) => {
    const answers: Record<string, Record<string, unknown>> = {};
    for (const version of ['soap11', 'soap12']) {
      const options = { forceSoap12Headers: version === 'soap12', endpoint: `${url}/getData.asmx` };
      const client = await soap.createClientAsync(`${wsdlUrl}/getData.asmx?wsdl`, options);
      const found: Record<string, unknown> = {};
      for (const { name, header } of operations) {
        client.clearSoapHeaders();
        if (header !== null) client.addSoapHeader({ [header]: VEHICLE_TYPE_HEADER }, '', 'tns', namespace);
        const [reply] = await client[`${name}Async`](calls[name]);
        found[name] = reply[`${name}Result`];
      }
      answers[version] = found;
    }
    return answers;
  };

/** Why a client, or a stack, can't be used here; null if it can. */
export function whyMissing({ name, packages, probe }: Omit<SoapClient, 'open'>): string | null {
  const [command, ...args] = probe;
  return spawnSync(command, args).status === 0 ? null : `${name} is not installed (Debian: ${packages})`;
}

/** The clients that can be installed from npm and Debian. */
export const soapClients: readonly SoapClient[] = [
  { name: 'node-soap', packages: 'none', probe: [process.execPath, '-v'], open: openNodeSoap },
  {
    name: 'zeep',
    packages: 'python3-zeep',
    probe: ['/usr/bin/python3', '-c', 'import zeep'],
    open: scripted('/usr/bin/python3', 'zeep-client.py'),
  },
  {
    name: 'PHP SoapClient',
    packages: 'php-cli, php-soap',
    probe: ['/usr/bin/php', '-r', 'new SoapFault("a", "b");'],
    open: scripted('/usr/bin/php', 'php-client.php'),
  },
  { name: 'Mono', packages: 'mono-devel', probe: ['/usr/bin/test', '-x', '/usr/bin/wsdl'], open: openMono },
];
