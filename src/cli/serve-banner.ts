import type { CliIo } from '../base/cli-io.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import { exampleCall } from '../options/values.ts';
import { curlLine } from '../results/record/finding.ts';
import { printable } from '../views/terminal/palette.ts';
import { isLoopback } from '../wire/http/address.ts';
import { bindings } from '../wire/soap/bindings.ts';
import type { ServedChange } from './served-changes.ts';

/** The operation of the calls in the banner. */
const SAMPLE = 'Get_Inventory';

/** What `serve` prints when it listens: addresses, and a call in each of the four bindings. */
export function serveBanner(
  url: string,
  contract: Contract,
  served: readonly ServedChange[],
  checksCredentials = false,
): string {
  const endpoint = `${url}${contract.endpointPath}`;
  const textsOf = (kind: ServedChange['kind']): string =>
    // A stack is several changes with one name.
    [...new Set(served.flatMap((one) => (one.kind === kind ? [one.text] : [])))].join(', ') || 'none';
  const samples = bindingNames.map((binding) => {
    // A call that a defect spoils, or that is not answered at all, says so.
    const wrong = served.filter(({ kind, mutation }) => kind === 'defect' && mutation.applies(SAMPLE, binding));
    const by = wrong.length === 0 ? '' : `, with ${wrong.map(({ text }) => text).join(', ')}`;
    return `${contract.bindings[binding].title}${by}:\n  ${sample(url, contract, binding)}`;
  });
  return [
    `The reference server of GetData listens on ${url} (Ctrl-C ends it).`,
    `  endpoint   ${endpoint}`,
    `  WSDL       ${endpoint}?wsdl`,
    `  namespace  ${contract.namespace}`,
    `  defects    ${textsOf('defect')}`,
    `  variations ${textsOf('variation')}`,
    ...(checksCredentials ? ['  dealers    those of fixtures/catalog.json; other credentials are refused'] : []),
    '',
    `${SAMPLE} in each of the four bindings:`,
    ...samples,
    '',
    '',
  ].join('\n');
}

/** Warns if other machines can call the server: on any other address than a loopback one. */
export function warnOfHost(host: string, { err }: Pick<CliIo, 'err'>): void {
  if (isLoopback(host)) return;
  const who = `${host} is not a loopback address: anyone who reaches this machine can call the server, over plain HTTP`;
  err(`${printable(`warning: ${who}; it is a sandbox: use no real credentials`)}\n`);
}

function sample(url: string, contract: Contract, binding: (typeof bindingNames)[number]): string {
  const call = exampleCall(operationNamed(contract, SAMPLE), contract);
  const { method, path, headers, body } = bindings[binding].encode(call, { contract, basePath: '', credentials: {} });
  const text = body === null ? null : new TextDecoder().decode(body);
  // curl counts the body itself.
  const own = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return curlLine({ method, url: `${url}${path}`, headers: own, body: text });
}
