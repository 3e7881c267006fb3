import { shardName } from '../../results/selected-cells.ts';
import { unusedLines } from '../../results/unused.ts';
import { type Model, Part, terms } from './parts.tsx';
import { visible } from './visible.tsx';

/** What was run, how, and against which server: enough to run it again. */
export function aboutPart({ results }: Model) {
  const { suite, target, identity, namespace, seed, profile, options, startedAt, durationMs, requests } = results;
  const { limits } = options;
  const list = (names: readonly string[] | null): string =>
    names === null ? 'all' : names.length === 0 ? 'none' : names.join(', ');
  const limitTexts = [
    `concurrency ${limits.concurrency}`,
    `rate ${limits.rate === null ? 'unlimited' : `${limits.rate}/s`}`,
    `timeout ${limits.timeoutMs} ms`,
    `body ${limits.maxBodyBytes.toLocaleString('en')} bytes`,
    `time ${limits.maxTimeSeconds === null ? 'unlimited' : `${limits.maxTimeSeconds} s`}`,
  ];
  const facts: Readonly<Record<string, string>> = {
    Target: target,
    Namespace: namespace,
    'WSDL, SHA-256': identity.wsdlSha256 ?? 'none offered',
    'TLS certificate, SHA-256': identity.certificateSha256 ?? 'no TLS',
    Seed: `${seed}; add --seed ${seed} to send the same calls again`,
    'Rule set': results.ruleSet ?? 'not named',
    Profile: `${profile}${options.runs === null ? '' : `, ${options.runs} runs per cell`}`,
    Operations: list(options.operations),
    Bindings: list(options.bindings),
    Rules: list(options.rules),
    Cells: list(options.cells),
    Shard: options.shard === undefined ? 'the whole run' : shardName(options.shard),
    Writes: options.includeWrites ? 'included' : 'not sent',
    'Fails on': `${options.failOn} findings`,
    'Missing evidence': options.allowInconclusive ? 'allowed' : 'makes the run inconclusive',
    Limits: limitTexts.join(', '),
    'Credentials given': list(options.credentials),
    'Headers added': list(options.headers),
    Samples: `${options.samples}`,
    'Fields declared unused': list(unusedLines(options)),
    Started: startedAt,
    Took: `${(durationMs / 1000).toFixed(1)} s, ${requests.toLocaleString('en')} requests`,
    Suite: `${suite.name} ${suite.version}`,
    'Contract, SHA-256': suite.contractDigest,
    'XML Schema validator': suite.validator,
  };
  return (
    <Part id="about" title="About this run">
      <dl class="about">{terms(Object.entries(facts).map(([name, text]) => [name, visible(text, 800)]))}</dl>
    </Part>
  );
}
