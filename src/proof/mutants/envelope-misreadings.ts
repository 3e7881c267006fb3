import { attempt } from '../../base/error.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { Mutation, MutationContext } from '../../reference/mutation.ts';
import { neutralHeader, withoutValues } from '../../reference/value.ts';
import { isSoap } from '../../reference/wire/element.ts';
import { fault, type InRequest } from '../../reference/wire/message.ts';
import { childNamed, type InElement, isSet, withNamespaces } from '../../reference/wire/namespaces.ts';
import { readXml } from '../../xml/fast-xml.ts';
import type { Misreading } from './misreadings.ts';

type Hooks = Omit<Mutation, 'applies'>;

/** A way to read an envelope wrongly, and an edit of a plain one that shows it, written apart from the traits. */
interface EnvelopeKind {
  readonly kind: string;
  readonly place: 'header blocks' | 'namespaces';
  readonly hooks: Hooks;
  readonly shownBy: (envelope: string) => string;
  readonly level?: Misreading['level'];
}

const NAME = 'VehicleTypeHeader';

const rootOf = ({ body }: InRequest): InElement | null =>
  attempt(() => withNamespaces(readXml(new TextDecoder().decode(body))), null);

function blocksOf({ request }: MutationContext): readonly InElement[] {
  const root = rootOf(request);
  return (root && childNamed(root, 'Header', root.namespace)?.children) ?? [];
}

const isOurs = ({ name, namespace }: InElement, { contract }: MutationContext): boolean =>
  name === NAME && namespace === contract.namespace;

/** The header is this block, whatever it is: another one has no fields of the service. */
function header(choose: (blocks: readonly InElement[]) => InElement | undefined): Hooks {
  return {
    header: (own, ctx) => {
      const chosen = choose(blocksOf(ctx));
      return own === null || chosen === undefined || isOurs(chosen, ctx) ? own : neutralHeader;
    },
  };
}

function* elementsIn(root: InElement): Generator<InElement> {
  yield root;
  for (const child of root.children) yield* elementsIn(child);
}

/** Each parameter is the first element that is chosen for its name; a run sends no other credentials than its own. */
function parameters(holds: (element: InElement, name: string, ctx: MutationContext) => boolean): Hooks {
  return {
    parameters: (own, ctx) => {
      const root = rootOf(ctx.request);
      const all = root === null ? [] : [...elementsIn(root)];
      const read = (name: string, value: string | bigint | null) => {
        const found = all.find((one) => holds(one, name, ctx));
        return found === undefined
          ? value
          : typeof value === 'bigint'
            ? BigInt(`${found.text.trim() || 0}`)
            : found.text;
      };
      const free = operationNamed(ctx.contract, ctx.operation).parameters.filter(({ credential }) => !credential);
      return { ...own, ...Object.fromEntries(free.map(({ name }) => [name, read(name, own[name] ?? null)])) };
    },
  };
}

/** The values of the first element with the name of the operation, wherever it is. */
const ofFirstCall: Hooks = {
  parameters: (own, ctx) => {
    const root = rootOf(ctx.request);
    const [call] = root === null ? [] : [...elementsIn(root)].filter(({ name }) => name === ctx.operation);
    const isInBody = root?.children.some(({ name, children }) => name === 'Body' && call && children.includes(call));
    return call === undefined || isInBody === true ? own : withoutValues(own);
  },
};

const mustUnderstand = (block: InElement): boolean =>
  block.attributes.some(({ name, namespace }) => name === 'mustUnderstand' && isSet(block, name, namespace));
const hasRole = ({ attributes }: InElement): boolean =>
  attributes.some(({ name, value }) => /^(actor|role)$/.test(name) && !/\/(next|ultimateReceiver)$/.test(value));

