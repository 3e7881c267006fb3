import { listed, plural } from '../base/words.ts';
import type { BindingName } from '../contract/model.ts';

/** The content of a recording of real traffic: what is sent, why the rest is not, and what none of it exercises. */
export interface RecordedTraffic {
  readonly file: string;
  /** Calls to the service, each of one operation. */
  readonly calls: number;
  readonly sent: number;
  /** The recorded bytes are sent; left out if the document's plain form is. */
  readonly asRecorded?: boolean;
  /** Calls that are not sent, by reason; `first`: the entry of the first, from 1, left out of what is in no entries. */
  readonly leftOut: readonly { readonly why: string; readonly calls: number; readonly first?: number }[];
  /** Parts of the selected operations and bindings that no call uses. */
  readonly never: {
    /** As cellName has them. */
    readonly cells: readonly string[];
    /** Parameters of called operations that never had a value, like `ItemNo of Get_Inventory`. */
    readonly parameters: readonly string[];
    /** Traits of spelling that the requests over a binding could have; a few can't be seen in a recording. */
    readonly traits: readonly {
      readonly binding: BindingName;
      readonly of: number;
      readonly never: readonly string[];
    }[];
  };
}

const MOST_NAMED = 8;

/** A recording in sentences for a reader, one per line. */
export function recordedLines({ file, calls, sent, asRecorded, leftOut, never }: RecordedTraffic): readonly string[] {
  const kept = calls - leftOut.reduce((sum, one) => sum + one.calls, 0);
  const { cells, parameters, traits } = never;
  const uncalled = `Never called in it: ${plural(cells.length, 'cell')}: ${listed(cells, MOST_NAMED)}.`;
  return [
    `Recorded calls: ${file} has ${plural(calls, 'call')}: ` +
      `${sent} to send${asRecorded === true ? ' as recorded' : ''}, ${plural(kept - sent, 'repeat')}.`,
    ...leftOut.map(({ calls, first, why }) => {
      const from = first === undefined ? '' : `, from entry ${first} on`;
      return `Not sent: ${plural(calls, 'call')}${from}: ${why}.`;
    }),
    ...(cells.length === 0 ? [] : [uncalled]),
    ...(parameters.length === 0 ? [] : [`Never given a value in it: ${listed(parameters, MOST_NAMED)}.`]),
    ...traits.map(({ binding, of, never: ids }) => {
      const named = ids.length === 0 ? '' : `: ${listed(ids, MOST_NAMED)}`;
      return `Never in it over ${binding}: ${ids.length} of ${plural(of, 'trait')} of spelling${named}.`;
    }),
  ];
}
