import { suiteVersion } from '../results/suite-version.ts';
import { mostMiB, readIfThere } from '../schemas/read-file.ts';
import { digestOf } from './run-line.ts';
import type { TargetRow } from './target-row.ts';

/** What `history site` saves for its next call: the length of each target's index, and its row (null: it has no runs). */
export type Rows = ReadonlyMap<string, { readonly bytes: number; readonly row: TargetRow | null }>;

/** The file that holds the rows, in the folder of the pages. */
export const ROWS_FILE = 'rows.txt';

/** What `rowsText` wrote; nothing if there is no such file, a damaged one, or one of another version, which made other pages. */
export function readRows(place: string): Rows {
  try {
    const read = readIfThere({ folder: place, file: ROWS_FILE, mostMiB: mostMiB.recorded });
    const [digest, text = ''] = read?.bytes.toString().split('\n') ?? [];
    const { suite, texts, targets }: Written = JSON.parse(text);
    if (suite !== suiteVersion() || digest !== digestOf(text)) return new Map();
    const rowOf = ({ seen, ...row }: WrittenRow): TargetRow => ({ ...row, seen: seen.map((at) => texts[at] ?? '') });
    return new Map(
      targets.map(([folder, { bytes, row }]) => [folder, { bytes, row: row === null ? null : rowOf(row) }]),
    );
  } catch {
    return new Map();
  }
}

interface WrittenRow extends Omit<TargetRow, 'seen'> {
  readonly seen: readonly number[];
}

interface Written {
  readonly suite: string;
  readonly texts: readonly string[];
  readonly targets: readonly (readonly [string, { readonly bytes: number; readonly row: WrittenRow | null }])[];
}

/** The rows as a digest and JSON, a line each. Most servers answer alike, so each answer is stored once. */
export function rowsText(rows: Rows): string {
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    return number;
  };
  const targets = [...rows].map(([folder, { bytes, row }]) => {
    return [folder, { bytes, row: row === null ? null : { ...row, seen: row.seen.map(numberOf) } }] as const;
  });
  const written: Written = { suite: suiteVersion(), texts: [...texts.keys()], targets };
  const text = JSON.stringify(written);
  return `${digestOf(text)}\n${text}`;
}
