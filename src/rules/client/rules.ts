import type { ClientRule } from './client-rule.ts';
import { nameRules } from './names.ts';

/** Every client rule, from the outermost part of a request inwards. */
export const clientRules: readonly ClientRule[] = [...nameRules];
