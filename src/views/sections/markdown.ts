import { codeBlock, codeSpan } from '../markdown/code.ts';
import { firstOf } from '../shown-text.ts';
import { type Entry, isCommand, type Section, type Tone } from './section.ts';

/** Entries of a section and characters of a text that are kept. */
const MOST_ENTRIES = 50;
const MOST_TEXT = 1_000;
const MOST_COMMAND = 16_000;

export const marks: Readonly<Record<Tone, string>> = { worse: '❌', open: '❔', better: '✅', plain: '🔹' };

/** A section as blocks of GitHub Flavored Markdown. @param rest - what has the entries that are left out */
export function sectionBlocks({ title, tone, about, entries }: Section, rest: string): readonly string[] {
  return [
    `### ${marks[tone]} ${title} (${entries.length})`,
    ...(about === null ? [] : [about]),
    firstOf(entries, MOST_ENTRIES, entryBlock, (more) => `- ${more} more in ${rest}`).join('\n'),
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

/** A target's text in code, cut if long. */
export function code(text: string): string {
  return codeSpan(text, MOST_TEXT);
}
