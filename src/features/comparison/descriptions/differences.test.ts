import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wsdl } from '../../../reference/wsdl/document.ts';
import { descriptionIn } from '../../../rules/wsdl/description.ts';
import { outlineOf } from '../../../rules/wsdl/outline.ts';
import { type OutlineNode, outlineIn, outlineText } from '../../../rules/wsdl/outline-text.ts';
import { answerOf, contract, ENDPOINT } from '../../../rules/wsdl/wsdl.fixture.ts';
import { referenceKind } from './components.ts';
import { type DescriptionDifference, descriptionDifferences } from './differences.ts';

function outlined(text: string): readonly OutlineNode[] {
  const description = descriptionIn(answerOf(text));
  const outline = 'none' in description ? null : outlineOf(description);
  if (outline === null) throw new Error('no outline');
  return outline;
}

const text = wsdl(contract, ENDPOINT);
const own = outlined(text);
const told = ({ kind, change, name, within, a, b }: DescriptionDifference): string =>
  `${[...within, `${kind} ${name}`.trim()].join(' / ')} ${change}: ${a} → ${b}`;
const differing = (other: readonly OutlineNode[], first = own): readonly string[] =>
  descriptionDifferences({ a: first, b: other }).map(told);

test('a description is what it was after it was written as text', () => {
  expect(outlineIn(outlineText(own))).toEqual(own);
});

const asmx = readFileSync(new URL('../../../../fixtures/asmx/captures/wsdl.xml', import.meta.url), 'utf8');

test.each([
  ['that of the real ASP.NET server', asmx],
  [
    'other prefixes',
    asmx.replaceAll(/\b(?=(?:s|tns|soap):\w)/g, 'x').replaceAll(/xmlns:(?=(?:s|tns|soap)=)/g, 'xmlns:x'),
  ],
  ['other quotes, comments and line ends', text.replaceAll('"', "'").replaceAll('\n', '\r\n<!-- "x" -->')],
  ['defaults left out', text.replaceAll(/ (?:min|max)Occurs="1"| style="document"| use="literal"/g, '')],
  ['another host', text.replaceAll('https://dealer.example/getData', 'http://10.0.0.1:8080/getData')],
  [
    'a style for a whole binding',
    text.replaceAll(' style="document"', '').replaceAll('/soap/http"', '/soap/http" style="document"'),
  ],
  ['numbers for switches', text.replaceAll('nillable="true"', 'nillable="1"')],
  [
    'the type of an element apart, under its name',
    text.replace(
      /<s:element name="McatCodes">\s*<s:complexType>([\s\S]*?)<\/s:complexType>\s*<\/s:element>/,
      '<s:element name="McatCodes" type="tns:McatCodes"/><s:complexType name="McatCodes">$1</s:complexType>',
    ),
  ],
  [
    'types in another order',
    text.replace(/(<s:complexType name="Asset">[\s\S]*?<\/s:complexType>)([\s\S]*)(<\/s:schema>)/, '$2$1$3'),
  ],
])('%s is the same description', (_what, other) => {
  expect(differing(outlined(other))).toEqual([]);
});

type Edit = (nodes: readonly OutlineNode[], at: number) => readonly OutlineNode[];

/** Every outline in which one place is edited, with the node that stood there. */
function* edits(edit: Edit, nodes = few, build = (changed: readonly OutlineNode[]) => changed): Generator<Edited> {
  for (const [at, node] of nodes.entries()) {
    const changed = edit(nodes, at);
    if (changed !== nodes) yield { node, outline: build(changed) };
    const rebuilt = (inner: readonly OutlineNode[]) => build(nodes.toSpliced(at, 1, { ...node, nodes: inner }));
    yield* edits(edit, node.nodes, rebuilt);
  }
}
interface Edited {
  readonly node: OutlineNode;
  readonly outline: readonly OutlineNode[];
}

/** All nodes that name a component get its other name. */
function renamed(outline: readonly OutlineNode[], { kind, name }: OutlineNode): readonly OutlineNode[] {
  return outline.map((node) => {
    const facts = Object.entries(node.facts).map(([fact, value]) => {
      const isName = value === name && referenceKind(node.kind, fact) === kind;
      return [fact, isName ? `${value}X` : value] as const;
    });
    return {
      ...node,
      facts: Object.fromEntries(facts),
      nodes: renamed(node.nodes, { kind, name, facts: {}, nodes: [] }),
    };
  });
}

// Four operations that have all kinds of nodes: with all twenty, each test takes a minute.
const few = outlined(
  wsdl(
    { ...contract, operations: contract.operations.filter(({ name, header }) => header || /^Mcat/.test(name)) },
    ENDPOINT,
  ),
);

describe('every single edit is named, and nothing else', () => {
  test('something is gone, or new', () => {
    for (const { node, outline } of edits((nodes, at) => nodes.toSpliced(at, 1))) {
      const [gone, came] = [differing(outline, few), differing(few, outline)];
      const name = `${node.kind} ${node.name}`.trim();
      expect([name, gone.length, came.length]).toEqual([name, 1, 1]);
      expect(gone[0]).toContain(`${name} gone: ${node.name} → null`);
      expect(came[0]).toContain(`${name} new: null → ${node.name}`);
    }
  });

  test('something has another name', () => {
    const rename: Edit = (nodes, at) =>
      nodes.map((node, index) => (index === at ? { ...node, name: `${node.name}X` } : node));
    for (const { node, outline } of edits(rename)) {
      if (node.name === '') continue;
      const all = differing(few.includes(node) ? renamed(outline, node) : outline, few);
      expect([node.kind, all.length, all[0]]).toEqual([
        node.kind,
        1,
        expect.stringContaining(`${node.kind} ${node.name}`.trim()),
      ]);
    }
  });

  test('something stands elsewhere', () => {
    const swap: Edit = (nodes, at) => {
      const [one, next] = nodes.slice(at, at + 2);
      return nodes !== few && one !== undefined && one.kind === next?.kind ? nodes.toSpliced(at, 2, next, one) : nodes;
    };
    for (const { node, outline } of edits(swap)) {
      // The order of a binding's operations is that of its port type; values have none.
      const isBound = node.nodes.some(({ kind, facts }) => kind === 'input' && facts.message === undefined);
      const isFree = isBound || node.kind === 'enumeration';
      expect([node, differing(outline, few)]).toEqual([node, isFree ? [] : [expect.stringContaining(' order: ')]]);
    }
  });

  test('something says something else', () => {
    for (const fact of new Set(few.flatMap(factsIn))) {
      const change: Edit = (nodes, at) => {
        const node = nodes[at];
        return node?.facts[fact] === undefined
          ? nodes
          : nodes.with(at, { ...node, facts: { ...node.facts, [fact]: 'other' } });
      };
      for (const { node, outline } of edits(change)) {
        const all = differing(outline, few);
        expect([node, all]).toEqual([node, [expect.stringContaining(` ${fact}: ${node.facts[fact]} → other`)]]);
      }
    }
  });
});

function factsIn({ facts, nodes }: OutlineNode): readonly string[] {
  return [...Object.keys(facts), ...nodes.flatMap(factsIn)];
}
