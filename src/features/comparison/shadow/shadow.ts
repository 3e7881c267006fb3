import { cellName } from '../../../contract/cell-name.ts';
import type { Cell } from '../../../contract/model.ts';
import type { CircuitBreaker } from '../../../engine/send/circuit-breaker.ts';
import { type Client, SILENT } from '../../../engine/send/client.ts';
import { contractAt, leftOutOf } from '../../../options/described.ts';
import { selectedCells } from '../../../options/selected-cells.ts';
import type { ShadowCounts, ShadowState } from '../../../results/shadow-state.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import { both } from '../pairs.ts';
import { type CellTally, createCellTally, notCompared } from '../servers/cell-tally.ts';
import type { ComparedServers } from '../servers/compare-servers.ts';
import { foldComparison } from '../servers/comparison.ts';
import { withBoth } from '../servers/context.ts';
import { type ComparedCell, trafficKinds, USUAL_FAIL_ON } from '../servers/difference.ts';
import { createGroups } from '../servers/groups.ts';
import { toldOnce } from '../servers/one-cause.ts';
import { openContext } from '../servers/run-comparison.ts';
import { inWords } from '../servers/views/words.ts';
import { compareRead } from './compare-read.ts';
import { createEarlierAnswers } from './earlier-answers.ts';
import type { ShadowedRead, ShadowSetup } from './model.ts';

/** Reads that B gets at once. A gets one at a time again. */
const AT_ONCE = 8;
/** How often a read that differs is sent again: further reads of clients show more. */
const LOOKS = { rounds: 1, known: 1, most: 1 } as const;
/** Differences of the live page. */
const MOST_LIVE = 50;

export type Shadow = Awaited<ReturnType<typeof openShadow>>;

