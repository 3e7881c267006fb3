import { gzipSync } from 'node:zlib';
import { suiteVersion } from '../results/suite-version.ts';
import { mostMiB, readIfThere, textOf, unpacked } from '../schemas/read-file.ts';
import type { TargetRow } from './target-row.ts';

/** What `history site` saves for its next call of each target: the length of its index, and its row. */
export type Rows = ReadonlyMap<string, SavedRow>;

interface SavedRow {
  readonly bytes: number;
  /** Null if the target has no runs. */
  readonly row: TargetRow | null;
}

/** The file that holds the rows, in the folder of the pages. */
export const ROWS_FILE = 'rows.json.gz';

interface Written {
  readonly suite: string;
  readonly targets: readonly (readonly [folder: string, row: SavedRow])[];
}

/** What `rowsFile` made; nothing if there is no such file, a damaged one, or one of another version with other pages. */
export function readRows(place: string): Rows {
  try {
    const named = { folder: place, file: ROWS_FILE, mostMiB: mostMiB.recorded };
    const { bytes } = readIfThere(named) ?? {};
    const { suite, targets }: Written = JSON.parse(textOf(named, unpacked(named, bytes ?? Buffer.alloc(0))));
    return new Map(suite === suiteVersion() ? targets : []);
  } catch {
    return new Map();
  }
}

/** The rows as JSON, packed by gzip: most servers answer alike, and a damaged file can't be unpacked. */
export function rowsFile(rows: Rows): Uint8Array {
  const written: Written = { suite: suiteVersion(), targets: [...rows] };
  return gzipSync(JSON.stringify(written), { level: 1 });
}
