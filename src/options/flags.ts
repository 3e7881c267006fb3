/**
 * The flags that several commands take, or that say what a run sends: each as
 * commander writes it, what it says, and its default for commander if it has one.
 */
export const flagTexts = {
  config: ['--config <file>', 'config file (default: getdata.config.json when present)'],
  trustConfig: ['--trust-config', 'let getdata.config.json of this folder count as if --config named it'],
  ca: ['--ca <pem>', 'file of certificates to trust in addition to the usual ones'],
  cert: ['--cert <pem>', 'file of the client certificate, if the target asks for one; with --key'],
  key: ['--key <pem>', 'file of its private key; the passphrase of an encrypted one: GETDATA_TLS_KEY_PASSPHRASE'],
  insecure: ['--insecure', "accept any TLS certificate; such a run can't be certified"],
  proxy: ['--proxy <url>', 'HTTP proxy to use, http://user:password@host:port'],
  embedded: ['--embedded', 'test the embedded reference server, whatever the environment and the config file say'],
  namespace: ['--namespace <uri>', "the document's {xml_namespace}, as the server has it"],
  baseUrl: ['--base-url <url>', "the document's {base_url}, for a HAR with traffic to several services"],
  wsdl: [
    '--wsdl <file or url>',
    'a service that this WSDL describes, in place of the document; the target is its endpoint',
  ],
  reads: ['--reads <names>', "with --wsdl: the operations that change no state, separated by commas; '*' for all"],
  targets: ['--targets <file>', 'the servers of a fleet, each with its own reports, and a league table of them'],
  parallel: ['--parallel <n>', 'with --targets: servers tested at the same time, 1 to 64 (default: 1)'],
  operations: ['--operations <names>', 'only these operations, separated by commas'],
  bindings: ['--bindings <names>', 'only these bindings: soap11, soap12, http-get, http-post'],
  rules: ['--rules <ids>', 'only these rules, as `list rules` prints them'],
  calls: [
    '--calls <har>',
    'also send the calls of this recording of a browser, a proxy or `proxy`, or of a SoapUI or Postman file',
  ],
  ruleSet: [
    '--rule-set <name>',
    'rule set that counts, like 2026.11; newer rules are reported separately (default: the newest)',
  ],
  profile: ['--profile <name>', 'how much is sent per cell: quick, standard or thorough (default: standard)'],
  runs: ['--runs <n>', 'random calls per cell'],
  seed: ['--seed <n>', 'decides what is generated: the same seed makes the same calls'],
  certify: ['--certify', 'draw the seed, so that nobody chooses it, and record that: for `certify`'],
  includeWrites: ['--include-writes', 'also call Add_toCart, which changes state at the server'],
  concurrency: ['--concurrency <n>', 'concurrent requests to a server, 1 to 64 (default: 8)'],
  rate: ['--rate <n>', 'maximum of requests per second to a server'],
  timeout: ['--timeout <ms>', 'milliseconds to wait for one answer (default: 10000)'],
  maxBody: ['--max-body <bytes>', 'size of the largest answer that is read (default: 16777216)'],
  maxTime: ['--max-time <s>', 'seconds for the whole run'],
  wait: ['--wait <s>', 'before the run, wait up to this many seconds for the target to answer'],
  failFast: ['--fail-fast', 'end the run after the first cell with a finding that breaks it'],
  open: ['--open', 'show report.html when the run is over; never in CI'],
  header: ['--header <line>', "a header for every request, 'Name: value'; repeatable"],
  reporter: ['--reporter <names>', 'reports in addition to results.json (default: html)'],
  docsUrl: ['--docs-url <url>', 'the page of rules that reports link to, docs/rules.md of a fork, say'],
  failOn: [
    '--fail-on <level>',
    'lowest level of findings that break the run: required or recommended (default: required)',
  ],
  allowInconclusive: ['--allow-inconclusive', 'exit 0 if nothing is broken but evidence is missing'],
  baseline: ['--baseline <file>', 'known failures, as `baseline` writes them: they do not break the run'],
  validator: [
    '--validator <name>',
    'XML Schema library: libxml2-wasm, or libxmljs2, which you install yourself (default: libxml2-wasm)',
  ],
  shard: ['--shard <i/n>', 'only the i-th of n parts of the operations; `merge` joins the parts (default seed: 1)'],
  rerunFailed: [
    '--rerun-failed [results]',
    'only the cells that did not pass in this results.json (default: ' +
      'that in the reports folder), with the same calls; with --targets, the servers that did not pass',
  ],
  dryRun: ['--dry-run', 'send nothing, show what would be sent'],
  reports: ['--reports <dir>', 'folder the reports are written to', 'reports'],
  quiet: ['--quiet', 'print only the end of the report'],
  verbose: ['--verbose', 'print the steps of the run, every cell, and all that is known of each finding'],
  color: ['--no-color', 'print without colours'],
} as const satisfies Readonly<Record<string, readonly [flag: string, says: string, usual?: string]>>;

export type FlagName = keyof typeof flagTexts;

/** What is typed for an option: `include-writes` for includeWrites. */
export function typed(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type ValueOf<Flag> = Flag extends '--header <line>'
  ? readonly string[]
  : Flag extends `${string}<${string}`
    ? string
    : Flag extends `${string}[${string}`
      ? string | true
      : boolean;

/** Some flags as typed; those not given are left out. */
export type Flags<Name extends FlagName> = {
  readonly [Key in Name]?: ValueOf<(typeof flagTexts)[Key][0]> | undefined;
};

/** The names in a list, separated by spaces. */
export type NamesIn<List extends string> = List extends `${infer First} ${infer Rest}` ? First | NamesIn<Rest> : List;

/** Flags of one command only, with a text. */
export type TextFlags<Name extends string> = Partial<Readonly<Record<Name, string | undefined>>>;

/** The flags that say how a target is reached. */
export type RouteFlags = Flags<'ca' | 'cert' | 'key' | 'proxy' | 'insecure'>;

/** The flags that name a config file. `trustConfig`: the one of the folder counts as named. */
export type ConfigFlags = Flags<'config' | 'trustConfig'>;

/** The flags of `run`; `target`: null is the embedded reference server, whatever other sources say. */
export type RunFlags = Flags<Exclude<FlagName, 'baseUrl' | 'reports' | 'color'>> & {
  readonly target?: string | null | undefined;
};
