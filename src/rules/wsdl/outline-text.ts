/** A component of a service description, or a part of one: what a generator of clients reads of it. */
export interface OutlineNode {
  /** The name of its element in WSDL or XML Schema; `type` for both kinds of types. */
  readonly kind: string;
  /** In the target namespace as it is, in another one as `{namespace}name`. */
  readonly name: string;
  /** Its attributes that are not the default, and those of the SOAP and HTTP extensions in it. */
  readonly facts: Readonly<Record<string, string>>;
  readonly nodes: readonly OutlineNode[];
}

/** Larger outlines are not kept: ASP.NET's of this service has 50,000 characters. */
export const MOST_OUTLINE_CHARACTERS = 500_000;

const escapes = /[%\s=]/g;
const escaped = (text: string): string =>
  text === '' ? '%' : text.replaceAll(escapes, (one) => `%${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
const unescaped = (text: string): string =>
  text === '%' ? '' : text.replaceAll(/%([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** An outline as text: a line for each node, `kind name fact=value`, a blank before it for each level. */
export function outlineText(nodes: readonly OutlineNode[]): string {
  const lines: string[] = [];
  const add = ({ kind, name, facts, nodes: inner }: OutlineNode, level: number): void => {
    const said = Object.entries(facts).map(([key, value]) => `${escaped(key)}=${escaped(value)}`);
    lines.push(' '.repeat(level) + [escaped(kind), escaped(name), ...said].join(' '));
    for (const one of inner) add(one, level + 1);
  };
  for (const node of nodes) add(node, 0);
  return lines.join('\n');
}

interface Building extends OutlineNode {
  readonly nodes: Building[];
}

/** The outline that a text of outlineText says. Lines that are none of its own say nothing wrong, but little. */
export function outlineIn(text: string): readonly OutlineNode[] {
  const top: Building[] = [];
  const open: Building[] = [];
  for (const line of text.split('\n')) {
    const written = line.trimStart();
    const level = Math.min(line.length - written.length, open.length);
    const [kind = '', name = '', ...said] = written.split(' ');
    const facts = said.map((one) => {
      const [fact = '', value = ''] = one.split('=').map(unescaped);
      return [fact, value] as const;
    });
    const node: Building = {
      kind: unescaped(kind),
      name: unescaped(name),
      facts: Object.fromEntries(facts),
      nodes: [],
    };
    (open[level - 1]?.nodes ?? top).push(node);
    open.splice(level, open.length, node);
  }
  return top;
}
