import { bodySpecimens } from './body-specimens.fixture.ts';
import { envelopeSpecimens } from './envelope-specimens.fixture.ts';
import { httpSpecimens } from './http-specimens.fixture.ts';
import { parametersSpecimens } from './parameters-specimens.fixture.ts';
import type { Specimen } from './specimen-edits.fixture.ts';

/** A mistake of each kind in a request, with what the client rules say. */
export const specimens: readonly Specimen[] = [
  ...httpSpecimens,
  ...bodySpecimens,
  ...envelopeSpecimens,
  ...parametersSpecimens,
];
