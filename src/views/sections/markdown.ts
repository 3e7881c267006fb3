import { codeBlock, codeSpan } from '../markdown/code.ts';
import { firstOf } from '../shown-text.ts';
import { type Entry, isCommand, type Section, tones } from './section.ts';

/** Entries of a section and characters of a text that are kept. */
const MOST_ENTRIES = 50;
const MOST_TEXT = 1_000;
const MOST_COMMAND = 16_000;

/** A section as blocks of GitHub Flavored Markdown. @param rest - what has the entries that are left out */
export function sectionBlocks({ title, tone, about, entries }: Section, rest: string): readonly string[] {
  return [
    `### ${tones[tone].mark} ${title} (${entries.length})`,
    ...(about === null ? [] : [about]),
    firstOf(entries, MOST_ENTRIES, entryBlock, (more) => `- ${more} more in ${rest}`).join('\n'),
  ];
}

function entryBlock({ title, where, facts, changes, kind, lines = [] }: Entry): string {
  const [only] = changes;
  const head = title === '' && only !== undefined ? changeText(only) : title === '' ? '' : code(title);
  const at = where === '' ? '' : `${head === '' ? '' : ' in '}${code(where)}`;
  const below = title === '' ? [] : changes.map((change) => `  - ${changeText(change)}`);
  const commands = facts.filter(([name]) => isCommand(name)).map(([, value]) => value);
  const signs = { a: '-', b: '+' };
  const excerpt = lines.map(({ of, text }) => `${of === null ? ' ' : signs[of]} ${text.replaceAll('\n', ' ')}`);
  const block = (texts: readonly string[], language: string): readonly string[] =>
    texts.length === 0 ? [] : [`\n${codeBlock(texts.join('\n'), MOST_COMMAND, language).replaceAll(/^/gm, '  ')}\n`];
  const told = facts.filter(([name]) => !isCommand(name));
  return [
    `- ${kind === undefined ? '' : `**${kind}** `}${head}${at}`,
    ...told.map(([name, value]) => `  - ${name} ${code(value)}`),
    ...below,
    ...block(excerpt, 'diff'),
    ...block(commands, 'sh'),
  ].join('\n');
}

function changeText({ what, old, new: now }: Entry['changes'][number]): string {
  return `${code(what)}: ${code(old)} → ${code(now)}`;
}

/** A target's text in code, cut if long. */
export function code(text: string): string {
  return codeSpan(text, MOST_TEXT);
}
