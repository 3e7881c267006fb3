import { dayOf } from '../../../base/days.ts';
import { plural } from '../../../base/words.ts';
import { cellName } from '../../../contract/cell-name.ts';
import type { Contract } from '../../../contract/model.ts';
import type { RunOptions } from '../../../options/model.ts';
import { selectedCells } from '../../../options/selected-cells.ts';
import { staleCount } from '../../../results/baseline.ts';
import { type Warnings, withWarnings } from '../../../results/coded-warnings.ts';
import type { ShadowCounts } from '../../../results/shadow-state.ts';
import { suiteVersion } from '../../../results/suite-version.ts';
import { away, credentials, insecure, leftOutTexts } from '../../../results/warnings.ts';
import { both } from '../pairs.ts';
import { type AcceptedBaseline, judgeAccepted, operationsIn, withoutAccepted } from './accepted.ts';
import type { ComparedServers } from './compare-servers.ts';
import type { ComparisonContext } from './context.ts';

/** What became of the reads of clients, where those were compared; left out where our own calls were. */
type ShadowParts = { readonly shadow?: ShadowCounts };

/** compare.json: the result of comparing two servers (specs/schemas/compare.schema.json), for all views. */
export type Comparison = ReturnType<typeof foldComparison>;

/** Folds what was compared into compare.json, without secrets. A difference counts even if it was cut short. */
export function foldComparison(
  found: ComparedServers & ShadowParts,
  { servers, contract, leftOut, kinds, failOn }: ComparisonContext,
  times: { readonly startedAt: string; readonly durationMs: number },
) {
  const { identity, firstCauses, ...whole } = found;
  const { a, b } = both((side) => servers[side].options);
  const { namespace, seed, profile, operations, bindings, runs, includeWrites, allowInconclusive, recorded } = a;
  const day = dayOf(new Date(times.startedAt));
  const suite = { name: 'getdata-conformance', version: suiteVersion(), contractDigest: contract.digest };
  const named = operationsIn({ suite, options: a, cells: found.cells });
  const baseline = a.baseline === null ? null : judgeAccepted(a.baseline, { ...found, kinds }, day, named);
  const compared = { ...whole, ...withoutAccepted(whole.differences, baseline), baseline };
  const outcome = comparisonOutcome(compared, allowInconclusive);
  const sides = ['a', 'b'] as const;
  const comparison = {
    schemaVersion: 1,
    suite,
    servers: both((side) => {
      const { baseUrl: target, client, recording } = servers[side];
      const file = recording === undefined ? {} : { recording: recording.file };
      return { target, ...file, requests: client.requests(), identity: identity[side] };
    }),
    ...{ namespace, seed, profile, ...times },
    options: {
      ...{ only: kinds, failOn, operations, bindings, runs, includeWrites, allowInconclusive },
      credentials: Object.keys(a.credentials),
      headers: [...new Set([...a.headers, ...b.headers].map(([name]) => name))],
    },
    ...(recorded === undefined ? {} : { recorded: recorded.traffic }),
    outcome,
    exitCode: exitCodeOf(outcome, compared),
    warnings: [] as readonly string[],
    warningCodes: [] as readonly string[],
    ...compared,
  } as const;
  return withWarnings(comparison, {
    'certificate-unchecked': [insecure({ options: a }), insecure({ options: b })],
    ...(compared.shadow === undefined
      ? credentials({ options: a, cells: calledCells(found, contract, a) }, isEmpty(compared))
      : {}),
    'first-cause': firstCauses,
    'wsdl-part': leftOutTexts(leftOut, 'compared'),
    outages: sides.map((side) => away(servers[side].client.outages(), side.toUpperCase())),
    ...warningsOf(compared, firstCauses.length > 0),
  });
}

/** The cells to which calls were sent. */
function calledCells({ cells }: ComparedServers, contract: Contract, options: RunOptions) {
  const called = new Set(cells.filter(({ calls }) => calls > 0).map(cellName));
  return selectedCells(contract, options).filter((cell) => called.has(cellName(cell)));
}

type ComparisonParts = Omit<ComparedServers, 'identity' | 'firstCauses' | 'differences'> &
  ShadowParts &
  ReturnType<typeof withoutAccepted> & { readonly baseline: AcceptedBaseline | null };

/** The same only if something was compared in every cell, and all of it was equal. */
function comparisonOutcome(
  { differences, accepted, cells, incomplete, dropped }: ComparisonParts,
  allowInconclusive: boolean,
) {
  if (differences.some(({ counts }) => counts)) return 'different';
  const open = cells.some(({ state }) => state === 'nothing-compared');
  const none = !cells.some(({ state }) => state === 'same' || state === 'different');
  // Beside accepted differences there was no room for others.
  const isFull = dropped > 0 && accepted.length > 0;
  if (incomplete || none || isFull || (open && !allowInconclusive)) return 'inconclusive';
  return differences.length + accepted.length > 0 ? 'different' : 'same';
}

/** 0 also for servers that differ, if no difference counts. */
function exitCodeOf(outcome: ReturnType<typeof comparisonOutcome>, compared: ComparisonParts) {
  if (compared.lost !== null) return 4;
  const isBroken = compared.differences.some(({ counts }) => counts) || staleCount(compared.baseline) > 0;
  if (isBroken) return 1;
  return outcome === 'inconclusive' ? 3 : 0;
}

/** No call was answered with data. */
function isEmpty({ cells }: Pick<ComparisonParts, 'cells'>): boolean {
  const sent = cells.filter(({ calls }) => calls > 0);
  return sent.length > 0 && sent.every(({ withData }) => withData === 0);
}

const MANY = 20;

/** `proxy` has no such option. */
const WITHOUT_DATA = ' --only rules,wsdl,form,observations,spelling leaves the data out.';

function warningsOf(
  { cells, differences, incomplete, lost, dropped, shadow }: ComparisonParts,
  isExplained: boolean,
): Warnings {
  const sent = cells.filter(({ calls }) => calls > 0);
  const data = differences.filter(({ kind }) => kind === 'data');
  const shown = new Set(data.flatMap((one) => one.cells.map(({ operation, binding }) => `${operation}/${binding}`)));
  const isOtherData = data.length >= MANY && shown.size * 2 >= sent.length;
  return {
    'no-data':
      isEmpty({ cells }) && !isExplained
        ? 'No call was answered with data by either server: are the addresses, the namespace and the credentials right?'
        : null,
    'cut-short': incomplete && lost === null ? 'It was cut short: what was not reached was not compared.' : null,
    'other-data': isOtherData
      ? `${data.length} fields differ, in ${shown.size} of ${plural(sent.length, 'cell')}: ` +
        `do the two servers have the same data?${shadow === undefined ? WITHOUT_DATA : ''}`
      : null,
    'differences-dropped':
      dropped > 0
        ? `There were too many differences to keep; further ones were seen ${plural(dropped, 'time')}.`
        : null,
  };
}