const isAsWritten = ({ body }: InRequest): boolean =>
  /\sxmlns[^=]*=\s*["'][^"']*&#/.test(new TextDecoder().decode(body));
const EMPTY = { kind: 'empty', status: 400, why: 'not understood' } as const;

const OTHER = `<z:${NAME} xmlns:z="urn:z"></z:${NAME}>`;
const [FIRST, LAST] = [/(<soap:Header>)/, /()(?=<\/soap:Header>)/];
/** A block within the Header, if there is one; else alone in one. */
const within =
  (place: RegExp, block: string) =>
  (envelope: string): string =>
    envelope.includes('<soap:Header>')
      ? envelope.replace(place, (found) => `${found}${block}`)
      : envelope.replace('<soap:Body>', (body) => `<soap:Header>${block}</soap:Header>${body}`);
/** A block with the content of the Body, and other values. */
const withCall = (envelope: string): string => {
  const [, call = ''] = /<soap:Body>(.*)<\/soap:Body>/s.exec(envelope) ?? [];
  const other = call.replaceAll(/>([^<>]+)<\//g, (_all, value: string) => `>${/^-?\d+$/.test(value) ? 1 : 'x'}</`);
  return within(FIRST, `<z:a xmlns:z="urn:z">${other}</z:a>`)(envelope);
};

const kinds: readonly EnvelopeKind[] = [
  {
    kind: 'the first taken',
    place: 'header blocks',
    hooks: header((all) => all[0]),
    shownBy: within(FIRST, '<z:a xmlns:z="urn:z"/>'),
  },
  {
    kind: 'the last taken',
    place: 'header blocks',
    hooks: header((all) => all.at(-1)),
    shownBy: within(LAST, '<z:a xmlns:z="urn:z"/>'),
  },
  {
    kind: 'the first of its name taken',
    place: 'header blocks',
    hooks: header((all) => all.find(({ name }) => name === NAME)),
    shownBy: within(FIRST, OTHER),
  },
  {
    kind: 'the last of its name taken',
    place: 'header blocks',
    hooks: header((all) => all.findLast(({ name }) => name === NAME)),
    shownBy: within(LAST, OTHER),
  },
  {
    kind: 'parameters read from anywhere by local name',
    place: 'header blocks',
    hooks: parameters(({ name }, wanted) => name === wanted),
    shownBy: withCall,
  },
  {
    kind: 'parameters read from anywhere by name',
    place: 'header blocks',
    hooks: parameters(
      ({ name, namespace }, wanted, { contract }) => name === wanted && namespace === contract.namespace,
    ),
    shownBy: withCall,
  },
  { kind: 'the first call taken', place: 'header blocks', hooks: ofFirstCall, shownBy: withCall },
  {
    kind: 'mustUnderstand refused on any',
    place: 'header blocks',
    hooks: {
      failure: (failure, ctx) =>
        blocksOf(ctx).some(mustUnderstand) ? fault('MustUnderstand', 'not understood') : failure,
    },
    shownBy: (text) => text.replace(`<${NAME} `, `<${NAME} soap:mustUnderstand="1" `),
  },
  {
    kind: 'those for another role refused',
    place: 'header blocks',
    hooks: { failure: (failure, ctx) => (blocksOf(ctx).some(hasRole) ? EMPTY : failure) },
    shownBy: within(FIRST, '<z:a xmlns:z="urn:z" soap:role="urn:z" soap:actor="urn:z"/>'),
  },
  {
    kind: 'refused as written with references',
    place: 'namespaces',
    level: 'required',
    hooks: { failure: (failure, { request }) => (isAsWritten(request) ? EMPTY : failure) },
    shownBy: (text) => text.replace('xmlns="http://', 'xmlns="http:&#x2F;/'),
  },
  {
    kind: 'lost as written with references',
    place: 'namespaces',
    level: 'required',
    hooks: { parameters: (own, { request }) => (isAsWritten(request) ? withoutValues(own) : own) },
    shownBy: (text) => text.replace('xmlns="http://', 'xmlns="http:&#x2F;/'),
  },
];

/** Every misreading of the envelopes of a cell. Too few writes are sent for them. */
export function* envelopeMisreadings({ operation, binding }: Cell): Generator<Misreading> {
  if (!isSoap(binding) || operation.effect === 'write') return;
  for (const { kind, place, hooks, shownBy, level = 'recommended' } of kinds) {
    const mutation: Mutation = { ...hooks, applies: (name, over) => name === operation.name && over === binding };
    const done = { kind, place, detail: 'envelope', level, shownBy, mutation };
    yield { ...done, trait: null, values: null, fired: () => 0 };
  }
}
