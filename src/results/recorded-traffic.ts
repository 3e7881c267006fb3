import type { BindingName } from '../contract/model.ts';
import { plural } from './verdict.ts';

/** What a recording of real traffic holds: what of it is sent, why the rest is not, and what none of it exercises. */
export interface RecordedTraffic {
  /** As the user named it. */
  readonly file: string;
  /** Calls to the service, of one operation each. */
  readonly calls: number;
  /** Distinct calls that are sent. */
  readonly sent: number;
  /** Calls that are not sent, by why; `first`: the entry of the first, counted from 1. */
  readonly leftOut: readonly { readonly why: string; readonly calls: number; readonly first: number }[];
  /** What the selected operations and bindings have and no call uses. */
  readonly never: {
    /** As cellName has them. */
    readonly cells: readonly string[];
    /** Of operations that were called: parameters that never had a value, like `ItemNo of Get_Inventory`. */
    readonly parameters: readonly string[];
    /** Traits of spelling that the requests over a binding could have; of a few no recording tells. */
    readonly traits: readonly {
      readonly binding: BindingName;
      readonly of: number;
      readonly never: readonly string[];
    }[];
  };
}

/** Names that one line lists. */
const MOST_NAMED = 8;

/** A recording in sentences for a reader, one a line. */
export function recordedLines({ file, calls, sent, leftOut, never }: RecordedTraffic): readonly string[] {
  const kept = calls - leftOut.reduce((sum, one) => sum + one.calls, 0);
  const { cells, parameters, traits } = never;
  return [
    `Recorded calls: ${file} has ${plural(calls, 'call')}; ${sent} of them are sent, ${kept - sent} are the same again.`,
    ...leftOut.map(
      ({ why, calls: count, first }) => `Not sent: ${plural(count, 'call')}, from entry ${first} on: ${why}.`,
    ),
    ...(cells.length === 0 ? [] : [`Never called in it: ${plural(cells.length, 'cell')}: ${listed(cells)}.`]),
    ...(parameters.length === 0 ? [] : [`Never given a value in it: ${listed(parameters)}.`]),
    ...traits.map(({ binding, of, never: ids }) => {
      return `Never in it over ${binding}: ${ids.length} of ${of} traits of spelling${ids.length === 0 ? '' : `: ${listed(ids)}`}.`;
    }),
  ];
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
