import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt, ConfigError, thrownText, withoutUserinfo } from '../../base/error.ts';
import { readNamed } from '../../base/read-file.ts';
import { NamespaceError } from '../../contract/error.ts';
import { attributeOf, childrenOf, NS } from '../../contract/wsdl/names.ts';
import { isName } from '../../contract/wsdl/untaken.ts';
import { following, placeOf, wholeDescription } from '../../engine/plan/wsdl-documents.ts';
import { askHost } from '../../engine/send/client.ts';
import { answered, describedIn, type GivenWsdl } from '../../options/described.ts';
import { defaultLimits } from '../../options/limits.ts';
import type { Limits } from '../../options/model.ts';
import { type RouteSources, routeTo } from '../../options/route.ts';
import { authorizationOf } from '../../options/target.ts';
import type { Offered } from '../../rules/wsdl/description.ts';
import { MOST_WSDL_MIB, type WsdlDocument } from '../../rules/wsdl/document.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { decodeXmlBytes } from '../../xml/decode.ts';

/**
 * The documents of `--wsdl`: of a file with what it imports from its folder, or of an address with what it imports from
 * its host. Nothing else is asked for, and no secrets are sent but those of the address. @throws ConfigError
 */
export async function readGivenWsdl(named: string, sources: RouteSources, limits: WsdlLimits = defaultLimits) {
  const { folder } = sources;
  const isAddress = /^https?:\/\//i.test(named);
  const from = isAddress ? withoutUserinfo(named) : named;
  const where = `--wsdl ${from}`;
  const offered = isAddress ? await fromHost(named, where, sources, limits) : await fromFile(named, folder);
  if ('none' in offered) throw new ConfigError(`${where}: ${offered.none.replace('its answer to ?wsdl', 'it')}`);
  const { documents, unreadable, gap } = offered;
  if (unreadable !== null) throw new ConfigError(`${where} is not well-formed XML: ${unreadable.actual}`);
  // The folder of a file is nobody else's business.
  const folderOf = isAddress ? '' : placeOf(new URL('.', pathToFileURL(resolve(folder, named))));
  const kept = documents.map((document) => keptDocument(document, folderOf.length));
  const given = { from, service: serviceIn(documents), documents: kept, gap };
  try {
    describedIn({ ...given, from: where });
    return given;
  } catch (error) {
    if (error instanceof NamespaceError) throw new ConfigError(`${where}: ${error.message}`);
    throw error;
  }
}

function serviceIn(documents: readonly WsdlDocument[]): string {
  const [first] = documents.flatMap(({ root }) => childrenOf(root, NS.wsdl, 'service'));
  const name = first === undefined ? null : attributeOf(first, 'name');
  return name !== null && isName(name) ? name : 'service';
}

/** An XML declaration would name the encoding of bytes that are not kept. */
const DECLARATION = /^\uFEFF?<\?xml\s[^>]{0,200}\?>/;

function keptDocument({ exchange, inherited }: WsdlDocument, from: number): GivenWsdl['documents'][number] {
  const body = exchange.outcome.kind === 'response' ? exchange.outcome.response.body : new Uint8Array();
  const { text } = decodeXmlBytes(body, null);
  return { path: exchange.request.path.slice(from), inherited, text: text.replace(DECLARATION, '') };
}

type WsdlLimits = Pick<Limits, 'timeoutMs' | 'maxTimeSeconds'>;

/** For a WSDL and all that it imports. */
const MOST_SECONDS = 60;

async function fromHost(address: string, where: string, sources: RouteSources, limits: WsdlLimits) {
  if (!URL.canParse(address))
    throw new ConfigError(`${where} is no address; expected one like https://host.example/shop.asmx?wsdl`);
  const url = new URL(address);
  const seconds = Math.min(limits.maxTimeSeconds ?? MOST_SECONDS, MOST_SECONDS);
  const signal = AbortSignal.timeout(seconds * 1000);
  const authorization = authorizationOf(url, where);
  const headers = authorization === null ? [] : [authorization];
  const sending = { timeoutMs: limits.timeoutMs, maxBodyBytes: MOST_WSDL_MIB * 1024 * 1024, signal };
  const how = { ...sending, headers, route: routeTo(address, sources) };
  const { answer } = await askHost(url.origin, how, async (get, host) =>
    wholeDescription(await following(get, placeOf(url), host), get, host),
  );
  if (signal.aborted) throw new ConfigError(`${where} with what it imports was not read within ${seconds} s`);
  return answer;
}

/** Reads a file and what it imports, as if a host with the files of the folder answered. */
async function fromFile(file: string, folder: string): Promise<Offered> {
  const path = resolve(folder, file);
  const own = `${realPath(dirname(path))}${sep}`;
  const { bytes } = readNamed({ folder, file, kind: '--wsdl', mostMiB: MOST_WSDL_MIB });
  const get = async (place: string): Promise<Exchange> => {
    const imported = attempt(() => fileURLToPath(new URL(place, 'file:///')), '');
    if (!realPath(imported).startsWith(own)) return absent(place, 'it is not in the folder of the WSDL');
    try {
      const part = readNamed({ folder, file: imported, kind: 'imported', mostMiB: MOST_WSDL_MIB });
      return answered(placeOf(pathToFileURL(imported)), part.bytes);
    } catch (error) {
      return absent(place, thrownText(error));
    }
  };
  return wholeDescription(answered(placeOf(pathToFileURL(path)), bytes), get, pathToFileURL(path));
}

/** A path after its links; that of its folder if there is nothing. */
function realPath(path: string): string {
  return attempt(() => realpathSync(path), null) ?? attempt(() => `${realpathSync(dirname(path))}${sep}`, '');
}

function absent(path: string, message: string): Exchange {
  return {
    ...answered(path, new Uint8Array()),
    outcome: { kind: 'trouble', trouble: { kind: 'unavailable', message } },
  };
}
