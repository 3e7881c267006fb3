import type { ComponentChildren } from 'preact';
import { shardName } from '../../results/shards/shard.ts';
import { unusedLines } from '../../results/unused.ts';
import type { Model } from './model.ts';
import { Part } from './parts.tsx';
import { Visible } from './visible.tsx';

/** What was run, how, and against which server: enough to run it again. */
export function About({ model: { results } }: { readonly model: Model }) {
  const { suite, target, identity, namespace, seed, profile, options, startedAt, durationMs, requests } = results;
  const { limits } = options;
  const list = (names: readonly string[] | null): string =>
    names === null ? 'all' : names.length === 0 ? 'none' : names.join(', ');
  return (
    <Part id="about" title="About this run">
      <dl class="about">
        <Entry name="Target" text={target} />
        <Entry name="Namespace" text={namespace} />
        <Entry name="WSDL, SHA-256" text={identity.wsdlSha256 ?? 'none offered'} />
        <Entry name="TLS certificate, SHA-256" text={identity.certificateSha256 ?? 'no TLS'} />
        <Entry name="Seed" text={`${seed}; add --seed ${seed} to send the same calls again`} />
        <Entry name="Profile" text={`${profile}${options.runs === null ? '' : `, ${options.runs} runs per cell`}`} />
        <Entry name="Operations" text={list(options.operations)} />
        <Entry name="Bindings" text={list(options.bindings)} />
        <Entry name="Rules" text={list(options.rules)} />
        <Entry name="Cells" text={list(options.cells)} />
        <Entry name="Shard" text={options.shard === undefined ? 'the whole run' : shardName(options.shard)} />
        <Entry name="Writes" text={options.includeWrites ? 'included' : 'not sent'} />
        <Entry name="Fails on" text={`${options.failOn} findings`} />
        <Entry name="Missing evidence" text={options.allowInconclusive ? 'allowed' : 'makes the run inconclusive'} />
        <Entry
          name="Limits"
          text={[
            `concurrency ${limits.concurrency}`,
            `rate ${limits.rate === null ? 'unlimited' : `${limits.rate}/s`}`,
            `timeout ${limits.timeoutMs} ms`,
            `body ${limits.maxBodyBytes.toLocaleString('en')} bytes`,
            `time ${limits.maxTimeSeconds === null ? 'unlimited' : `${limits.maxTimeSeconds} s`}`,
          ].join(', ')}
        />
        <Entry name="Credentials given" text={list(options.credentials)} />
        <Entry name="Headers added" text={list(options.headers)} />
        <Entry name="Samples" text={`${options.samples}`} />
        <Entry name="Fields declared unused" text={list(unusedLines(options))} />
        <Entry name="Started" text={startedAt} />
        <Entry name="Took" text={`${(durationMs / 1000).toFixed(1)} s, ${requests.toLocaleString('en')} requests`} />
        <Entry name="Suite" text={`${suite.name} ${suite.version}`} />
        <Entry name="Contract, SHA-256" text={suite.contractDigest} />
        <Entry name="XML Schema validator" text={suite.validator} />
      </dl>
    </Part>
  );
}

function Entry({ name, text }: { readonly name: string; readonly text: string }): ComponentChildren {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Visible text={text} most={800} />
      </dd>
    </>
  );
}