/** Opens what sends the reads of clients to a new server and compares answers. @param done - one more was compared */
export async function openShadow({ options, withSecrets }: ShadowSetup, done: () => void) {
  const [startedAt, start] = [new Date().toISOString(), performance.now()];
  const stop = new AbortController();
  const limited = both((side) => {
    const { limits } = options[side];
    // Lines of the user do not replace those of a client: they are added to requests that lack them.
    return { ...options[side], headers: [], limits: { ...limits, concurrency: side === 'a' ? 1 : AT_ONCE } };
  });
  const { wsdl, target } = options.a;
  const asked = { kinds: trafficKinds.filter((kind) => kind !== 'rules' || wsdl === undefined), failOn: USUAL_FAIL_ON };
  const guarded = (client: Client): CircuitBreaker => ({
    ...client,
    // It sends nothing of its own to see whether a server is there.
    ...{ givenUp: () => null, down: () => null, outages: () => [], answered: () => [] },
  });
  const context = await openContext(limited, asked, stop.signal, guarded, wsdl && leftOutOf(wsdl));
  const { servers, contract } = context;
  const groups = createGroups({ ...context, redact: (text) => text });
  const tallies = new Map<string, CellTally>();
  const leftOut = new Map<string, number>();
  const waiting: ShadowedRead[] = [];
  const underWay = new Set<Promise<void>>();
  let taken = 0;
  let compared = 0;
  /** The last error of B; undefined after its first answer. */
  let silence: string | null | undefined = null;

  const source = {
    ...{
      context,
      called: wsdl === undefined ? contract : contractAt(wsdl, target),
      groups,
      earlier: createEarlierAnswers(),
    },
    places: {
      a: { withSecrets: true, added: options.a.headers },
      b: { withSecrets, added: options.b.headers },
    },
    tallyOf(cell: Cell): CellTally {
      const name = cellName(cell);
      const known = tallies.get(name) ?? createCellTally(cell, context, new Set(), LOOKS);
      tallies.set(name, known);
      return known;
    },
    answered({ outcome }: Exchange): void {
      const isSilent = outcome.kind === 'trouble' && SILENT.has(outcome.trouble.kind);
      if (!isSilent) silence = undefined;
      else if (silence !== undefined) silence = outcome.trouble.message;
    },
  };

  function leave(why: string, calls = 1): void {
    leftOut.set(why, (leftOut.get(why) ?? 0) + calls);
  }

  async function compareNext(read: ShadowedRead): Promise<void> {
    // A header line that can't be sent, for example.
    const why = await compareRead(read, source).catch(() => 'it could not be sent as it is');
    if (why === null) compared += 1;
    else leave(why);
    done();
  }

  function sendMore(): void {
    while (underWay.size < AT_ONCE) {
      const read = waiting.shift();
      if (read === undefined) return;
      const task = compareNext(read).finally(() => {
        underWay.delete(task);
        sendMore();
      });
      underWay.add(task);
    }
  }

  function counts(): ShadowCounts {
    return { calls: taken, compared, leftOut: [...leftOut].map(([why, calls]) => ({ why, calls })) };
  }

  /** All cells; those that no client read were skipped. */
  function comparedCells(): readonly ComparedCell[] {
    const differing = groups.differing();
    return selectedCells(contract).map((cell) => {
      const compared = tallies.get(cellName(cell))?.compared();
      const why = cell.operation.effect === 'write' ? 'what changes state is never sent to B' : 'no client called it';
      if (compared === undefined) return notCompared(cell, 'skipped', why);
      return differing.has(cellName(cell)) ? { ...compared, state: 'different', reason: null } : compared;
    });
  }

  return {
    /** Takes a read; it is sent when those before it are. */
    take(read: ShadowedRead): void {
      taken += 1;
      waiting.push(read);
      sendMore();
    },
    state(): ShadowState {
      const [differences, all] = [toldOnce(groups.differences()), comparedCells()];
      const shown = differences.slice(0, MOST_LIVE).map((one) => {
        const { title, where } = inWords(one, all);
        const calls = one.cells.reduce((sum, cell) => sum + cell.calls, 0);
        return { kind: one.kind, title, where, a: one.a, b: one.b, calls };
      });
      return { ...counts(), target: options.b.target, differences: shown, found: differences.length };
    },
    /** Ends all that is not done after a while. @param further - calls that were not even taken, and why */
    async end(further: ShadowCounts['leftOut'], graceMs: number) {
      for (const { why, calls } of further) {
        taken += calls;
        leave(why, calls);
      }
      let incomplete = false;
      const late = setTimeout(() => {
        incomplete = underWay.size > 0;
        if (waiting.length > 0) leave('the proxy ended before it was sent', waiting.splice(0).length);
        stop.abort();
      }, graceMs);
      while (underWay.size > 0) await Promise.all(underWay);
      clearTimeout(late);
      const lost = compared > 0 && typeof silence === 'string' ? ({ side: 'b', message: silence } as const) : null;
      // Where nothing is, nothing differs.
      if (lost !== null) {
        leave(NEVER, compared);
        compared = 0;
      }
      const found: ComparedServers = {
        ...(lost === null
          ? { cells: [...comparedCells()], differences: groups.differences(), unstable: groups.unstable() }
          : {
              cells: comparedCells().map((cell) => (cell.state === 'skipped' ? cell : { ...cell, ...UNANSWERED })),
              differences: [],
              unstable: [],
            }),
        ...{ dropped: lost === null ? groups.dropped() : 0, unobserved: 0, incomplete, lost, firstCauses: [] },
        identity: both((side) => ({ wsdlSha256: null, certificateSha256: servers[side].client.certificate() })),
      };
      const times = { startedAt, durationMs: Math.round(performance.now() - start) };
      const comparison = foldComparison({ ...found, shadow: counts() }, context, times);
      context.validator.dispose();
      await withBoth(servers, ({ client }) => client.close());
      return comparison;
    },
  };
}

const NEVER = 'the new server never answered';
const UNANSWERED = { state: 'nothing-compared', reason: NEVER } as const;
