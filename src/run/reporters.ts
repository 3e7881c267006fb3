import { type ConfigText, parseConfig } from '../config/config-file.ts';
import { variable } from '../config/environment.ts';
import { knownName, namesFlag } from '../config/names.ts';
import type { GithubStep } from '../report/github.ts';
import { type ReporterName, reporterNames } from '../report/write-reports.ts';
import type { CliIo } from './command-io.ts';

/** Names of reporters with commas between, checked; null where the flag is not given. @throws ConfigError */
export function reportersFlag(flag: string, text: string | undefined): readonly ReporterName[] | null {
  return namesFlag(flag, text)?.map((name) => knownName('reporter', name, reporterNames, flag)) ?? null;
}

/** The reporters of a run: of `--reporter`, of the config file's `reporters`, or the HTML report. @throws ConfigError */
export function reportersOf(text: string | undefined, config: ConfigText | null): readonly ReporterName[] {
  const given = reportersFlag('--reporter', text);
  if (given !== null) return given;
  const { reporters } = config === null ? {} : parseConfig(config);
  return reporters?.map((name) => knownName('reporter', name, reporterNames, `${config?.file}: reporters`)) ?? ['html'];
}

/** The step of a GitHub Actions job, as its environment tells of it. */
export function githubStep(io: CliIo): GithubStep {
  return { summaryFile: variable(io.env, 'GITHUB_STEP_SUMMARY'), command: io.workflowCommand };
}
