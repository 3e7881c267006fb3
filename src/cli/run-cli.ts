import { Command, CommanderError, type Option } from 'commander';
import type { CliIo } from '../base/cli-io.ts';
import { ConfigError, thrownText, WriteError, withoutUserinfo } from '../base/error.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { shownLine } from '../views/shown-text.ts';
import { printable } from '../views/terminal/palette.ts';
import { addCommands } from './commands.ts';
import { limitReached } from './too-little.ts';

const EXAMPLES = `
Examples:
  getdata-conformance run --embedded                 tests the embedded server
  getdata-conformance run https://host.example/path  tests a server
  getdata-conformance serve --port 8080              a server to develop against

Exit codes: 0 conformant, 1 non-conformant, 2 wrong usage or config,
3 inconclusive, 4 target cannot be reached, 5 the suite itself failed.`;

/** Runs a command line. @param argv - without node and script @returns the exit code of product.md; never rejects */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const finish = (code: number): void => {
    exitCode = code;
  };
  try {
    const program = createProgram(io);
    await addCommands(program, argv, { io, finish });
    const command = await commandOf(program, argv);
    const outputError = (text: string, write: (line: string) => void) =>
      write(`${printable(oneSentence(text, command))}\n`);
    command.configureOutput({ outputError });
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return failed(error, io);
  }
}

/** @throws ConfigError for a word that names no command; commander answers `help serv` with help for everything */
async function commandOf(program: Command, argv: readonly string[]): Promise<Command> {
  let group = program;
  for (const word of argv) {
    if (group.commands.length === 0 || word.startsWith('-')) return group;
    if (word === 'help') continue;
    const names = group.commands.map((command) => command.name());
    const named = group.commands.find((command) => command.name() === word);
    if (named === undefined) {
      const { suggestion } = await import('../base/nearest.ts');
      throw new ConfigError(`unknown command '${word}'; ${suggestion(word, names)}`);
    }
    group = named;
  }
  return group;
}

function createProgram(io: CliIo): Command {
  return (
    new Command('getdata-conformance')
      .description('Tests whether a server implements the GetData Web Service.')
      .version(suiteVersion(), '-V, --version', 'print the version')
      .commandsGroup('This program:')
      .helpCommand(true)
      .showSuggestionAfterError()
      .addHelpText('after', EXAMPLES)
      .exitOverride()
      .hook('preAction', (_, command) => refuseEmpty(command))
      // Its arguments are in the help of the command: with them the list would not fit in 80 columns.
      .configureHelp({
        subcommandTerm: (command) => command.name(),
        optionDescription: ({ description, required, defaultValue: usual }) =>
          required && usual !== undefined ? `${description} (default: ${usual})` : description,
      })
      .configureOutput({
        writeOut: io.out,
        writeErr: io.err,
        getOutHasColors: () => false,
        getErrHasColors: () => false,
      })
  );
}

/**
 * @throws ConfigError for an empty name of a folder or address to listen on, as of a variable that is not set: it would
 * be the current folder, and all addresses of the machine
 */
function refuseEmpty(command: Command): void {
  const isEmpty = (one: Option): boolean =>
    /<(?:dir|address)>$/.test(one.flags) && command.getOptionValue(one.attributeName()) === '';
  const hasFolder = command.registeredArguments.some((one, at) => one.name() === 'folder' && command.args[at] === '');
  const empty = command.options.find(isEmpty)?.flags ?? (hasFolder ? '<folder>' : null);
  if (empty === null) return;
  const expected = empty.endsWith('<address>') ? 'an address to listen on' : 'the name of a folder';
  throw new ConfigError(`${empty} is empty; expected ${expected}`);
}

/** Rewrites a message of commander as ours read: what is wrong, and what was expected. */
function oneSentence(text: string, { registeredArguments, args, options }: Command): string {
  const extra = args.slice(registeredArguments.length).map((one) => `'${shownLine(withoutUserinfo(one), MOST_WORD)}'`);
  if (text.includes('too many arguments') && extra.length > 0) {
    const known = registeredArguments.map((one) => one.name()).join(' and ');
    const expected = known === '' ? 'none' : `only ${known}`;
    return `error: unexpected argument${extra.length === 1 ? '' : 's'} ${extra.join(', ')}; expected ${expected}`;
  }
  const [, valueless] = /^error: option '(.*)' argument missing/.exec(text) ?? [];
  if (valueless !== undefined) return `error: ${valueless.replace(/ .*/, '')} has no value; expected ${valueless}`;
  const [, short = ''] = /^error: unknown option '(-\w)'$/.exec(text.trim()) ?? [];
  const other = options.find((one) => short !== '' && one.short?.toLowerCase() === short.toLowerCase())?.short;
  if (other !== undefined) return `error: unknown option '${short}'; did you mean '${other}'?`;
  const [, kind, missing] = /required (argument|option) '(.*)'/.exec(text) ?? [];
  const what =
    registeredArguments.find((one) => one.name() === missing) ?? options.find(({ flags }) => flags === missing);
  if (what !== undefined) return `error: missing ${kind} '${missing}'; expected ${what.description}`;
  return text
    .trim()
    .replace(
      /\n\(Did you mean (one of )?(.*)\?\)$/s,
      (_all, _several, near) => `; did you mean ${near.replaceAll(/--[\w-]+/g, "'$&'")}?`,
    )
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}

/** Characters of a word of the command line that are quoted. */
const MOST_WORD = 100;

/** Says why a command failed. @returns its exit code */
export function failed(error: unknown, io: Pick<CliIo, 'err'>): number {
  // Commander has said why itself.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const say = (sentence: string, code: number): number => {
    io.err(`error: ${printable(sentence)}\n`);
    return code;
  };
  if (error instanceof WriteError) return say(error.message, 5);
  const limit = limitReached(error);
  if (limit !== null) return say(limit, 2);
  if (error instanceof ConfigError) {
    // A sentence may quote a file's content, which may be long.
    const sentence = error.message.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
    return say(sentence, 2);
  }
  say(`the suite itself failed, this is a bug in the suite: ${thrownText(error)}`, 5);
  if (error instanceof Error && error.stack !== undefined) io.err(`${printable(error.stack)}\n`);
  return 5;
}
