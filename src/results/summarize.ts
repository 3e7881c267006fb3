import { groupBy } from '../base/group-by.ts';
import { plural } from '../base/words.ts';
import type { Trait } from '../calls/spelling/trait.ts';
import type { Cell } from '../contract/model.ts';
import type { FieldCoverage } from '../rules/answer/coverage.ts';
import type { Evidence } from '../rules/evidence.ts';
import type { Exchange } from '../wire/http/exchange.ts';
import type { Call } from '../wire/soap/call.ts';
import { hasNoData } from '../wire/soap/parsed-response.ts';
import type { CellSummary, RecordedCall } from './outcome.ts';

interface SentCalls {
  readonly exchanges: () => readonly Exchange[];
  readonly calls: () => readonly Call[];
  /** Left out if unknown. */
  readonly spellings?: () => readonly (readonly Trait[])[];
}

/** What was sent to a cell and what it showed. `requests`: those sent for it, also to cells it was compared with. */
export function summarize(
  cell: Cell,
  sent: SentCalls,
  requests: number,
  all: readonly Evidence[],
  fields: readonly FieldCoverage[],
  kept: readonly RecordedCall[],
): CellSummary {
  const exchanges = sent.exchanges();
  const calls = sent.calls();
  const names = cell.operation.parameters.filter(({ credential }) => !credential).map(({ name }) => name);
  const distinct = (name: string) => new Set(calls.map(({ values }) => values[name])).size;
  return {
    kind: 'cell',
    operation: cell.operation.name,
    binding: cell.binding,
    requests,
    durations: exchanges.map(({ durationMs }) => durationMs),
    fields,
    parameters: Object.fromEntries(names.map((name) => [name, distinct(name)])),
    headerValues: [...new Set(calls.flatMap(({ header }) => headerPairs(header ?? {})))].toSorted(),
    ...(sent.spellings === undefined
      ? {}
      : { spellings: counted(sent.spellings().map((traits) => traits.map(({ id }) => id).join(' '))) }),
    statuses: counted(exchanges.map(statusOf)),
    ...credentialsNamed(cell, exchanges),
    withData: all.filter(({ reading }) => reading.success && !hasNoData(reading)).length,
    exchanges: kept,
  };
}

/** How often each text occurs. Sorted: answers arrive in any order. */
function counted(texts: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...groupBy(texts.toSorted(), (text) => text)].map(([text, all]) => [text, all.length]));
}

function headerPairs(header: Readonly<Record<string, string | readonly string[]>>): readonly string[] {
  return Object.entries(header).map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}=${plural(value.length, 'item')}`,
  );
}

/** Refusals that are read, and bytes of each. */
const REFUSALS = 8;
const REFUSAL_BYTES = 65_536;

/** A parameter that was sent and is said to be missing was not read: not a refusal, unless it is called wrong too. */
const SAID_MISSING = /missing|required|\bnull\b|empty/i;
const SAID_WRONG = /invalid|not valid|wrong|unknown|incorrect|denied|refused|not known|unauthori[sz]ed/i;

/** The cell's credential parameters that its answers other than 200 name in their text, each in its own sentence. */
function credentialsNamed({ operation }: Cell, exchanges: readonly Exchange[]): Pick<CellSummary, 'credentialsNamed'> {
  const sentences = exchanges
    .flatMap(({ outcome }) =>
      outcome.kind === 'response' && outcome.response.status !== 200 ? [outcome.response] : [],
    )
    .slice(0, REFUSALS)
    .flatMap(({ body }) =>
      Buffer.from(body.subarray(0, REFUSAL_BYTES))
        .toString('latin1')
        .split(/[\r\n<>{}]+|\. /),
    )
    .filter((text) => SAID_WRONG.test(text) || !SAID_MISSING.test(text));
  const names = operation.parameters.filter(({ credential }) => credential).map(({ name }) => name);
  const named = names.filter((name) => sentences.some((text) => nameIn(name).test(text)));
  return named.length === 0 ? {} : { credentialsNamed: named };
}

/** `DealerID`, `dealer ID` or `dealer-id`; not a parameter in the signature of a stack trace, `String DealerID`. */
function nameIn(name: string): RegExp {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])|(?<=API)(?=KEY)/g, '[\\s_-]?');
  return new RegExp(`(?<!\\b(?:string|int32|int64|int|long)\\s)\\b${words}\\b`, 'i');
}

function statusOf({ outcome }: Exchange): string {
  return outcome.kind === 'response' ? `${outcome.response.status}` : outcome.trouble.kind;
}
