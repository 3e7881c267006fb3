import { printable } from '../report/terminal/palette.ts';
import type { Evidence } from './evidence.ts';
import { rulesInCells, testName } from './inventory.ts';
import { unjudgedTests, waivers } from './statement.ts';

/** What certificate and badge say of certified evidence, ready to be shown: text of a target has no control characters in it. */
export type Facts = Readonly<ReturnType<typeof factsOf>>;

/** The facts of certified evidence. */
export function factsOf({ results, digest, contract }: Evidence, keyId: string) {
  const tests = rulesInCells(results.cells);
  const excused = waivers(results);
  const unjudged = unjudgedTests(results);
  const named = new Set([...excused.map(({ test }) => test), ...unjudged]);
  const warned = tests.filter((test) => test.verdict !== 'pass' && !named.has(testName(test)));
  const { coverage, identity } = results;
  return {
    conformant: excused.length === 0 ? 'conformant' : 'conformant with waivers',
    target: showable(results.target),
    namespace: showable(results.namespace),
    /** The day of the run in UTC: 21 November 2026. */
    date: dateText(results.startedAt),
    version: results.suite.version,
    contractDigest: results.suite.contractDigest,
    evidenceDigest: digest,
    keyId,
    wsdlDigest: identity.wsdlSha256,
    certificateDigest: identity.certificateSha256,
    profile: results.profile,
    seed: results.seed,
    requests: results.requests,
    operations: contract.operations.length,
    cells: results.cells.length,
    // Of rules, over all cells.
    passed: tests.filter(({ verdict }) => verdict === 'pass').length,
    // Of rules beyond what is required that fail or had nothing to judge; waivers are not among them.
    warned: warned.length,
    // Of required rules that the waivers left nothing to judge.
    unjudged: unjudged.length,
    clauses: coverage.requirements.filter(({ verdict }) => verdict !== 'observed' && verdict !== 'untestable').length,
    fields: coverage.fields.filter(({ seen }) => seen).length,
    waivers: excused.map((one) => ({ ...one, owner: showable(one.owner), reason: showable(one.reason) })),
  };
}

/** Text on one line with no character that XML or HTML can't carry. */
function showable(text: string): string {
  return printable(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Surrogate}\uFFFE\uFFFF]/gu, '\uFFFD');
}

/** The beginning of a text, where it is longer than `most` characters. */
export function clipped(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function dateText(startedAt: string): string {
  const date = new Date(startedAt);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
