import { defaultNamespace, loadContract } from '../contract/load.ts';
import { observers } from '../engine/observe/observers.ts';
import { codeSpan } from '../report/markdown/code.ts';
import { groupBy } from '../results/group-by.ts';
import { plural } from '../results/verdict.ts';
import type { TargetRow } from './target-row.ts';

/** A point that the document leaves open, and what servers do there. */
export interface Gap {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  /** Why no request can test it; null if one can. */
  readonly untestable: string | null;
  readonly tried: readonly Tried[];
}

/** What was tried, and the answers, the most frequent first. */
interface Tried {
  readonly probe: string;
  readonly title: string;
  readonly servers: number;
  readonly answers: readonly { readonly binding: string; readonly words: string; readonly servers: number }[];
}

/** All gaps of the document, with what the newest run of each target saw. */
export function gapsOf(rows: readonly TargetRow[]): readonly Gap[] {
  const all = rows.flatMap(({ target, seen }) =>
    seen.map((text) => {
      const [probe = '', binding = '', words = ''] = text.split('\t');
      return { target, probe, binding, words };
    }),
  );
  const byProbe = groupBy(all, ({ probe }) => probe);
  return loadContract(defaultNamespace())
    .requirements.filter(({ kind }) => kind === 'gap')
    .map(({ id, section, text, untestable }) => ({
      ...{ id, section, text, untestable },
      tried: observers
        .filter(({ gaps }) => gaps.includes(id))
        .map((observer) => tried(observer, byProbe.get(observer.id) ?? [])),
    }));
}

function tried(
  { id, title }: (typeof observers)[number],
  seen: readonly { readonly target: string; readonly binding: string; readonly words: string }[],
): Tried {
  const answers = [...groupBy(seen, ({ binding, words }) => `${binding}\t${words}`).values()].map((group) => {
    const [{ binding, words }] = group;
    return { binding, words, servers: group.length };
  });
  return {
    probe: id,
    title,
    servers: new Set(seen.map(({ target }) => target)).size,
    answers: answers.toSorted((a, b) => b.servers - a.servers || a.binding.localeCompare(b.binding)),
  };
}

const MOST_ANSWERS = 40;
const MOST_WORDS = 400;

/** The gaps as Markdown, for the authors of the document. */
export function gapsMarkdown(gaps: readonly Gap[], servers: number): string {
  const parts = gaps.flatMap(({ id, section, text, untestable, tried: all }) => [
    `## ${id}`,
    `${text} (${section})`,
    ...(untestable === null ? [] : [`No server can be tested: ${untestable}`]),
    ...all.flatMap(answersMarkdown),
  ]);
  const head = `# What the document leaves open, and what ${plural(servers, 'server')} did`;
  return `${[head, ABOUT, ...parts].join('\n\n')}\n`;
}

const ABOUT =
  'From the newest run of each server. A server counts once for each answer; it may give several, for example to several operations. None of it is judged.';

function answersMarkdown({ probe, title, servers, answers }: Tried): readonly string[] {
  const told = `Tried: ${title} (\`${probe}\`), with ${plural(servers, 'server')}.`;
  if (answers.length === 0) return [told];
  const rows = answers
    .slice(0, MOST_ANSWERS)
    .map(({ servers: count, binding, words }) => `| ${count} | ${binding} | ${codeSpan(words, MOST_WORDS, 'cell')} |`);
  const rest = answers.length - rows.length;
  return [
    told,
    ['| Servers | Over | Answer |', '| ---: | --- | --- |', ...rows].join('\n'),
    ...(rest > 0 ? [`${plural(rest, 'more answer')}.`] : []),
  ];
}
