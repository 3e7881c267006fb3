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
import type { Offered } from '../../rules/wsdl/description.ts';
import { MOST_WSDL_MIB, type WsdlDocument } from '../../rules/wsdl/document.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { RunRoute } from '../../wire/http/run-route.ts';
import { decodeXmlBytes } from '../../xml/decode.ts';

/**
 * The documents of `--wsdl`: of a file with what it imports from its folder, or of an address with what it imports from
 * its host. Nothing else is asked for, and no secrets are sent. @throws ConfigError
 */
export async function readGivenWsdl(
  named: string,
  folder: string,
  routeTo: (url: string) => RunRoute,
): Promise<Omit<GivenWsdl, 'reads'>> {
  const isAddress = /^https?:\/\//i.test(named);
  const from = isAddress ? withoutUserinfo(named) : named;
  const where = `--wsdl ${from}`;
  const offered = isAddress ? await fromHost(named, where, routeTo) : await fromFile(named, folder);
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
  const { bytes } = readNamed({ folder, file, kind: '--wsdl', mostMiB: MOST_WSDL_MIB });
  const get = async (place: string): Promise<Exchange> => {
    const imported = attempt(() => fileURLToPath(new URL(place, 'file:///')), '');
    if (!imported.startsWith(`${dirname(path)}${sep}`)) return absent(place, 'it is not in the folder of the WSDL');
    try {
      const part = readNamed({ folder, file: imported, kind: 'imported', mostMiB: MOST_WSDL_MIB });
      return answered(placeOf(pathToFileURL(imported)), part.bytes);
    } catch (error) {
      return absent(place, thrownText(error));
    }
  };
  return wholeDescription(answered(placeOf(pathToFileURL(path)), bytes), get, pathToFileURL(path));
}

function absent(path: string, message: string): Exchange {
  return {
    ...answered(path, new Uint8Array()),
    outcome: { kind: 'trouble', trouble: { kind: 'unavailable', message } },
  };
}
