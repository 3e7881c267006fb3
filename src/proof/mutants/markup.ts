/** An element as written: qualified name, attributes including declarations, raw text. */
export interface Tag {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children: readonly Markup[];
}

export type Attribute = readonly [name: string, value: string];
export type Markup = Tag | string;

export interface Written {
  readonly prolog: string;
  readonly root: Tag;
}

export const isTag = (node: Markup | undefined): node is Tag => typeof node === 'object';
export const tag = (name: string, attributes: readonly Attribute[], ...children: readonly Markup[]): Tag => {
  return { name, attributes, children };
};

const TOKEN = /<(\/?)([^\s/>]+)([^>]*?)( ?\/)?>|[^<]+/g;

/** Parses a golden body: tags and text, without comments, sections and instructions, which none has. */
export function readMarkup(body: string): Written {
  const start = body.search(/<[^?]/);
  const path: { name: string; attributes: readonly Attribute[]; children: Markup[] }[] = [tagUnder('', '')];
  for (const [token, closing, name = '', written = '', empty] of body.slice(start).matchAll(TOKEN)) {
    const above = path.at(-1)?.children;
    if (!token.startsWith('<')) above?.push(token);
    else if (closing === '/') path.pop();
    else {
      const opened = tagUnder(name, written);
      above?.push(opened);
      if (empty === undefined) path.push(opened);
    }
  }
  const [root] = path[0]?.children ?? [];
  if (!isTag(root)) throw new Error('a golden body has no root');
  return { prolog: body.slice(0, start), root };
}

function tagUnder(name: string, written: string) {
  return { name, attributes: attributesOf(written), children: [] as Markup[] };
}

/** The attributes of ` x="1" y="2"`. */
export function attributesOf(written: string): readonly Attribute[] {
  return [...written.matchAll(/ ([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']): Attribute => [key, value]);
}

/** The text of nodes; unchanged if the body is unedited. */
export function writeMarkup(nodes: readonly Markup[]): string {
  return nodes.map((node) => (isTag(node) ? writeTag(node) : node)).join('');
}

function writeTag({ name, attributes, children }: Tag): string {
  const start = `<${name}${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}`;
  return children.length === 0 ? `${start} />` : `${start}>${writeMarkup(children)}</${name}>`;
}

/** The nodes with other ones in place of one of them, at any depth. */
export function replaced(nodes: readonly Markup[], old: Markup, by: readonly Markup[]): readonly Markup[] {
  return nodes.flatMap((node) => {
    if (node === old) return by;
    return isTag(node) ? [{ ...node, children: replaced(node.children, old, by) }] : [node];
  });
}
