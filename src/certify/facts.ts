import { printable } from '../report/terminal/palette.ts';
import { changingFields } from '../results/changing.ts';
import { unusedLines } from '../results/unused.ts';
import type { Evidence } from './evidence.ts';
import { rulesInCells, testName } from './inventory.ts';
import { unjudgedTests, type Waiver, waivers } from './statement.ts';

/** What certificate and badge say, ready to be shown: text of a target has no control characters in it. */
export interface Facts {
  readonly conformant: 'conformant' | 'conformant with waivers';
  readonly target: string;
  readonly namespace: string;
  /** The day of the run in UTC: 21 November 2026. */
  readonly date: string;
  readonly version: string;
  readonly contractDigest: string;
  readonly evidenceDigest: string;
  readonly keyId: string;
  readonly wsdlDigest: string | null;
  readonly certificateDigest: string | null;
  readonly profile: string;
  readonly seed: number;
  readonly requests: number;
  readonly operations: number;
  readonly cells: number;
  /** Rules that passed, over all cells. */
  readonly passed: number;
  /** Rules beyond what is required that fail or had nothing to judge, over all cells; waivers are not among them. */
  readonly warned: number;
  /** Required rules that the waivers left nothing to judge. */
  readonly unjudged: number;
  /** Clauses of the document that were judged. */
  readonly clauses: number;
  readonly fields: number;
  /** Fields declared as never filled, with the reasons. */
  readonly unused: readonly string[];
  /** Fields that changed between equal reads, and were not compared. */
  readonly changing: readonly string[];
  readonly waivers: readonly Waiver[];
}

/** The facts of certified evidence. */
export function factsOf({ results, digest, contract }: Evidence, keyId: string): Facts {
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
    passed: tests.filter(({ verdict }) => verdict === 'pass').length,
    warned: warned.length,
    unjudged: unjudged.length,
    clauses: coverage.requirements.filter(({ verdict }) => verdict !== 'observed' && verdict !== 'untestable').length,
    fields: coverage.fields.filter(({ seen }) => seen).length,
    unused: unusedLines(results.options).map(showable),
    changing: [...changingFields(results.cells)].map(([name, fields]) =>
      showable(`${[...fields].join(', ')} of ${name}`),
    ),
    waivers: excused.map((waiver) => ({
      ...waiver,
      owner: showable(waiver.owner),
      reason: showable(waiver.reason),
    })),
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
