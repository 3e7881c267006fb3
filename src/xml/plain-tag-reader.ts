import { type PlainTag, plainTag } from './plain-tag.ts';
import type { XmlLimits } from './xml-parse.ts';

/** Tags that are remembered, at most: a target's answers have a few dozen. */
const MOST_TAGS = 1_000;
const tags = new Map<string, PlainTag>();
const followers = new Map<PlainTag | null, PlainTag>();

const GREATER = 0x3e;

/**
 * Reads the start tags of a text in order, each from where its '<' stands; null where one is not plain. Tags of one
 * service are few and follow each other in the same order again and again, so that most are known before they are read.
 */
export function createTagReader(text: string, limits: XmlLimits): (at: number) => PlainTag | null {
  let last: PlainTag | null = null;
  if (tags.size > MOST_TAGS) {
    tags.clear();
    followers.clear();
  }
  return (at) => {
    const tag = guessed(text, at, last) ?? read(text, at, limits);
    if (tag === null || tag.raw.length >= limits.maxName || tag.count > limits.maxAttributes) return null;
    if (tags.size <= MOST_TAGS) followers.set(last, tag);
    last = tag;
    return tag;
  };
}

function guessed(text: string, at: number, last: PlainTag | null): PlainTag | null {
  const guess = followers.get(last);
  if (guess === undefined || text.charCodeAt(at + 1 + guess.raw.length) !== GREATER) return null;
  return text.startsWith(guess.raw, at + 1) ? guess : null;
}

function read(text: string, at: number, limits: XmlLimits): PlainTag | null {
  const close = text.indexOf('>', at);
  if (close < 0 || close - at > limits.maxName) return null;
  const raw = text.slice(at + 1, close);
  const known = tags.get(raw);
  if (known !== undefined) return known;
  const tag = plainTag(copied(raw));
  if (tag !== null && tags.size <= MOST_TAGS) tags.set(tag.raw, tag);
  return tag;
}

/** A part of a text keeps the whole of it in memory; a copy does not. */
function copied(part: string): string {
  return Buffer.from(part, 'utf8').toString('utf8');
}
