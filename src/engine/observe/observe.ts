import type { Pools } from '../../calls/pools.ts';
import { derivedSeed, drawOrder } from '../../calls/values.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract, Operation } from '../../contract/model.ts';
import type { ExchangeJudge } from '../../judge/judge.ts';
import { readExchange } from '../../judge/read.ts';
import type { RunOptions } from '../../options/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { fingerprintOf, headersPrint } from '../../results/fingerprint.ts';
import type { Fingerprint, Observation } from '../../results/observation.ts';
import { runRedactor } from '../../results/record/redact.ts';
import type { ObserverScope } from '../../rules/observers/observer.ts';
import { observers } from '../../rules/observers/observers.ts';
import { type AnswerDigest, difference, digestOf } from '../../rules/same-answer.ts';
import type { Exchange, NetworkError } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { rightCall } from '../plan/planned-call.ts';
import type { Client } from '../send/client.ts';

/** A target that lets this many requests run into a limit is not observed any more. */
const MOST_LIMITS = 3;

/** The observer that sends a call again. */
export const STABILITY = 'observe.stability';

export type PlannedObservation = ReturnType<typeof planObservations>[number];

/** What is kept of an exchange: large answers would not all fit into memory, and take too long to read at the end. */
interface Seen {
  readonly planned: PlannedObservation;
  readonly trouble: NetworkError['kind'] | null;
  readonly fingerprint: Fingerprint;
  /** Whether the records are those that the base call got; null if there is nothing to compare. */
  readonly sameAsBase: boolean | null;
}

/** All requests of the observers, in order; the same for every profile. */
export function planObservations(contract: Contract, options: RunOptions, pools: Pools) {
  return (contract.by === 'wsdl' ? [] : observers).flatMap((observer) =>
    observedCells(observer.scope, contract, options).flatMap((cell) => {
      const base = rightCall(cell, contract, { options, pools });
      const place = observer.scope === 'endpoint' ? 'endpoint' : cellName(cell);
      return observer.plan(cell, base, contract).map((wanted) => {
        return { id: `${observer.id}@${place}#${wanted.variant}`, observer, cell, base, wanted } as const;
      });
    }),
  );
}

/**
 * Records fingerprints of what a target does where the document is silent: a right call to each observed cell, then
 * every observer's requests; none changes state. What a limit or the run's end prevented is left out.
 * @param note - sees each answer to an observer @param parse - a judge's, which does not parse judged answers again
 */
export async function observeTarget(
  client: Client,
  options: RunOptions,
  pools: Pools,
  note: (planned: PlannedObservation, exchange: Exchange) => void = () => {},
  parse: ExchangeJudge['parse'] = readExchange,
): Promise<readonly Observation[]> {
  const planned = planObservations(client.contract, options, pools);
  const redact = runRedactor(options);
  const bases = await sendBases(client, planned, parse);
  const observe = async (one: PlannedObservation): Promise<Seen> => {
    const { cell, observer, wanted } = one;
    const exchange = await client.send(cell, wanted.request(client.context));
    note(one, exchange);
    const { outcome } = exchange;
    const reading = parse(exchange, cell);
    const ofHeaders = observer.sees === 'headers' ? headersPrint(exchange, redact) : {};
    const base = observer.scope === 'endpoint' ? undefined : bases.get(cellName(cell));
    return {
      planned: one,
      trouble: outcome.kind === 'trouble' ? outcome.trouble.kind : null,
      fingerprint: { ...fingerprintOf(reading, redact), ...ofHeaders },
      sameAsBase: sameAs(base, reading, client.contract),
    };
  };
  const seen: Seen[] = [];
  const order = drawOrder(derivedSeed(options.seed, 'observations'), planned);
  for (let next = 0; next < order.length; next += options.limits.concurrency) {
    const batch = order.slice(next, next + options.limits.concurrency);
    seen.push(...(await Promise.all(batch.map(observe))));
    if (seen.filter(({ trouble }) => trouble === 'timeout' || trouble === 'too-large').length >= MOST_LIMITS) break;
    if (seen.some(({ trouble }) => trouble === 'aborted')) break;
  }
  const unstable = unstableCells(seen);
  return seen
    .filter(({ trouble }) => trouble !== 'aborted')
    .toSorted((a, b) => planned.indexOf(a.planned) - planned.indexOf(b.planned))
    .map((one) => recorded(one, unstable));
}

