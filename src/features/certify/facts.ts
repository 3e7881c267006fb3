import { failureName } from '../../options/known-failures.ts';
import { changingFields } from '../../results/changing.ts';
import { rulesInCells } from '../../results/rule-outcomes.ts';
import { unusedLines } from '../../results/unused.ts';
import { badge, showable } from './badge.ts';
import type { CheckedEvidence } from './evidence.ts';
import { type endOf, exclusions, unjudgedTests, waivers } from './statement.ts';
import { reachedText } from './statement-text.ts';

/** What certificate and badge say of certified evidence, without control characters in texts of a target. */
export type CertificateFacts = Readonly<ReturnType<typeof factsOf>>;

export function factsOf(
  { results, digest, contract }: CheckedEvidence,
  keyId: string,
  end: ReturnType<typeof endOf> = null,
) {
  const tests = rulesInCells(results.cells);
  const excused = waivers(results);
  const unjudged = unjudgedTests(results);
  const named = new Set([...excused.map(({ test }) => test), ...unjudged]);
  const warned = tests.filter(({ verdict, ...test }) => {
    return verdict !== 'pass' && verdict !== 'not-applicable' && !named.has(failureName(test));
  });
  const { suite, coverage, identity, options, profile, requests, cells, ruleSet, seed, seedDrawn } = results;
  return {
    conformant: excused.length === 0 ? 'conformant' : 'conformant with waivers',
    target: showable(results.target),
    namespace: showable(results.namespace),
    date: dates.format(new Date(results.startedAt)),
    end: end === null ? null : { ...end, of: showable(end.of) },
    ...{ version: suite.version, node: suite.node ?? null, filesDigest: suite.filesDigest ?? null },
    reached: showable(reachedText(results)),
    ...{ contractDigest: suite.contractDigest, evidenceDigest: digest, keyId },
    ...{ wsdlDigest: identity.wsdlSha256, certificateDigest: identity.certificateSha256 },
    ...{ profile, requests, ruleSet },
    excluded: exclusions(results).map(({ rule, challenge }) => showable(`${rule} (${challenge})`)),
    seed: `${seed}${seedDrawn === true ? ' (drawn)' : ' (given)'}`,
    ...{ operations: contract.operations.length, cells: cells.length },
    // Of rules, over all cells; `warned`: not required, and failed or had nothing to judge, without waivers.
    passed: tests.filter(({ verdict }) => verdict === 'pass').length,
    warned: warned.length,
    // Of required rules that the waivers left nothing to judge.
    unjudged: unjudged.length,
    clauses: coverage.requirements.filter(({ verdict }) => verdict !== 'observed' && verdict !== 'untestable').length,
    fields: coverage.fields.filter(({ seen }) => seen).length,
    unused: unusedLines(options).map(showable),
    changing: [...changingFields(cells)].map(([name, fields]) => showable(`${[...fields].join(', ')} of ${name}`)),
    waivers: excused.map((one) => ({ ...one, owner: showable(one.owner), reason: showable(one.reason) })),
  };
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function badgeText(facts: CertificateFacts): string {
  const { conformant, target, date, version, ruleSet, contractDigest, evidenceDigest, keyId, waivers, end } = facts;
  const excused = waivers.length === 0 ? 'none' : waivers.map(({ test }) => test).join(', ');
  const ends = end === null ? '' : `; ends after ${end.day}, the last day ${end.of}`;
  return badge({
    kicker: `GetData Web Service${end === null ? '' : ` · until ${end.day}`}`,
    title: `GetData Web Service: ${conformant}`,
    headline: conformant.replace(/^c/, 'C'),
    color: waivers.length > 0 ? '#7a5200' : '#12693a',
    holds: true,
    target,
    rows: [
      `${date} · getdata-conformance ${version}${waivers.length > 0 ? ` · ${waivers.length} waived` : ''}`,
      `contract ${short(contractDigest)} · evidence ${short(evidenceDigest)} · key ${short(keyId)}`,
    ],
    description:
      `Target ${target}; tested on ${date} by getdata-conformance ${version}, rule set ${ruleSet}; ` +
      `contract ${contractDigest}; evidence ${evidenceDigest}; key ${keyId}; waivers: ${excused}${ends}.`,
  });
}

export function short(digest: string): string {
  return digest.slice(0, 8);
}
