import { momentText } from '../../base/days.ts';
import { plural } from '../../base/words.ts';
import { shardName } from '../../options/selected-cells.ts';
import type { RunTimes } from '../../results/results.ts';
import { unusedLines } from '../../results/unused.ts';
import { type Model, Part, terms } from './parts.tsx';
import { visible } from './visible.tsx';

export function aboutPart({ results }: Model) {
  const { suite, target, identity, namespace, seed, profile, options, startedAt, durationMs, times, requests } =
    results;
  const { limits } = options;
  const list = (names: readonly string[] | null): string =>
    names === null ? 'all' : names.length === 0 ? 'none' : names.join(', ');
  const limitTexts = [
    `concurrency ${limits.concurrency}`,
    `rate ${limits.rate === null ? 'unlimited' : `${limits.rate}/s`}`,
    `timeout ${limits.timeoutMs} ms`,
    `body ${plural(limits.maxBodyBytes, 'byte', limits.maxBodyBytes.toLocaleString('en'))}`,
    `time ${limits.maxTimeSeconds === null ? 'unlimited' : `${limits.maxTimeSeconds} s`}`,
  ];
  const facts: Readonly<Record<string, string>> = {
    Target: target,
    Namespace: namespace,
    'WSDL, SHA-256': identity.wsdlSha256 ?? 'none offered',
    'TLS certificate, SHA-256': identity.certificateSha256 ?? 'no TLS',
    Seed: `${seed}; add --seed ${seed} to send the same calls again`,
    'Rule set': results.ruleSet,
    Profile: `${profile}${options.runs === null ? '' : `, ${plural(options.runs, 'run')} per cell`}`,
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
    Started: momentText(startedAt),
    Took: `${(durationMs / 1000).toFixed(1)} s, ${plural(requests, 'request', requests.toLocaleString('en'))}`,
    ...(times === undefined ? {} : timeFacts(times, durationMs)),
    Suite: `${suite.name} ${suite.version}`,
    'Contract, SHA-256': suite.contractDigest,
    'XML Schema validator': suite.validator,
  };
  return (
    <Part id="about" title="About this run">
      <dl class="pairs">{terms(Object.entries(facts).map(([name, text]) => [name, visible(text, 800)]))}</dl>
    </Part>
  );
}

/** The time of the run by its parts, and what the target took apart from the suite. */
function timeFacts({ startMs, readingMs, cellsMs, waitingMs, latencyMs }: RunTimes, durationMs: number) {
  const seconds = (ms: number): string => `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const { p50, p95, max } = latencyMs;
  const parts = `start ${seconds(startMs)}, reading from the target ${seconds(readingMs)}, cells ${seconds(cellsMs)}`;
  return {
    'Time by part': parts,
    'With a request under way': `${seconds(waitingMs)}; without, the suite's own: ${seconds(durationMs - waitingMs)}`,
    ...(p50 === null ? {} : { 'Answers took': `p50 ${p50} ms, p95 ${p95} ms, at most ${max} ms` }),
  };
}
