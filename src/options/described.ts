import { ConfigError } from '../base/error.ts';
import { contractOf } from '../contract/contract-of.ts';
import type { Contract } from '../contract/model.ts';
import { contractOfWsdl, type DescribedContract, type LeftOut, withReads } from '../contract/wsdl/read-wsdl.ts';
import { openDescription } from '../rules/wsdl/description.ts';
import { documentIn, isDefinitions } from '../rules/wsdl/document.ts';
import type { Exchange } from '../wire/http/exchange.ts';

/** The WSDL that a contract is made of, as options and results keep it: another process makes the contract again. */
export interface GivenWsdl {
  /** The file or address, as `--wsdl` named it, without user and password. */
  readonly from: string;
  /** The service's name, as it says. */
  readonly service: string;
  /** The operations that change no state: no other is called. */
  readonly reads: readonly string[];
  /** The others are in the contract as writes: their recorded calls are judged. */
  readonly withOthers?: true;
  /** Its documents, its own first. `inherited`: the namespace of an included schema that has none of its own. */
  readonly documents: readonly { readonly path: string; readonly inherited: string | null; readonly text: string }[];
  /** Why a part of it is missing; null if it is whole. */
  readonly gap: string | null;
}

/** The contracts that were made of these documents. */
const known = new WeakMap<GivenWsdl['documents'], DescribedContract>();

/** The contract of a WSDL with all its operations. @throws ConfigError, or NamespaceError as contractOfWsdl does */
export function describedIn({ from, documents, gap }: Pick<GivenWsdl, 'from' | 'documents' | 'gap'>) {
  const made = known.get(documents) ?? readDocuments(from, documents, gap);
  known.set(documents, made);
  return made;
}

function readDocuments(from: string, documents: GivenWsdl['documents'], gap: string | null): DescribedContract {
  const [own, ...others] = documents.map(({ path, inherited, text }) => {
    const exchange = answered(path, Buffer.from(text));
    const read = documentIn(exchange, path);
    if (!('root' in read)) throw new ConfigError(`${from}: ${'none' in read ? read.none : read.malformed.message}`);
    return { root: read.root, exchange, inherited };
  });
  if (own === undefined || !isDefinitions(own.root)) throw new ConfigError(`${from}: it is not WSDL 1.1`);
  const { contract, leftOut } = contractOfWsdl(
    openDescription(own, others, gap),
    new Map(documents.map(({ text }, at) => [`${at}`, text])),
  );
  return { contract, leftOut: [...(gap === null ? [] : [{ operation: null, reason: gap }]), ...leftOut] };
}

/** A document as if a host had answered with it. */
export function answered(path: string, body: Uint8Array): Exchange {
  const response = { status: 200, reason: '', version: '1.1', headers: [], body, complete: true, surplus: 0 };
  const request = { method: 'GET', path, headers: [], body: null } as const;
  return { request, outcome: { kind: 'response', response }, durationMs: 0 };
}

/** The contracts of these WSDLs with their reads alone. */
const withReadsAlone = new WeakMap<GivenWsdl, Contract>();

/**
 * The contract by which options or results say that a service is judged: that of their WSDL, else the document's in
 * their namespace. @param where - where a user gave the namespace @throws ConfigError
 */
export function contractBy(of: { readonly namespace: string; readonly wsdl?: GivenWsdl | undefined }, where = '') {
  const { namespace, wsdl } = of;
  if (wsdl === undefined) return contractOf(namespace, where);
  const made = withReadsAlone.get(wsdl) ?? withReads(describedIn(wsdl).contract, wsdl.reads, wsdl.withOthers);
  withReadsAlone.set(wsdl, made);
  return made;
}

/**
 * The contract of a service whose recorded calls are judged, with the path at which it is called: the end of the
 * endpoint's address, or of the one that the WSDL names. @throws ConfigError if there is none
 */
export function contractAt(wsdl: GivenWsdl, endpoint: string | undefined): Contract {
  const [named] = wsdl.documents.flatMap(({ text }) => ADDRESS.exec(text)?.[1] ?? []);
  const address = endpoint ?? named ?? '';
  if (!URL.canParse(address))
    throw new ConfigError(
      `--wsdl ${wsdl.from} names no address of the service; name that of the recorded calls with --base-url`,
    );
  const { pathname } = new URL(address);
  return { ...contractBy({ namespace: '', wsdl }), endpointPath: pathname.slice(pathname.lastIndexOf('/')) };
}

const ADDRESS = /<[\w.-]{0,40}:?address\s[^<>]{0,200}?location="([^"<>]{1,500})"/;

/** What of a WSDL is left out, but for operations that are not called: by what they can't be judged is no news. */
export function leftOutOf(wsdl: GivenWsdl): readonly LeftOut[] {
  const { contract, leftOut } = describedIn(wsdl);
  const isCalled = (name: string): boolean => wsdl.reads.includes(name);
  const isTaken = (name: string): boolean => contract.operations.some((operation) => operation.name === name);
  return leftOut.filter(({ operation }) => operation === null || !isTaken(operation) || isCalled(operation));
}
