import { ConfigError } from '../../base/error.ts';
import { isPlainText } from '../../calls/read-texts.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import { contractBy } from '../../options/described.ts';
import { MOST_WRITES, type RecordedCalls, type RunOptions, type SentRecordedCall } from '../../options/model.ts';
import type { RecordedTraffic } from '../../options/recorded-traffic.ts';
import { selectedCells, skipReason } from '../../options/selected-cells.ts';
import { judgeRequest } from '../../rules/client/judge-request.ts';
import { type Call, free } from '../../wire/soap/call.ts';
import { canonicalValue, isOfType } from '../../wire/soap/canonical-value.ts';
import { asRecorded } from './as-recorded.ts';
import { attachedBeside } from './attached.ts';
import { isTakenOut } from './body.ts';
import type { HarCall } from './call.ts';
import { MASK } from './entry.ts';
import { isPlainCall } from './exchange.ts';
import { readCallsFile } from './project-calls.ts';
import { type HarFile, readHar } from './read.ts';
import { neverUsed } from './recorded-coverage.ts';

/**
 * `judged`: a run judges the answers by the rules. `compared`: two servers get the calls in the document's plain form.
 * `as recorded`: they get the recorded bytes.
 */
export type RecordedUse = 'judged' | 'compared' | 'as recorded';

/** Limit of distinct calls of one reading operation, and of distinct reasons. */
const MOST_READS = 300;
const MOST_REASONS = 20;
/** Most characters of all values of a call; servers cut longer queries. */
const LONGEST = 1_500;

/**
 * The options with the calls of a HAR, without its addresses and credentials. @param file - of `--calls`
 * @throws ConfigError if it is not a HAR, or no call of it can be sent
 */
export function withRecordedCalls<T extends RunOptions>(
  options: T,
  folder: string,
  file: string | undefined,
  use: RecordedUse = 'judged',
): T {
  if (file === undefined) return options;
  if (options.seedDrawn === true)
    throw new ConfigError(
      '--certify draws the calls, so that nobody chooses them, and --calls is given too; expected one of them',
    );
  const contract = contractBy(options);
  const har = readHar(Object(readCallsFile(folder, file)), file, contract, attachedBeside(folder, file));
  return { ...options, recorded: chosenCalls(har, options, use) };
}

/** Why a write is not sent as it was recorded; no option sends it. */
export const READS_ONLY = 'it changes state at the server: as recorded, only reads are sent';

/** Gets each call that is sent, equal ones too, as it is sent. @returns why it is not to be sent; null if it is */
type Taken = (har: HarCall, sent: SentRecordedCall) => string | null;

/** The calls of a HAR that are sent, each once. @throws ConfigError if none is */
export function chosenCalls(har: HarFile, options: RunOptions, use: RecordedUse, taken: Taken = () => null) {
  const contract = contractBy(options);
  const cells = selectedCells(contract, { ...options, cells: null });
  const sent = new Map<string, SentRecordedCall>();
  const left = new Map<string, { readonly calls: number; readonly first: number }>();
  const counts = new Map<string, number>();
  // A run first sends one write of its own in each cell.
  const mostWrites = use === 'judged' ? MOST_WRITES - 1 : MOST_WRITES;
  const leave = (why: string, first: number): void => {
    const key = left.has(why) || left.size < MOST_REASONS ? why : 'other reasons';
    const known = left.get(key) ?? { calls: 0, first };
    left.set(key, { ...known, calls: known.calls + 1 });
  };
  /** Has a call sent, unless an equal one is; or says why it is not. */
  const choose = (call: HarCall): string | null => {
    const { operation } = call.decoded.cell;
    const isRead = operation.effect === 'read';
    const [place, most] = isRead ? [operation.name, MOST_READS] : [cellName(call.decoded.cell), mostWrites];
    const count = counts.get(place) ?? 0;
    const read = sentOf(call, { own: har.own, cells, options, use });
    if (typeof read === 'string') return read;
    const key = JSON.stringify(isRead && use === 'judged' ? { ...read, binding: null } : read);
    const known = sent.get(key);
    if (known === undefined && count === most) return `${place} has more than ${most} different calls`;
    const why = taken(call, known ?? read);
    if (why !== null || known !== undefined) return why;
    sent.set(key, read);
    counts.set(place, count + 1);
    return null;
  };
  for (const call of har.calls) {
    const why = choose(call);
    if (why !== null) leave(why, call.number);
  }
  for (const { number, message } of har.bad) leave(`the entry can't be read as a call: ${message}`, number);
  const [why] = left.keys();
  if (sent.size === 0) throw new ConfigError(`${har.name} has no call that can be sent: ${why}`);
  const traffic: RecordedTraffic = {
    file: har.name,
    calls: har.calls.length + har.bad.length,
    sent: sent.size,
    ...(use === 'as recorded' ? { asRecorded: true } : {}),
    leftOut: [...left].map(([why, counted]) => ({ why, ...counted })),
    never: neverUsed(har.calls, cells, contract),
  };
  return { calls: [...sent.values()], traffic } satisfies RecordedCalls;
}

