import { ConfigError } from '../../base/error.ts';
import { plural } from '../../base/words.ts';
import { contractOf } from '../../contract/contract-of.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Contract } from '../../contract/model.ts';
import { readExchange } from '../../judge/read.ts';
import type { Flags } from '../../options/flags.ts';
import { parseTarget } from '../../options/target.ts';
import type { HarCall } from './call.ts';
import { isRedirect } from './intermediary.ts';
import { type HarFile, harRecordings } from './read.ts';

type ServiceFlags = Flags<'namespace' | 'baseUrl'>;

/**
 * The one service whose calls a HAR has, or that is asked for, and its contract; `note`: how the namespace is
 * known if no request shows it. @param by - a WSDL's, with its endpoint @throws ConfigError if several, or no namespace
 */
export function recordedService(har: HarFile, flags: ServiceFlags, by?: Contract) {
  const baseUrl = baseUrlOf(har, flags, by);
  const calls = har.calls.filter((one) => one.baseUrl === baseUrl);
  const known = by === undefined ? serviceNamespace(har, calls, baseUrl, flags) : { contract: by, note: null };
  return { baseUrl, calls, ...known };
}

function baseUrlOf({ name, calls }: HarFile, { baseUrl }: ServiceFlags, by?: Contract): string {
  // What redirects to https, be it a browser that knows HSTS, is no other service.
  const answered = calls.filter(({ entry: { response } }) => !isRedirect(response));
  const all = [...new Set((answered.length > 0 ? answered : calls).map((one) => one.baseUrl))];
  const list = all.slice(0, 5).join(', ');
  if (baseUrl !== undefined) {
    const named = parseTarget(baseUrl, '--base-url', by !== undefined);
    const wanted = named.baseUrl.slice(0, by && -by.endpointPath.length);
    if (all.includes(wanted)) return wanted;
    throw new ConfigError(`${name} has no call to ${wanted}; its calls are to ${list}`);
  }
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return only;
  throw new ConfigError(`${name} has calls to ${plural(all.length, 'service')} (${list}); choose one with --base-url`);
}

/**
 * The contract in the namespace of the flag, in the one that all SOAP requests use, or, as GET and POST send none, in
 * that of all answers, which a note then says.
 */
function serviceNamespace(har: HarFile, calls: readonly HarCall[], baseUrl: string, { namespace }: ServiceFlags) {
  if (namespace !== undefined) return { contract: contractOf(namespace, '--namespace'), note: null };
  const used = new Set(calls.flatMap(({ decoded }) => (decoded.namespace === null ? [] : [decoded.namespace])));
  const sent = har.namespace === null ? [...used] : [har.namespace];
  const [only, ...others] = sent.length > 0 ? sent : answeredIn(har, baseUrl);
  const from = sent.length > 0 ? 'SOAP requests' : 'answers';
  if (only === undefined)
    throw new ConfigError(
      `${har.name} has no SOAP request and no answer that shows the namespace; ` +
        "add --namespace <uri>, the document's {xml_namespace}",
    );
  if (others.length > 0)
    throw new ConfigError(
      `${har.name} has ${from} in several namespaces (${only}, ${others[0]}); choose one with --namespace`,
    );
  const note = `Namespace ${only}, as its answers have it: no request shows it (--namespace ${only} requires it).`;
  return { contract: contractOf(only, `the namespace of its ${from}`), note: sent.length > 0 ? null : note };
}

/** The namespaces of the results that a HAR has. */
function answeredIn(har: HarFile, baseUrl: string): readonly string[] {
  const { all } = harRecordings(har, baseUrl, loadContract(defaultNamespace()));
  const found = all.flatMap(({ exchange, cell }) => readExchange(exchange, cell).located.payload?.namespace ?? []);
  return [...new Set(found)].filter((one) => one !== '');
}
