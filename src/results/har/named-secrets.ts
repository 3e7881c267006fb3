import { createRequire } from 'node:module';
import { unescaped } from '../../wire/soap/decode-request.ts';
import { readMarkup } from '../../xml/markup.ts';

/** Called with each value that stands under a name which means a secret. */
export type Note = (secret: string, value: string) => void;

/** The secret that a name means; null if it means none. */
export type NameOf = (written: string) => string | null;

/** Texts inside of texts, as of an envelope in a form. */
const MOST_LAYERS = 4;

/** Names of what holds a value where another thing holds its name, and of what holds neither. */
const HOLDS_VALUE = /^(?:value|val|content|data|text|default)$/i;
const HOLDS_NAME = /^(?:name|key|id|parameter|field)$/i;
const HOLDS_NEITHER = /^xmlns|(?:^|:)(?:type|nil|lang|space|class|encodingStyle|mustUnderstand|actor|role)$/i;

/** A name and its sign in a text of no known kind. It begins at the sign: there are fewer of them. */
const SIGN = /[=:](?<=(?<![\w.%-])([\w.%[\]-]{1,80})["']?\s{0,8}.)/g;
const VALUE = /\s{0,8}(?:"((?:[^"\\]|\\.){0,5000})|'((?:[^'\\]|\\.){0,5000})|([^\s&<>]{0,5000}))/y;

// Loaded at the first JSON.
const load = createRequire(import.meta.url);

