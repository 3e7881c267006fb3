import { basename, relative, resolve, sep } from 'node:path';
import type { CliIo } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import type { ConfigText } from '../options/config-file.ts';
import { variable } from '../options/environment.ts';
import { namesFlag } from '../options/names.ts';
import { parseConfig } from '../options/parse-config.ts';
import { shellWord } from '../results/record/finding.ts';
import type { Results } from '../results/results.ts';
import { rulesPage } from '../results/rule-links.ts';
import { TOOL } from './finding-lines.ts';
import type { GithubStep } from './github.ts';
import type { Screen } from './terminal/progress.ts';
import { isAllure, type ReporterName, reporterNames } from './write-reports.ts';

/** Where a command prints and writes its reports, and how. */
export interface Output extends Screen {
  readonly color: boolean;
  readonly quiet: boolean;
  /** Shows of each finding all that results have. */
  readonly verbose?: boolean;
  /** The user knows the seed. */
  readonly seedGiven?: boolean;
  /** How the user started this program: the start of printed commands. */
  readonly tool?: string;
  /** Absolute. */
  readonly reportsDir: string;
  /** The page of rules; null for none. */
  readonly docsUrl?: string | null;
}

/** What the end of a run writes besides results.json. */
export interface Reporting {
  readonly reporters: readonly ReporterName[];
  readonly github: GithubStep;
  /** Joins the results of a rerun with those before it; left out for a run of its own. */
  readonly joined?: (results: Results) => Promise<Results>;
  /** Called with the final results and the files that were written. */
  readonly ended?: (results: Results, files: readonly string[]) => void;
  /** Aborts when a report that takes long is to be left out; never if left out. */
  readonly late?: AbortSignal;
}

export interface OutputFlags {
  readonly reports: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
  readonly seed?: string | undefined;
  readonly docsUrl?: string | undefined;
}

export function outputOf(io: CliIo, { reports, quiet, verbose, color, seed, docsUrl }: OutputFlags): Output {
  return {
    out: io.out,
    live: obeysCommands(io),
    columns: io.columns,
    tool: invocationOf(io),
    color: wantsColor(io, color),
    quiet: quiet === true,
    verbose: verbose === true,
    seedGiven: seed !== undefined,
    reportsDir: resolve(io.folder, reports),
    docsUrl: rulesPage(docsUrl),
  };
}

/** How this program was started, for commands to repeat: by its name, by npx from a project, or by its path. */
export function invocationOf({ script, folder }: Pick<CliIo, 'script' | 'folder'>): string {
  if (script === undefined) return TOOL;
  const bin = `${sep}node_modules${sep}.bin${sep}`;
  const [project, name] = script.split(bin);
  if (basename(script) !== TOOL || script.includes(`${sep}_npx${sep}`))
    return `node ${shellWord(near(folder, script))}`;
  if (name === undefined) return TOOL;
  return `${folder}${sep}`.startsWith(`${project}${sep}`) ? `npx ${TOOL}` : shellWord(near(folder, script));
}

/** A path as a user would type it in a folder. */
function near(folder: string, path: string): string {
  const short = relative(folder, path);
  return short.length < path.length && !short.startsWith(`..${sep}..`) ? short : path;
}

type Terminal = Pick<CliIo, 'terminal' | 'env'>;

/** Whether to colour: a terminal, and neither `--no-color` nor NO_COLOR (no-color.org). */
export function wantsColor(io: Terminal, flag: boolean): boolean {
  return obeysCommands(io) && flag && (io.env.NO_COLOR ?? '') === '';
}

/** A terminal that is dumb, as in Emacs, shows commands for colours and for the cursor as text. */
export function obeysCommands({ terminal, env }: Terminal): boolean {
  return terminal && env.TERM !== 'dumb';
}

/** Checked names of reporters, separated by commas; null if the flag is not given. @throws ConfigError */
export function reportersFlag(flag: string, text: string | undefined): readonly ReporterName[] | null {
  const names = namesFlag('reporter', flag, text, reporterNames);
  return names === null ? null : withOneAllure(names, flag);
}

/** Names of reporters, of which at most one writes Allure's folder. @throws ConfigError */
function withOneAllure(names: readonly ReporterName[], where: string): readonly ReporterName[] {
  if (names.filter(isAllure).length < 2) return names;
  throw new ConfigError(`${where} names allure and allure-findings, which write the same folder; expected one of them`);
}

/** The reporters of a run: by `--reporter`, the config file's `reporters`, or the HTML report. @throws ConfigError */
export function reportersOf(text: string | undefined, config: ConfigText | null): readonly ReporterName[] {
  const given = reportersFlag('--reporter', text);
  if (given !== null) return given;
  const { reporters } = config === null ? {} : parseConfig(config);
  if (reporters === undefined) return ['html'];
  // The schema of the config file has the same names.
  return withOneAllure(reporters as readonly ReporterName[], `${config?.file}: reporters`);
}

/** The step of a GitHub Actions job that this process runs in, from its environment. */
export function githubStep(io: CliIo): GithubStep {
  return { summaryFile: variable(io.env, 'GITHUB_STEP_SUMMARY'), command: io.workflowCommand };
}
