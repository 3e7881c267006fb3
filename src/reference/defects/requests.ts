import type { Defect } from './defect.ts';
import { requestFaultDefects } from './request-faults.ts';
import { requestFormDefects } from './request-forms.ts';
import { requestSpellingDefects } from './request-spelling.ts';
import { requestValueDefects } from './request-values.ts';

/** Faults that show only when a request is sent in variants. */
export const requestDefects: readonly Defect[] = [
  ...requestSpellingDefects,
  ...requestFormDefects,
  ...requestValueDefects,
  ...requestFaultDefects,
];