/** Opens what finds the secrets that a message names, each as the decoder of its place reads it. */
export function namedSecrets(nameOf: NameOf, note: Note) {
  /** A query or form, which some servers divide by `;` too. */
  function readForm(form: string, layer = 0): void {
    for (const part of form.split('&')) {
      for (const pair of part.includes(';') ? [part, ...part.split(';')] : [part]) {
        const sign = pair.indexOf('=');
        const [written, value] = sign < 0 ? ['', pair] : [pair.slice(0, sign), pair.slice(sign + 1)];
        const plain = unescaped(value.replaceAll('+', ' '));
        const secret = nameOf(unescaped(written.replaceAll('+', ' ')).trim());
        if (secret === null) readText(plain, layer + 1);
        else for (const one of new Set([plain, value])) note(secret, one);
      }
    }
  }

  function readPath(path: string): void {
    const query = path.indexOf('?');
    if (query >= 0) readForm(path.slice(query + 1));
    const place = query < 0 ? path : path.slice(0, query);
    for (const one of new Set([place, unescaped(place)])) noteSessions(one);
    readForm(place.replaceAll('/', '&'));
  }

  /** The session of ASP.NET without cookies, in the path of an address: `/(S(…)F(…))/`. */
  function noteSessions(text: string): void {
    for (const [, value = ''] of text.matchAll(/[(\w)][SAF]\(([^()/]{1,200})\)/g)) note('SessionID', unescaped(value));
  }

  /** A text of no known kind: JSON, markup, addresses and pairs may be in it, escaped or not. */
  function readText(text: string, layer = 0): void {
    if (layer > MOST_LAYERS || !/[=:<{%&(]/.test(text)) return;
    if (/^\s*[[{]/.test(text) && readJson(text, layer) === null) return;
    if (/<[^\s<>=\d]/.test(text)) readElements(text, layer);
    else if (/%[\da-f]{2}|&#?\w+;/i.test(text)) {
      const [run] = readMarkup(text);
      const said = run?.kind === 'text' ? run.text : text;
      for (const one of new Set([said, unescaped(text)])) if (one !== text) readText(one, layer + 1);
    }
    noteSessions(text);
    if (text.includes('?')) for (const address of text.split(/["'<>\s]/)) readQuery(address, layer + 1);
    for (const { 1: written = '', index } of text.matchAll(SIGN)) {
      const secret = nameOf(unescaped(written));
      if (secret === null || text.startsWith('://', index)) continue;
      VALUE.lastIndex = index + 1;
      const [, double, single, bare = ''] = VALUE.exec(text) ?? [];
      const value = double ?? single ?? bare;
      for (const one of new Set([value, value.replace(/["'),;.]{1,8}$/, ''), unescaped(value)])) note(secret, one);
    }
  }

  function readQuery(address: string, layer: number): void {
    const query = address.indexOf('?');
    if (query >= 0 && layer <= MOST_LAYERS) readForm(address.slice(query + 1), layer);
  }

  /** Elements and attributes by name, all in a secret element, and maps of names and values. */
  function readElements(text: string, layer = 0): void {
    let open: { secret: string; name: string; from: number; depth: number; said: string } | null = null;
    /** The secret that a text named, before its value. */
    let named: string | null = null;
    const close = (at: number): void => {
      if (open !== null) for (const one of new Set([open.said, text.slice(open.from, at)])) note(open.secret, one);
      open = null;
    };
    for (const one of readMarkup(text)) {
      if (one.kind === 'start') {
        const { name, end, attributes } = one;
        const said = attributes.find(([key, value]) => HOLDS_NAME.test(key) && nameOf(value) !== null)?.[1];
        const secret: string | null = open === null ? nameOf(name) : open.secret;
        for (const [key, value] of attributes) {
          const isName = HOLDS_NAME.test(key) && nameAlone(value) !== null;
          const own = HOLDS_NEITHER.test(key) || isName ? null : nameOf(key.slice(key.lastIndexOf(':') + 1));
          const its = HOLDS_VALUE.test(key) && said !== undefined ? nameOf(said) : null;
          const meant = own ?? its ?? (HOLDS_NEITHER.test(key) || HOLDS_NAME.test(key) ? null : secret);
          if (meant !== null) note(meant, value);
          else if (!/^xmlns/.test(key)) readText(value, layer + 1);
        }
        const outer: string | null = secret ?? (said === undefined ? null : nameOf(said));
        if (open !== null) open.depth += open.name === name ? 1 : 0;
        else if (outer !== null) open = { secret: outer, name, from: end, depth: 1, said: '' };
      } else if (one.kind === 'end') {
        if (open?.name !== one.name) continue;
        open.depth -= 1;
        if (open.depth === 0) close(one.at);
      } else if (open !== null && HOLDS_NAME.test(open.name) && nameAlone(one.text) !== null) {
        named = nameAlone(one.text);
        open = null;
      } else if (open !== null) {
        open.said += one.text;
        note(open.secret, one.text);
      } else if (one.text.trim() !== '') {
        if (named === null) readText(one.text, layer + 1);
        else note(named, one.text);
        named = nameAlone(one.text);
      }
    }
    close(text.length);
  }

  /** The secret that a whole text names. */
  function nameAlone(text: string): string | null {
    return /^\s*[\w.$-]{2,40}\s*$/.test(text) ? nameOf(text.trim()) : null;
  }

  /** Members by name, all in a secret one, and objects of a name and a value. @returns where it is no JSON; or null */
  function readJson(text: string, layer = 0): number | null {
    const { visit }: typeof import('jsonc-parser') = load('jsonc-parser');
    const holders: { secret: string | null; key: string; readonly members: [string, unknown, string][] }[] = [];
    let mistake: number | null = null;
    const secretHere = (): string | null => {
      const holder = holders.at(-1);
      return holder === undefined ? null : (holder.secret ?? nameOf(holder.key));
    };
    const begin = (): void => void holders.push({ secret: secretHere(), key: '', members: [] });
    const end = (): void => {
      const members = holders.pop()?.members ?? [];
      const [secret] = members.flatMap(([key, value]) =>
        typeof value === 'string' && HOLDS_NAME.test(key) ? (nameAlone(value) ?? []) : [],
      );
      for (const [key, , said] of members) if (secret !== undefined && HOLDS_VALUE.test(key)) note(secret, said);
    };
    try {
      visit(
        text,
        {
          onObjectBegin: begin,
          onArrayBegin: begin,
          onObjectEnd: end,
          onArrayEnd: end,
          onObjectProperty: (key) => {
            const holder = holders.at(-1);
            if (holder !== undefined) holder.key = key;
          },
          onLiteralValue: (value: unknown, offset, length) => {
            const said = typeof value === 'string' ? value : text.slice(offset, offset + length);
            const isName = HOLDS_NAME.test(holders.at(-1)?.key ?? '') && nameAlone(said) !== null;
            const secret = isName ? null : secretHere();
            if (secret !== null) note(secret, said);
            else readText(said, layer + 1);
            holders.at(-1)?.members.push([holders.at(-1)?.key ?? '', value, said]);
          },
          onError: (_error, offset) => {
            mistake ??= offset;
          },
        },
        { disallowComments: true },
      );
    } catch (error) {
      // It recurs for every level.
      if (!(error instanceof RangeError)) throw error;
      mistake = 0;
    }
    return mistake;
  }

  /** A multipart form (RFC 7578). @returns false if it has no parts */
  function readParts(text: string, boundary: string): boolean {
    const [, ...parts] = `\r\n${text}`.split(`\n--${boundary}`);
    for (const part of parts) {
      const [head = ''] = /^.*?\r?\n\r?\n/s.exec(part) ?? [];
      const value = part.slice(head.length).replace(/\r$/, '');
      const [, written = ''] = /;\s*name\*?\s*=\s*("(?:[^"\\]|\\.)*"|[^;\r\n]*)/i.exec(head) ?? [];
      const secret = nameOf(unescaped(written.replace(/^.*''/, '')));
      if (secret === null) readText(value);
      else for (const one of [value, ...value.split(/[\r\n]+/)]) note(secret, one);
    }
    return parts.length > 0;
  }

  return { readForm, readPath, readText, readElements, readJson, readParts };
}
