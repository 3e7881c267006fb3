import { createLocator } from './locate.ts';
import { ParseStop } from './parse-stop.ts';
import type { XmlDocument, XmlElement, XmlNode, XmlOther, XmlText } from './tree.ts';
import type { XmlLimits } from './xml-parse.ts';

/** What a start tag gives besides its place in the tree. */
export type StartTag = Pick<XmlElement, 'name' | 'prefix' | 'namespace' | 'attributes'>;

/** Collects the nodes of one document; every offset is where the node begins, in document order. */
export interface TreeBuilder {
  /** A start tag began with this name, and has this attribute: told before `open`, so that no limit is passed by far. */
  readonly name: (name: string, offset: number) => void;
  readonly attribute: (name: string, offset: number) => void;
  readonly open: (tag: StartTag, offset: number) => void;
  readonly close: () => void;
  /** Adjacent texts become one; text outside the root is dropped (saxes refuses all but white space there). */
  readonly text: (value: string, offset: number) => void;
  readonly other: (kind: XmlOther['kind'], value: string, offset: number) => void;
  readonly result: () => Pick<XmlDocument, 'outside' | 'instructions'> & { readonly root: XmlElement | undefined };
}

type Draft = XmlElement & { readonly children: XmlNode[] };

/** @returns a builder whose functions throw ParseStop where a limit is passed */
export function createTreeBuilder(source: string, limits: XmlLimits): TreeBuilder {
  const locate = createLocator(source);
  const outside: XmlOther[] = [];
  const instructions: XmlOther[] = [];
  const stack: Draft[] = [];
  let root: XmlElement | undefined;
  let nodes = 0;
  let attributes = 0;

  function count(offset: number): void {
    nodes += 1;
    if (nodes > limits.maxNodes) throw new ParseStop('size', `more than ${limits.maxNodes} nodes`, offset);
  }

  function checkName({ length }: string, offset: number): void {
    if (length <= limits.maxName) return;
    throw new ParseStop('limit', `a name of more than ${limits.maxName} characters`, offset);
  }

  return {
    name(name, offset) {
      attributes = 0;
      checkName(name, offset);
    },
    attribute(name, offset) {
      count(offset);
      checkName(name, offset);
      attributes += 1;
      if (attributes <= limits.maxAttributes) return;
      throw new ParseStop('limit', `more than ${limits.maxAttributes} attributes of one element`, offset);
    },
    open(tag, offset) {
      count(offset);
      if (stack.length >= limits.maxDepth) {
        throw new ParseStop('limit', `more than ${limits.maxDepth} nested elements`, offset);
      }
      const { line, column } = locate(offset);
      const element: Draft = { kind: 'element', ...tag, children: [], line, column };
      if (stack.length === 0) root = element;
      stack.at(-1)?.children.push(element);
      stack.push(element);
    },
    close() {
      stack.pop();
    },
    text(value, offset) {
      const children = stack.at(-1)?.children;
      if (children === undefined || value === '') return;
      const last = children.at(-1);
      if (last?.kind === 'text') {
        children[children.length - 1] = joined(last, value);
        return;
      }
      count(offset);
      const { line, column } = locate(offset);
      children.push({ kind: 'text', text: value, line, column });
    },
    other(kind, value, offset) {
      count(offset);
      const siblings: XmlNode[] = stack.at(-1)?.children ?? outside;
      const { line, column } = locate(offset);
      const node = { kind, text: value, line, column };
      siblings.push(node);
      if (kind === 'processing-instruction') instructions.push(node);
    },
    result: () => ({ root, outside, instructions }),
  };
}

function joined(first: XmlText, second: string): XmlText {
  return { kind: 'text', text: first.text + second, line: first.line, column: first.column };
}
