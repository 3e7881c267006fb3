import { createRequire } from 'node:module';
import { unescaped } from '../../wire/soap/decode-request.ts';
import { readMarkup } from '../../xml/markup.ts';

/** Called with a value that stands under a name which means a secret. */
export type NoteSecret = (secret: string, value: string) => void;

/** The secret that a name means; null if it means none. */
export type NameOf = (written: string) => string | null;

/** Texts inside of texts, as of an envelope in a form. */
const MOST_LAYERS = 4;

/** Open elements or objects that are kept in mind. */
const MOST_OPEN = 1000;

/** Names of what holds a value where another thing holds its name, and of what holds neither. */
const HOLDS_VALUE = /^(?:value|val|content|data|text|default)$/i;
const HOLDS_NAME = /^(?:name|key|id|parameter|field)$/i;
const HOLDS_NEITHER = /^xmlns|(?:^|:)(?:type|nil|lang|space|class|encodingStyle|mustUnderstand|actor|role)$/i;

/** A name and its sign in a text of no known kind. It begins at the sign: there are fewer of them. */
const SIGN = /[=:](?<=(?<![\w.%-])([\w.%[\]-]{1,80})["']?\s{0,8}.)/g;
const VALUE = /\s{0,8}(?:"((?:[^"\\]|\\.){0,5000})|'((?:[^'\\]|\\.){0,5000})|([^\s&<>]{0,5000}))/y;

