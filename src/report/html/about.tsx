import type { ComponentChildren } from 'preact';
import { shardName } from '../../results/shards/shard.ts';
import type { Model } from './model.ts';
import { Part } from './parts.tsx';
import { visible } from './visible.tsx';

/** What was run, how, and against which server: enough to run it again. */
export function aboutPart({ results }: Model) {
  const { suite, target, identity, namespace, seed, profile, options, startedAt, durationMs, requests } = results;
  const { limits } = options;
  const list = (names: readonly string[] | null): string =>
    names === null ? 'all' : names.length === 0 ? 'none' : names.join(', ');
  return (
    <Part id="about" title="About this run">
      <dl class="about">
        {entryRow('Target', target)}
        {entryRow('Namespace', namespace)}
        {entryRow('WSDL, SHA-256', identity.wsdlSha256 ?? 'none offered')}
        {entryRow('TLS certificate, SHA-256', identity.certificateSha256 ?? 'no TLS')}
        {entryRow('Seed', `${seed}; add --seed ${seed} to send the same calls again`)}
        {entryRow('Profile', `${profile}${options.runs === null ? '' : `, ${options.runs} runs per cell`}`)}
        {entryRow('Operations', list(options.operations))}
        {entryRow('Bindings', list(options.bindings))}
        {entryRow('Rules', list(options.rules))}
        {entryRow('Cells', list(options.cells))}
        {entryRow('Shard', options.shard === undefined ? 'the whole run' : shardName(options.shard))}
        {entryRow('Writes', options.includeWrites ? 'included' : 'not sent')}
        {entryRow('Fails on', `${options.failOn} findings`)}
        {entryRow('Missing evidence', options.allowInconclusive ? 'allowed' : 'makes the run inconclusive')}
        {entryRow(
          'Limits',
          [
            `concurrency ${limits.concurrency}`,
            `rate ${limits.rate === null ? 'unlimited' : `${limits.rate}/s`}`,
            `timeout ${limits.timeoutMs} ms`,
            `body ${limits.maxBodyBytes.toLocaleString('en')} bytes`,
            `time ${limits.maxTimeSeconds === null ? 'unlimited' : `${limits.maxTimeSeconds} s`}`,
          ].join(', '),
        )}
        {entryRow('Credentials given', list(options.credentials))}
        {entryRow('Headers added', list(options.headers))}
        {entryRow('Samples', `${options.samples}`)}
        {entryRow('Started', startedAt)}
        {entryRow('Took', `${(durationMs / 1000).toFixed(1)} s, ${requests.toLocaleString('en')} requests`)}
        {entryRow('Suite', `${suite.name} ${suite.version}`)}
        {entryRow('Contract, SHA-256', suite.contractDigest)}
        {entryRow('XML Schema validator', suite.validator)}
      </dl>
    </Part>
  );
}

function entryRow(name: string, text: string): ComponentChildren {
  return (
    <>
      <dt>{name}</dt>
      <dd>{visible(text, 800)}</dd>
    </>
  );
}
