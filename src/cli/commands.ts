import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';

/** Each command in the order of `--help`, by what it is for, and what it does. */
const groups = {
  'Test a server': {
    run: 'test a server; with --embedded, the embedded reference server',
    init: "write getdata.config.json, with the namespace of the target's WSDL when it offers one",
    replay: "send a finding's smallest request again and show whether it still fails",
    report: 'make any report again from a results file',
    baseline: 'write the findings of a run as known failures, which do not break the next run',
    merge: 'join the results of shards into the report one run would have given',
  },
  'Look up': {
    explain: 'clause, level, why clients break, how stacks fix it, right and wrong',
    list: 'list rules, operations, requirements, defects, variations or traits',
  },
  'Write a client': {
    serve: 'start the reference server: all 20 operations, four bindings, sample data',
    proxy: 'forward traffic between clients and a server, judge both sides, record a HAR and results',
  },
  Compare: {
    compare: 'send the same calls to two servers and show what they answer differently',
    diff: 'show what changed between two runs: failures, evidence, wire, observations, latency',
    judge: "apply today's rules to recorded exchanges, without any traffic",
    history: 'keep runs over time, write pages of them, tell whether the newest one is worse',
  },
  Certify: {
    certify: 'sign a statement about a conformant run, with a certificate to print and a badge',
    verify: 'check a signed statement against a public key and the results, with no network',
    revoke: 'sign that a statement no longer holds: verify and the registry refuse it from then on',
    registry: 'publish signed statements: static pages, badges and JSON of what each is worth',
    keygen: 'make an Ed25519 key pair: the private key for certify, the public key for verify',
  },
  'This program': {
    completion: 'print what makes bash, zsh or fish complete commands, options, rules and operations',
    version: 'print the version',
  },
} as const;

type Names<Group> = Group extends unknown ? keyof Group : never;
type CommandName = Names<(typeof groups)[keyof typeof groups]>;

/** Loads a command's modules and gives the function that adds its arguments, options and action. */
const modules: Readonly<Record<CommandName, () => Promise<(command: Command, cli: Cli) => void>>> = {
  run: async () => (await import('./run.ts')).addRun,
  serve: async () => (await import('./serve.ts')).addServe,
  proxy: async () => (await import('./proxy.ts')).addProxy,
  list: async () => (await import('./list.ts')).addList,
  explain: async () => (await import('./explain.ts')).addExplain,
  replay: async () => (await import('./replay.ts')).addReplay,
  report: async () => (await import('./report.ts')).addReport,
  diff: async () => (await import('./diff.ts')).addDiff,
  compare: async () => (await import('./compare.ts')).addCompare,
  merge: async () => (await import('./merge.ts')).addMerge,
  baseline: async () => (await import('./baseline.ts')).addBaseline,
  init: async () => (await import('./init.ts')).addInit,
  judge: async () => (await import('./judge.ts')).addJudge,
  certify: async () => (await import('./certify.ts')).addCertify,
  verify: async () => (await import('./verify.ts')).addVerify,
  revoke: async () => (await import('./revoke.ts')).addRevoke,
  registry: async () => (await import('./registry.ts')).addRegistry,
  history: async () => (await import('./history.ts')).addHistory,
  keygen: async () => (await import('./keygen.ts')).addKeygen,
  completion: async () => {
    const { addCompletion } = await import('./completion.ts');
    return (command, cli) => addCompletion(command, cli, (program) => addCommands(program, names, cli));
  },
  version: async () => {
    const { suiteVersion } = await import('../results/suite-version.ts');
    return (command, { io }) => void command.action(() => io.out(`${suiteVersion()}\n`));
  },
};

export const commands = Object.entries(groups).flatMap(([group, texts]) =>
  Object.entries(texts).map(([name, says]) => ({ name: name as CommandName, says, group })),
);
const names = commands.map(({ name }) => name);

/** Adds the commands that a command line (`argv`, without node and script) may mean; others as `--help` shows them. */
export async function addCommands(program: Command, argv: readonly string[], cli: Cli): Promise<void> {
  for (const { name, says, group } of commands) {
    const command = program.command(name).helpGroup(`${group}:`).description(says);
    if (argv.includes(name)) (await modules[name]())(command, cli);
  }
}
