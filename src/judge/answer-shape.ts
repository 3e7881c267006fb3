import type { Content, Contract } from '../contract/model.ts';
import { illegalCharacterAt } from '../xml/characters.ts';
import { scanPlain, skipSpace, withLineFeeds } from '../xml/plain-scan.ts';
import { copied, type PlainTag } from '../xml/plain-tag.ts';
import { LIMITS } from '../xml/tree.ts';

/** Names of elements that hold a string of any text wherever the contract has them. */
export function stringNames(contract: Contract): ReadonlySet<string> {
  const strings = new Set<string>();
  const others = new Set<string>();
  const note = (name: string, content: Content): void => {
    const isString = content.kind === 'simple' && content.type === 'string' && content.enumeration.length === 0;
    (isString ? strings : others).add(name);
    if (content.kind === 'list') note(content.item.name, content.item.content);
  };
  for (const type of contract.records.values()) {
    others.add(type.name);
    for (const { name, content } of type.fields) note(name, content);
  }
  return new Set([...strings].filter((name) => !others.has(name)));
}

/** A step on the way to a shape: the numbers before it, and the steps after it. */
interface ShapeStep {
  readonly id: number;
  /** Null where there are none: most steps are last ones. */
  next: Map<number, ShapeStep> | null;
}

interface OpenShape {
  readonly tag: PlainTag;
  /** How many shapes there were before those of its children. */
  readonly before: number;
  child: string;
  /** All children so far have one name. */
  isList: boolean;
  hasText: boolean;
  textAt: number;
  textEnd: number;
}

/** Most steps kept: bounded whatever a target answers. */
const MOST_STEPS = 200_000;

/**
 * Tells the shapes of documents: their start tags, their texts as far as they look typed, and which texts are empty. It
 * is all that decides whether a document is valid, and all that rules for the document see of a right one. A shape is a
 * number, equal for equal shapes; documents are scanned, and no tree is built.
 * @param strings - elements of these names may hold any text @param isExact - types and lists may be of any kind
 * @returns null for a document that is not written plainly, or has too many steps; and where a type may be named by the
 * element (xsi:type), since then more of its text counts
 */
export function documentShapes(strings: ReadonlySet<string>, isExact = false): (text: string) => number | null {
  const root: ShapeStep = { id: 0, next: null };
  const words = new Map<string, number>();
  let steps = 0;
  let most = MOST_STEPS;

  function stepped(from: ShapeStep, by: number): ShapeStep {
    const known = from.next?.get(by);
    if (known !== undefined) return known;
    steps += 1;
    const made = { id: steps, next: null };
    from.next ??= new Map();
    from.next.set(by, made);
    return made;
  }

  function wordNumber(word: string): number {
    const known = words.get(word);
    if (known !== undefined) return known;
    words.set(copied(word), words.size);
    return words.size - 1;
  }

  function leafShape({ tag, textAt, textEnd }: OpenShape, text: string): number {
    const isFree = textEnd > textAt && tag.attributes.length === 0 && strings.has(tag.name);
    const written = text.slice(textAt, textEnd);
    const word = isFree ? TEXT : isExact ? written : lexicalShape(written);
    return stepped(stepped(root, tag.id), wordNumber(word)).id;
  }

  /** Items of a list count once each, in any order: the schemas allow them once or without limit. */
  function parentShape({ tag, isList, hasText }: OpenShape, children: readonly number[]): number {
    const isSet = isList && children.length > 1 && !isExact;
    const counted = isSet ? [...new Set(children)].toSorted((a, b) => a - b) : children;
    const kind = (isSet ? -1 : -2) - (hasText ? 2 : 0);
    return counted.reduce(stepped, stepped(stepped(root, tag.id), kind)).id;
  }

  return (written) => {
    if (written.includes(':type') || illegalCharacterAt(written) >= 0) return null;
    const text = withLineFeeds(written);
    if (steps > most) {
      // Numbers go on, so that no other shape gets one that was given.
      most = steps + MOST_STEPS;
      root.next = null;
      words.clear();
    }
    const stack: OpenShape[] = [];
    const shapes: number[] = [];
    const isPlain = scanPlain(text, LIMITS, {
      start: (tag) => {
        if (steps > most) return false;
        const parent = stack.at(-1);
        if (parent !== undefined) {
          parent.isList &&= parent.child === tag.qname || parent.before === shapes.length;
          parent.child = tag.qname;
        }
        const open = { tag, before: shapes.length, child: '', isList: true, hasText: false, textAt: 0, textEnd: 0 };
        stack.push(open);
        return true;
      },
      text: (at, end) => {
        const open = stack.at(-1);
        if (open === undefined) return;
        open.textAt = at;
        open.textEnd = end;
        open.hasText ||= skipSpace(text, at) < end;
      },
      end: () => {
        const ended = stack.pop();
        if (ended === undefined) return;
        const isLeaf = shapes.length === ended.before;
        shapes.push(isLeaf ? leafShape(ended, text) : parentShape(ended, shapes.splice(ended.before)));
      },
    });
    return isPlain ? (shapes[0] ?? null) : null;
  };
}

/** Of a text that only a string can be. */
const TEXT = 'text';

/** Texts that only a string can be are equal, as are numbers that any integer type allows; '0' and '1' are booleans. */
function lexicalShape(text: string): string {
  if (/^[+-]?\d{1,9}$/.test(text)) return text === '0' || text === '1' ? text : '#';
  return /^[\s\d+-]*$|^\s*(true|false)\s*$/i.test(text) ? text : TEXT;
}
