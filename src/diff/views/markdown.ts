import { bounded, codeBlock, codeSpan, MOST_SUMMARY } from '../../report/markdown/code.ts';
import { firstOf } from '../../report/shown-text.ts';
import type { Diff } from '../model.ts';
import { type Entry, isCommand, type Section, type Shown, shown, type Tone } from './sections.ts';

/** Entries of a section and characters of a text that are kept. */
const MOST_ENTRIES = 50;
const MOST_TEXT = 1_000;
const MOST_COMMAND = 16_000;

/** The diff as GitHub Flavored Markdown. Text from a target or a user is code, so that none of it is markup. */
export function markdownDiff(diff: Diff): string {
  const { outcome, exitCode, failOn, summary } = diff;
  const { heading, tone, notes, parts: sections, grounds } = shown(diff);
  const parts = [
    `## ${marks[tone]} ${heading}`,
    `**${summary}**`,
    [runLine('old', diff.old), runLine('new', diff.new)].join('\n'),
    ...(notes.length === 0 ? [] : ['### Not alike', notes.map(noteLine).join('\n')]),
    ...sections.flatMap(sectionBlocks),
    grounds,
    `Outcome at level ${failOn}: **${outcome}** (exit code ${exitCode}).`,
  ];
  return bounded(parts, MOST_SUMMARY);
}

const marks: Readonly<Record<Tone, string>> = { worse: '❌', open: '❔', better: '✅', plain: '🔹' };

function runLine(which: string, { file, target, startedAt, suiteVersion, seed, verdict }: Diff['old']): string {
  return `- ${which}: ${code(file)} of ${code(target)}, ${code(startedAt)}, suite ${code(suiteVersion)}, seed ${seed}: ${verdict}`;
}

function noteLine({ about, old, new: now, means }: Shown['notes'][number]): string {
  return `- ${about}: ${code(old)} → ${code(now)}; ${means}`;
}

function sectionBlocks({ title, tone, about, entries }: Section): readonly string[] {
  return [
    `### ${marks[tone]} ${title} (${entries.length})`,
    ...(about === null ? [] : [about]),
    firstOf(entries, MOST_ENTRIES, entryBlock, (more) => `- ${more} more in the JSON`).join('\n'),
  ];
}

function entryBlock({ title, where, facts, changes }: Entry): string {
  const [only] = changes;
  const head = title === '' && only !== undefined ? changeText(only) : title === '' ? '' : code(title);
  const at = where === '' ? '' : `${head === '' ? '' : ' in '}${code(where)}`;
  const below = title === '' ? [] : changes.map((change) => `  - ${changeText(change)}`);
  const commands = facts.filter(([name]) => isCommand(name)).map(([, value]) => value);
  const block = codeBlock(commands.join('\n'), MOST_COMMAND, 'sh');
  const told = facts.filter(([name]) => !isCommand(name));
  return [
    `- ${head}${at}`,
    ...told.map(([name, value]) => `  - ${name} ${code(value)}`),
    ...below,
    ...(commands.length === 0 ? [] : [`\n${block.replaceAll(/^/gm, '  ')}\n`]),
  ].join('\n');
}

function changeText({ what, old, new: now }: Entry['changes'][number]): string {
  return `${code(what)}: ${code(old)} → ${code(now)}`;
}

function code(text: string): string {
  return codeSpan(text, MOST_TEXT);
}
