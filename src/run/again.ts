import { completeOptions, type OptionSources } from '../config/run-options.ts';
import { parseTarget } from '../config/target.ts';
import { shownLine } from '../report/shown-text.ts';
import type { Results } from '../results/results.ts';
import { EMBEDDED, type RunOptions } from '../results/run-options.ts';
import { ConfigError } from '../schemas/error.ts';

/** The options that send what a results file holds again. */
export interface Again {
  readonly options: RunOptions;
  /** That the target on the command line is not the file's, in one sentence; '' where it is. */
  readonly note: string;
}

/**
 * Requests go to the target on the command line, or to the configured one where the file is of the same; the address in
 * the file is only compared. Results of the embedded server go to the embedded server.
 * @param how - how this command is given a target, for the sentence
 * @throws ConfigError where no target is named, or where the configured one is not the file's
 */
export function optionsAgain(results: Results, file: string, how: string, sources: OptionSources): Again {
  const { target: named, ...flags } = sources.flags;
  const recorded = normalized(results.target);
  const of = `${file} is of ${shownLine(recorded, 200)}`;
  if (named === undefined || named === null) {
    if (recorded === EMBEDDED) {
      return { options: completeOptions({ ...sources, flags: { ...flags, target: null } }), note: '' };
    }
    const options = completeOptions({ ...sources, flags });
    const { target } = options;
    if (target === null) {
      throw new ConfigError(
        `${of}, and no target is named; a file never chooses where requests go: name the target with ${how}, GETDATA_TARGET or the config file`,
      );
    }
    if (target !== recorded) {
      throw new ConfigError(
        `${of}, but the configured target is ${target}; name the target that requests are to go to with ${how}`,
      );
    }
    return { options, note: '' };
  }
  const { baseUrl, authorization } = parseTarget(named, 'the target');
  const note = baseUrl === recorded ? '' : `${of}; requests go to ${baseUrl}, as the command line says.`;
  const configured = completeOptions({ ...sources, flags });
  // The same address in the environment or the config file may hold a user name and password; a printed command has none.
  const isConfigured = authorization === null && configured.target === baseUrl;
  return { options: isConfigured ? configured : completeOptions(sources), note };
}

/** A target as `parseTarget` spells it, so that two spellings of one address are equal. */
function normalized(target: string): string {
  try {
    return parseTarget(target, '').baseUrl;
  } catch {
    return target;
  }
}