/** What decides whether a call is sent, and how. */
interface Sending extends Pick<HarFile, 'own'> {
  readonly cells: readonly Cell[];
  readonly options: RunOptions;
  readonly use: RecordedUse;
}

/** The call as it is sent, or why it is not. */
function sentOf(har: HarCall, sending: Sending): SentRecordedCall | string {
  const { options, use } = sending;
  const { binding } = har.decoded.cell;
  const call = callOf(har, sending);
  if (typeof call === 'string' || use !== 'as recorded') return typeof call === 'string' ? call : { binding, call };
  const request = asRecorded(har, call, contractBy(options), options);
  return typeof request === 'string' ? request : { binding, call, request };
}

function callOf(har: HarCall, { own, cells, options, use }: Sending): Call | string {
  const { entry, request, decoded } = har;
  const { cell, namespace } = decoded;
  const isShared = use === 'judged' && cell.operation.effect === 'read';
  const selected = cells.filter(({ operation }) => operation.name === cell.operation.name);
  if (!selected.some(({ binding }) => isShared || binding === cell.binding))
    return 'its operation or binding is not selected';
  const skipped = skipReason(cell, options);
  if (skipped !== null) return use === 'as recorded' ? READS_ONLY : skipped.text;
  const isNamed = options.target !== null && options.namespaceFrom !== 'default';
  if (isNamed && namespace !== null && namespace !== options.namespace)
    return `its envelope uses the namespace ${namespace.slice(0, 200)}, not ${options.namespace}`;
  const { problems } = judgeRequest(request, contractBy({ ...options, namespace: namespace ?? options.namespace }));
  const repeated = problems.find(({ rule }) => rule === 'client.parameter-repeated');
  if (repeated !== undefined && use !== 'as recorded') return repeated.message;
  const call = withoutMasked(decoded.call, options);
  if (typeof call === 'string' || use !== 'judged') return call;
  const { response } = entry;
  if ((typeof response !== 'string' && response.status >= 400) || !isPlainCall(har, own))
    return 'when it was recorded it was refused, or was not a plain call';
  return described(call, cell);
}

/** A call with configured values in place of masked ones; the reason if there are none. */
export function withoutMasked(call: Call, { masked = [], values: all, valuesByOperation }: RunOptions): Call | string {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.values)) {
    const isHidden = masked.includes(name) || MASK.test(value) || isTakenOut(value);
    const own = isHidden ? (valuesByOperation[call.operation]?.[name]?.[0] ?? all[name]?.[0]) : value;
    if (own === undefined) return `its ${name} is masked, and the config file has no value for it`;
    values[name] = own;
  }
  return MASK.test(JSON.stringify(call.header)) ? 'its header is masked' : { ...call, values };
}

/** A call that the document describes and that every right server answers, in plain form; else the reason why not. */
function described(call: Call, cell: Cell): Call | string {
  const values: Record<string, string> = {};
  for (const { name, type } of free(cell)) {
    const value = call.values[name];
    if (value === undefined) return `it has no ${name}, and the document does not say what that means`;
    if (!isOfType(value, type)) return `its ${name} is not a valid ${type}`;
    values[name] = canonicalValue(value, type);
  }
  const texts = [...Object.values(values), ...Object.values(call.header ?? {}).flat()];
  const isPlain = texts.every(isPlainText) && texts.join('').length <= LONGEST;
  return isPlain ? { ...call, values } : 'right servers may trim, cut or refuse its text';
}
