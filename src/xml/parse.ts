import { codePointName, illegalCharacterAt } from './characters.ts';
import { doctypeAt, withoutDoctype } from './doctype.ts';
import { createLocator } from './locate.ts';
import { buildPlainTree } from './plain-tree.ts';
import { findBadReference } from './references.ts';
import { buildTree, ParseStop } from './sax-tree.ts';
import { LIMITS, type Stop, type XmlLimits, type XmlParse, type XmlProblem } from './tree.ts';

/** Characters of a tag, including its attributes. */
const MOST_OF_TAG = 100_000;
const LONG_TAG = new RegExp(`<[^!?<>][^<>]{${MOST_OF_TAG}}`);

/**
 * Reads a decoded text strictly (XML 1.0 and Namespaces); the first error ends it. Never throws.
 * @param declarations - keep namespace declarations as attributes: WSDL and XML Schema need them
 */
export function parseXml(text: string, limits: XmlLimits = LIMITS, declarations = false): XmlParse {
  const illegal = illegalCharacterAt(text);
  const plain = illegal < 0 ? buildPlainTree(text, limits, declarations) : null;
  if (plain === null) return parseStrictly(text, illegal, limits, declarations);
  return { kind: 'document', document: plain };
}

function parseStrictly(text: string, illegal: number, limits: XmlLimits, declarations: boolean): XmlParse {
  const doctype = doctypeAt(text);
  if (doctype !== null) return parsePast(doctype, text, limits, declarations);
  // saxes reads past it; the byte order mark of the bytes is not part of the decoded text.
  if (text.startsWith('\uFEFF'))
    return problem(text, { kind: 'malformed', message: 'U+FEFF before the document', offset: 0 });
  const long = hugeTagAt(text);
  if (long !== null)
    return problem(text, { kind: 'limit', message: `a tag of more than ${MOST_OF_TAG} characters`, offset: long });
  const many = manyReferencesAt(text, limits);
  if (many !== null) {
    const bad = findBadReference(text, 0);
    if (bad !== null && bad.stop.offset < many) return problem(text, bad.stop);
    return problem(text, { kind: 'size', message: `more than ${limits.maxNodes} references`, offset: many });
  }
  // saxes accepts lone surrogates, so illegal characters are found here and only what precedes them is parsed.
  try {
    const document = buildTree(illegal < 0 ? text : text.slice(0, illegal), limits, declarations);
    return illegal < 0 ? { kind: 'document', document } : illegalCharacter(text, illegal);
  } catch (error) {
    if (!(error instanceof ParseStop)) throw error;
    return illegal >= 0 && error.stop.atEnd ? illegalCharacter(text, illegal) : problem(text, error.stop);
  }
}

/** Reads past a DOCTYPE; where that can't be, the DOCTYPE is what is wrong. */
function parsePast(offset: number, text: string, limits: XmlLimits, declarations: boolean): XmlParse {
  const doctype = problemAt(text, { kind: 'doctype', message: 'a document type declaration', offset });
  const rest = withoutDoctype(text, offset);
  return rest === null ? { kind: 'problem', problem: doctype } : { ...parseXml(rest, limits, declarations), doctype };
}

/** saxes reports a tag when it has read all of it, and is slow at that: one of megabytes is found here. */
function hugeTagAt(text: string): number | null {
  const found = text.length <= MOST_OF_TAG ? -1 : text.search(LONG_TAG);
  return found < 0 ? null : found;
}

/** Where the references exceed the limit of nodes: saxes takes as long for each as for a node. */
function manyReferencesAt(text: string, { maxNodes }: XmlLimits): number | null {
  if (text.length <= maxNodes) return null;
  let at = -1;
  for (let count = 0; count <= maxNodes; count += 1) {
    at = text.indexOf('&', at + 1);
    if (at < 0) return null;
  }
  return at;
}

function illegalCharacter(text: string, offset: number): XmlParse {
  const name = codePointName(text.charCodeAt(offset));
  return problem(text, { kind: 'characters', message: `${name}, which XML 1.0 can't carry`, offset });
}

function problem(text: string, stop: Stop): XmlParse {
  return { kind: 'problem', problem: problemAt(text, stop) };
}

function problemAt(text: string, { offset, ...problem }: Stop): XmlProblem {
  return { ...problem, ...createLocator(text)(offset) };
}
