import { groupBy, grouped } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { observers } from '../../rules/observers/observers.ts';
import { codeSpan } from '../../views/markdown/code.ts';
import { firstOf } from '../../views/shown-text.ts';
import type { TargetRow } from './target-row.ts';

/** All gaps of the document, with what was tried and what the newest run of each target saw. */
export function gapsOf(rows: readonly TargetRow[]) {
  const all = rows.flatMap(({ target, seen }) => seen.map(([probe, ...answer]) => ({ target, probe, answer })));
  const byProbe = groupBy(all, ({ probe }) => probe);
  const tried = ({ id, title }: (typeof observers)[number]) => {
    const seen = byProbe.get(id) ?? [];
    const answers = grouped(seen, ({ answer }) => answer.join('\t'))
      .map(([{ answer }, ...others]) => ({ binding: answer[0], words: answer[1], servers: others.length + 1 }))
      .toSorted((a, b) => b.servers - a.servers || a.binding.localeCompare(b.binding));
    return { probe: id, title, servers: new Set(seen.map(({ target }) => target)).size, answers };
  };
  return loadContract(defaultNamespace())
    .requirements.filter(({ kind }) => kind === 'gap')
    .map((gap) => ({ ...gap, tried: observers.filter(({ gaps }) => gaps.includes(gap.id)).map(tried) }));
}

type Gaps = ReturnType<typeof gapsOf>;

const MOST_ANSWERS = 40;
const MOST_WORDS = 400;

/** The gaps as Markdown, for the authors of the document. */
export function gapsMarkdown(gaps: Gaps, servers: number): string {
  const parts = gaps.flatMap(({ id, section, text, untestable, tried }) => [
    `## ${id}`,
    `${text} (${section})`,
    ...(untestable === null ? [] : [`No server can be tested: ${untestable}`]),
    ...tried.flatMap(answersMarkdown),
  ]);
  const head = `# What the document leaves open, and what ${plural(servers, 'server')} did`;
  return `${[head, ABOUT, ...parts].join('\n\n')}\n`;
}

const ABOUT =
  'From the newest run of each server. A server counts once for each answer; ' +
  'it may give several, for example to several operations. None of it is judged.';

function answersMarkdown({ probe, title, servers, answers }: Gaps[number]['tried'][number]): readonly string[] {
  const tried = `Tried: ${title} (\`${probe}\`), with ${plural(servers, 'server')}.`;
  if (answers.length === 0) return [tried];
  const rows = firstOf(
    answers,
    MOST_ANSWERS,
    ({ servers: count, binding, words }) => `| ${count} | ${binding} | ${codeSpan(words, MOST_WORDS, 'cell')} |`,
    (more) => `\n${plural(more, 'more answer')}.`,
  );
  return [tried, ['| Servers | Over | Answer |', '| ---: | --- | --- |', ...rows].join('\n')];
}
