import type { CatalogVideo } from '../catalog.ts';
import { once } from '../once.ts';
import type { RecordValue } from '../value.ts';
import type { OperationCall, OperationFunction } from './call.ts';
import { text } from './call.ts';

/** Get_Video_Links: every video. */
export const Get_Video_Links: OperationFunction = (call) => videos(call, () => true);

/** Get_Video_Links_by_Make: the videos of one make. */
export const Get_Video_Links_by_Make: OperationFunction = (call) =>
  videos(call, (video) => video.Make === text(call, 'Make'));

function videos(call: OperationCall, wanted: (video: CatalogVideo) => boolean): readonly RecordValue[] {
  return call.catalog.videos.filter(wanted).map(record);
}

const record = once((video: CatalogVideo): RecordValue => ({ ...video }));
