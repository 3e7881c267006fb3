import { createHash } from 'node:crypto';
import type { Defect } from '../../reference/defects/defect.ts';

/** A number for the choice of a defect's cells. It depends on the id alone: a defect that comes or goes moves no other. */
export const placeOf = ({ id }: Defect): number => createHash('sha256').update(id).digest().readUInt32BE();