/** User and password in an address (RFC 3986, section 3.2.1). */
const USERINFO = /:\/\/([^\s/?#@]{1,200})@/g;

/** An element, or an object or array of JSON. */
interface Holder {
  readonly name: string;
  /** Where its content begins. */
  readonly from: number;
  /** That of its name, or of what it is in. */
  secret: string | null;
  /** That which an attribute or a member of it says, for the values beside it. */
  said: string | null;
  readonly values: string[];
  /** All secret texts in it. */
  text: string;
}

// Loaded at the first JSON.
const load = createRequire(import.meta.url);

/** Opens what finds the secrets that a message names, each as the decoder of its place reads it. */
export function namedSecrets(nameOf: NameOf, note: NoteSecret) {
  /** A query or form, which some servers divide by `;` too. */
  function readForm(form: string, layer = 0): void {
    for (const part of form.split('&')) {
      for (const pair of part.includes(';') ? [part, ...part.split(';')] : [part]) {
        const sign = pair.indexOf('=');
        const value = pair.slice(sign + 1);
        const plain = unescaped(value.replaceAll('+', ' '));
        const secret = nameOf(unescaped(pair.slice(0, Math.max(0, sign)).replaceAll('+', ' ')).trim());
        if (secret === null) readText(plain, layer + 1);
        else note(secret, value);
      }
    }
  }

  function readPath(path: string): void {
    const [place = '', ...query] = path.split('?');
    readForm(query.join('?'));
    for (const one of [place, unescaped(place)]) noteSessions(one);
    readForm(place.replaceAll('/', '&'));
  }

  /** The session of ASP.NET without cookies, in the path of an address: `/(S(…)F(…))/`. */
  function noteSessions(text: string): void {
    for (const [, value = ''] of text.matchAll(/[(\w)][SAF]\(([^()]{1,200})\)/g))
      for (const part of [value, ...unescaped(value).split('/')]) note('SessionID', part);
  }

  /** A text of no known kind: JSON, markup, addresses and pairs may be in it, escaped or not. */
  function readText(text: string, layer = 0, isAside = false): void {
    if (layer > MOST_LAYERS || !/[=:<{%&(]/.test(text)) return;
    if (/^\s*[[{]/.test(text) && readJson(text, layer) === null) return;
    if (/<[^\s<>=\d]/.test(text)) readElements(text, layer);
    else if (/%[\da-f]{2}|&#?\w+;/i.test(text)) {
      const [said] = readMarkup(text);
      for (const one of [said?.kind === 'text' ? said.text : text, unescaped(text)])
        if (one !== text) readText(one, layer + 1);
    }
    noteSessions(text);
    for (const [, user = ''] of text.matchAll(USERINFO))
      for (const one of [user, ...user.split(':')]) note('userinfo', one);
    for (const address of text.includes('?') ? text.split(/["'<>\s]/) : [])
      if (address.includes('?') && layer < MOST_LAYERS) readForm(address.slice(address.indexOf('?') + 1), layer + 1);
    readPairs(text, isAside);
  }

  /** @param isAside - what follows the first is secret up to the end: nothing tells where a value ends */
  function readPairs(text: string, isAside: boolean): void {
    let toEnd = isAside;
    for (const { 1: written = '', index } of text.matchAll(SIGN)) {
      const secret = nameOf(unescaped(written));
      if (secret === null || text.startsWith('://', index)) continue;
      VALUE.lastIndex = index + 1;
      const [, double, single, bare = ''] = VALUE.exec(text) ?? [];
      note(secret, double ?? single ?? bare);
      if (toEnd) note(secret, text.slice(index + 1));
      toEnd = false;
    }
  }

  /** The secret that a whole text names. */
  function nameAlone(text: string): string | null {
    return /^\s*[a-z_$][\w.$-]{1,40}\s*$/i.test(text) ? nameOf(text.trim()) : null;
  }

  /** Opens a tree of names: a value is secret by the name of what holds it, or by one that is said beside it. */
  function openTree(whole: string, layer: number) {
    const root: Holder = { name: '', from: 0, secret: null, said: null, values: [], text: '' };
    const holders = [root];
    const top = (): Holder => holders.at(-1) ?? root;
    const meaning = (name: string): string | null => nameOf(name.slice(name.lastIndexOf(':') + 1));
    /** The secret that the text before said, as in a map of keys and values. */
    let before: string | null = null;

    function open(name: string, from: number): void {
      holders.push({ ...root, name, from, secret: top().secret ?? top().said ?? meaning(name), values: [] });
      if (holders.length > MOST_OPEN) holders.splice(1, 1);
    }

    /** An attribute of an element, or a member of an object that is neither object nor array. */
    function pair(name: string, value: string): void {
      const holder = top();
      const said = nameAlone(value);
      const secret = holder.secret ?? meaning(name);
      if (said !== null && HOLDS_NAME.test(name)) holder.said = said;
      else if (secret === null) readText(value, layer + 1);
      else note(secret, value);
      if (HOLDS_VALUE.test(name)) holder.values.push(value);
    }

    function text(value: string): void {
      const holder = top();
      const said = nameAlone(value);
      const secret = holder.secret ?? holder.said ?? before;
      if (said !== null && HOLDS_NAME.test(holder.name)) holder.secret = null;
      else if (secret === null) readText(value, layer + 1);
      else {
        note(secret, value);
        holder.text += value;
      }
      if (HOLDS_VALUE.test(holder.name)) holders.at(-2)?.values.push(value);
      before = said;
    }

    function close(end: number): void {
      const { secret, said, from, values, text: texts } = holders.pop() ?? root;
      const meant = secret ?? said;
      if (said !== null) for (const value of values) note(said, value);
      if (top().secret !== null) top().text += texts;
      else if (meant !== null) for (const value of [texts, whole.slice(from, end)]) note(meant, value);
    }

    /** Closes all down to the innermost of a name, if there is one. */
    function closeTo(name: string, end: number): void {
      const at = holders.findLastIndex((holder) => holder.name === name);
      while (at > 0 && holders.length > at) close(end);
    }

    return { open, pair, text, close, closeTo };
  }

  /** Elements and attributes by name, all in a secret element, and maps of names and values. */
  function readElements(text: string, layer = 0): void {
    const tree = openTree(text, layer);
    // It is never closed by its name: all are closed with it at the end.
    tree.open('<', 0);
    for (const one of readMarkup(text)) {
      if (one.kind === 'start') {
        tree.open(one.name, one.end);
        for (const [key, value] of one.attributes) if (!HOLDS_NEITHER.test(key)) tree.pair(key, value);
      } else if (one.kind === 'end') tree.closeTo(one.name, one.at);
      else if (one.kind === 'aside') readText(one.text, layer + 1, true);
      else if (one.text.trim() !== '') tree.text(one.text);
    }
    tree.closeTo('<', text.length);
  }

  /** Members by name, all in a secret one, and objects of a name and a value. @returns where it is no JSON; or null */
  function readJson(text: string, layer = 0): number | null {
    const { visit }: typeof import('jsonc-parser') = load('jsonc-parser');
    const tree = openTree('', layer);
    let mistake: number | null = null;
    let member: string | null = null;
    const begin = (): void => {
      tree.open(member ?? '', 0);
      member = null;
    };
    const end = (): void => tree.close(0);
    const onObjectProperty = (key: string): void => {
      member = key;
    };
    const onLiteralValue = (said: unknown, at: number, length: number): void => {
      const value = typeof said === 'string' ? said : text.slice(at, at + length);
      if (member === null) tree.text(value);
      else tree.pair(member, value);
      member = null;
    };
    const onError = (_error: unknown, at: number): void => {
      mistake ??= at;
    };
    const containers = { onObjectBegin: begin, onArrayBegin: begin, onObjectEnd: end, onArrayEnd: end };
    try {
      visit(text, { ...containers, onObjectProperty, onLiteralValue, onError }, { disallowComments: true });
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
      else note(secret, value);
    }
    return parts.length > 0;
  }

  return { readForm, readPath, readText, readElements, readJson, readParts };
}
