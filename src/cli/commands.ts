import type { Command } from 'commander';
import type { Cli } from '../run/output.ts';

/** A command as `--help` shows it. */
export interface CommandEntry {
  readonly name: string;
  /** Its arguments, as commander writes them. */
  readonly takes: string;
  readonly says: string;
  /** Loads its modules and gives the function that adds its arguments, options and action. */
  readonly load: () => Promise<(command: Command, cli: Cli) => void>;
}

/** Every command, in the order of `--help`. The modules of a command are loaded when it is called. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    takes: '[target]',
    says: 'test a server; with no target, the embedded reference server',
    load: async () => (await import('./run.ts')).addRun,
  },
  {
    name: 'serve',
    takes: '',
    says: 'start the reference server: all 20 operations, four bindings, sample data',
    load: async () => (await import('./serve.ts')).addServe,
  },
  {
    name: 'list',
    takes: '<what>',
    says: 'list rules, operations, requirements or defects',
    load: async () => (await import('./list.ts')).addList,
  },
  {
    name: 'explain',
    takes: '<rule>',
    says: 'clause, level, why clients break, an example of right and wrong',
    load: async () => (await import('./explain.ts')).addExplain,
  },
  {
    name: 'replay',
    takes: '<results.json> [finding]',
    says: "send a finding's smallest request again and show whether it still fails",
    load: async () => (await import('./replay.ts')).addReplay,
  },
  {
    name: 'report',
    takes: '<results.json>',
    says: 'make any report again from a results file',
    load: async () => (await import('./report.ts')).addReport,
  },
  {
    name: 'diff',
    takes: '<old> <new>',
    says: 'show what changed between two runs: failures, evidence, wire, observations, latency',
    load: async () => (await import('./diff.ts')).addDiff,
  },
  {
    name: 'compare',
    takes: '<urlA> <urlB>',
    says: 'send the same calls to two servers and show what they answer differently',
    load: async () => (await import('./compare.ts')).addCompare,
  },
  {
    name: 'merge',
    takes: '<dir...>',
    says: 'join the results of shards into the report one run would have given',
    load: async () => (await import('./merge.ts')).addMerge,
  },
  {
    name: 'baseline',
    takes: '<results.json>',
    says: 'write the findings of a run as known failures, which do not break the next run',
    load: async () => (await import('./baseline.ts')).addBaseline,
  },
  {
    name: 'init',
    takes: '[target]',
    says: "write getdata.config.json, with the namespace of the target's WSDL when it offers one",
    load: async () => (await import('./init.ts')).addInit,
  },
  {
    name: 'judge',
    takes: '<results.json|har>',
    says: "apply today's rules to recorded exchanges, without any traffic",
    load: async () => (await import('./judge.ts')).addJudge,
  },
  {
    name: 'certify',
    takes: '<results.json>',
    says: 'sign a statement about a conformant run, with a certificate to print and a badge',
    load: async () => (await import('./certify.ts')).addCertify,
  },
  {
    name: 'verify',
    takes: '<statement>',
    says: 'check a signed statement against a public key and the results, with no network',
    load: async () => (await import('./verify.ts')).addVerify,
  },
  {
    name: 'keygen',
    takes: '<name>',
    says: 'make an Ed25519 key pair: certify signs with the one, verify checks with the other',
    load: async () => (await import('./keygen.ts')).addKeygen,
  },
];

/**
 * Adds every command to the program: those that the command line may mean as they are, the others as `--help` shows them.
 * @param argv - without node and script
 */
export async function addCommands(program: Command, argv: readonly string[], cli: Cli): Promise<void> {
  for (const { name, takes, says, load } of commands) {
    if (argv.includes(name)) (await load())(program.command(name).description(says), cli);
    else program.command(`${name} ${takes}`).description(says);
  }
}
