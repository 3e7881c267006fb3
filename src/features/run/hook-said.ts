import type { Environment } from '../../base/cli-io.ts';
import type { RunOptions } from '../../options/model.ts';
import { redactor } from '../../results/record/redact.ts';

/** Characters of what a hook said that are shown, and the fewest that a secret has. */
const MOST_SAID = 500;
const SHORTEST = 6;

/** Variables whose values may be secrets. */
const SECRET_NAME = /token|secret|pass|key|credential|auth|cookie|session/i;

/** What stands before a secret in logs of HTTP clients and shells, and the secret. */
const TOLD = [
  /\b((?:Bearer|Basic|Negotiate|Digest)\s+)\S+/gi,
  /((?:token|secret|passw(?:or)?d|api[-_]?key|credential|authorization|cookie|session)[\w-]{0,40}["']?\s{0,8}[=:]\s{0,8}["']?)[^\s"',;&]+/gi,
  /(\/\/)[^\s/@]+(?=@)/g,
];

interface Said {
  /** The end of what a hook wrote to stderr. */
  readonly stderr: string;
  /** What it printed: values that are secrets. */
  readonly stdout: string;
}

/** The end of what a failed hook said, on one line and without secrets; '' if it said nothing. */
export function hookSaid(
  { stderr, stdout }: Said,
  env: Environment,
  options: Pick<RunOptions, 'credentials' | 'headers'>,
) {
  const ofVariables = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) ? [value] : [],
  );
  const printed = stdout.split(/[\s"',:{}[\]]+/);
  const secrets = [...ofVariables, ...printed].filter(({ length }) => length >= SHORTEST);
  const redact = redactor(options.credentials, [...options.headers, ...secrets.map((one) => ['', one] as const)]);
  const told = TOLD.reduce((text, pattern) => text.replace(pattern, '$1***'), redact(stderr));
  const line = told.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MOST_SAID ? line : `…${line.slice(-MOST_SAID)}`;
}
