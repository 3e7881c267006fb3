import { NamespaceError } from '../error.ts';
import { digestOf } from '../files.ts';
import { deepFreeze, defaultNamespace, frozenMap, loadContract } from '../load.ts';
import type { Content, Contract, Operation, RecordType } from '../model.ts';
import { checkNamespace } from '../schemas.ts';
import type { Components } from './components.ts';
import { feedsOf, parametersByName } from './fields-of.ts';
import { bodyElement, rpcAnswers } from './messages.ts';
import { type DescribedOperation, openOperations } from './operation-of.ts';
import { type BoundOperation, boundOperations } from './ports.ts';
import { schemasOfWsdl } from './schemas.ts';
import { orReason } from './untaken.ts';

/** What is not compared: an operation, or a part of its answers. `operation`: null for a part of the WSDL. */
export interface LeftOut {
  readonly operation: string | null;
  readonly reason: string;
}

/** A contract that a WSDL describes. It does not say which operations read, so all are taken for writes. */
export interface DescribedContract {
  readonly contract: Contract;
  readonly leftOut: readonly LeftOut[];
}

/** Characters of a name that is shown though it is none. */
const LONGEST_NAME = 80;

const NO_HEADER: RecordType = { name: '', fields: [] };

/**
 * The contract of a WSDL: its operations whose messages are literal, in the bindings of its ports; addresses of
 * servers are those of their endpoints. @param texts - of its documents, by their places @throws NamespaceError
 */
export function contractOfWsdl(components: Components, texts: ReadonlyMap<string, string>): DescribedContract {
  const { bindings, schemas: own } = loadContract(defaultNamespace());
  const bound = boundOperations(components);
  const all = [...bound.values()].flat();
  const namespace = namespaceOf(components, all);
  if (namespace === '')
    throw new NamespaceError('its requests are in no namespace; expected that of a targetNamespace');
  checkNamespace(namespace, bindings);
  const { operationOf, contents } = openOperations(components, namespace);
  const leftOut: LeftOut[] = [];
  const taken: DescribedOperation[] = [];
  let header = NO_HEADER;
  for (const [name, bindingsOf] of bound) {
    const read = orReason(() => operationOf(name, bindingsOf, header === NO_HEADER ? null : header));
    if (typeof read === 'string') {
      leftOut.push({ operation: name.slice(0, LONGEST_NAME), reason: read });
      continue;
    }
    taken.push(read);
    header = read.header ?? header;
    if (holdsOpen(read.holds, contents.records))
      leftOut.push({ operation: name, reason: 'a part of its answer may be anything: that part alone is left out' });
  }
  const byName = parametersByName(taken.flatMap(({ operation }) => operation.parameters));
  const operations = taken.map(({ operation, holds }) => {
    return { ...operation, feeds: feedsOf(holds, contents.records, byName) };
  });
  contents.addDerived();
  const records = frozenMap(contents.records);
  const shared = { by: 'wsdl', namespace, endpointPath: '', bindings, operations, header, requirements: [] } as const;
  const digest = digestOf(texts);
  const { files, declared } = schemasOfWsdl(components, own, rpcAnswers(components, all));
  return { contract: deepFreeze({ ...shared, records, schemas: frozenMap(files), declared, digest }), leftOut };
}

/** The same contract with these operations alone, which read: no other can be called. @param withOthers - as writes */
export function withReads(contract: Contract, names: readonly string[], withOthers = false): Contract {
  const isRead = ({ name }: Operation): boolean => names.includes(name);
  const operations = contract.operations.flatMap((one) =>
    withOthers || isRead(one) ? [{ ...one, effect: isRead(one) ? ('read' as const) : ('write' as const) }] : [],
  );
  return deepFreeze({ ...contract, operations });
}

/** That of the first request that has one; that of the WSDL where none has. */
function namespaceOf(components: Components, all: readonly BoundOperation[]): string {
  for (const one of all) {
    if (one.binding !== 'soap11' && one.binding !== 'soap12') continue;
    const element = orReason(() => bodyElement(components, one, 'input'));
    if (typeof element !== 'string' && element.namespace !== '') return element.namespace;
  }
  return components.targetNamespace;
}

function holdsOpen(content: Content, records: ReadonlyMap<string, RecordType>, seen = new Set<string>()): boolean {
  if (content.kind === 'open') return true;
  if (content.kind === 'list') return holdsOpen(content.item.content, records, seen);
  if (content.kind === 'simple' || seen.has(content.record)) return false;
  seen.add(content.record);
  return (records.get(content.record)?.fields ?? []).some((field) => holdsOpen(field.content, records, seen));
}
