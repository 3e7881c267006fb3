import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { bindingNames } from '../contract/operations.ts';
import { knownName } from '../options/names.ts';

const EXAMPLES = `
Examples:
  getdata-conformance completion bash > ~/.local/share/bash-completion/completions/getdata-conformance
  getdata-conformance completion fish > ~/.config/fish/completions/getdata-conformance.fish
  source <(getdata-conformance completion zsh)      a line for ~/.zshrc, after compinit`;

/** @param allCommands - adds every command, with its options, to a program */
export function addCompletion(command: Command, { io, finish }: Cli, allCommands: (program: Command) => Promise<void>) {
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
  const shells = Object.keys(scripts) as (keyof typeof scripts)[];
  command
    .argument('<shell>', shells.join(', '))
    .addHelpText('after', EXAMPLES)
    .action(async (given: string) => {
      const shell = knownName('shell', given, shells, 'completion');
      const program = new (command.constructor as typeof Command)();
      await allCommands(program);
      io.out(scripts[shell](program.commands, { ...(await knownWords()), 'completion ': shells }));
      finish(0);
    });
}

/** What may follow an option, or a command with a blank after it. */
type Words = Readonly<Record<string, readonly string[]>>;

async function knownWords(): Promise<Words> {
  const { defaultNamespace, loadContract } = await import('../contract/load.ts');
  const { explanations } = await import('./explanations.ts');
  const { LISTS } = await import('./list.ts');
  const { rules } = await import('../rules/rules.ts');
  const { defects } = await import('../reference/defects/defects.ts');
  const { variations } = await import('../reference/variations/variations.ts');
  const { stacks } = await import('../reference/variations/stacks.ts');
  const { reporterNames } = await import('../views/write-reports.ts');
  const operations = loadContract(defaultNamespace()).operations.map(({ name }) => name);
  const ids = (all: readonly { readonly id: string }[]): readonly string[] => all.map(({ id }) => id);
  return {
    '--operations': operations,
    '--expect': operations,
    '--bindings': bindingNames,
    '--rules': ids(rules),
    '--profile': ['quick', 'standard', 'thorough'],
    '--reporter': reporterNames,
    '--format': reporterNames,
    '--defect': ids(defects),
    '--variation': ['random', ...ids(variations)],
    '--as': ids(stacks),
    'list ': LISTS,
    'explain ': ids(explanations()),
  };
}

const longOf = (command: Command): readonly string[] => command.options.flatMap(({ long }) => long ?? []);

/** The words of a command: its own commands, or what it takes, and its options. */
function wordsAfter(command: Command, words: Words): readonly string[] {
  const inside = command.commands.flatMap((one) => [one.name(), ...longOf(one)]);
  return [...inside, ...(words[`${command.name()} `] ?? []), ...longOf(command), '--help'];
}

function bashScript(commands: readonly Command[], words: Words): string {
  const valued = commands.flatMap((one) => [one, ...one.commands]).flatMap(({ options }) => options);
  const free = new Set(valued.flatMap(({ long, required }) => (required && long && !(long in words) ? [long] : [])));
  const options = Object.entries(words).filter(([name]) => name.startsWith('--'));
  return `_getdata_conformance() {
  local word="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}" command= before= words=
  [ "$COMP_CWORD" = 1 ] || command="\${COMP_WORDS[1]}"
  case "$last" in
${options.map(([name, values]) => `    ${name}) words='${values.join(' ')}' ;;`).join('\n')}
    ${[...free].join('|')}) ;;
    *) case "$command" in
      '') words='${commands.map((one) => one.name()).join(' ')} --version --help' ;;
${commands.map((one) => `      ${one.name()}) words='${wordsAfter(one, words).join(' ')}' ;;`).join('\n')}
    esac ;;
  esac
  case "$word" in *,*) before="\${word%,*}," ;; esac
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "\${word##*,}"))
}
complete -o default -F _getdata_conformance getdata-conformance
`;
}

function zshScript(commands: readonly Command[], words: Words): string {
  return `autoload -Uz bashcompinit && bashcompinit\n${bashScript(commands, words)}`;
}

function fishScript(commands: readonly Command[], words: Words): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const line = (condition: string, rest: string): string =>
    `complete -c getdata-conformance -n ${quoted(condition)} ${rest}\n`;
  const offered = (condition: string, some: readonly Command[]): readonly string[] =>
    some.map((one) => line(condition, `-f -a ${one.name()} -d ${quoted(one.description())}`));
  const within = (command: Command): readonly string[] => {
    const seen = `__fish_seen_subcommand_from ${command.name()}`;
    const given = words[`${command.name()} `];
    const own = command.options.map(({ long, required, description }) => {
      const values = words[long ?? ''];
      const taken = values === undefined ? (required ? ' -r' : '') : ` -x -a '(__fish_append , ${values.join(' ')})'`;
      return line(seen, `-l ${long?.slice(2)}${taken} -d ${quoted(description)}`);
    });
    const values = given === undefined ? [] : [line(seen, `-f -a '${given.join(' ')}'`)];
    return [...own, ...values, ...command.commands.flatMap(within), ...offered(seen, command.commands)];
  };
  return [...offered('__fish_use_subcommand', commands), ...commands.flatMap(within)].join('');
}