async function sendBases(client: Client, planned: readonly PlannedObservation[], parse: ExchangeJudge['parse']) {
  const cells = new Map(planned.map(({ cell, base }) => [cellName(cell), { cell, base }] as const));
  const send = async ([name, { cell, base }]: readonly [string, { readonly cell: Cell; readonly base: Call }]) =>
    [name, digestOf(parse(await client.call(cell, base), cell), client.contract)] as const;
  return new Map(await Promise.all([...cells].map(send)));
}

/** Whether an answer has the records of the base call's; null if there is nothing to compare. */
export function sameAs(base: AnswerDigest | undefined, reading: ParsedResponse, contract: Contract): boolean | null {
  if (base?.kind !== 'records') return null;
  const answer = digestOf(reading, contract);
  return answer.kind === 'none' ? null : difference(base, answer) === null;
}

/** Cells that answer equal reads differently, where a difference says nothing about the variant. */
function unstableCells(seen: readonly Seen[]): ReadonlySet<string> {
  const changed = seen.filter(({ planned, sameAsBase }) => planned.observer.id === STABILITY && sameAsBase === false);
  return new Set(changed.map(({ planned }) => cellName(planned.cell)));
}

function recorded({ planned, fingerprint, sameAsBase }: Seen, unstable: ReadonlySet<string>): Observation {
  const { id, observer, cell } = planned;
  const whole = observer.scope === 'endpoint';
  const comparable = observer.id === STABILITY || !unstable.has(cellName(cell));
  return {
    id,
    operation: whole ? null : cell.operation.name,
    binding: whole ? null : cell.binding,
    probe: observer.id,
    fingerprint: { ...fingerprint, ...(whole ? {} : { sameAsBase: comparable ? sameAsBase : null }) },
  };
}

type CellScope = Exclude<ObserverScope, 'every' | 'endpoint'>;

/** The operation that the observers of a scope use if it is selected, and which others suit. */
const subjects: Readonly<Record<CellScope, readonly [string, (operation: Operation) => boolean]>> = {
  parameters: [
    'Get_Basevehicle_Images',
    ({ parameters }) =>
      parameters.some(({ type }) => type !== 'string') &&
      parameters.some(({ type, credential }) => type === 'string' && !credential),
  ],
  header: ['GetModel_VehicleType', ({ header }) => header !== null],
  credentials: ['Get_Video_Links', ({ parameters }) => parameters.some(({ credential }) => credential)],
};

/** The cells of one operation, to keep observations few: the preferred one, else the first selected read that suits. */
function observedCells(
  scope: ObserverScope,
  contract: Contract,
  options: Pick<RunOptions, 'operations' | 'bindings'>,
): readonly Cell[] {
  if (scope === 'endpoint') return observedCells('parameters', contract, options).slice(0, 1);
  if (scope === 'every') {
    const scopes: readonly CellScope[] = ['parameters', 'header', 'credentials'];
    const cells = scopes.flatMap((one) => observedCells(one, contract, options));
    return [...new Map(cells.map((cell) => [cellName(cell), cell] as const)).values()];
  }
  const selected = selectedCells(contract, { ...options, cells: null });
  const cells = selected.filter(({ operation }) => operation.effect === 'read');
  const [preferred, suits] = subjects[scope];
  const fitting = cells.filter(({ operation }) => suits(operation));
  const candidates = fitting.length === 0 && scope === 'parameters' ? cells : fitting;
  const chosen = candidates.find(({ operation }) => operation.name === preferred) ?? candidates[0];
  return candidates.filter(({ operation }) => operation === chosen?.operation);
}
