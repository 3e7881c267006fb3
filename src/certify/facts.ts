import { changingFields } from '../results/changing.ts';
import { failureName } from '../results/outcome.ts';
import { rulesInCells } from '../results/rule-outcomes.ts';
import { unusedLines } from '../results/unused.ts';
import { badge, showable } from './badge.ts';
import type { Evidence } from './evidence.ts';
import { type End, exclusions, unjudgedTests, waivers } from './statement.ts';
import { reachedText } from './statement-text.ts';

/** What certificate and badge say of certified evidence, ready to be shown: text of a target has no control characters in it. */
export type Facts = Readonly<ReturnType<typeof factsOf>>;

export function factsOf({ results, digest, contract }: Evidence, keyId: string, end: End | null = null) {
  const tests = rulesInCells(results.cells);
  const excused = waivers(results);
  const unjudged = unjudgedTests(results);
  const named = new Set([...excused.map(({ test }) => test), ...unjudged]);
  const warned = tests.filter(({ verdict, ...test }) => {
    return verdict !== 'pass' && verdict !== 'not-applicable' && !named.has(failureName(test));
  });
  const { coverage, identity } = results;
  return {
    conformant: excused.length === 0 ? 'conformant' : 'conformant with waivers',
    target: showable(results.target),
    namespace: showable(results.namespace),
    /** The day of the run in UTC: 21 November 2026. */
    date: dates.format(new Date(results.startedAt)),
    /** The last day on which the statement holds, with what ends then; null if nothing ends. */
    end: end === null ? null : { ...end, of: showable(end.of) },
    version: results.suite.version,
    node: results.suite.node ?? null,
    filesDigest: results.suite.filesDigest ?? null,
    reached: showable(reachedText(results.options)),
    contractDigest: results.suite.contractDigest,
    evidenceDigest: digest,
    keyId,
    wsdlDigest: identity.wsdlSha256,
    certificateDigest: identity.certificateSha256,
    profile: results.profile,
    ruleSet: results.ruleSet ?? 'not named',
    excluded: exclusions(results).map(({ rule, challenge }) => showable(`${rule} (${challenge})`)),
    seed: `${results.seed}${results.seedDrawn === true ? ' (drawn)' : ' (given)'}`,
    requests: results.requests,
    operations: contract.operations.length,
    cells: results.cells.length,
    // Of rules, over all cells.
    passed: tests.filter(({ verdict }) => verdict === 'pass').length,
    // Of rules that are not required and fail or had nothing to judge, without waivers.
    warned: warned.length,
    // Of required rules that the waivers left nothing to judge.
    unjudged: unjudged.length,
    clauses: coverage.requirements.filter(({ verdict }) => verdict !== 'observed' && verdict !== 'untestable').length,
    fields: coverage.fields.filter(({ seen }) => seen).length,
    unused: unusedLines(results.options).map(showable),
    changing: [...changingFields(results.cells)].map(([name, fields]) =>
      showable(`${[...fields].join(', ')} of ${name}`),
    ),
    waivers: excused.map((one) => ({ ...one, owner: showable(one.owner), reason: showable(one.reason) })),
  };
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function badgeText(facts: Facts): string {
  const { conformant, target, date, version, contractDigest, evidenceDigest, keyId, waivers, end } = facts;
  const waived = waivers.length > 0;
  return badge({
    kicker: `GetData Web Service${end === null ? '' : ` · until ${end.day}`}`,
    title: `GetData Web Service: ${conformant}`,
    headline: conformant.replace(/^c/, 'C'),
    color: waived ? '#7a5200' : '#12693a',
    holds: true,
    target,
    rows: [
      `${date} · getdata-conformance ${version}${waived ? ` · ${waivers.length} waived` : ''}`,
      `contract ${short(contractDigest)} · evidence ${short(evidenceDigest)} · key ${short(keyId)}`,
    ],
    description: description(facts),
  });
}

function description(facts: Facts): string {
  const { target, date, version, ruleSet, contractDigest, evidenceDigest, keyId, waivers, end } = facts;
  const excused = waivers.length === 0 ? 'none' : waivers.map(({ test }) => test).join(', ');
  const ends = end === null ? '' : `; ends after ${end.day}, the last day ${end.of}`;
  return `Target ${target}; tested on ${date} by getdata-conformance ${version}, rule set ${ruleSet}; contract ${contractDigest}; evidence ${evidenceDigest}; key ${keyId}; waivers: ${excused}${ends}.`;
}

export function short(digest: string): string {
  return digest.slice(0, 8);
}
