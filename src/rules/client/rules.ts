import type { ClientRule } from './client-rule.ts';
import { envelopeRules } from './envelope.ts';
import { headerRules } from './header.ts';
import { httpRules } from './http.ts';
import { nameRules } from './names.ts';
import { parameterRules } from './parameters.ts';

/** Every client rule, from the outermost part of a request inwards. */
export const clientRules: readonly ClientRule[] = [
  ...httpRules,
  ...envelopeRules,
  ...nameRules,
  ...parameterRules,
  ...headerRules,
];
