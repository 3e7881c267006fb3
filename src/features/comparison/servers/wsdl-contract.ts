import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt, ConfigError, thrownText, withoutUserinfo } from '../../../base/error.ts';
import { readNamed } from '../../../base/read-file.ts';
import { NamespaceError } from '../../../contract/error.ts';
import { contractOfWsdl, type DescribedContract } from '../../../contract/wsdl/read-wsdl.ts';
import { following, placeOf, wholeDescription } from '../../../engine/plan/wsdl-documents.ts';
import { askHost } from '../../../engine/send/client.ts';
import type { Offered } from '../../../rules/wsdl/description.ts';
import { MOST_WSDL_MIB } from '../../../rules/wsdl/document.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import type { RunRoute } from '../../../wire/http/run-route.ts';

/**
 * The contract of `--wsdl`: of a file with what it imports from its folder, or of an address with what it imports from
 * its host. Nothing else is asked for, and no secrets are sent. @throws ConfigError
 */
export async function readWsdlContract(
  named: string,
  folder: string,
  routeTo: (url: string) => RunRoute,
): Promise<DescribedContract> {
  const isAddress = /^https?:\/\//i.test(named);
  const where = `--wsdl ${isAddress ? withoutUserinfo(named) : named}`;
  const offered = isAddress ? await fromHost(named, where, routeTo) : await fromFile(named, folder);
  if ('none' in offered) throw new ConfigError(`${where}: ${offered.none.replace('its answer to ?wsdl', 'it')}`);
  const { roots, unreadable, exchangeOf, gap } = offered;
  if (unreadable !== null) throw new ConfigError(`${where} is not well-formed XML: ${unreadable.actual}`);
  const texts = roots.map((root, at) => [`${at}`, textOfDocument(exchangeOf(root))] as const);
  try {
    const described = contractOfWsdl(offered, new Map(texts));
    const parts = gap === null ? [] : [{ operation: null, reason: gap }];
    return { ...described, leftOut: [...parts, ...described.leftOut] };
  } catch (error) {
    if (error instanceof NamespaceError) throw new ConfigError(`${where}: ${error.message}`);
    throw error;
  }
}

function textOfDocument(exchange: Exchange | null): string {
  const body = exchange?.outcome.kind === 'response' ? exchange.outcome.response.body : [];
  return Buffer.from(body).toString();
}

async function fromHost(address: string, where: string, routeTo: (url: string) => RunRoute): Promise<Offered> {
  if (!URL.canParse(address))
    throw new ConfigError(`${where} is no address; expected one like https://host.example/shop.asmx?wsdl`);
  const { origin, pathname, search } = new URL(address);
  const how = { headers: [], route: routeTo(address), timeoutMs: 10_000, maxBodyBytes: MOST_WSDL_MIB * 1024 * 1024 };
  const { answer } = await askHost(origin, how, async (get, host) =>
    wholeDescription(await following(get, `${pathname}${search}`, host), get, host),
  );
  return answer;
}

/** Reads a file and what it imports, as if a host with the files of the folder answered. */
async function fromFile(file: string, folder: string): Promise<Offered> {
  const path = resolve(folder, file);
  const first = answered(
    pathToFileURL(path),
    readNamed({ folder, file, kind: '--wsdl', mostMiB: MOST_WSDL_MIB }).bytes,
  );
  const get = async (place: string): Promise<Exchange> => {
    const imported = attempt(() => fileURLToPath(new URL(place, 'file:///')), '');
    if (!imported.startsWith(`${dirname(path)}${sep}`)) return absent(place, 'it is not in the folder of the WSDL');
    try {
      const { bytes } = readNamed({ folder, file: imported, kind: 'imported', mostMiB: MOST_WSDL_MIB });
      return answered(pathToFileURL(imported), bytes);
    } catch (error) {
      return absent(place, thrownText(error));
    }
  };
  return wholeDescription(first, get, pathToFileURL(path));
}

const asked = (path: string): Exchange['request'] => ({ method: 'GET', path, headers: [], body: null });

function answered(url: URL, body: Uint8Array): Exchange {
  const response = { status: 200, reason: '', version: '1.1', headers: [], body, complete: true, surplus: 0 };
  return { request: asked(placeOf(url)), outcome: { kind: 'response', response }, durationMs: 0 };
}

function absent(path: string, message: string): Exchange {
  return {
    request: asked(path),
    outcome: { kind: 'trouble', trouble: { kind: 'unavailable', message } },
    durationMs: 0,
  };
}
